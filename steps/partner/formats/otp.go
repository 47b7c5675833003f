package formats

import (
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
)

// IsOTP tells the six digits of section 4.2.
func IsOTP(text string) bool { return len(text) == 6 && judgement.Digits(text) == text }

// IsOneSlip tells whether two OTPs differ in one digit, or in the order of two digits that
// are side by side.
func IsOneSlip(otp, right string) bool {
	if len(otp) != len(right) {
		return false
	}
	var at []int
	for i := range len(otp) {
		if otp[i] != right[i] {
			at = append(at, i)
		}
	}
	isSwapped := len(at) == 2 && at[1] == at[0]+1 && otp[at[0]] == right[at[1]] && otp[at[1]] == right[at[0]]
	return len(at) == 1 || isSwapped
}

// IsDamagedOTP tells whether an OTP is a part of the right one that was filled up with
// zeros, as where it was read as a number or into a field too short. One digit alone
// that differs is a typing error.
func IsDamagedOTP(otp, right string) bool {
	const least = 3 // digits in a row that no customer hits by chance
	wrong := 0
	for i := range min(len(otp), len(right)) {
		if otp[i] != right[i] {
			wrong++
		}
	}
	for _, part := range []string{strings.TrimLeft(otp, "0"), strings.TrimRight(otp, "0")} {
		if wrong > 1 && len(part) < len(otp) && len(part) >= least && strings.Contains(right, part) {
			return true
		}
	}
	return false
}
