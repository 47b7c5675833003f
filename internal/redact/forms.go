package redact

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// form is one way in which a secret may stand in a text.
type form struct {
	text string
	// coded is set where no word of a language looks so: hex, base64. Then it is
	// found with whatever separates its letters and digits, and pieces of it are.
	coded bool
}

// formsOf returns the forms in which a secret is looked for. Escapes (of URLs,
// JSON, C and HTML) are undone before the search, see unescape, and letter case
// does not matter to it, so that neither is listed here. docs/security.md says
// which forms are covered and which are not; TestFormsThatAreCovered holds it.
func formsOf(secret string) []form {
	plain := []string{secret, strings.ReplaceAll(secret, " ", "+"), reversed(secret)}
	for text := []byte(secret); len(plain) < 3+deepest; {
		v, changed := unescape(text)
		if !changed {
			break
		}
		text = v.text // a secret that looks like an escape itself
		plain = append(plain, string(text))
	}
	coded := []string{hex.EncodeToString([]byte(secret)), octets(secret, "%03o"), octets(secret, "%04o"), octets(secret, "%d")}
	once := base64Forms(secret)
	coded = append(coded, once...)
	for _, inner := range once {
		coded = append(coded, base64Forms(inner)...)
	}
	return append(unique(plain, false), unique(coded, true)...)
}

func unique(texts []string, coded bool) []form {
	slices.Sort(texts)
	var forms []form
	for _, text := range slices.Compact(texts) {
		forms = append(forms, form{text, coded})
	}
	return forms
}

func reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// octets writes each octet as a number.
func octets(text, format string) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, format, text[i])
	}
	return b.String()
}

func base64Forms(secret string) []string {
	var forms []string
	for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		forms = append(forms, alphabet.WithPadding(base64.NoPadding).EncodeToString([]byte(secret)))
		for shift := range 3 {
			forms = append(forms, base64Core(alphabet, secret, shift))
		}
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// base64Core is the part of a longer base64 text that the secret alone decides,
// when it stands shift octets behind a multiple of three.
func base64Core(alphabet *base64.Encoding, secret string, shift int) string {
	encoded := alphabet.WithPadding(base64.NoPadding).EncodeToString(append(make([]byte, shift), secret...))
	return encoded[(8*shift+5)/6 : 8*(shift+len(secret))/6]
}
