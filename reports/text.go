package reports

import (
	"strings"
	"unicode/utf8"
)

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
