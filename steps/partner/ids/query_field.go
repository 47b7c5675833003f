package ids

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// WrongForField says what a query field should have, and what it has; both are empty where the
// value may be one of the field. The items are those that the service returned. A value is not repeated: it may be personal.
func WrongForField(field, value string, items map[string]bool) (expected, actual string) {
	switch {
	case formats.IsPlaceholder(value), strings.EqualFold(value, field):
		return "the value of " + field, "a placeholder"
	case strings.TrimFunc(value, formats.IsUnseen) != value:
		return "the value of " + field + " alone", "a value with blanks around it"
	case field == "email" && (!formats.IsEmail(value) || formats.IsEmailWithoutDomain(value)):
		return "an email address, as queryFieldEnum says", otherForm
	case slices.Contains(PhoneFields, field) && !formats.IsPhone(value):
		return "a phone number, as queryFieldEnum says", otherForm
	case slices.Contains(IDFields, field) && strings.Contains(value, "@"):
		return "an id, as queryFieldEnum says", "a text with an @, as email addresses have it"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && formats.IsMasked(value):
		return "the whole number of the ID", "a number of which a part is hidden"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && formats.IsPrintedNumber(value):
		return "the number of the ID", "a number as a program prints it"
	case slices.Contains(IDFields, field) && items[strings.ToLower(value)]:
		return "the id of a customer, as queryFieldEnum says", "the id of a purchase item"
	}
	return "", ""
}

const otherForm = "a text of another form"

// PhoneFields and IDFields are the query fields that a phone number or an id is the value of.
var (
	PhoneFields = []string{"mobile", "phoneNumber"}
	IDFields    = []string{"memberId", "NATIONAL_ID", "PASSPORT"}
)
