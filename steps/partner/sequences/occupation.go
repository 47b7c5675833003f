package sequences

import (
	"slices"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// noteExpenses takes the expenses of a customer. They are not the income (2.5, 2.6).
func (m misplacedValues) noteExpenses(q *requests.Request) {
	for _, of := range []struct{ expenses, income string }{
		{bodies.Employed + ".expenses", bodies.Employed + ".net_income"},
		{bodies.SelfEmployed + ".average_monthly_expenses", bodies.SelfEmployed + ".gross_monthly_revenue"},
	} {
		income, expenses := q.Get(of.income).String(), q.Get(of.expenses).String()
		if income == "" || expenses == "" || q.HasFault(of.expenses) || q.HasFault(of.income) {
			continue
		}
		var details []detail
		if income == expenses {
			details = append(details, detail{"the " + bodies.LastName(of.income), income})
		}
		m.see(q, of.expenses, "the monthly expenses", details)
	}
}

// noteIncomes takes the incomes and the expenses of a customer, which have not the digits of the phone
// number or of the id number (2.5, 2.6).
func (m misplacedValues) noteIncomes(q *requests.Request) {
	const least = 7 // digits: an income may be as long as a short id number
	for _, member := range requests.IncomeMembers {
		amount := q.Get(member).String()
		if amount == "" || q.HasFault(member) {
			continue
		}
		var details []detail
		for _, name := range []string{"phone_number", "id_number"} {
			if digits := judgement.Digits(q.Text(name)); len(digits) >= least && amount == digits {
				details = append(details, detail{"the " + name, amount})
			}
		}
		m.seeAs(q, "digits of "+member, member, "the "+bodies.LastName(member), details)
	}
}

// besides are members of a limit that the name of an employer, or the name or the place of a
// business, is not (2.4, 2.5, 2.6). A freelancer may use the industry as the name of the business.
var besides = map[string][]string{
	"employer": {"date_of_birth", "gender", "country_code", bodies.Employed + ".job_level", bodies.Employed + ".job_function",
		bodies.Employed + ".payment_type", bodies.Employed + ".job_group", bodies.Employed + ".net_income", bodies.Employed + ".expenses"},
	"business_name":     {"date_of_birth", "gender", "country_code", bodies.SelfEmployed + ".business_payment_type", bodies.SelfEmployed + ".gross_monthly_revenue"},
	"business_industry": {bodies.SelfEmployed + ".business_type", bodies.SelfEmployed + ".business_payment_type"},
	"business_location": {"date_of_birth", "gender", "first_name", "last_name", bodies.SelfEmployed + ".business_industry",
		bodies.SelfEmployed + ".business_payment_type", bodies.SelfEmployed + ".business_type", bodies.SelfEmployed + ".business_name"},
}

// ofOccupation returns what a text about the occupation is instead: a word for no value, another member
// of the same request, or no place (2.4, 2.5, 2.6). A student or a freelancer may have no business.
func ofOccupation(q *requests.Request, member, value string) []detail {
	businessType := q.Get(bodies.SelfEmployed + ".business_type").String()
	hasNoBusiness := businessType == "student" || businessType == "freelancer"
	switch {
	case formats.IsNotApplicable(value) && hasNoBusiness && strings.HasSuffix(member, "business_name"):
		return nil
	case formats.IsPlaceholderText(value):
		return []detail{{"a word for no value", personOf(q)}}
	}
	if all := otherMember(q, member, strings.TrimSpace(value)); len(all) > 0 {
		return all
	}
	if what := wrongText(bodies.LastName(member), value); what != "" {
		return []detail{{what, personOf(q)}}
	}
	return nil
}

// otherMember returns the members of the same request that have the value of a text.
func otherMember(q *requests.Request, member, value string) []detail {
	var all []detail
	for _, name := range besides[bodies.LastName(member)] {
		if other := strings.TrimSpace(q.Get(name).String()); other != "" && strings.EqualFold(value, other) {
			all = append(all, detail{"the " + bodies.LastName(name), personOf(q)})
		}
	}
	if !strings.HasSuffix(member, "business_name") && strings.EqualFold(value, q.Text("first_name")+" "+q.Text("last_name")) { // a business may have the name of its owner
		all = append(all, detail{"the name of the customer", personOf(q)})
	}
	if len(all) > 0 || !strings.Contains(value, "_") {
		return all
	}
	for _, name := range []string{"employer_sector", "business_type", "business_payment_type"} {
		if value == q.Text(strings.TrimSuffix(member, bodies.LastName(member))+name) {
			all = append(all, detail{"the " + name, personOf(q)})
		}
	}
	return all
}

// wrongText says what a text is that is no name of an employer or a business, or no place; "" if it may
// be one.
func wrongText(name, value string) string {
	hasNoLetter := !strings.ContainsFunc(value, unicode.IsLetter)
	switch {
	case value == "true" || value == "false":
		return "a boolean"
	case name == "business_location" && isOneWord(value):
		return "one word, and not a city and a country"
	case name == "business_location" && hasNoLetter:
		return "a text without a letter, and not a city and a country"
	case name == "employer" && hasNoLetter:
		return "a text without a letter"
	}
	return ""
}

// cityStates are cities with the name of their country or territory, in one word, as the larger
// languages of Europe spell them, without accents.
var cityStates = []string{
	"singapore", "singapur", "singapour", "singapura", "cingapura", "monaco", "monako", "djibouti", "dschibuti", "yibuti", "gibuti", "hongkong",
	"luxembourg", "luxemburg", "luxemburgo", "lussemburgo", "letzebuerg", "gibraltar", "gibilterra", "kuwait", "koweit",
	"macau", "macao", "panama", "guatemala",
}

// isOneWord reports whether a place is one word in Latin letters, so that it cannot be a city and its
// country. There may be a comma where the other one is missing.
func isOneWord(place string) bool {
	place = strings.Trim(place, ", ")
	return place != "" && !slices.Contains(cityStates, formats.PlainName(place)) && strings.IndexFunc(place, func(r rune) bool { return !unicode.Is(unicode.Latin, r) }) < 0
}
