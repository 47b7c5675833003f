// Package visible makes untrusted text safe to print: it shows invisible characters, control
// sequences of terminals, and commands of CI runners as plain text.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden are the characters that a reader cannot see, or that change how other characters are
// shown: controls, direction marks, joiners, unusual spaces.
var hidden = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Zs,
	unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point,
}

// Text replaces every hidden character by its code point, ⟨U+202E⟩, and every octet that is not
// UTF-8 by its value, ⟨0xFF⟩. Line feeds, tabs and plain spaces stay. The result is valid UTF-8.
// Its characters are safe in XML, in a terminal and in a page, but the text is not escaped.
func Text(s string) string {
	if allShow(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range Valid(s) {
		if Shows(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(codePoint(r))
		}
	}
	return b.String()
}

// Valid replaces only octets that are not UTF-8, as Text does. JSON cannot contain such octets,
// and its encoder would replace all of them by the same character. With Valid, a page that is
// rendered from results.json is equal to a page that is rendered from the run.
func Valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			b.WriteString(octet(s[i]))
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// Shows reports whether a character looks to a reader like what it is.
func Shows(r rune) bool {
	if r < 0x7f {
		return r >= ' ' || r == '\n' || r == '\t'
	}
	return !unicode.In(r, hidden...)
}

func codePoint(r rune) string { return fmt.Sprintf("⟨U+%04X⟩", r) }

func octet(b byte) string { return fmt.Sprintf("⟨0x%02X⟩", b) }

// allShow reports whether Text can return s unchanged. It decides quickly for printable ASCII,
// which most texts are.
func allShow(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf {
			return utf8.ValidString(s[i:]) && strings.IndexFunc(s[i:], func(r rune) bool { return !Shows(r) }) < 0
		} else if (c < ' ' && c != '\n' && c != '\t') || c > '~' {
			return false
		}
	}
	return true
}
