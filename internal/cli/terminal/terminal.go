// Package terminal writes to a terminal: it finds the width and whether there are colours, draws
// progress bars, and puts foreign text on one line.
package terminal

import (
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/credit-partner/assay/internal/visible"
)

// File returns the file behind a writer, if that file is a terminal.
func File(w io.Writer) (*os.File, bool) {
	f, ok := visible.Unwrap(w).(*os.File)
	return f, ok && Is(f)
}

// Is reports whether a file is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Columns returns the width of a terminal, at most 120. It is 80 if the writer is no terminal.
func Columns(w io.Writer) int {
	if f, ok := File(w); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return min(width, 120)
		}
	}
	return 80
}

// Coloured reports whether to use colours: on a terminal, unless NO_COLOR is set or TERM is dumb.
func Coloured(w io.Writer) bool {
	_, ok := File(w)
	_, no := os.LookupEnv("NO_COLOR")
	return ok && !no && os.Getenv("TERM") != "dumb"
}

// Plain makes foreign text safe for one line of a terminal. It replaces characters that would move
// the cursor, change the colour or change the direction of the text.
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

// InLine puts a text on one line. A target may have written part of the text.
func InLine(text string) string { return strings.Join(strings.Fields(text), " ") }
