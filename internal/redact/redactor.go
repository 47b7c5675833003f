// Package redact cuts secrets, and masks personal details, in whatever leaves
// the process.
package redact

import (
	"slices"
	"strings"
	"sync"
)

// Options say what a Redactor hides.
type Options struct {
	// Secrets are cut wherever they stand: tokens, client secrets, passwords.
	// Those under four octets are too common to be searched for; such ones are
	// hidden only by the name of the member or header that holds them.
	Secrets []string
	// FullEvidence leaves personal details readable. Secrets are cut anyway.
	FullEvidence bool
}

// Redactor cuts secrets, and masks personal details, in whatever leaves the
// process. It is safe for concurrent use. A nil Redactor knows no secrets and
// hides what is known by name.
type Redactor struct {
	full bool

	mu       sync.Mutex
	invented map[string]bool
	known    map[string]bool
	secrets  map[string]bool
	near     map[string]string // bad tokens, and how a shell makes them of $ASSAY_TOKEN
	patterns []pattern
	compiled *matcher // nil after a change
}

// New returns a Redactor.
func New(o Options) *Redactor {
	r := &Redactor{full: o.FullEvidence, known: map[string]bool{}, secrets: map[string]bool{}}
	r.Add(o.Secrets...)
	return r
}

// Add tells of secrets found later: a refreshed token, an OTP that was read.
func (r *Redactor) Add(secrets ...string) { r.learn(secrets, false) }

// Codes tells of one-time codes. They are short, so they are cut only where
// they stand by themselves, and not inside a number or a word.
func (r *Redactor) Codes(codes ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, code := range codes {
		if len(code) < minPattern || r.known[code] {
			continue
		}
		r.known[code], r.compiled = true, nil
		r.patterns = append(r.patterns, pattern{text: []byte(code), alone: true})
	}
}

// NearSecret tells of a value that was made from the token and gives most of it
// away. A short one may be part of a word: it is cut only where it stands by
// itself. A curl command makes it of $ASSAY_TOKEN by shell, which stands inside
// double quotes.
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
	for _, form := range variants(value) {
		r.patterns = append(r.patterns, pattern{text: []byte(form), alone: form == value && len(value) < short})
	}
}

// Mask tells of personal details that are to be masked wherever they stand, not
// only where a member's name gives them away. With FullEvidence it does
// nothing.
func (r *Redactor) Mask(values ...string) {
	if !r.full {
		r.learn(values, true)
	}
}

// Invented tells of personal details that are nobody's, because the suite made
// them up: they stay readable, so that a failure can be repeated as it was.
func (r *Redactor) Invented(values ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.invented == nil {
		r.invented = make(map[string]bool, len(values))
	}
	for _, value := range values {
		r.invented[value] = true
	}
}

func (r *Redactor) isInvented(value string) bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.invented[value]
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
		for _, form := range variants(value) {
			r.patterns = append(r.patterns, pattern{text: []byte(form), mask: mask && form == value})
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
	}
	return r.compiled
}

func (r *Redactor) treatment(name string) treatment {
	t := treatments[plain(name)]
	if t == maskValue && r != nil && r.full {
		return keep
	}
	return t
}

// Known cuts known values out of a text, in whatever form they stand. It looks
// at no names.
func (r *Redactor) Known(text []byte) []byte { return scrub(r.matcher(), text) }

func scrub(m *matcher, text []byte) []byte {
	if len(m.byPrefix) == 0 {
		return text
	}
	return replace(text, m.search(text, deepest))
}

// deepest is how many escapes may lie over each other: a JSON text inside a
// member of another, in the query of an address.
const deepest = 3

// search finds secrets in a text as it stands, and in what its escapes stand
// for.
func (m *matcher) search(text []byte, depth int) []span {
	spans := append(m.find(text), m.findCut(text)...)
	for escape, undo := range map[byte]func([]byte) view{'%': percentView, '\\': jsonView, '&': entityView} {
		if depth == 0 || !slices.Contains(text, escape) {
			continue
		}
		if v := undo(text); len(v.text) < len(text) {
			spans = append(spans, v.spans(m.search(v.text, depth-1))...)
		}
	}
	return spans
}

// replace puts a marker or a mask in the place of each span. Where spans
// overlap one marker covers them all.
func replace(text []byte, spans []span) []byte {
	if len(spans) == 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	end := 0
	for _, s := range union(spans) {
		out = append(out, text[end:s.start]...)
		if s.mask {
			out = append(out, mask(string(text[s.start:s.end]))...)
		} else {
			out = append(out, Marker...)
		}
		end = s.end
	}
	return append(out, text[end:]...)
}

func union(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	merged := spans[:1]
	for _, s := range spans[1:] {
		last := &merged[len(merged)-1]
		if s.start >= last.end {
			merged = append(merged, s)
			continue
		}
		last.end, last.mask = max(last.end, s.end), last.mask && s.mask
	}
	return merged
}

// Text redacts a message, an error or a single value. Unlike a body it may be
// prose, where "otp: expected six digits" holds no otp.
func (r *Redactor) Text(text string) string {
	start := strings.TrimSpace(text)
	if strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return string(r.Body([]byte(text), ""))
	}
	return string(r.Known(r.byPattern([]byte(text), true)))
}

// treated does to a value what the name asks for that it goes by.
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
