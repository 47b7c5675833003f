package redact

import (
	"slices"
	"strings"
)

// A matcher finds many patterns at once and reads the text only once. It moves a window of eight
// octets over the text and looks the window up in an index. It reads further to both sides only
// if the window is part of a pattern. So it stays fast for any number of secrets and for any
// text; see TestWorkIsLinear.
const (
	windowSize = 8  // octets
	minPattern = 4  // octets: shorter values are too common to search for
	minCoded   = 6  // octets: a shorter text may be base64 of anything
	minPiece   = 16 // octets: a piece of a secret of this length is always cut
	// minJoined is the smallest number of letters and digits of a plain secret that is also found
	// with other characters between them.
	minJoined = 16
	maxGap    = 64 // the most octets between two letters or digits that belong together
)

// pattern is one form of a secret, in lower case, as the search compares it.
type pattern struct {
	text string
	mask bool // masked, not cut
	// alone means that it must not have a letter or digit directly before or after it.
	alone bool
	// pieces means that parts of it are found too: any minPiece octets, and at least windowSize
	// octets of its beginning or end, at a place where the text was cut.
	pieces bool
	// joined means that it has only letters and digits, and is compared only with the letters and
	// digits of the text.
	joined bool
}

type matcher struct {
	patterns []pattern
	// thorough means that values must be searched one by one. It is set if a secret looks like an
	// escape, because the search of a whole body may then miss it.
	thorough bool
	windows  filter           // the windows of plain and joined
	plain    index            // by windows of the text as it is
	joined   index            // by windows of its letters and digits
	short    map[uint64]int32 // by length and octets
	lengths  []int            // of short patterns
	shorts   filter           // the keys of short
	begins   map[uint64]int32 // by the first octets; finds the beginning of a secret where a text was cut
}

// at is the place of a window in a pattern.
type at struct{ pattern, offset int32 }

func (m *matcher) empty() bool { return len(m.patterns) == 0 }

// newMatcher returns a matcher for patterns of at least minPattern octets.
func newMatcher(patterns []pattern) *matcher {
	room := 0
	for _, p := range patterns {
		room += len(p.text)/windowSize + 1
	}
	m := &matcher{
		patterns: patterns, windows: newFilter(room), plain: make(index), joined: make(index),
		short: make(map[uint64]int32), shorts: newFilter(len(patterns)), begins: make(map[uint64]int32),
	}
	for n, p := range patterns {
		switch {
		case len(p.text) < windowSize:
			m.addShort(int32(n), p.text)
		case p.joined:
			m.joined.add(m, int32(n))
		default:
			m.plain.add(m, int32(n))
		}
		if p.pieces && !p.joined {
			m.begins[windowOf(p.text[:minPattern])] = int32(n)
		}
	}
	return m
}

func (m *matcher) addShort(n int32, text string) {
	key := shortKey(windowOf(text), len(text))
	m.short[key] = n
	m.shorts.add(key)
	if !slices.Contains(m.lengths, len(text)) {
		m.lengths = append(m.lengths, len(text))
	}
}

// shortKey returns the last octets of a window together with their number.
func shortKey(window uint64, length int) uint64 {
	return window&(1<<(8*length)-1) | uint64(length)<<56
}

func windowOf(text string) uint64 {
	var window uint64
	for i := range len(text) {
		window = window<<8 | uint64(text[i])
	}
	return window
}

// maxShared is the largest number of places for one window, and maxRepeats is the largest number
// of these places in the same pattern. The search looks at every place of a window that it finds.
const (
	maxShared  = 16
	maxRepeats = 4
)

// index maps windows to their places in patterns.
type index map[uint64][]at

// add indexes the windows that find a pattern. If pieces of it are searched, it indexes enough
// windows that every piece of minPiece octets contains one. Otherwise it indexes the window that
// the fewest other patterns share.
func (x index) add(m *matcher, n int32) {
	text, added := m.patterns[n].text, false
	last, rarest := int32(len(text)-windowSize), int32(0)
	for offset := int32(0); ; offset = min(offset+windowSize, last) {
		window := windowOf(text[offset : offset+windowSize])
		if len(x[window]) < len(x[windowOf(text[rarest:rarest+windowSize])]) {
			rarest = offset
		}
		if m.patterns[n].pieces && x.hasRoom(window, n) {
			x.put(m, window, at{n, offset})
			added = true
		}
		if offset == last {
			break
		}
	}
	if !added {
		x.put(m, windowOf(text[rarest:rarest+windowSize]), at{n, rarest})
	}
}

func (x index) hasRoom(window uint64, n int32) bool {
	places, repeats := x[window], 0
	for _, place := range places {
		if place.pattern == n {
			repeats++
		}
	}
	return len(places) < maxShared && repeats < maxRepeats
}

func (x index) put(m *matcher, window uint64, place at) {
	x[window] = append(x[window], place)
	m.windows.add(window)
}

// filter quickly rejects most windows that are in no pattern.
type filter struct {
	bits  []uint64
	shift uint
}

func newFilter(room int) filter {
	bits, shift := 1<<13, uint(64-13)
	for bits < 16*room {
		bits, shift = bits<<1, shift-1
	}
	return filter{make([]uint64, bits>>6), shift}
}

func (f *filter) add(key uint64) {
	h := key * 0x9e3779b97f4a7c15 >> f.shift
	f.bits[h>>6] |= 1 << (h & 63)
}

func (f *filter) may(key uint64) bool {
	h := key * 0x9e3779b97f4a7c15 >> f.shift
	return f.bits[h>>6]&(1<<(h&63)) != 0
}

// fold maps each octet to lower case.
var fold = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if i >= 'A' && i <= 'Z' {
			table[i] |= 0x20
		}
	}
	return table
}()

// folded returns a text with its ASCII letters in lower case.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return rune(fold[r])
		}
		return r
	}, text)
}

// joinedOf returns only the letters and digits of a folded text.
func joinedOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && alphanumeric(byte(r)) {
			return r
		}
		return -1
	}, text)
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
