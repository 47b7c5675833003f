package steps

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// valueRule is an obligation that the tables imply for the values of several
// members.
type valueRule struct {
	endpoint, topic string
	members         []string
	expected        string
	wrong           func(gjson.Result) bool
}

// valueRules leave out the members of which the notes of the tables say more:
// a blank gender is already none of the two.
var valueRules = []valueRule{
	{sendOTP, blankTopic, []string{"id_number", "first_name", "last_name", "country_code"}, "a text", isBlank},
	{verifyOTP, blankTopic, []string{"id_number", "phone_number"}, "a text", isBlank},
	{createLimit, blankTopic, []string{
		"first_name", "last_name", "id_number", "phone_number", ofTheEmployed + ".employer",
		ofTheSelfEmployed + ".business_name", ofTheSelfEmployed + ".business_location", ofTheSelfEmployed + ".business_industry",
	}, "a text", isBlank},
	{createOrder, blankTopic, []string{"items.#.item_brand", "items.#.item_description", "items.#.item_code"}, "a text", isBlank},
	{updateItems, blankTopic, []string{"items.#.facility_status"}, "a text", isBlank},
	{lookup, blankTopic, []string{"value"}, "a text", isBlank},
	{createLimit, negativeTopic, []string{
		"loan_amount", ofTheEmployed + ".net_income", ofTheEmployed + ".expenses", ofTheSelfEmployed + ".gross_monthly_revenue",
		ofTheSelfEmployed + ".average_monthly_expenses", ofTheSelfEmployed + ".average_monthly_personal_expense",
	}, "0 or more", isNegative},
	{createOrder, negativeTopic, []string{"items.#.item_value"}, "0 or more", isNegative},
	{createOrder, countTopic, []string{"items"}, "at least one item", isEmptyArray},
	{updateItems, countTopic, []string{"items"}, "at least one item", isEmptyArray},
}

func isBlank(v gjson.Result) bool { return v.Type == gjson.String && strings.TrimSpace(v.Str) == "" }

func isNegative(v gjson.Result) bool { return v.Type == gjson.Number && v.Num < 0 }

func isEmptyArray(v gjson.Result) bool { return v.IsArray() && !v.Get("0").Exists() }

// judgeValues holds the values of a body against what the tables imply.
func (h *hearing) judgeValues() {
	for _, rule := range valueRules {
		if rule.endpoint == h.endpoint {
			h.judgeRule(rule)
		}
	}
	if h.endpoint == lookup {
		h.judgeFit()
	}
}

func (h *hearing) judgeRule(rule valueRule) {
	looked := false
	for _, name := range rule.members {
		owner := h.hiddenBy(name)
		if owner == "" && len(h.faulty[name]) > 0 {
			owner = name
		}
		if owner != "" {
			h.blocked(rule.topic, owner)
		}
		for path, value := range h.each(name) {
			if h.cut(value.String()) || h.isFaulty(name, path) || (owner != "" && owner != name) {
				continue
			}
			looked = true
			if rule.wrong(value) {
				h.fail(rule.topic, result.Failure{
					Path: path, Section: spec.Of(h.endpoint).Section, Expected: rule.expected, Actual: show(value),
					Message: path + " is " + show(value),
				})
			}
		}
	}
	if looked {
		h.judged(rule.topic)
	}
}

// isFaulty tells whether something was found wrong with the value at a path.
func (h *hearing) isFaulty(name, path string) bool {
	return slices.ContainsFunc(h.faulty[name], func(v schemas.Violation) bool { return v.Path == path })
}

// judgeFit wants the value of a lookup to be one that its query field can have
// (4.5). Of a member id, a national id and a passport no form is shown.
func (h *hearing) judgeFit() {
	field, value := h.body.Get("queryFieldEnum"), h.body.Get("value")
	for _, owner := range []string{"queryFieldEnum", "value"} {
		if len(h.faulty[owner]) > 0 {
			h.blocked(fitTopic, owner)
			return
		}
	}
	switch {
	case h.cut(value.Str):
		h.unknown(fitTopic, cutAway)
		return
	case isBlank(value):
		h.blocked(fitTopic, blankTopic)
		return
	}
	expected := ""
	switch field.Str {
	case "email":
		if local, domain, _ := strings.Cut(strings.TrimSpace(value.Str), "@"); local == "" || domain == "" {
			expected = "an email address, as queryFieldEnum says"
		}
	case "mobile", "phoneNumber":
		if !isPhoneLike(value.Str) {
			expected = "a phone number, as queryFieldEnum says"
		}
	}
	h.judged(fitTopic)
	if expected != "" {
		h.fail(fitTopic, result.Failure{
			Path: "value", Section: "4.5", Expected: expected, Actual: "a text of another form", Message: "value is no value of " + field.Str,
		})
	}
}

// isPhoneLike tells digits, with whatever people put between them.
func isPhoneLike(text string) bool {
	return digits(text) != "" && strings.Trim(text, "+0123456789 -.()/\u00a0") == ""
}
