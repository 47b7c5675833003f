package payload

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/identity"
)

// These are the inconsistencies that concern the OTP request of a new and of an existing
// customer.
var (
	NewOTPTolerances      = []string{OTPPath, PhoneNumber, otpBirthDate}
	ExistingOTPTolerances = []string{OTPPath, PhoneNumber}
)

// NewCustomer returns the body of send OTP for a new customer: the six details (section 4.1).
func NewCustomer(f Form, who identity.Identity) map[string]any {
	birth := who.Birth.MonthFirst()
	if f.Readings[otpBirthDate] == dayFirst {
		birth = who.Birth.DayFirst()
	}
	body := ExistingCustomer(f, who)
	body["first_name"], body["last_name"] = who.FirstName, who.LastName
	body["country_code"], body["date_of_birth"] = country(f, who), birth
	return body
}

// ExistingCustomer returns the body of send OTP for an existing customer (section 4.1).
func ExistingCustomer(f Form, who identity.Identity) map[string]any {
	return map[string]any{"phone_number": f.Phone(who.Phone), "id_number": who.IDNumber}
}

// WrongOTP returns an OTP that was not sent: the given one with the digits changed that how
// describes.
func WrongOTP(otp, how string) string {
	digits := []byte(otp)
	turn := func(i int) { digits[i] = '0' + (digits[i]-'0'+1)%10 }
	nth := strings.TrimSuffix(strings.TrimPrefix(how, "with its "), " digit changed")
	if at := slices.Index([]string{"first", "second", "third", "fourth", "fifth"}, nth); at >= 0 {
		turn(at)
	} else if how == "that differs from the sent OTP in every digit" {
		for i := range digits {
			turn(i)
		}
	} else if last := len(digits) - 1; digits[last] == '9' {
		digits[last] = '8' // one less: a comparison of numbers may allow a difference of one
	} else {
		turn(last)
	}
	return string(digits)
}

// NoValue leaves the value of a lookup out, which section 4.5 requires.
type NoValue struct{}

// Lookup is the request of section 4.5.
func Lookup(field string, value any) map[string]any {
	body := map[string]any{"queryFieldEnum": field, "value": value}
	if value == (NoValue{}) {
		delete(body, "value")
	}
	return body
}
