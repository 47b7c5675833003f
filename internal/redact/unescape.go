package redact

import (
	"bytes"
	"html"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text with its escapes undone. at[i] is the position in the original at which octet i
// of text begins, and at[len(text)] is the length of the original.
type view struct {
	text []byte
	at   []int32
}

// decoder decodes the escape at the beginning of a text, appends the decoded octets to out, and
// returns the length of the escape, or 0 if there is none.
type decoder func(out, text []byte) ([]byte, int)

// escapes are decoded together, so that a text with several kinds of escapes is read once for
// each layer.
var escapes = [256]decoder{'%': decodePercent, '\\': decodeBackslash, '&': decodeEntity, '0': dropHexPrefix}

// quoted is the quoted-printable encoding of RFC 2045. It is undone separately, because the = in
// a query or in base64 does not belong to it.
var quoted = [256]decoder{'=': decodeQuoted}

// unescape undoes one layer of escapes and reports whether there were any.
func unescape(text []byte) (view, bool) { return undo(text, &escapes) }

func unquote(text []byte) (view, bool) { return undo(text, &quoted) }

func undo(text []byte, decoders *[256]decoder) (view, bool) {
	var v view
	done := 0 // the end of the part of the text that is in the view
	var decoded []byte
	for i := 0; i < len(text); {
		decode := decoders[text[i]]
		if decode == nil {
			i++
			continue
		}
		size := 0
		decoded, size = decode(decoded[:0], text[i:])
		if size == 0 || text[i] == '0' && i > 0 && alphanumeric(text[i-1]) && (done == 0 || i != done+2) {
			i++
			continue
		}
		if v.text == nil {
			v = view{text: make([]byte, 0, len(text)), at: make([]int32, 0, len(text)+1)}
		}
		v.copy(text, done, i)
		for range decoded {
			v.at = append(v.at, int32(i))
		}
		v.text = append(v.text, decoded...)
		i += size
		done = i
	}
	if v.text == nil {
		return v, false
	}
	v.copy(text, done, len(text))
	v.at = append(v.at, int32(len(text)))
	return v, true
}

func (v *view) copy(text []byte, from, to int) {
	v.text = append(v.text, text[from:to]...)
	for i := from; i < to; i++ {
		v.at = append(v.at, int32(i))
	}
}

// spans maps matches in the view back to the original.
func (v view) spans(found []span) []span {
	for i, s := range found {
		end := s.end
		for end < len(v.text) && v.at[end] == v.at[s.end-1] {
			end++ // the match ends inside the decoded text of one escape
		}
		found[i] = span{int(v.at[s.start]), int(v.at[end]), s.mask}
	}
	return found
}

// decodePercent decodes %41.
func decodePercent(out, text []byte) ([]byte, int) { return hexOctet(out, text, 1) }

// hexOctet decodes the two hex digits after a prefix.
func hexOctet(out, text []byte, prefix int) ([]byte, int) {
	if len(text) < prefix+2 {
		return out, 0
	}
	high, low := hexDigit(text[prefix]), hexDigit(text[prefix+1])
	if high < 0 || low < 0 {
		return out, 0
	}
	return append(out, byte(high<<4|low)), prefix + 2
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// dropHexPrefix removes the 0x of 0x41, so that a list of such numbers becomes hex.
func dropHexPrefix(out, text []byte) ([]byte, int) {
	if len(text) < 4 || text[1]|0x20 != 'x' || hexDigit(text[2]) < 0 || hexDigit(text[3]) < 0 {
		return out, 0
	}
	return out, 2
}

// decodeQuoted decodes =41, and removes the = at the end of a continued line.
func decodeQuoted(out, text []byte) ([]byte, int) {
	for _, soft := range []string{"=\r\n", "=\n"} {
		if bytes.HasPrefix(text, []byte(soft)) {
			return out, len(soft)
		}
	}
	return hexOctet(out, text, 1)
}

// decodeEntity decodes a character of HTML: &quot; or &#x2f;, and also &#47 without a semicolon,
// as browsers do.
func decodeEntity(out, text []byte) ([]byte, int) {
	if len(text) > 2 && text[1] == '#' {
		return decodeReference(out, text)
	}
	end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
	if end < 0 {
		return out, 0
	}
	if c := usualEntities[string(text[1:end])]; c != 0 {
		return append(out, c), end + 1
	}
	entity := string(text[:end+1])
	if decoded := html.UnescapeString(entity); decoded != entity {
		return append(out, decoded...), end + 1
	}
	return out, 0
}

const longestEntity = 12 // octets

// usualEntities are looked up first, because html.UnescapeString is slow.
var usualEntities = map[string]byte{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// decodeReference decodes &#47; and &#x2f;, and both without the semicolon.
func decodeReference(out, text []byte) ([]byte, int) {
	from, base := 2, 10
	if text[2]|0x20 == 'x' {
		from, base = 3, 16
	}
	end := from
	for end < min(len(text), longestEntity) && hexDigit(text[end]) >= 0 && hexDigit(text[end]) < base {
		end++
	}
	code, err := strconv.ParseUint(string(text[from:end]), base, 31)
	if err != nil {
		return out, 0
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	return utf8.AppendRune(out, rune(code)), end
}

// decodeBackslash decodes the escapes of JSON, and those of C, Python and shells: \x41, \101,
// \u{41} and \U00000041.
func decodeBackslash(out, text []byte) ([]byte, int) {
	if len(text) < 2 {
		return out, 0
	}
	switch c := text[1]; {
	case c == 'u' || c == 'U':
		return decodeUnicode(out, text)
	case c == 'x':
		return hexOctet(out, text, 2)
	case c >= '0' && c <= '7':
		return decodeOctal(out, text)
	}
	if c := backslashed[text[1]]; c != 0 {
		return append(out, c), 2
	}
	return out, 0
}

// backslashed maps the character after a backslash to the octet that the escape means.
var backslashed = [256]byte{
	'"': '"', '\'': '\'', '\\': '\\', '/': '/', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

func decodeOctal(out, text []byte) ([]byte, int) {
	value, end := 0, 1
	for ; end < min(len(text), 4) && text[end] >= '0' && text[end] <= '7'; end++ {
		value = value<<3 | int(text[end]-'0')
	}
	return append(out, byte(value)), end
}

func decodeUnicode(out, text []byte) ([]byte, int) {
	if text[1] == 'U' {
		return hexRune(out, text, 2, 8)
	}
	if len(text) > 2 && text[2] == '{' {
		end := bytes.IndexByte(text[:min(len(text), longestEntity)], '}')
		if decoded, size := hexRune(out, text, 3, end-3); size > 0 {
			return decoded, size + 1
		}
		return out, 0
	}
	r, ok := hex4(text)
	if !ok {
		return out, 0
	}
	if low, ok := hex4(text[6:]); ok && utf16.IsSurrogate(r) {
		return utf8.AppendRune(out, utf16.DecodeRune(r, low)), 12
	}
	return utf8.AppendRune(out, r), 6
}

// hexRune decodes a number of hex digits after a prefix.
func hexRune(out, text []byte, prefix, digits int) ([]byte, int) {
	if digits < 1 || len(text) < prefix+digits {
		return out, 0
	}
	r, err := strconv.ParseUint(string(text[prefix:prefix+digits]), 16, 31)
	if err != nil {
		return out, 0
	}
	return utf8.AppendRune(out, rune(r)), prefix + digits
}

// hex4 decodes \uXXXX.
func hex4(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(text[2:6]), 16, 32)
	return rune(r), err == nil
}
