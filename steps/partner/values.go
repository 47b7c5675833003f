package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// valueRule is an obligation that the tables imply for the values of several members.
type valueRule struct {
	endpoint, obligation string
	members              []string
	expected             string
	wrong                func(gjson.Result) bool
}

// valueRules leave out members for which the notes of the tables say more. For example, a blank
// gender is already a wrong value.
var valueRules = []valueRule{
	{spec.SendOTP, blankObligation, []string{"id_number", "first_name", "last_name", "country_code"}, "a text", isBlank},
	{spec.VerifyOTP, blankObligation, []string{"id_number", "phone_number"}, "a text", isBlank},
	{spec.CreateLimit, blankObligation, []string{
		"first_name", "last_name", "id_number", "phone_number", bodies.Employed + ".employer",
		bodies.SelfEmployed + ".business_name", bodies.SelfEmployed + ".business_location", bodies.SelfEmployed + ".business_industry",
	}, "a text", isBlank},
	{spec.CreatePurchases, blankObligation, []string{"items.#.item_brand", "items.#.item_description", "items.#.item_code"}, "a text", isBlank},
	{spec.UpdatePurchases, blankObligation, []string{"items.#.facility_status"}, "a text", isBlank},
	{spec.CustomerLookup, blankObligation, []string{"value"}, "a text", isBlank},
	{spec.CreateLimit, negativeObligation, []string{
		"loan_amount", bodies.Employed + ".net_income", bodies.Employed + ".expenses", bodies.SelfEmployed + ".gross_monthly_revenue",
		bodies.SelfEmployed + ".average_monthly_expenses", bodies.SelfEmployed + ".average_monthly_personal_expense",
	}, "0 or more", isNegative},
	{spec.CreatePurchases, negativeObligation, []string{"items.#.item_value"}, "0 or more", isNegative},
	{spec.CreatePurchases, countObligation, []string{"items"}, "at least one item", isEmptyArray},
	{spec.UpdatePurchases, countObligation, []string{"items"}, "at least one item", isEmptyArray},
}

// isBlank reports whether a text has no visible character. A space of zero width is not visible
// either.
func isBlank(v gjson.Result) bool {
	return v.Type == gjson.String && strings.TrimFunc(v.Str, formats.IsUnseen) == ""
}

func isNegative(v gjson.Result) bool { return v.Type == gjson.Number && v.Num < 0 }

func isEmptyArray(v gjson.Result) bool { return v.IsArray() && !v.Get("0").Exists() }

// judgeValues compares the values of a body with what the tables imply.
func (q *request) judgeValues() {
	for _, rule := range valueRules {
		if rule.endpoint == q.Endpoint {
			q.judgeRule(rule)
		}
	}
	if q.Endpoint == spec.CustomerLookup {
		q.judgeFit()
	}
}

func (q *request) judgeRule(rule valueRule) {
	looked := false
	for _, name := range rule.members {
		if q.IsKnown && slices.Contains(bodies.NewCustomer, name) {
			continue
		}
		owner := hiddenBy(&q.Body, name)
		if owner == "" && len(q.Faulty[name]) > 0 {
			owner = name
		}
		if owner != "" {
			q.blocked(rule.obligation, owner)
		}
		for path, value := range q.Each(name) {
			if q.IsCut(value.String()) || q.IsFaulty(name, path) || (owner != "" && owner != name) {
				continue
			}
			looked = true
			if rule.wrong(value) {
				q.fail(rule.obligation, result.Failure{
					Path: path, Section: bodies.SectionOf(q.Endpoint, name), Expected: rule.expected, Actual: judgement.Show(value),
					Message: path + " is " + judgement.Show(value),
				})
			}
		}
	}
	if looked {
		q.judged(rule.obligation)
	}
}
