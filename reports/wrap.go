package reports

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// wrap breaks a text into lines of at most width columns, at spaces where there
// are any, and indents every line but the first. Wide characters count double.
func wrap(text string, width int, indent string) string {
	room := max(width-runewidth.StringWidth(indent), 20)
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		lines = append(lines, wrapLine(paragraph, room)...)
	}
	return strings.Join(lines, "\n"+indent)
}

func wrapLine(text string, room int) []string {
	var lines []string
	line, columns := "", 0
	for _, word := range strings.Split(text, " ") {
		w := runewidth.StringWidth(word)
		if line != "" && columns+1+w > room {
			lines = append(lines, line)
			line, columns = "", 0
		}
		for w > room {
			head := runewidth.Truncate(word, room, "")
			lines = append(lines, head)
			word = word[len(head):]
			w = runewidth.StringWidth(word)
		}
		if line != "" {
			line, columns = line+" ", columns+1
		}
		line, columns = line+word, columns+w
	}
	return append(lines, line)
}
