package redact

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Lookahead is the number of octets that must be available after the part of a body that is
// shown. They are necessary to find a secret that continues there.
const Lookahead = blockOverlap

// Beginning returns the redacted beginning of a body that is longer than the octets that are
// given: at most its first size octets, and none of the last Lookahead octets that are given. It
// does not show a secret that crosses the end of the shown part. To find the end, it redacts a
// shorter and a longer part of the body, and returns the text up to the first difference.
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

// part redacts a part of a body. It reads JSON as JSON as far as possible.
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

// closed makes complete JSON from the beginning of a JSON text: it cuts the text after a value,
// or inside a string that may be shown in part, and adds the missing closing characters. closing
// is the number of octets that it added.
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

// withinString returns the last place outside of an escape in an unfinished string, at which the
// walk stopped. It returns 0 if the string is a name, must be hidden, or contains JSON itself,
// which cannot be read in part.
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

// wholeRunes removes an incomplete character at the end of a text.
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
