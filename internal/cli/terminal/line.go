package terminal

import (
	"strings"
	"unicode"
)

// Plain makes foreign text fit for one line of a terminal: what would move the
// cursor, change the colour or turn the direction shows as a mark.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return unicode.ReplacementChar
		default:
			return r
		}
	}, text)
}

// InLine keeps a text, part of which a target has written, to one line.
func InLine(text string) string { return strings.Join(strings.Fields(text), " ") }
