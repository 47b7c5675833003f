package cli

import (
	"strings"
	"unicode"
)

// plain makes foreign text fit for one line of a terminal: what would move the
// cursor, change the colour or turn the direction shows as a mark.
func plain(text string) string {
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
