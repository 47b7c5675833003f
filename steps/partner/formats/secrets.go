package formats

import (
	"encoding/base64"
	"net/url"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/judgement"
)

// Secrets are the OTPs and the passwords that requests of the recording have in their bodies, and
// the OTPs that the service returned (sections 2.4, 4.1 and 4.2).
type Secrets map[string]string // what a value is, by value

// AnOTP and APassword are the kinds of Secrets.
const (
	AnOTP     = "an OTP"
	APassword = "a password"
)

// leastPassword is the minimum length of a password that is searched for. A shorter word may be in an
// address by chance.
const leastPassword = 6

// LearnOTP keeps an OTP. A number that people type if they have none may be in an address by chance.
func (s Secrets) LearnOTP(otp string) {
	const most = 20_000
	if IsOTP(otp) && !IsGuess(otp) && len(s) < most {
		s[strings.Clone(otp)] = AnOTP
	}
}

// LearnPassword keeps a password. One of digits may be any other number, and a word may be anything.
func (s Secrets) LearnPassword(password string) {
	const most = 20_000
	isNumber, isWord := judgement.Digits(password) == password, strings.TrimFunc(password, unicode.IsLetter) == ""
	if len(password) >= leastPassword && !isNumber && !isWord && len(s) < most {
		s[strings.Clone(password)] = APassword
	}
}

// In returns what secret a text is. Numbers are the places that have had a number of six digits that
// is no OTP: another one there is an OTP by chance.
func (s Secrets) In(text, place string, numbers map[string]bool) string {
	const most = 1000
	if s[text] == "" && IsOTP(text) && len(numbers) < most {
		numbers[place] = true
	}
	if s[text] == AnOTP && numbers[place] {
		return ""
	}
	return s[text]
}

// Readings returns what a part of an address may stand for: itself, and what it is without percent
// signs and in base64.
func Readings(part string) []string {
	all := []string{part}
	if plain, err := url.PathUnescape(part); err == nil && plain != part {
		all = append(all, plain)
	}
	for _, text := range all {
		standard := strings.NewReplacer("-", "+", "_", "/", " ", "+").Replace(strings.TrimRight(text, "="))
		octets, err := base64.RawStdEncoding.DecodeString(standard)
		if err == nil && strings.IndexFunc(string(octets), func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
			all = append(all, string(octets))
		}
	}
	return all
}
