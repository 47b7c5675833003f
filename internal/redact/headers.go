package redact

import (
	"net/http"
	"slices"
	"strings"
)

// Header returns the value of a header as it may be shown. The scheme word of
// an Authorization stays.
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

func (r *Redactor) authorization(value string) string {
	scheme, rest, two := strings.Cut(strings.TrimSpace(value), " ")
	if two && rest != "" && isScheme(scheme) {
		return string(r.Known([]byte(scheme))) + " " + Marker
	}
	if isScheme(value) && strings.EqualFold(strings.TrimSpace(value), "bearer") {
		return value
	}
	return Marker
}

// isScheme tells a scheme word from a credential: short and of letters only.
func isScheme(word string) bool {
	return len(word) <= 10 && !strings.ContainsFunc(word, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' })
}

// Headers returns h as lines in the order of their names, redacted.
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

// Token returns the secret that an Authorization carries in a way that can be
// written down: as its only credential. A credential that holds a secret along
// with something else is cut like any other.
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

// NearToken returns what makes the bearer token of an Authorization out of
// $ASSAY_TOKEN, where it was made so.
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
