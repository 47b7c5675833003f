package partner

import (
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/ids"
)

// judgeFit wants the value of a lookup to be one that its query field can have (4.5). Of
// a member id, a national id and a passport no form is shown: what cannot be one is known
// all the same.
func (q *request) judgeFit() {
	field, value := q.get("queryFieldEnum"), q.get("value")
	for _, owner := range []string{"queryFieldEnum", "value"} {
		if q.isDoubled(owner) {
			q.blocked(fitObligation, bodyObligation)
			return
		} else if len(q.faulty[owner]) > 0 {
			q.blocked(fitObligation, owner)
			return
		}
	}
	if q.cut(value.Str) {
		q.unknown(fitObligation, cutAway)
		return
	} else if isBlank(value) {
		q.blocked(fitObligation, blankObligation)
		return
	}
	q.judged(fitObligation)
	if expected, actual := ids.Unfit(field.Str, value.Str, q.run.issued.items); expected != "" {
		q.fail(fitObligation, misfit(field.Str, expected, actual))
		return
	}
	q.run.undocumented.lookups.hold(q, field.Str, value.Str)
}

// misfit never repeats the value: it may be personal.
func misfit(field, expected, actual string) result.Failure {
	return result.Failure{Path: "value", Section: "4.5", Expected: expected, Actual: actual, Message: "value is no value of " + field}
}

// noteLookup notes a value that earlier requests used for another thing: which ids the
// operator gives its members is not shown.
func (s *sequences) noteLookup(q *request) {
	field, value := q.text("queryFieldEnum"), q.text("value")
	if field == "memberId" && s.people.HasPhone(value) {
		noteOf(q, "a "+field+" that an earlier request used as phone_number")
	}
	if field == "memberId" && s.people.HasID(value) {
		noteOf(q, "a "+field+" that an earlier request used as id_number")
	}
}

// noteStore notes a second store key: section 2.4 speaks of the one that came with the
// credentials, and nothing says that a partner has no second store.
func (s *sequences) noteStore(q *request, name string) {
	for _, key := range q.each(name) {
		switch {
		case q.run.cfg.StoreKey != "" || key.Str == "" || q.cut(key.Str):
		case s.store == "":
			s.store = strings.Clone(key.Str)
		case s.store != key.Str:
			noteOf(q, "another store key than an earlier request")
		}
	}
}
