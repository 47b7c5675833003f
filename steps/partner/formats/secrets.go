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
type Secrets struct {
	Returned map[string]bool   // the OTPs that the service returned
	kinds    map[string]string // AnOTP or APassword, by value
	numbers  map[string]bool   // places in addresses that have had a number of six digits that is no OTP
}

// NewSecrets returns Secrets without any value.
func NewSecrets() Secrets {
	return Secrets{Returned: make(map[string]bool), kinds: make(map[string]string), numbers: make(map[string]bool)}
}

// AnOTP and APassword are the kinds of Secrets.
const (
	AnOTP     = "an OTP"
	APassword = "a password"
)

// minPassword is the minimum length of a password that is searched for. A shorter word may be in an
// address by chance.
const minPassword = 6

// LearnOTP keeps an OTP. A number that people type if they have none may be in an address by chance.
func (s Secrets) LearnOTP(otp string) {
	const most = 20_000
	if IsOTP(otp) && !IsGuess(otp) && len(s.kinds) < most {
		s.kinds[strings.Clone(otp)] = AnOTP
	}
}

// LearnPassword keeps a password. One of digits may be any other number, and a word may be anything.
func (s Secrets) LearnPassword(password string) {
	const most = 20_000
	isNumber, isWord := judgement.Digits(password) == password, strings.TrimFunc(password, unicode.IsLetter) == ""
	if len(password) >= minPassword && !isNumber && !isWord && len(s.kinds) < most {
		s.kinds[strings.Clone(password)] = APassword
	}
}

// In returns what secret a text at a place of an address is, or "". If the place has had a number of six
// digits that is no OTP, another one is an OTP by chance.
func (s Secrets) In(text, place string) string {
	const most = 1000
	kind := s.kinds[text]
	if kind == "" && IsOTP(text) && len(s.numbers) < most {
		s.numbers[place] = true
	}
	if kind == AnOTP && s.numbers[place] {
		return ""
	}
	return kind
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
