// Package formats recognises how values are written: phone numbers, placeholders, damaged
// texts, mistyped OTPs. It knows no request and judges nothing.
package formats

import (
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
)

// A phone number has between leastPhone and mostPhone digits (ITU-T E.164). The
// specification shows the international form for send OTP only (section 4.1): elsewhere
// a national number, and what people write between the digits, is as good.
const (
	leastPhone = 7
	mostPhone  = 15
)

var (
	phoneForm = regexp.MustCompile(`^(\+|\(\+?)?[0-9][0-9 .()/\x{a0}\x{2010}-\x{2015}-]*$`)
	// fractionForm is a number that went through a float, or a spreadsheet.
	fractionForm = regexp.MustCompile(`^\+?[0-9]{7,}\.[0-9]{1,2}$|\.[0-9]$`)
)

// IsPhone tells whether a text has the form of a phone number.
func IsPhone(text string) bool {
	n := len(PhoneDigits(text))
	return phoneForm.MatchString(text) && !fractionForm.MatchString(text) && n >= leastPhone && n <= mostPhone
}

// longCodes are the country codes of three digits (ITU-T E.164, annex): all others of their
// beginning have three, too.
var longCodes = regexp.MustCompile(`^(2[1-689]|3[578]|42|5[09]|6[7-9]|8[058]|9[679])[0-9]`)

// HasCodeTwice tells a number that begins with its country code twice, and is as long as a
// whole number behind one: no country with a code of three digits has so long numbers.
func HasCodeTwice(phone string) bool {
	const code, national = 3, 8
	digits := PhoneDigits(phone)
	return len(digits) >= 2*code+national && digits[:code] == digits[code:2*code] && longCodes.MatchString(digits)
}

// PhoneDigits are the digits of a number, without the 00 that some countries dial in
// place of the +, and without the 0 that is written in brackets behind a country code.
func PhoneDigits(phone string) string {
	return strings.TrimPrefix(judgement.Digits(strings.Replace(phone, "(0)", "", 1)), "00")
}

// PhoneKey is what all writings of one phone number have in common, and a few other
// numbers, too: the digits that no prefix changes.
func PhoneKey(phone string) string {
	digits := PhoneDigits(phone)
	return digits[max(0, len(digits)-leastPhone):]
}

// SamePhone tells whether two texts name one phone: the same digits, or one the
// national form of the other. A text without digits names none.
func SamePhone(a, b string) bool {
	return PhoneDigits(a) != "" && PhoneDigits(a) == PhoneDigits(b) || IsNationalOf(a, b) || IsNationalOf(b, a)
}

// IsDialled tells a text that names a phone as people dial it: with its country code, or
// with the 0 before its national number. Without both it may be the number of an ID, too.
func IsDialled(text, phone string) bool {
	digits := PhoneDigits(text)
	return IsPhone(text) && (digits == PhoneDigits(phone) || strings.HasPrefix(digits, "0") && IsNationalOf(text, phone))
}

// IsNationalOf tells whether a number may be another one without its country code, which
// has one to three digits: 0712… or 712… of 254712….
func IsNationalOf(short, long string) bool {
	const mostNational = 11
	if isInternational(short) {
		return false
	}
	national, whole := strings.TrimPrefix(PhoneDigits(short), "0"), PhoneDigits(long)
	code, ok := strings.CutSuffix(whole, national)
	return ok && len(national) >= leastPhone && len(national) <= mostNational && len(code) >= 1 && len(code) <= 3 && code[0] != '0'
}

// isInternational tells a number that says of itself that it begins with a country code.
func isInternational(phone string) bool {
	text := strings.TrimLeft(phone, " (")
	return strings.HasPrefix(text, "+") || strings.HasPrefix(text, "00")
}

// leastMobile is how many digits a mobile number has in most countries, without the country
// code.
const leastMobile = 9

// IsMobile tells a text that begins like an international number, or is as long as a mobile
// number.
func IsMobile(phone string) bool {
	return isInternational(phone) || len(PhoneDigits(phone)) >= leastMobile
}

// IsOneNumber tells whether an id number has the digits of a phone number, and nothing that
// phone numbers do not have.
func IsOneNumber(id, phone string) bool {
	return IsPhone(id) && IsPhone(phone) && PhoneDigits(id) == PhoneDigits(phone)
}

// MayBeSwapped tells an id number that is as long as a mobile number, beside a phone number
// that is shorter and does not say that it begins with a country code.
func MayBeSwapped(id, phone string) bool {
	return IsPhone(id) && IsMobile(id) && IsPhone(phone) && !IsMobile(phone)
}

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
