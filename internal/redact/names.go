package redact

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marker stands where a secret was cut.
const Marker = "«cut»"

// treatment is what is done to a value because of the name it goes by.
type treatment int

const (
	keep treatment = iota
	maskValue
	cutValue
)

// treatments are by name as plain() spells it: the secrets, and what the
// specification knows of a person (sections 2.4, 2.8, 2.10, 4.1).
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

// longestName is longer than any of treatments, as plain() spells it.
const longestName = 16

// secretWords are what the name of a secret holds, of whatever service: no name
// of the specification does.
var secretWords = words("token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "privatekey",
	"subscriptionkey", "clientkey", "credential", "assertion", "signature", "sessionid", "jwt", "cookie", "authorization", "authentication")

// secretNames are those that are one word, and too short to be looked for in
// another.
var secretNames = words("auth", "session", "sid", "sig", "sign", "xauth", "xsession", "xsid", "xsig")

func words(all ...string) [][]byte {
	var out [][]byte
	for _, word := range all {
		out = append(out, []byte(word))
	}
	return out
}

// isSecretName tells the name of a secret, as plain() spells it. What a service
// says of origins holds none.
func isSecretName(name []byte) bool {
	const shortest = 3
	if len(name) < shortest || bytes.HasPrefix(name, []byte("accesscontrol")) {
		return false
	}
	return slices.ContainsFunc(secretWords, func(word []byte) bool { return bytes.Contains(name, word) }) ||
		slices.ContainsFunc(secretNames, func(word []byte) bool { return bytes.Equal(name, word) })
}

// plain drops case and word separators: id_number, idNumber, ID-Number.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// mask hides all characters but the last two, and all of a short text.
func mask(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return text // such as a wildcard, which is nobody's
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
