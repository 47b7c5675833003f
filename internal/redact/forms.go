package redact

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// form is one form in which a secret may appear in a text.
type form struct {
	text string
	// coded is set for forms that do not look like words: hex and base64. The search then ignores
	// other characters between the letters and digits, and also finds pieces.
	coded bool
}

// formsOf returns the forms in which a secret is searched. Escapes (of URLs, JSON, C and HTML)
// are undone before the search, see unescape, and the search ignores letter case, so neither is
// listed here. docs/security.md says which forms are covered and which are not;
// TestFormsThatAreCovered checks it.
func formsOf(secret string) []form {
	plain := []string{secret, strings.ReplaceAll(secret, " ", "+"), reversed(secret)}
	for text := []byte(secret); len(plain) < 3+deepest; {
		v, changed := unescape(text)
		if !changed {
			break
		}
		text = v.text // for a secret that itself looks like an escape
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

// base64Core returns the part of a base64 text that depends only on the secret, if the secret
// starts shift octets after a multiple of three in the encoded text.
func base64Core(alphabet *base64.Encoding, secret string, shift int) string {
	encoded := alphabet.WithPadding(base64.NoPadding).EncodeToString(append(make([]byte, shift), secret...))
	return encoded[(8*shift+5)/6 : 8*(shift+len(secret))/6]
}
