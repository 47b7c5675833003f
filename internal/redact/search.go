package redact

import "slices"

// span is one match: text[start:end].
type span struct {
	start, end int
	mask       bool
}

// search looks for the patterns of a matcher in one text.
type search struct {
	*matcher
	work int // octets that were read; TestWorkIsLinear checks it
}

const (
	// deepest is the largest number of nested escapes: for example a JSON text inside a member of
	// another, in the query of an address. A JSON value is searched without the escapes of its
	// own string, so a whole body needs one level more than four.
	deepest = 5
	// blockSize limits the memory for undoing escapes. Blocks overlap, so that a match across the
	// end of a block is complete in the next one.
	blockSize, blockOverlap = 64 << 10, 4 << 10 // octets
)

// block is a part of a text. before and after say whether the text continues there.
type block struct {
	text          []byte
	before, after bool
}

// find returns the matches in a text as it is, and in the text with its escapes undone.
func (s *search) find(text []byte) []span {
	if s.empty() {
		return nil
	}
	var spans []span
	for start := 0; ; start += blockSize {
		end := min(start+blockSize+blockOverlap, len(text))
		for _, found := range s.inBlock(block{text[start:end], start > 0, end < len(text)}) {
			spans = append(spans, span{start + found.start, start + found.end, found.mask})
		}
		if end == len(text) {
			return spans
		}
	}
}

func (s *search) inBlock(b block) []span {
	spans := s.scan(b)
	s.work += len(b.text)
	if v, changed := unquote(b.text); changed {
		spans = append(spans, v.spans(s.scan(block{v.text, b.before, b.after}))...)
	}
	var layers []view
	for b := b; len(layers) < deepest; {
		s.work += len(b.text)
		v, changed := unescape(b.text)
		if !changed {
			break
		}
		layers = append(layers, v)
		b.text = v.text
		found := s.scan(b)
		for _, v := range slices.Backward(layers) {
			found = v.spans(found)
		}
		spans = append(spans, found...)
	}
	return spans
}

// scan returns the matches in a text as it is.
func (s *search) scan(b block) []span {
	c := scanner{search: s, block: b}
	var plain, joined uint64
	count := 0 // letters and digits so far
	s.work += len(b.text)
	for i, octet := range b.text {
		octet = fold[octet]
		plain = plain<<8 | uint64(octet)
		if alphanumeric(octet) {
			joined = joined<<8 | uint64(octet)
			if count++; joined != plain && count >= windowSize && s.windows.may(joined) {
				c.lookUpJoined(s.joined[joined], i+1)
			}
		}
		if i >= windowSize-1 && s.windows.may(plain) {
			c.lookUp(s.plain[plain], i+1-windowSize, i+1)
			c.lookUpJoined(s.joined[plain], i+1)
		}
		for _, length := range s.lengths {
			if key := shortKey(plain, length); i >= length-1 && s.shorts.may(key) {
				c.lookUpShort(key, i+1-length, i+1)
			}
		}
		if octet == '.' || octet == ellipsis[2] {
			c.lookUpCut(i + 1)
		}
	}
	return c.spans
}

// scanner holds the matches of one scan.
type scanner struct {
	*search
	block
	spans   []span
	covered int // the end of the last match
}

func (c *scanner) take(start, end int, mask bool) {
	c.spans = append(c.spans, span{start, end, mask})
	c.covered = max(c.covered, end)
}

// lookUp adds the matches around the window from start to end.
func (c *scanner) lookUp(places []at, start, end int) {
	if end <= c.covered {
		return
	}
	for _, place := range places {
		p, from, to := &c.patterns[place.pattern], int(place.offset), int(place.offset)+windowSize
		left, right := start, end
		for left > 0 && from > 0 && fold[c.text[left-1]] == p.text[from-1] {
			left, from = left-1, from-1
		}
		for right < len(c.text) && to < len(p.text) && fold[c.text[right]] == p.text[to] {
			right, to = right+1, to+1
		}
		c.work += right - left
		if c.matches(p, from, to, left, right) {
			c.take(left, right, p.mask)
		}
	}
}

