package partner

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/written"
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
		}
		if len(q.faulty[owner]) > 0 {
			q.blocked(fitObligation, owner)
			return
		}
	}
	switch {
	case q.cut(value.Str):
		q.unknown(fitObligation, cutAway)
		return
	case isBlank(value):
		q.blocked(fitObligation, blankObligation)
		return
	}
	q.judged(fitObligation)
	expected, actual := unfit(field.Str, value.Str, q.run.issued.items)
	if expected == "" {
		expected, actual = q.run.undocumented.otherDetail(field.Str, value.Str, q.run.issued.customers)
	}
	if expected == "" {
		expected, actual = otherID(q, field.Str, value.Str)
	}
	if expected != "" {
		q.fail(fitObligation, result.Failure{
			Path: "value", Section: "4.5", Expected: expected, Actual: actual, Message: "value is no value of " + field.Str,
		})
	}
}

// otherID tells an id that the service returned as something else than the id of a member,
// and a memberId where it returned another one.
func otherID(q *request, field, value string) (expected, actual string) {
	if !slices.Contains(idFields, field) {
		return "", ""
	}
	if other := q.run.issued.others.OfNoMember(value); other != "" && !findsMember(q, value) {
		return "the id of a customer, as queryFieldEnum says", "what the service returned as " + other
	}
	isMember := q.run.issued.members.Has(value)
	switch {
	case field == "memberId":
		return q.run.issued.members.Other(value)
	case isMember && judgement.IsUUID(value):
		return "the number of an ID, as queryFieldEnum says", "the memberId of a customer"
	}
	return "", ""
}

// findsMember tells whether this lookup, or one before, returned a value as memberId.
func findsMember(q *request, value string) bool {
	found := q.exchange.Response != nil && strings.EqualFold(gjson.GetBytes(q.exchange.Response.Body, "data.creditLimitInfo.memberId").String(), value)
	return found || q.run.issued.members.Has(value) || q.run.issued.customers[strings.ToLower(value)]
}

// unfit says what a query field should have, and what it has; both are empty where the
// value may be one of the field. The items are those that the service returned. A value is not repeated: it may be personal.
func unfit(field, value string, items map[string]bool) (expected, actual string) {
	switch {
	case written.IsPlaceholder(value):
		return "the value of " + field, "a placeholder"
	case strings.TrimFunc(value, isUnseen) != value:
		return "the value of " + field + " alone", "a value with blanks around it"
	case field == "email" && (!emailForm.MatchString(value) || written.IsEmailWithoutDomain(value)):
		return "an email address, as queryFieldEnum says", otherForm
	case slices.Contains(phoneFields, field) && !written.IsPhone(value):
		return "a phone number, as queryFieldEnum says", otherForm
	case slices.Contains(idFields, field) && strings.Contains(value, "@"):
		return "an id, as queryFieldEnum says", "a text with an @, as email addresses have it"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && written.IsMasked(value):
		return "the whole number of the ID", "a number of which a part is hidden"
	case slices.Contains(idFields, field) && items[strings.ToLower(value)]:
		return "the id of a customer, as queryFieldEnum says", "the id of a purchase item"
	}
	return "", ""
}

// otherDetail tells a value that earlier requests and answers show to be another detail of
// a customer. Ids that the operator gives may look like a phone number or an id number:
// of a memberId that is noted, unless the service returned another one. The customers are those that the service returned.
func (s *sequences) otherDetail(field, value string, customers map[string]bool) (expected, actual string) {
	isID, isNumberOfID := slices.Contains(idFields, field), field == "NATIONAL_ID" || field == "PASSPORT"
	switch {
	case s.ids[value] && slices.Contains(phoneFields, field) && !s.isPhoneOf(value):
		return "a phone number, as queryFieldEnum says", "the id_number of a customer"
	case s.ids[value]: // whatever else it is
		return "", ""
	case isID && s.names[value] && !customers[strings.ToLower(value)]:
		return "an id, as queryFieldEnum says", "the name of a customer"
	case isNumberOfID && judgement.IsUUID(value) && customers[strings.ToLower(value)]:
		return "the number of an ID, as queryFieldEnum says", "the id of a customer"
	case isNumberOfID && s.isDialled(value):
		return "the number of an ID, as queryFieldEnum says", "the phone_number of a customer"
	}
	return "", ""
}

const otherForm = "a text of another form"

var (
	phoneFields = []string{"mobile", "phoneNumber"}
	idFields    = []string{"memberId", "NATIONAL_ID", "PASSPORT"}
)

// emailForm is as much of an email address as every address has: one @ outside quotes,
// no space, none of the signs that separate addresses.
var emailForm = regexp.MustCompile(`^("[^"]+"|[^\s@",:;<>()]+)@[^\s@",;<>()]+$`)

// noteLookup notes a value that earlier requests used for another thing: which ids the
// operator gives its members is not shown.
func (s *sequences) noteLookup(q *request) {
	field, value := q.text("queryFieldEnum"), q.text("value")
	if _, known := s.people[written.PhoneDigits(value)]; known && field == "memberId" {
		noteOf(q, "a "+field+" that an earlier request used as phone_number")
	}
	if s.ids[value] && field == "memberId" {
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
