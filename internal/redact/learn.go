package redact

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
)

// A value that once had a revealing name is then hidden everywhere, because a service may return
// any value that it got. There is an exception for common values, such as "data" or "100": hiding
// them everywhere would make the report unreadable, so they are hidden only under the name.
const (
	mostLearnt      = 4096    // values of one Learner
	mostLearnedBody = 1 << 18 // octets of a body that are read
	mostRead        = 1 << 24 // octets of all bodies of one Learner
	leastSecret     = 6       // octets
	leastWord       = 16      // octets, for a secret that has only letters
	leastPerson     = 6       // octets
	leastDigits     = 5       // digits in a personal detail that is not an email address
	leastIssued     = 12      // octets of a secret in an answer
)

// Learner learns from traffic which values a Redactor must hide.
type Learner struct {
	r      *Redactor
	learnt int // values
	read   int // octets of bodies
}

// NewLearner returns a Learner for a Redactor.
func NewLearner(r *Redactor) *Learner { return &Learner{r: r} }

// Request learns from a request that someone else made. From now on the Redactor hides its
// credentials (found by the name of a header, parameter, form field or member) and its personal
// details.
func (l *Learner) Request(address string, h http.Header, body []byte) {
	for name, values := range h {
		for _, value := range values {
			l.header(name, value)
		}
	}
	if u, err := url.Parse(address); err == nil {
		if password, set := u.User.Password(); set {
			l.secret(password)
		}
		l.pairs(u.RawQuery)
		for segment := range strings.SplitSeq(u.Path, "/") {
			if isNumberOfSomebody(segment) || isEmail(segment) {
				l.person(segment)
			}
		}
	}
	if isForm(body, h.Get("Content-Type")) {
		l.pairs(string(l.part(body)))
		return
	}
	l.eachPlace(body, l.at)
}

// Answer learns from the answer to such a request: its personal details and the tokens that it
// issues.
func (l *Learner) Answer(h http.Header, body []byte) {
	for _, value := range h.Values("Set-Cookie") {
		pair, _, _ := strings.Cut(value, ";")
		if _, value, _ := strings.Cut(pair, "="); len(value) >= leastIssued {
			l.secret(value)
		}
	}
	l.eachPlace(body, func(t treatment, value string) {
		if t == maskValue || len(value) >= leastIssued || isCode(value) {
			l.at(t, value)
		}
	})
}

// Persons learns from a body that may contain personal details.
func (l *Learner) Persons(body []byte) {
	l.eachPlace(body, func(t treatment, value string) {
		if t == maskValue {
			l.person(value)
		}
	})
}

// Sent learns from a request of the suite, whose personal details are all invented: also those that
// it made from others, such as a phone number with one digit changed.
func (l *Learner) Sent(body []byte) {
	l.eachPlace(body, func(t treatment, value string) {
		if t == maskValue {
			l.r.Invented(value)
		}
	})
}

func (l *Learner) header(name, value string) {
	switch t := l.r.headerTreatment(name); {
	case t == maskValue:
		l.person(value)
	case t == keep:
	case plain(name) == "cookie":
		for pair := range strings.SplitSeq(value, ";") {
			_, value, _ := strings.Cut(pair, "=")
			l.secret(strings.TrimSpace(value))
		}
	default:
		l.credential(value)
	}
}

// credential learns the credential after a scheme. For Basic it also learns the password.
func (l *Learner) credential(value string) {
	value = strings.TrimSpace(value)
	scheme, credential, two := strings.Cut(value, " ")
	if !two || !isScheme(scheme) {
		l.secret(value)
		return
	}
	credential = strings.TrimSpace(credential)
	l.secret(credential)
	if decoded, err := base64.StdEncoding.DecodeString(credential); err == nil && strings.EqualFold(scheme, "Basic") {
		_, password, _ := strings.Cut(string(decoded), ":")
		l.secret(password)
	}
}

// isForm reports whether a body consists of name=value pairs.
func isForm(body []byte, contentType string) bool {
	if strings.Contains(strings.ToLower(contentType), "x-www-form-urlencoded") {
		return true
	}
	equals := bytes.IndexByte(body, '=')
	return equals > 0 && !bytes.ContainsAny(body[:equals], " \t\r\n{}[]\"<>")
}

func (l *Learner) pairs(query string) {
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		l.at(l.r.treatment([]byte(unescaped(name))), unescaped(value))
	}
}

func (l *Learner) at(t treatment, value string) {
	switch {
	case t == maskValue:
		l.person(value)
	case t == cutValue && isCode(value):
		l.r.Codes(value)
	case t == cutValue:
		l.secret(value)
	}
}

// secret makes the Redactor cut a secret everywhere. The secret is not the token of the suite, so
// a curl command does not write it as $ASSAY_TOKEN.
func (l *Learner) secret(value string) {
	const short = 12 // octets: a shorter secret may be part of a word
	letters := strings.IndexFunc(value, func(c rune) bool { return c|0x20 < 'a' || c|0x20 > 'z' }) < 0
	switch {
	case len(value) < leastSecret, letters && len(value) < leastWord:
	case strings.ContainsAny(value, " \t\r\n"), strings.HasPrefix(value, "/"), strings.Contains(value, Marker):
	default:
		l.note(value, func() { l.r.addForms(value, pattern{alone: len(value) < short, pieces: len(value) >= short}) })
	}
}

// person makes the Redactor mask a personal detail wherever it is not part of a longer word or
// number.
func (l *Learner) person(value string) {
	value = strings.TrimPrefix(strings.TrimSpace(value), "+")
	switch {
	case l.r.personal() == keep, l.r.isInvented(value):
	case len(value) < leastPerson, digitsIn(value) < leastDigits && !isEmail(value) && !isAddressLike(value), strings.Contains(value, "**"):
	default:
		l.note(value, func() { l.r.patterns = append(l.r.patterns, pattern{text: folded(value), mask: true, alone: true}) })
	}
}

// isAddressLike reports whether a value looks like an incorrect email address: parts with dots
// between them.
func isAddressLike(value string) bool {
	return strings.Contains(value, ".") && !strings.ContainsAny(value, " \t\r\n/")
}

// note adds a value to search for, unless it is known already.
func (l *Learner) note(value string, add func()) {
	const longest = 4096 // octets
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	if l.r.known[value] || len(value) > longest || l.learnt == mostLearnt {
		return
	}
	l.learnt++
	l.r.known[value], l.r.compiled = true, nil
	add()
}

// part returns the beginning of a body, as far as it is read. The limit protects assay against
// senders of large bodies.
func (l *Learner) part(body []byte) []byte {
	body = body[:min(len(body), mostLearnedBody, mostRead-l.read)]
	l.read += len(body)
	return body
}

// eachPlace reads a JSON body as far as possible, and calls found for each value under a
// revealing name.
func (l *Learner) eachPlace(body []byte, found func(treatment, string)) {
	w := l.r.jsonWalk(l.part(body))
	for t, ok := w.next(); ok; t, ok = w.next() {
		if t.treatment == keep || t.text[0] != '"' && t.text[0] != '-' && digitsIn(string(t.text[:1])) == 0 {
			continue
		}
		found(t.treatment, text(t.text))
	}
}
