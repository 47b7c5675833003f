// Package customers holds the faults of a service in what it does for a customer: it sends
// and verifies OTPs, gives limits and looks customers up.
package customers

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// Faults lists them.
func Faults() []faults.Fault {
	return slices.Concat(otpFaults(), otpCodeFaults(), otpOwnerFaults(), requestNumberFaults(), limitFaults(), lookupFaults(), staleCustomerFaults(), returningFaults(), newcomerFaults(), laterFaults(), lookalikeFaults(), sentOTPFaults(), birthdayFaults(), unusualDetailFaults(), changingProfileFaults(), kindFaults())
}
