package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hidden are the characters that a reader cannot see, or that change how their
// neighbours are shown: controls, direction marks, joiners, odd spaces.
var hidden = []*unicode.RangeTable{
	unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Zs,
	unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point,
}

// visible replaces every hidden character by its code point, ⟨U+202E⟩, and every
// octet that is not UTF-8 by its value, ⟨0xFF⟩. Line feeds, tabs and plain
// spaces stay. What it returns is valid UTF-8 and fit for XML, a terminal or a
// page, as far as its characters go; it is not yet escaped.
func visible(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range validText(s) {
		if shows(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		}
	}
	return b.String()
}

// validText replaces only what is no UTF-8, as visible does. JSON cannot hold
// such octets, and its encoder would put one and the same sign for all of them:
// so a page rendered from results.json reads like one rendered from the run.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "⟨0x%02X⟩", s[i])
		} else {
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

func shows(r rune) bool {
	if r < 0x7f {
		return r >= ' ' || r == '\n' || r == '\t'
	}
	return !unicode.In(r, hidden...)
}

// plain is the fast path: printable ASCII, line feeds and tabs.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < ' ' && c != '\n' && c != '\t') || c > '~' {
			return false
		}
	}
	return true
}

// oneLine puts a text on one line: line feeds and tabs show as arrows.
func oneLine(s string) string {
	return strings.NewReplacer("\n", "↵", "\t", "⇥").Replace(s)
}

// cut shortens a text to at most limit octets at the boundary of a character
// and says how long it was.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return s[:boundary(s, limit)] + "… (" + octets(int64(len(s))) + " in all)"
}

// boundary is the greatest index at or below i where a character of s starts.
func boundary(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
