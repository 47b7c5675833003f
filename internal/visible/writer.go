package visible

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Writer is the output of a program. It prints characters that a reader can see, and replaces all
// others by their code points. It breaks commands of a CI runner in the same way:
// `:⟨U+003A⟩notice::`, `##vso⟨U+005B⟩task.setvariable]`. It is safe for concurrent use.
type Writer struct {
	mu   sync.Mutex
	to   io.Writer
	line command
	rest []byte // the first octets of a character that is not complete yet
}

// NewWriter returns a Writer that prints to another writer.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write prints a text, parts of which may be untrusted.
func (w *Writer) Write(p []byte) (int, error) { return w.write(p, w.text) }

// Printed returns what a Writer prints for a text.
func Printed(text string) string {
	var b bytes.Buffer
	w := NewWriter(&b)
	_, err := io.WriteString(w, text)
	if err = errors.Join(err, w.Flush()); err != nil {
		return fmt.Sprintf("the text cannot be shown: %v", err)
	}
	return b.String()
}

// Flush prints the octets of an incomplete character.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b bytes.Buffer
	for _, c := range w.rest {
		b.WriteString(octet(c))
	}
	w.rest = nil
	_, err := w.to.Write(b.Bytes())
	return err
}

// Unwrap returns the underlying writer of a writer of this package, or the writer itself.
func Unwrap(w io.Writer) io.Writer {
	switch w := w.(type) {
	case *Writer:
		return w.to
	case mode:
		return w.of.to
	}
	return w
}

// Drawing returns a writer that bypasses a Writer, for text that controls the terminal on
// purpose: colours, a progress bar, the output of a user's command. It still breaks commands of a
// CI runner.
func Drawing(w io.Writer) io.Writer { return bypass(w, (*Writer).drawing) }

// Commands returns a writer that bypasses a Writer, for lines that are commands of a CI runner on
// purpose. The caller must escape the values in them.
func Commands(w io.Writer) io.Writer { return bypass(w, (*Writer).commands) }

// JSON returns a writer that bypasses a Writer, for a JSON text. It writes hidden characters, and
// characters that would complete a command, as JSON escapes, so the values stay the same.
func JSON(w io.Writer) io.Writer { return bypass(w, (*Writer).json) }

// mode is a Writer with other rules.
type mode struct {
	of  *Writer
	put put
}

func bypass(w io.Writer, rules func(*Writer, *bytes.Buffer, rune, []byte)) io.Writer {
	switch w := w.(type) {
	case *Writer:
		return mode{w, func(b *bytes.Buffer, r rune, raw []byte) { rules(w, b, r, raw) }}
	case mode:
		return bypass(w.of, rules)
	}
	return bypass(NewWriter(w), rules)
}

func (m mode) Write(p []byte) (int, error) { return m.of.write(p, m.put) }

// put prints one character. raw holds the octets of the character.
type put func(b *bytes.Buffer, r rune, raw []byte)

func (w *Writer) write(p []byte, put put) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line.again()
	text := append(w.rest, p...)
	var b bytes.Buffer
	b.Grow(len(text))
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		put(&b, r, text[:size])
		text = text[size:]
	}
	w.rest = bytes.Clone(text)
	if _, err := w.to.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *Writer) text(b *bytes.Buffer, r rune, raw []byte) {
	switch {
	case invalid(r, raw):
		w.line.completes(r)
		b.WriteString(octet(raw[0]))
	case w.line.completes(r) || !Shows(r):
		b.WriteString(codePoint(r))
	default:
		b.Write(raw)
	}
}

func (w *Writer) drawing(b *bytes.Buffer, r rune, raw []byte) {
	if w.line.completes(r) {
		b.WriteString(codePoint(r))
		return
	}
	b.Write(raw)
}

func (w *Writer) commands(b *bytes.Buffer, r rune, raw []byte) {
	switch completes := w.line.completes(r); {
	case invalid(r, raw):
		b.WriteString(octet(raw[0]))
	case (completes && r == '[') || !Shows(r):
		b.WriteString(codePoint(r))
	default:
		b.Write(raw)
	}
}

func (w *Writer) json(b *bytes.Buffer, r rune, raw []byte) {
	switch completes := w.line.completes(r); {
	case !completes && (Shows(r) || r == '\r'):
		b.Write(raw)
	default:
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(b, `\u%04x`, unit)
		}
	}
}

func invalid(r rune, raw []byte) bool { return r == utf8.RuneError && len(raw) == 1 }

// command follows a line to find the character that completes a command of a CI runner. For
// GitHub it is the second colon of `::name` at the start of a line. For other runners it is the
// bracket of `##[name`, `##vso[name` or `##teamcity[name`, anywhere in a line.
type command struct {
	begun  bool // the line has a character that is not a space
	colon  bool // the line has one colon and nothing else so far
	hashes int  // the number of hashes just before this place, or before the name; two are enough
	named  bool // letters follow the hashes
}

// completes takes the next character and reports whether it completes a command.
func (c *command) completes(r rune) bool {
	if r == '\n' || r == '\r' {
		*c = command{}
		return false
	}
	second := c.colon && r == ':'
	bracket := c.hashes >= 2 && r == '['
	c.colon = !c.begun && r == ':'
	c.begun = c.begun || !unicode.IsSpace(r)
	switch {
	case r == '#' && c.named:
		c.hashes, c.named = 1, false
	case r == '#':
		c.hashes++
	case c.hashes >= 2 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.'):
		c.named = true
	default:
		c.hashes, c.named = 0, false
	}
	return second || bracket
}

// again starts another piece of output. Another writer to the same terminal may have ended the
// line, so this piece may be at the start of a line.
func (c *command) again() {
	if !c.colon {
		c.begun = false
	}
}