// matches reports whether the part from..to of a pattern counts as a match.
func (c *scanner) matches(p *pattern, from, to, left, right int) bool {
	switch whole := from == 0 && to == len(p.text); {
	case p.alone:
		return whole && c.endsAt(left) && c.endsAt(right)
	case whole:
		return true
	case !p.pieces:
		return false
	}
	long := to-from >= windowSize
	return to-from >= minPiece || long && from == 0 && c.endsAt(right) || long && to == len(p.text) && c.endsAt(left)
}

// endsAt reports whether a word or a number ends or begins at a place.
func (c *scanner) endsAt(i int) bool {
	switch i {
	case 0:
		return !c.before
	case len(c.text):
		return !c.after
	}
	return !alphanumeric(c.text[i-1]) || !alphanumeric(c.text[i])
}

func (c *scanner) lookUpShort(key uint64, start, end int) {
	n, known := c.short[key]
	if p := &c.patterns[n]; known && end > c.covered && c.matches(p, 0, len(p.text), start, end) {
		c.take(start, end, p.mask)
	}
}

// ellipsis marks the place where a text was cut. Some programs write three dots.
const ellipsis = "…"

// lookUpCut finds a short beginning of a secret before an ellipsis. A failure may quote a body
// that is cut in the middle of a secret. Longer beginnings are found without this.
func (c *scanner) lookUpCut(after int) {
	end := after - len(ellipsis)
	if end < minPattern || string(c.text[end:after]) != ellipsis && string(c.text[end:after]) != "..." {
		return
	}
	for start := max(end-windowSize+1, 0); start+minPattern <= end; start++ {
		c.work += end - start
		if n, known := c.begins[foldedWindow(c.text[start:start+minPattern])]; known && c.begin(c.patterns[n].text, start, end) {
			c.take(start, end, false)
			return
		}
	}
}

func foldedWindow(text []byte) uint64 {
	var window uint64
	for _, octet := range text {
		window = window<<8 | uint64(fold[octet])
	}
	return window
}

// begin reports whether a pattern begins with the part of the text from start to end.
func (c *scanner) begin(pattern string, start, end int) bool {
	for i := range end - start {
		if i == len(pattern) || fold[c.text[start+i]] != pattern[i] {
			return false
		}
	}
	return true
}

// lookUpJoined adds the matches around a window of letters and digits that ends at end, whatever
// other characters are between them.
func (c *scanner) lookUpJoined(places []at, end int) {
	if end <= c.covered {
		return
	}
	for _, place := range places {
		p := &c.patterns[place.pattern]
		from, to := int(place.offset)+windowSize, int(place.offset)+windowSize
		left, right := end, end
		for from > 0 {
			i := c.previous(left)
			if i < 0 || fold[c.text[i]] != p.text[from-1] {
				break
			}
			left, from = i, from-1
		}
		for to < len(p.text) {
			i := c.next(right)
			if i == len(c.text) || fold[c.text[i]] != p.text[to] {
				break
			}
			right, to = i+1, to+1
		}
		if to-from == len(p.text) || to-from >= minPiece && p.pieces {
			c.take(left, right, p.mask)
		}
	}
}

// previous returns the position of the nearest letter or digit before a position, or -1 if none
// is within maxGap octets.
func (c *scanner) previous(i int) int {
	for nearest := max(i-maxGap, 0); i > nearest; i-- {
		c.work++
		if alphanumeric(c.text[i-1]) {
			return i - 1
		}
	}
	return -1
}

// next returns the position of the nearest letter or digit at or after a position, or the end of
// the text if none is within maxGap octets.
func (c *scanner) next(i int) int {
	for furthest := min(i+maxGap, len(c.text)); i < furthest; i++ {
		c.work++
		if alphanumeric(c.text[i]) {
			return i
		}
	}
	return len(c.text)
}

// replace replaces each span by a marker or a mask. A single marker replaces overlapping spans.
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
