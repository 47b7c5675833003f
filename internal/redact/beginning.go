package redact

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Lookahead is how much of a body must be at hand behind the part of it that is
// shown, so that a secret that goes on there is found.
const Lookahead = blockOverlap

// Beginning returns the beginning of a body as it may be shown, of a body that goes
// on behind what is given: at the most its first size octets, and nothing of the
// last Lookahead octets that are given. A secret that lies across the end of what
// is shown is not shown: the end is where two readings, one of them longer, begin
// to differ.
func (r *Redactor) Beginning(body []byte, contentType string, size int) []byte {
	size = min(size, len(body)-Lookahead) &^ 1 // an even number, for UTF-16
	if size <= 0 {
		return nil
	}
	short, long := r.part(body[:size], contentType), r.part(body[:size+Lookahead], contentType)
	end := 0
	for end < min(len(short), len(long)) && short[end] == long[end] {
		end++
	}
	return wholeRunes(short[:end])
}

// part redacts a part of a body. JSON is read as JSON, as far as it goes.
func (r *Redactor) part(part []byte, contentType string) []byte {
	if text, order, ok := fromUTF16(part); ok {
		return toUTF16(r.part(text, contentType), order)
	}
	closed, closing := r.closed(part)
	if !json.Valid(closed) {
		return r.Body(part, contentType)
	}
	return bytes.TrimSuffix(r.Body(closed, contentType), closed[len(closed)-closing:])
}

// closed returns the beginning of JSON up to the end of a value, or into a string
// that may be shown in part, and with what closes it, so that it is JSON; closing
// is how long that is.
func (r *Redactor) closed(text []byte) (closed []byte, closing int) {
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) == 0 || start[0] != '{' && start[0] != '[' {
		return nil, 0
	}
	w, end := r.jsonWalk(text), 0
	for t, ok := w.next(); ok; t, ok = w.next() {
		if t.kind == bracket || t.kind == scalar && w.at < len(text) {
			end = w.at
		}
	}
	if within := w.withinString(); within > 0 {
		closed, end = append(bytes.Clone(text[:within]), '"'), within
	} else {
		w = r.jsonWalk(text[:end])
		for _, ok := w.next(); ok; _, ok = w.next() {
		}
		closed = bytes.Clone(text[:end])
	}
	for n := len(w.stack) - 1; n > 0; n-- {
		closed = append(closed, w.stack[n].closing())
	}
	return closed, len(closed) - end
}

// withinString is the last place in a string without an end, where the walk has
// stopped, that is inside of no escape. It is 0 where the string is a name, is to
// be hidden, or holds JSON of its own, of which a part cannot be read.
func (w *jsonWalk) withinString() int {
	const longestEscape = len(`\u0000`)
	top, rest := w.stack[len(w.stack)-1], w.in[w.at:]
	if top.key || max(top.inside, top.member) != keep || len(rest) < longestEscape || rest[0] != '"' || mayNest(rest) {
		return 0
	}
	i := 1
	for i < len(rest)-longestEscape {
		switch {
		case rest[i] != '\\':
			i++
		case rest[i+1] == 'u':
			i += longestEscape
		default:
			i += 2
		}
	}
	return w.at + i
}

func (l level) closing() byte {
	if l.object {
		return '}'
	}
	return ']'
}

// wholeRunes leaves out a character that a text ends inside of.
func wholeRunes(text []byte) []byte {
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if start := len(text) - back; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				return text[:start]
			}
			break
		}
	}
	return text
}
