package wording

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-runewidth"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/visible"
)

// OneLine puts a text on one line: line feeds and tabs become arrows.
func OneLine(s string) string {
	return arrows.Replace(s)
}

var arrows = strings.NewReplacer("\n", "↵", "\t", "⇥")

// Cut shortens a text to at most limit octets, without breaking a character, and says how long
// the text was.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return s[:Boundary(s, limit)] + "… (" + Octets(int64(len(s))) + " in all)"
}

// Boundary returns the largest index at or below i at which a character of s starts.
func Boundary(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// Wrap breaks a text into lines of at most width columns, at spaces if possible, and indents
// every line except the first. Wide characters count as two columns.
func Wrap(text string, width int, indent string) string {
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

// grouped writes n with a comma between thousands.
func grouped[N int | int64](n N) string { return humanize.Comma(int64(n)) }

// Plural returns a number and its noun: "1 request", "2 requests".
func Plural(n int, noun string) string { return result.Counted(n, noun) }

// Millis formats a duration in milliseconds with a suitable unit.
func Millis(ms float64) string {
	switch {
	case ms < 0:
		return "0 ms"
	case ms < 10:
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	case ms < 1000:
		return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
	case ms < 60_000:
		return strconv.FormatFloat(ms/1000, 'f', 2, 64) + " s"
	default:
		return time.Duration(ms * float64(time.Millisecond)).Round(time.Second).String()
	}
}

// Power formats a power of ten of milliseconds, for a scale.
func Power(exponent int) string {
	ms := math.Pow10(exponent)
	switch {
	case ms < 1000:
		return strconv.FormatFloat(ms, 'f', -1, 64) + " ms"
	case ms < 60_000:
		return strconv.FormatFloat(ms/1000, 'f', -1, 64) + " s"
	}
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Second).String()
}

// Octets formats a size in octets with a suitable unit.
func Octets(n int64) string {
	switch {
	case n < 1024:
		return Plural(int(n), "octet")
	case n < 1024*1024:
		return fmt.Sprintf("%.1f KiB", float64(n)/1024)
	default:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1024*1024))
	}
}

// Time formats a time in UTC to the second; the zero time becomes a dash.
func Time(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// Took returns the duration of the run, which is never negative.
func Took(started, finished time.Time) time.Duration {
	if started.IsZero() || finished.Before(started) {
		return 0
	}
	return finished.Sub(started)
}

// ShortDigest returns the beginning of a digest, which is enough to compare two suites by eye.
func ShortDigest(d string) string { return d[:Boundary(d, min(len(d), 12))] }

// EndpointOf finds the operation for the "METHOD PATH" of a requirement. The update is documented
// with and without the id in its path (section 4.8).
func EndpointOf(methodAndPath string) (spec.Endpoint, bool) {
	method, path, _ := strings.Cut(methodAndPath, " ")
	for _, e := range spec.Endpoints() {
		if e.Method == method && (samePattern(e.Pattern(), path) || (e.ID != "" && e.OtherPath == path)) {
			return e, true
		}
	}
	return spec.Endpoint{}, false
}

// samePattern compares two paths whose parameters may be written ":id" or "{id}".
func samePattern(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		bothParameters := isParameter(as[i]) && isParameter(bs[i])
		if as[i] != bs[i] && !bothParameters {
			return false
		}
	}
	return true
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "{")
}

// Noted says how many observations there are about a partner build that no requirement judges,
// and where they are. One example is a customer whose details change from one request to the
// next. It is empty if there are none, and for a service: a service only answers requests, so its
// observations are answers to questions.
func Noted(run *result.Run, where string) string {
	count := 0
	for _, o := range run.Observations {
		count += o.Noted
	}
	if count == 0 || run.Side != result.PartnerSide {
		return ""
	}
	return Plural(count, "thing") + ", not judged: see " + where
}

// ObservationsPage is the place of the observations, for texts outside of the page.
const ObservationsPage = "Observations in index.html"

// Sanitized returns a deep copy of a run in which every text is visible.
func Sanitized(run *result.Run) *result.Run {
	return Rewritten(run, visible.Text)
}

// Rewritten returns a deep copy of a run in which text has mapped every text. Lists and maps that
// are nil become empty, so that results.json has [] and never null.
func Rewritten(run *result.Run, text func(string) string) *result.Run {
	return result.Rewriter{Text: func(_ reflect.Value, _, t string) string { return text(t) }}.Run(run)
}
