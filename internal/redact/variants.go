package redact

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// variants returns the forms in which a secret may stand in a text. Escapes of
// URLs and JSON are undone before the search (see views), whatever their
// spelling; they are listed here as well for what was escaped twice.
func variants(secret string) []string {
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), strings.ReplaceAll(secret, " ", "+"), jsonEscaped(secret)}
	forms = append(forms, hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))))
	forms = append(forms, base64Forms(secret)...)
	slices.Sort(forms)
	return slices.Compact(forms)
}

// jsonEscaped is how encoding/json writes the secret inside quotes.
func jsonEscaped(secret string) string {
	quoted, err := json.Marshal(secret)
	if err != nil {
		return secret // not reached: a string always marshals
	}
	return string(quoted[1 : len(quoted)-1])
}

func base64Forms(secret string) []string {
	var forms []string
	for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		forms = append(forms, alphabet.EncodeToString([]byte(secret)), alphabet.WithPadding(base64.NoPadding).EncodeToString([]byte(secret)))
		for shift := range 3 {
			forms = append(forms, base64Core(alphabet, secret, shift))
		}
	}
	for _, form := range slices.Clone(forms) {
		forms = append(forms, url.QueryEscape(form))
	}
	return forms
}

// base64Core is the part of a longer base64 text that the secret alone decides,
// when it stands shift octets behind a multiple of three.
func base64Core(alphabet *base64.Encoding, secret string, shift int) string {
	encoded := alphabet.WithPadding(base64.NoPadding).EncodeToString(append(make([]byte, shift), secret...))
	return encoded[(8*shift+5)/6 : 8*(shift+len(secret))/6]
}
