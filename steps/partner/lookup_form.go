package partner

import (
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// judgeFit requires the value of a lookup to be possible for its query field (4.5). The
// specification shows no form for a member id, a national id and a passport, but some values are
// certainly none.
func (q *request) judgeFit() {
	field, value := q.Get("queryFieldEnum"), q.Get("value")
	for _, owner := range []string{"queryFieldEnum", "value"} {
		if q.IsDoubled(owner) {
			q.blocked(fitObligation, bodyObligation)
			return
		} else if len(q.Faulty[owner]) > 0 {
			q.blocked(fitObligation, owner)
			return
		}
	}
	if q.IsCut(value.Str) {
		q.unknown(fitObligation, cutAway)
		return
	} else if isBlank(value) {
		q.blocked(fitObligation, blankObligation)
		return
	}
	q.judged(fitObligation)
	if expected, actual := formats.WrongForField(field.Str, value.Str, q.run.issued.items, q.exchange.Request.Header); expected != "" && !formats.IsOfOtherBox(field.Str, value.Str) {
		q.fail(fitObligation, misfit(field.Str, expected, actual))
		return
	}
	response := q.exchange.Response
	isFound := response != nil && formats.FindsMember(response.Body, value.Str)
	if q.run.undocumented.Lookups.Hold(field.Str, value.Str, isFound, deferMisfit(q, field.Str)) {
		q.flawed = true
	}
}

// misfit returns the failure of a lookup's value. It never repeats the value, which may be
// personal.
func misfit(field, expected, actual string) result.Failure {
	return result.Failure{Path: "value", Section: "4.5", Expected: expected, Actual: actual, Message: "value is no value of " + field}
}

// deferMisfit keeps the failure of a lookup whose value other requests may show to be another
// detail. The first call prepares the failure, and the second call reports it.
func deferMisfit(q *request, field string) func() func(expected, actual string) {
	return func() func(expected, actual string) {
		found, isForm := q.run.findings.at(obligation{q.Endpoint, fitObligation}), q.run.formTrace.form
		at := placed(q, misfit(strings.Clone(field), "", ""))
		return func(expected, actual string) {
			f := at
			f.Expected, f.Actual = expected, actual
			if isForm != "" {
				f.Actual += ", only with responses in the form " + isForm
			}
			found.fail(f)
		}
	}
}
