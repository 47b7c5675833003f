package redact

import (
	"slices"
	"strings"
)

// A matcher finds many patterns at once, in a text that it reads once. It moves
// a window of eight octets over the text, looks up what stands in it, and reads
// on to both sides only where that is part of a pattern. So neither the number
// of secrets nor what a text is made of makes it slow: see TestWorkIsLinear.
const (
	windowSize = 8  // octets
	minPattern = 4  // octets: what is shorter is too common to be searched for
	minCoded   = 6  // octets: a shorter text may be base64 of anything
	minPiece   = 16 // octets of a secret that are cut wherever they stand
	// minJoined is how many letters and digits a plain secret has at the least
	// that is also found with something between them.
	minJoined = 16
	maxGap    = 64 // octets between two letters or digits that belong together
)

// pattern is one form of a secret as it is looked for, in lower case.
type pattern struct {
	text string
	mask bool // masked, not cut
	// alone finds it only where no letter and no digit stands beside it.
	alone bool
	// pieces finds minPiece octets of it, too, and its first or last octets,
	// windowSize at the least, where a text was cut behind or before them.
	pieces bool
	// joined is set for one that holds letters and digits only, and is compared
	// with those of the text only.
	joined bool
}

type matcher struct {
	patterns []pattern
	// thorough is set where values are to be searched one by one, since a secret
	// that looks as if it were escaped may be found in no layer of a whole body.
	thorough bool
	windows  filter           // of those of plain and of joined
	plain    index            // by windows of the text as it stands
	joined   index            // by windows of its letters and digits
	short    map[uint64]int32 // by length and octets
	lengths  []int            // of short patterns
	shorts   filter           // of those of short
	begins   map[uint64]int32 // by the first octets: how a text begins that was cut to fit
}

// at is where a window stands in a pattern.
type at struct{ pattern, offset int32 }

func (m *matcher) empty() bool { return len(m.patterns) == 0 }

// newMatcher is for patterns of minPattern octets or more.
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

// shortKey keeps the last octets of a window, and their number.
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

// maxShared is how many patterns share a window at the most, and maxRepeats how
// often one of them has it: each is looked at where the window is found.
const (
	maxShared  = 16
	maxRepeats = 4
)

// index says where windows stand in patterns.
type index map[uint64][]at

// add indexes the windows by which a pattern is found: where its pieces are
// looked for so many that every piece of minPiece octets holds one, else the one
// that fewest others share.
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

// filter tells of most windows that they are in no pattern.
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

// fold is each octet in lower case.
var fold = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if i >= 'A' && i <= 'Z' {
			table[i] |= 0x20
		}
	}
	return table
}()

// folded is a text in lower case, as far as it is ASCII.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return rune(fold[r])
		}
		return r
	}, text)
}

// joinedOf is the letters and digits of a folded text.
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
