// Package customers holds the faults of the services for customers: sending and verifying OTPs,
// giving limits, and looking customers up.
package customers

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// Faults lists all faults of the package.
func Faults() []faults.Fault {
	return slices.Concat(otpFaults(), otpCodeFaults(), otpOwnerFaults(), requestNumberFaults(), limitFaults(), lookupFaults(), staleCustomerFaults(), returningFaults(), newcomerFaults(), laterFaults(), lookalikeFaults(), sentOTPFaults(), birthdayFaults(), shownBirthdayFaults(), unusualDetailFaults(), changingProfileFaults(), kindFaults(), beforeTokenFaults())
}
