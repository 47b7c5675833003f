package redact

import (
	"bytes"
	"cmp"
	"slices"
)

// minPattern is the length of the shortest pattern, in octets: patterns are
// found by their first four.
const minPattern = 4

// matcher finds many patterns at once. It looks at each octet of a text once,
// so that neither the number of secrets nor the size of a body makes it slow.
type matcher struct {
	byPrefix map[uint32][]pattern
	filter   [1 << 10]uint64 // a bit for each hash of a prefix
	longest  int
}

type pattern struct {
	text []byte
	mask bool // masked, not cut
	// alone finds it only where no letter and no digit stands beside it.
	alone bool
}

// span is one match: text[start:end].
type span struct {
	start, end int
	mask       bool
}

func newMatcher(patterns []pattern) *matcher {
	m := &matcher{byPrefix: make(map[uint32][]pattern, len(patterns))}
	for _, p := range patterns {
		if len(p.text) < minPattern {
			continue
		}
		m.longest = max(m.longest, len(p.text))
		prefix := prefixOf(p.text)
		m.byPrefix[prefix] = append(m.byPrefix[prefix], p)
		m.filter[hash(prefix)>>6] |= 1 << (hash(prefix) & 63)
	}
	for _, same := range m.byPrefix {
		slices.SortStableFunc(same, func(a, b pattern) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return m
}

// find returns the matches from left to right, the longest at each place,
// without overlaps.
func (m *matcher) find(text []byte) []span {
	if len(m.byPrefix) == 0 {
		return nil
	}
	var spans []span
	for i := 0; i+minPattern <= len(text); i++ {
		h := hash(prefixOf(text[i:]))
		if m.filter[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		if p, ok := m.at(text, i); ok {
			spans = append(spans, span{i, i + len(p.text), p.mask})
			i += len(p.text) - 1
		}
	}
	return spans
}

func (m *matcher) at(text []byte, i int) (pattern, bool) {
	for _, p := range m.byPrefix[prefixOf(text[i:])] {
		if bytes.HasPrefix(text[i:], p.text) && (!p.alone || alone(text, i, i+len(p.text))) {
			return p, true
		}
	}
	return pattern{}, false
}

func alone(text []byte, start, end int) bool {
	return (start == 0 || !alphanumeric(text[start-1])) && (end == len(text) || !alphanumeric(text[end]))
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// ellipsis stands where a text was cut to fit.
var ellipsis = []byte("…")

// findCut finds the beginnings of what is looked for, where a text was cut to
// fit: what a failure quotes of a body may end in the middle of a secret.
func (m *matcher) findCut(text []byte) []span {
	var spans []span
	for from := 0; ; {
		n := bytes.Index(text[from:], ellipsis)
		if n < 0 {
			return spans
		}
		end := from + n
		from = end + len(ellipsis)
		for start := max(end-m.longest, 0); start+minPattern <= end; start++ {
			if mask, ok := m.begins(text[start:end]); ok {
				spans = append(spans, span{start, end, mask})
				break
			}
		}
	}
}

// begins tells whether a text is how something that is looked for begins.
func (m *matcher) begins(text []byte) (mask, ok bool) {
	for _, p := range m.byPrefix[prefixOf(text)] {
		if bytes.HasPrefix(p.text, text) {
			return p.mask, true
		}
	}
	return false, false
}

func prefixOf(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func hash(prefix uint32) uint32 { return prefix * 2654435761 >> 16 }
