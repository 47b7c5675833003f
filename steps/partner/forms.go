package partner

import (
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// formRule is a form that the tables give a member by what it is, beyond what a schema
// can say: no text is a phone number that nobody can dial, no day is a day of birth that
// has not come yet.
type formRule struct {
	endpoint, member, expected string
	fits                       func(text string, asked time.Time) bool
}

var formRules = []formRule{
	{spec.VerifyOTP, "phone_number", "a phone number", dialable},
	{spec.CreateLimit, "phone_number", "a phone number", dialable},
	{spec.SendOTP, "date_of_birth", "a day of the past, from 1900 on", dayOfBirth("01/02/2006", "02/01/2006")},
	{spec.CreateLimit, "date_of_birth", "a day of the past, from 1900 on", dayOfBirth("01/02/2006")},
}

// addForms adds what is wrong with the form of a member to what a schema found. A value
// that is blank, of another type or already wrong is for another rule to judge.
func addForms(q *request) {
	for _, rule := range formRules {
		value := q.get(rule.member)
		if rule.endpoint != q.endpoint || value.Type != gjson.String || isBlank(value) || len(q.faulty[rule.member]) > 0 || q.cut(value.Str) {
			continue
		}
		if !rule.fits(value.Str, q.exchange.Started) {
			q.faulty[rule.member] = append(q.faulty[rule.member], schemas.Violation{
				Path: rule.member, Expected: rule.expected, Actual: judgement.Show(value), Message: rule.member + " is not " + rule.expected,
				Section: map[string]string{spec.SendOTP: "4.1", spec.VerifyOTP: "4.2", spec.CreateLimit: "2.4"}[q.endpoint],
			})
		}
	}
}

// dialable leaves out the blanks around a number: no section speaks of them.
func dialable(text string, _ time.Time) bool { return isPhone(strings.TrimFunc(text, isUnseen)) }

// earliestBirth is the first year in which somebody who still lives was born, and some
// more.
const earliestBirth = 1900

// dayOfBirth tells whether a date can be the one on the ID of somebody who asks for
// credit (sections 2.4 and 4.1), in one of some layouts. Without the time of the request
// no day is too late.
func dayOfBirth(layouts ...string) func(text string, asked time.Time) bool {
	const ahead = 14 * time.Hour // a day begins in the east so long before it begins in UTC
	return func(text string, asked time.Time) bool {
		return slices.ContainsFunc(layouts, func(layout string) bool {
			day, err := time.Parse(layout, text)
			return err == nil && day.Year() >= earliestBirth && (asked.IsZero() || day.Before(asked.Add(ahead)))
		})
	}
}
