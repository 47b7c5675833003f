package redact

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marker replaces a secret that was cut.
const Marker = "«cut»"

// treatment is what is done to a value because of its name.
type treatment int

const (
	keep treatment = iota
	maskValue
	cutValue
)

// treatments has the names of secrets, and of the personal details in the specification (sections
// 2.4, 2.8, 2.10, 4.1). The names are in the form that plain() returns.
var treatments = map[string]treatment{
	"password": cutValue, "otp": cutValue, "accesstoken": cutValue, "clientsecret": cutValue, "refreshtoken": cutValue,
	"idnumber": maskValue, "nationalidno": maskValue, "phonenumber": maskValue, "mobilenumber": maskValue,
	"mobile": maskValue, "email": maskValue, "dateofbirth": maskValue, "birthday": maskValue,
	"passportno": maskValue, "bvnno": maskValue,
}

// cutHeaders are the headers whose values are always cut.
var cutHeaders = map[string]bool{
	"authorization": true, "proxyauthorization": true, "sign": true, "cookie": true, "setcookie": true,
}

// longestName is longer than each name in treatments.
const longestName = 16

// secretWords are words that occur in the names of secrets of any service. No name in the
// specification contains one.
var secretWords = words("token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey",
	"subscriptionkey", "clientkey", "credential", "assertion", "signature", "sessionid", "jwt", "cookie", "authorization", "authentication")

// secretNames are whole names of secrets. They are too short to be searched for in longer names.
var secretNames = words("auth", "session", "sid", "sig", "sign", "xauth", "xsession", "xsid", "xsig")

func words(all ...string) [][]byte {
	var out [][]byte
	for _, word := range all {
		out = append(out, []byte(word))
	}
	return out
}

// isSecretName reports whether a name, in the form that plain() returns, is the name of a secret.
// The Access-Control headers contain no secrets.
func isSecretName(name []byte) bool {
	const shortest = 3
	if len(name) < shortest || bytes.HasPrefix(name, []byte("accesscontrol")) {
		return false
	}
	return slices.ContainsFunc(secretWords, func(word []byte) bool { return bytes.Contains(name, word) }) ||
		slices.ContainsFunc(secretNames, func(word []byte) bool { return bytes.Equal(name, word) })
}

// plain removes case and word separators: id_number, idNumber, ID-Number.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// mask hides all characters except the last two. It hides all of a short text.
func mask(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return text // for example a wildcard, which is not a personal detail
	}
	count := utf8.RuneCountInString(text)
	shown := 0
	if count > 4 {
		shown = 2
	}
	var b strings.Builder
	for _, r := range text {
		if count > shown {
			b.WriteByte('*')
		} else {
			b.WriteRune(r)
		}
		count--
	}
	return b.String()
}
