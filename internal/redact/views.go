package redact

import (
	"bytes"
	"html"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text with its escapes undone: at[i] is where octet i of text
// begins in the original, and at[len(text)] is the length of that.
type view struct {
	text []byte
	at   []int32
}

// unescape undoes one kind of escapes. decode looks at the text from an escape
// character on, and returns what it stands for and how long it is, or 0.
func unescape(text []byte, escape byte, decode func([]byte) ([]byte, int)) view {
	v := view{text: make([]byte, 0, len(text)), at: make([]int32, 0, len(text)+1)}
	for i := 0; i < len(text); {
		decoded, size := text[i:i+1], 1
		if text[i] == escape {
			if d, n := decode(text[i:]); n > 0 {
				decoded, size = d, n
			}
		}
		for _, octet := range decoded {
			v.text, v.at = append(v.text, octet), append(v.at, int32(i))
		}
		i += size
	}
	v.at = append(v.at, int32(len(text)))
	return v
}

// spans maps matches in the view back to the original.
func (v view) spans(found []span) []span {
	for i, s := range found {
		end := s.end
		for end < len(v.text) && v.at[end] == v.at[s.end-1] {
			end++ // the match ends inside what one escape stands for
		}
		found[i] = span{int(v.at[s.start]), int(v.at[end]), s.mask}
	}
	return found
}

func percentView(text []byte) view { return unescape(text, '%', decodePercent) }

func decodePercent(text []byte) ([]byte, int) {
	if len(text) < 3 {
		return nil, 0
	}
	octet, err := strconv.ParseUint(string(text[1:3]), 16, 8)
	if err != nil {
		return nil, 0
	}
	return []byte{byte(octet)}, 3
}

func entityView(text []byte) view { return unescape(text, '&', decodeEntity) }

// decodeEntity reads what HTML writes for a character: &quot; or &#x2f;.
func decodeEntity(text []byte) ([]byte, int) {
	end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
	if end < 0 {
		return nil, 0
	}
	entity := string(text[:end+1])
	if decoded := html.UnescapeString(entity); decoded != entity {
		return []byte(decoded), end + 1
	}
	return nil, 0
}

const longestEntity = 12

func jsonView(text []byte) view { return unescape(text, '\\', decodeBackslash) }

func decodeBackslash(text []byte) ([]byte, int) {
	if len(text) < 2 {
		return nil, 0
	}
	if i := bytes.IndexByte([]byte(`"\/bfnrt`), text[1]); i >= 0 {
		return []byte{"\"\\/\b\f\n\r\t"[i]}, 2
	}
	r, ok := hex4(text)
	if !ok {
		return nil, 0
	}
	if low, ok := hex4(text[6:]); ok && utf16.IsSurrogate(r) {
		return utf8.AppendRune(nil, utf16.DecodeRune(r, low)), 12
	}
	return utf8.AppendRune(nil, r), 6
}

// hex4 reads \uXXXX.
func hex4(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(text[2:6]), 16, 32)
	return rune(r), err == nil
}
