// Package terminal writes to a terminal: how wide it is and whether it shows colours, bars
// of progress, and foreign text in one line.
package terminal

import (
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/credit-partner/assay/internal/visible"
)

// File gives the file behind a writer, if it is a terminal.
func File(w io.Writer) (*os.File, bool) {
	f, ok := visible.Unwrap(w).(*os.File)
	return f, ok && Is(f)
}

// Is tells whether a file is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Columns is how wide a writer is; 80 where it is no terminal.
func Columns(w io.Writer) int {
	if f, ok := File(w); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return min(width, 120)
		}
	}
	return 80
}

// Coloured tells whether to colour: on a terminal, unless NO_COLOR says no.
func Coloured(w io.Writer) bool {
	_, ok := File(w)
	_, no := os.LookupEnv("NO_COLOR")
	return ok && !no && os.Getenv("TERM") != "dumb"
}

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
