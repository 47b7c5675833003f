// Package formats recognises the forms of values: phone numbers, placeholders, damaged texts,
// mistyped OTPs, and the ids that a service returned. It judges nothing.
package formats

import (
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/judgement"
)

// A phone number has between minPhone and mostPhone digits (ITU-T E.164). The specification shows
// the international form only for send OTP (section 4.1). Elsewhere, a national number and
// separators between the digits are also accepted.
const (
	minPhone  = 6 // as on the Faroe Islands, without the country code
	mostPhone = 15
)

var (
	phoneForm = lazily(`^(\+|\(\+?)?[0-9][0-9 .()/\x{a0}\x{2010}-\x{2015}-]*$`)
	// fractionForm matches a number that was converted to a float, or came from a spreadsheet.
	fractionForm = lazily(`^\+?[0-9]{7,}\.[0-9]{1,2}$|\.[0-9]$`)
)

// IsPhone reports whether a text has the form of a phone number.
func IsPhone(text string) bool {
	n := len(PhoneDigits(text))
	return phoneForm.MatchString(text) && !fractionForm.MatchString(text) && n >= minPhone && n <= mostPhone
}

// longCodes matches the country codes of three digits (ITU-T E.164, annex). All country codes with
// the same beginning have three digits.
var longCodes = lazily(`^(2[1-689]|3[578]|42|5[09]|6[7-9]|8[058]|9[679])[0-9]`)

// HasCodeTwice reports whether a number begins with its country code twice and is long enough for a
// whole number after one of them. No country with a code of three digits has such long numbers.
func HasCodeTwice(phone string) bool {
	const code, national = 3, 8
	digits := PhoneDigits(phone)
	return len(digits) >= 2*code+national && digits[:code] == digits[code:2*code] && longCodes.MatchString(digits)
}

// HasLostPlus reports whether a number begins with a blank in place of its +. A server that decodes a
// form reads each + as a blank.
func HasLostPlus(phone string) bool {
	const international = 10
	rest, ok := strings.CutPrefix(phone, " ")
	return ok && rest != "" && rest[0] >= '1' && rest[0] <= '9' && len(PhoneDigits(rest)) >= international
}

// PhoneDigits returns the digits of a number, without the 00 that some countries dial instead of
// the +, and without a 0 in brackets after the country code.
func PhoneDigits(phone string) string {
	return strings.TrimPrefix(judgement.Digits(strings.Replace(phone, "(0)", "", 1)), "00")
}

// PhoneKey returns the last digits of a number, which no prefix changes. All forms of one number
// have the same key; a few other numbers may have it too.
func PhoneKey(phone string) string {
	digits := PhoneDigits(phone)
	return digits[max(0, len(digits)-minPhone):]
}

// SamePhone reports whether two texts are the same phone number: they have the same digits, or one
// is the national form of the other, has kept the 0 of the national form behind its country code, or is
// without the digits that some countries put into the number of a mobile.
// A text without digits is no phone number.
func SamePhone(a, b string) bool {
	return PhoneDigits(a) != "" && PhoneDigits(a) == PhoneDigits(b) || IsNationalOf(a, b) || IsNationalOf(b, a) || keptZero(a, b) || keptZero(b, a) || isOlderForm(a, b) || isOlderForm(b, a)
}

// MayBeSamePhone reports whether one of two numbers has the last eight digits of the other, with more before or
// after them, or has too few digits to tell.
func MayBeSamePhone(a, b string) bool {
	const least = 8 // the digits of a number without its prefixes
	x, y := judgement.Digits(a), judgement.Digits(b)
	return min(len(x), len(y)) < least || strings.Contains(x, y[len(y)-least:]) || strings.Contains(y, x[len(x)-least:])
}

// mobileDigits are the digits that some countries put before or into the number of a mobile, now or
// before: Mexico (1), Argentina and Brazil (9), and Ivory Coast (the number of the operator). Each pattern
// has the rest of the number in its groups.
var mobileDigits = []pattern{lazily(`^(52)1([0-9]{10})$`), lazily(`^(54)9([0-9]{10})$`), lazily(`^(55[0-9]{2})9([0-9]{8})$`), lazily(`^(225)0[157]([0-9]{8})$`)}

