package partner

import (
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// formRule is a form that a member must have because of its meaning, beyond what a schema can
// express: a phone number can be dialled, and a day of birth is not in the future.
type formRule struct {
	endpoint, member, expected string
	fits                       func(text string, asked time.Time) bool
}

var formRules = append([]formRule{
	{spec.SendOTP, "phone_number", "a phone number", dialable},
	{spec.VerifyOTP, "phone_number", "a phone number", dialable},
	{spec.CreateLimit, "phone_number", "a phone number", dialable},
	{spec.SendOTP, "date_of_birth", "a day of the past, from 1900 on", formats.DayOfBirth("01/02/2006", "02/01/2006")},
	{spec.CreateLimit, "date_of_birth", "a day of the past, from 1900 on", formats.DayOfBirth("01/02/2006")},
	{spec.SendOTP, "id_number", ofTheID, formats.FitsID},
	{spec.VerifyOTP, "id_number", ofTheID, formats.FitsID},
	{spec.CreateLimit, "id_number", ofTheID, formats.FitsID},
	{spec.SendOTP, "first_name", bodies.AName, formats.FitsPerson},
	{spec.SendOTP, "last_name", bodies.AName, formats.FitsPerson},
	{spec.CreateLimit, "first_name", bodies.AName, formats.FitsPerson},
	{spec.CreateLimit, "last_name", bodies.AName, formats.FitsPerson},
	{spec.CreateLimit, "email", "an email address with a domain", formats.FitsEmail},
	{spec.SendOTP, "country_code", aValue, formats.FitsCountry},
	{spec.UpdatePurchases, "items.#.facility_status", aValue, formats.FitsStatus},
	{spec.CreateLimit, "referral_source", aValue, formats.FitsValue},
	{spec.CreatePurchases, "items.#.store_key", aValue, formats.FitsValue},
}, textRules()...)

const (
	aValue  = "a value, and not a placeholder"
	ofTheID = "the whole number of the ID"
)

// isNamed rejects the text that JavaScript prints for an undefined value, and the value of another
// member.
func isNamed(text string, _ time.Time) bool {
	return !formats.IsUndefined(text) && !formats.IsEnumValue(text)
}

// isCompany is isNamed for the name of a company. A description may have any word of a language.
func isCompany(text string, at time.Time) bool {
	return isNamed(text, at) && !formats.HasUndefined(text)
}

func textRules() []formRule {
	var all []formRule
	for _, endpoint := range spec.Names() {
		for _, name := range texts[endpoint] {
			all = append(all, formRule{endpoint, name, aValue, fitsText(name)})
		}
	}
	return all
}

// fitsText returns the function that checks the content of a text.
func fitsText(name string) func(string, time.Time) bool {
	switch {
	case name == "id_number":
		return formats.FitsNumber
	case name == "items.#.item_code":
		return formats.FitsItemCode
	case name == bodies.SelfEmployed+".business_industry":
		return formats.FitsIndustry
	case name == bodies.SelfEmployed+".business_location":
		return formats.FitsPlace
	case name == bodies.Employed+".employer", name == bodies.SelfEmployed+".business_name":
		return isCompany
	case freeTexts[name]:
		return isNamed
	}
	return formats.FitsValue
}

// addForms adds the faults in the form of members to the violations that the schema found.
func addForms(q *request) {
	addSpellings(q)
	addMemberNames(q)
	for _, rule := range formRules {
		if rule.endpoint == q.Endpoint && hiddenBy(&q.Body, rule.member) == "" {
			addForm(q, rule)
		}
	}
	addPersons(q)
	addMisplaced(q)
	addCodes(q)
	addStatuses(q)
}

// addFault adds a fault of a member that the tables do not show.
func addFault(q *request, name, path, expected, actual string) {
	q.Faulty[name] = append(q.Faulty[name], schemas.Violation{
		Path: path, Expected: expected, Actual: actual, Message: path + " is " + actual, Section: bodies.SectionOf(q.Endpoint, name),
	})
}

// addMemberNames adds a fault for each member that is there in another spelling only. The service
// does not find it, so it uses its default, or takes the customer for an existing one (2.2, 4.1).
// Where the absence of the member is a fault, that one shows it.
func addMemberNames(q *request) {
	for _, name := range bodies.Members(q.Endpoint) {
		if hiddenBy(&q.Body, name) != "" || len(q.Faulty[name]) > 0 {
			continue
		}
		for _, path := range q.OtherSpellings(name, maxFailures) {
			addFault(q, name, path, "the name "+bodies.LastName(name), "its name in another spelling")
		}
	}
}

// addForm adds the faults that one rule finds. A value that is blank, has another type or is
// already faulty is left to other rules.
func addForm(q *request, rule formRule) {
	added := 0
	for path, value := range q.Each(rule.member) {
		if value.Type != gjson.String || isBlank(value) || q.IsFaulty(rule.member, path) || q.IsCut(value.Str) || rule.fits(value.Str, q.exchange.Started) && !isUnfilled(value.Str) {
			continue
		}
		if added++; added > maxFailures { // no more are shown, and isFaulty searches all of them again
			return
		}
		message := path + " is not " + rule.expected
		if what := whatItIs(rule, value.Str); what != "" {
			message = path + " is " + what
		}
		q.Faulty[rule.member] = append(q.Faulty[rule.member], schemas.Violation{
			Path: path, Expected: rule.expected, Actual: judgement.Show(value), Message: message, Section: bodies.SectionOf(q.Endpoint, rule.member),
		})
	}
}

// whatItIs says what a value is that does not fit a rule, or returns "" if that is unknown.
func whatItIs(rule formRule, text string) string {
	switch {
	case formats.IsPrintedObject(text):
		return "an object that a program printed"
	case rule.expected == aValue, isUnfilled(text), formats.IsTemplate(text):
		return "a placeholder"
	case rule.expected == ofTheID:
		return formats.WhatIsNoID(text)
	case rule.expected == bodies.AName && formats.IsEmail(strings.TrimSpace(text)):
		return "an email address"
	case rule.expected == bodies.AName && formats.IsDay(text):
		return "a date"
	}
	return ""
}

// addSpellings adds a fault for a description that is no string, if an item has both spellings of
// it (section 2.2). The schema accepts the item if one of them is correct. Two descriptions that
// differ are noted.
func addSpellings(q *request) {
	const name = "item_description"
	if q.Endpoint != spec.CreatePurchases || hiddenBy(&q.Body, "items.#."+name) != "" {
		return
	}
	member := "items.#." + name
	added := 0
	for i, item := range q.Elements("items") {
		both := []gjson.Result{item.Get(name), item.Get(spec.MisspeltDescription)}
		if !both[0].Exists() || !both[1].Exists() {
			continue
		}
		for n, spelt := range []string{name, spec.MisspeltDescription} {
			path := fmt.Sprintf("items.%d.%s", i, spelt)
			if both[n].Type != gjson.String && added < maxFailures && !q.IsFaulty(member, path) {
				added++
				q.Faulty[member] = append(q.Faulty[member], schemas.Violation{
					Path: path, Expected: "a string", Actual: judgement.Show(both[n]), Message: path + " is not a string", Section: "2.2",
				})
			}
		}
		if both[0].Str != both[1].Str && !q.IsCut(both[0].Str) && !q.IsCut(both[1].Str) {
			noteOf(q, "an item with two descriptions, one in each spelling")
		}
	}
}

// dialable ignores blanks around a number, because no section speaks of them. A number with its
// country code twice belongs to no phone.
func dialable(text string, _ time.Time) bool {
	const blanks = " \u00a0"
	return formats.IsPhone(strings.Trim(text, blanks)) && !formats.HasCodeTwice(text) && !formats.HasLostPlus(text)
}
