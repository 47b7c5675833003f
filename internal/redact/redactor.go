// Package redact removes secrets and masks personal details in everything that leaves the
// process.
package redact

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Options say what a Redactor hides.
type Options struct {
	// Secrets are cut everywhere: tokens, client secrets, passwords. Secrets with less than four
	// octets are too common to search for; they are hidden only under the name of a member or
	// header for secrets.
	Secrets []string
	// FullEvidence leaves personal details readable. Secrets are still cut.
	FullEvidence bool
}

// Redactor cuts secrets and masks personal details in everything that leaves the process. It is
// safe for concurrent use. A nil Redactor knows no secrets, and hides values only by their names.
type Redactor struct {
	full bool

	mu       sync.Mutex
	invented map[string]bool
	known    map[string]bool
	secrets  map[string]bool
	near     map[string]string // bad tokens, with the shell expressions that make them from $ASSAY_TOKEN
	patterns []pattern
	escaped  bool     // a secret looks like an escaped text
	compiled *matcher // nil after a change
}

// New returns a Redactor.
func New(o Options) *Redactor {
	r := &Redactor{full: o.FullEvidence, known: map[string]bool{}, secrets: map[string]bool{}}
	r.Add(o.Secrets...)
	return r
}

// Add adds secrets that are found later: a refreshed token, an OTP from an answer.
func (r *Redactor) Add(secrets ...string) { r.learn(secrets, false) }

// Codes adds one-time codes of six digits (sections 4.1 and 4.2). It ignores all other values: if
// a target used "data" as an OTP, that word would be cut everywhere. Codes are short, so they are
// cut only where they are not part of a longer number or word.
func (r *Redactor) Codes(codes ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, code := range codes {
		if !isCode(code) || r.known[code] {
			continue
		}
		r.known[code], r.compiled = true, nil
		r.patterns = append(r.patterns, pattern{text: code, alone: true})
	}
}

func isCode(text string) bool {
	return len(text) == 6 && strings.Trim(text, "0123456789") == ""
}

// NearSecret adds a value that was made from the token and reveals most of it. A short value may
// be part of a word, so it is cut only where it is a whole word. shell is the expression that
// makes the value from $ASSAY_TOKEN in a curl command, inside double quotes.
func (r *Redactor) NearSecret(value, shell string) {
	const short = 12 // octets
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(value) < minPattern || r.known[value] {
		return
	}
	if r.near == nil {
		r.near = make(map[string]string)
	}
	r.near[value], r.known[value], r.compiled = shell, true, nil
	r.addForms(value, pattern{alone: len(value) < short, pieces: true})
}

// Mask adds personal details that are masked everywhere, not only under the name of a member for
// them. With FullEvidence it does nothing.
func (r *Redactor) Mask(values ...string) {
	if !r.full {
		r.learn(values, true)
	}
}

// Invented adds personal details that the suite invented. They belong to no one and stay
// readable, so that a failure can be repeated exactly.
func (r *Redactor) Invented(values ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.invented == nil {
		r.invented = make(map[string]bool, len(values))
	}
	for _, value := range values {
		r.invented[numberKey(value)] = true
	}
}

// numberKey returns the digits of a phone number or an id number, because the same number may be
// written with a +, or with separators. It returns any other text unchanged.
func numberKey(value string) string {
	if !isNumberOfSomebody(value) {
		return value
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, value)
}

func (r *Redactor) isInvented(value string) bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.invented[numberKey(value)]
}

func (r *Redactor) learn(values []string, mask bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, value := range values {
		if len(value) < minPattern || r.known[value] {
			continue
		}
		r.known[value] = true
		r.compiled = nil
		if !mask {
			r.secrets[value] = true
		}
		r.addForms(value, pattern{mask: mask, pieces: !mask})
	}
}

// addForms adds patterns for all forms of a value. as says how the value itself is searched.
func (r *Redactor) addForms(value string, as pattern) {
	if _, escaped := unescape([]byte(value)); escaped {
		r.escaped = true
	}
	for _, f := range formsOf(value) {
		p := pattern{text: folded(f.text), pieces: as.pieces}
		if f.text == value {
			p.mask, p.alone = as.mask, as.alone
		}
		joined := pattern{text: joinedOf(p.text), pieces: true, joined: true}
		if f.coded && len(joined.text) >= windowSize || as.pieces && len(joined.text) >= minJoined {
			r.patterns = append(r.patterns, joined)
		}
		if !f.coded && len(p.text) >= minPattern || len(p.text) >= minCoded && len(joined.text) < windowSize {
			r.patterns = append(r.patterns, p)
		}
	}
}

func (r *Redactor) matcher() *matcher {
	if r == nil {
		return &matcher{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.compiled == nil {
		r.compiled = newMatcher(r.patterns)
		r.compiled.thorough = r.escaped
	}
	return r.compiled
}

func (r *Redactor) treatment(name []byte) treatment {
	var short [2 * longestName]byte
	n := 0
	for _, octet := range name {
		octet = fold[octet]
		switch {
		case octet >= utf8.RuneSelf || n == len(short):
			return r.wanted(named([]byte(plain(string(name)))))
		case octet != '_' && octet != '-':
			short[n] = octet
			n++
		}
	}
	return r.wanted(named(short[:n]))
}

// named returns the treatment for a name in the form that plain() returns.
func named(name []byte) treatment {
	if t := treatments[string(name)]; t != keep || !isSecretName(name) {
		return t
	}
	return cutValue
}

// wanted leaves personal details readable if the options say so.
func (r *Redactor) wanted(t treatment) treatment {
	if t == maskValue && r != nil && r.full {
		return keep
	}
	return t
}

// Known cuts known values out of a text, in all their forms. It does not look at names.
func (r *Redactor) Known(text []byte) []byte { return scrub(r.matcher(), text) }

func scrub(m *matcher, text []byte) []byte {
	s := search{matcher: m}
	return replace(text, s.find(text))
}

// Text redacts a message, an error or a single value. Unlike a body it may be prose, in which
// "otp: expected six digits" contains no OTP.
func (r *Redactor) Text(text string) string {
	start := strings.TrimSpace(text)
	if strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return string(r.Body([]byte(text), ""))
	}
	return string(r.Known(r.pairs([]byte(text), true)))
}

// treated applies a treatment to a value.
func (r *Redactor) treated(t treatment, value string) string {
	switch {
	case value == "" || t == keep || (t == maskValue && r.isInvented(value)):
		return value
	case t == cutValue:
		return Marker
	default:
		return mask(value)
	}
}