// isOlderForm reports whether a number is another one without the digits for mobiles.
func isOlderForm(short, long string) bool {
	for _, form := range mobileDigits {
		if parts := form.FindStringSubmatch(PhoneDigits(long)); parts != nil && parts[1]+parts[2] == PhoneDigits(short) {
			return true
		}
	}
	return false
}

// keptZero reports whether a number is another one with a 0 behind its country code: +254 0712… for
// +254 712….
func keptZero(longer, other string) bool {
	digits, plain := PhoneDigits(longer), PhoneDigits(other)
	for code := 1; code <= 3 && code+1 < len(digits); code++ {
		if isInternational(longer) && digits[code] == '0' && digits[:code]+digits[code+1:] == plain {
			return true
		}
	}
	return false
}

// IsDialled reports whether a text is a phone number as people dial it: with its country code, or
// with the 0 before its national number. Without both, it may also be the number of an ID.
func IsDialled(text, phone string) bool {
	digits := PhoneDigits(text)
	return IsPhone(text) && (digits == PhoneDigits(phone) || strings.HasPrefix(digits, "0") && IsNationalOf(text, phone))
}

// IsNationalOf reports whether a number may be another one without its country code, which has one
// to three digits: 0712… or 712… for 254712….
func IsNationalOf(short, long string) bool {
	const mostNational = 11
	if isInternational(short) {
		return false
	}
	national, whole := strings.TrimPrefix(PhoneDigits(short), "0"), PhoneDigits(long)
	code, ok := strings.CutSuffix(whole, national)
	return ok && len(national) >= minPhone && len(national) <= mostNational && len(code) >= 1 && len(code) <= 3 && code[0] != '0'
}

// LacksCountryCode reports whether a number without a + cannot be an international one: all numbers
// of the country codes 1 and 7 have eleven digits (ITU-T E.164).
func LacksCountryCode(phone string) bool {
	const whole = 11
	digits := PhoneDigits(phone)
	return IsPhone(phone) && !isInternational(phone) && (digits[0] == '1' || digits[0] == '7') && len(digits) < whole
}

// isInternational reports whether a number begins with + or 00, and so with a country code.
func isInternational(phone string) bool {
	text := strings.TrimLeft(phone, " (")
	return strings.HasPrefix(text, "+") || strings.HasPrefix(text, "00")
}

// minMobile is the minimum number of digits of a mobile number in most countries, without the
// country code.
const minMobile = 9

// IsMobile reports whether a text begins like an international number, or is as long as a mobile
// number.
func IsMobile(phone string) bool {
	return isInternational(phone) || len(PhoneDigits(phone)) >= minMobile
}

// IsOneNumber reports whether an id number has the digits of a phone number, and only characters
// that phone numbers have.
func IsOneNumber(id, phone string) bool {
	return IsPhone(id) && IsPhone(phone) && PhoneDigits(id) == PhoneDigits(phone)
}

// PlainID returns the letters and digits of the number of an ID, in one case. No section says how
// the number is written, and people write it with blanks, hyphens and dots.
func PlainID(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-.,/\u2010\u2011\u2013", r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, number)
}

// SameID reports whether two texts are the same number of an ID.
func SameID(a, b string) bool { return PlainID(a) == PlainID(b) }

// MayBeSwapped reports whether an id number is as long as a mobile number, while the phone number
// is shorter and does not begin with a country code.
func MayBeSwapped(id, phone string) bool {
	return IsPhone(id) && IsMobile(id) && IsPhone(phone) && !IsMobile(phone)
}

// IsOTP reports whether a text has the six digits of section 4.2.
func IsOTP(text string) bool { return len(text) == 6 && judgement.Digits(text) == text }

// IsGuess reports whether an OTP is one that people type if they have none: one digit six times, or
// digits in their order, up or down.
func IsGuess(otp string) bool {
	if !IsOTP(otp) {
		return false
	}
	step := int(otp[1]) - int(otp[0])
	for i := 1; i < len(otp); i++ {
		if int(otp[i])-int(otp[i-1]) != step {
			return false
		}
	}
	return step >= -1 && step <= 1
}

// IsDamagedOTP reports whether an OTP is a part of the right one with zeros added, as if it was
// converted to a number or to a field that is too short. A single wrong digit is a typing error and
// does not count.
func IsDamagedOTP(otp, right string) bool {
	const least = 3 // digits in a row that no customer types by chance
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
