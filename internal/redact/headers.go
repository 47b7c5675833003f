package redact

import (
	"net/http"
	"slices"
	"strings"
)

// Header returns the redacted value of a header. The scheme word of an Authorization header
// stays.
func (r *Redactor) Header(name, value string) string {
	switch t := r.headerTreatment(name); {
	case t == keep:
		return string(r.Known([]byte(value)))
	case t == maskValue:
		return r.treated(t, value)
	case strings.TrimSpace(value) == "":
		return value
	case strings.HasSuffix(plain(name), "authorization"):
		return r.authorization(value)
	}
	return Marker
}

func (r *Redactor) headerTreatment(name string) treatment {
	if cutHeaders[plain(name)] {
		return cutValue
	}
	return r.treatment([]byte(name))
}

// WrongToken is the token that the suite makes up for calls with a wrong one. It is no secret.
const WrongToken = "assay-wrong-token"

// isMadeUp reports whether an Authorization header has no other credentials than WrongToken, once or
// several times.
func isMadeUp(value string) bool {
	words := strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' })
	return slices.Contains(words, WrongToken) && !slices.ContainsFunc(words, func(word string) bool {
		return word != WrongToken && !strings.EqualFold(word, "bearer")
	})
}

func (r *Redactor) authorization(value string) string {
	if isMadeUp(value) {
		return value
	}
	scheme, rest, two := strings.Cut(strings.TrimSpace(value), " ")
	if two && rest != "" && isScheme(scheme) {
		return string(r.Known([]byte(scheme))) + " " + Marker
	}
	if isScheme(value) && strings.EqualFold(strings.TrimSpace(value), "bearer") {
		return value
	}
	return Marker
}

// isScheme reports whether a word is a scheme and not a credential: it is short and has only
// letters.
func isScheme(word string) bool {
	return len(word) <= 10 && !strings.ContainsFunc(word, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' })
}

// Headers returns the redacted lines of h, ordered by name.
func (r *Redactor) Headers(h http.Header) []HeaderLine {
	var lines []HeaderLine
	for name, values := range h {
		for _, value := range values {
			lines = append(lines, HeaderLine{string(r.Known([]byte(name))), r.Header(name, value)})
		}
	}
	slices.SortStableFunc(lines, func(a, b HeaderLine) int { return strings.Compare(a.Name, b.Name) })
	return lines
}

// HeaderLine is one line of a header, redacted.
type HeaderLine struct{ Name, Value string }

// Token returns the secret in an Authorization header if the secret is the only credential, so
// that it can be written as a placeholder. If the credential contains more than the secret, it
// returns "", and the credential is cut.
func (r *Redactor) Token(value string) string {
	if r != nil && r.isSecret(value) {
		return value
	}
	scheme, credential, _ := strings.Cut(value, " ")
	if r == nil || !isScheme(scheme) || !r.isSecret(credential) {
		return ""
	}
	return credential
}

// NearToken returns the shell expression that makes the bearer token from $ASSAY_TOKEN, if the
// token was made that way.
func (r *Redactor) NearToken(value string) string {
	token, bearer := strings.CutPrefix(value, "Bearer ")
	if r == nil || !bearer {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.near[token]
}

func (r *Redactor) isSecret(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.secrets[text]
}
