package payload

import (
	"github.com/credit-partner/assay/internal/identity"
)

// The inconsistencies that an OTP request of either sort touches.
var (
	NewOTPTolerances      = []string{OTPPath, PhoneNumber, otpBirthDate}
	ExistingOTPTolerances = []string{OTPPath, PhoneNumber}
)

// AddNewCustomer adds what only a new customer gives.
func AddNewCustomer(body map[string]any, f Form, who identity.Identity) {
	birth := who.Birth.MonthFirst()
	if f.Readings[otpBirthDate] == dayFirst {
		birth = who.Birth.DayFirst()
	}
	body["first_name"], body["last_name"] = who.FirstName, who.LastName
	body["country_code"], body["date_of_birth"] = country(f, who), birth
}
