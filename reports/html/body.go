package html

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/reports/wording"
)

const (
	bodyShown  = 4 << 10   // the most octets of a body that the page shows
	bodyLead   = 1 << 10   // octets shown before the first mark, if the page does not show the beginning
	bodyPretty = 256 << 10 // longer bodies are not indented
	depthMost  = 64        // deeper bodies are not indented either, because the indents would grow with the square of the depth
)

// segment is a piece of evidence. A marked segment is the place of a failure, and its note names
// the path.
type segment struct {
	Text string
	Mark bool
	Note string
}

// span is the place of a mark in a text, with its note.
type span struct {
	start, end int
	note       string
}

// pretty indents a JSON body. A body that is not JSON, too long or too deep is returned
// unchanged.
func pretty(body string) string {
	if len(body) > bodyPretty || tooDeep(body) || !json.Valid([]byte(body)) {
		return body
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(body), "", "  "); err != nil {
		return body
	}
	return b.String()
}

func tooDeep(body string) bool {
	depth := 0
	for i := range len(body) {
		switch body[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > depthMost {
			return true
		}
	}
	return false
}

// bodySegments returns the part of a body that the page shows, with the given JSON paths marked.
func bodySegments(body string, paths []string) []segment {
	spans := locate(body, paths)
	from, to := window(body, spans)
	var out []segment
	if from > 0 {
		out = append(out, segment{Text: "… " + wording.Octets(int64(from)) + " before\n"})
	}
	at := from
	for _, s := range spans {
		start, end := max(s.start, at), min(s.end, to)
		if start >= end {
			continue
		}
		out = append(out, segment{Text: body[at:start]}, segment{Text: body[start:end], Mark: true, Note: s.note})
		at = end
	}
	out = append(out, segment{Text: body[at:to]})
	if to < len(body) {
		out = append(out, segment{Text: "\n… " + wording.Octets(int64(len(body)-to)) + " more"})
	}
	return slices.DeleteFunc(out, func(s segment) bool { return s.Text == "" })
}

// window chooses the part of a long body that is shown: its beginning, or the text around the
// first mark if the mark is further down.
func window(body string, spans []span) (from, to int) {
	if len(body) <= bodyShown {
		return 0, len(body)
	}
	if len(spans) > 0 && spans[0].end > bodyShown {
		from = wording.Boundary(body, max(0, spans[0].start-bodyLead))
		if line := strings.LastIndexByte(body[:from], '\n'); line >= 0 && from-line < 200 {
			from = line + 1
		}
	}
	return from, wording.Boundary(body, min(len(body), from+bodyShown))
}

// locate finds the places of paths in a JSON text, in order and without overlaps.
func locate(body string, paths []string) []span {
	if len(paths) == 0 || tooDeep(body) || !json.Valid([]byte(body)) {
		return nil
	}
	var spans []span
	for _, p := range paths {
		if s, ok := locatePath(body, p); ok {
			spans = append(spans, s)
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.start - b.start })
	return mergeMarks(spans)
}

// mergeMarks merges the notes of marks at the same place, and drops marks inside other marks.
func mergeMarks(spans []span) []span {
	var out []span
	for _, s := range spans {
		last := len(out) - 1
		switch {
		case last < 0 || s.start >= out[last].end:
			out = append(out, s)
		case s.start == out[last].start && s.note != out[last].note:
			out[last].note += ", " + s.note
		}
	}
	return out
}

// locatePath finds the place of one gjson path. If a member is absent, the mark is on the opening
// bracket of the value that should contain it, and the note says so.
func locatePath(body, path string) (span, bool) {
	start, end := bounds(body)
	if path == "" || path == "@this" {
		return span{start, start + 1, "here"}, end > start
	}
	for _, member := range splitPath(path) {
		value := gjson.Get(body[start:end], member)
		if !value.Exists() {
			return span{start, start + 1, path + " is absent"}, true
		}
		if value.Index == 0 || len(value.Raw) == 0 {
			return span{}, false // the path is not a single place, but a query, a count or a modifier
		}
		start += value.Index
		end = start + len(value.Raw)
	}
	return span{start, end, path}, true
}

// bounds returns the start and end of a JSON text without the white space around it.
func bounds(body string) (start, end int) {
	end = len(strings.TrimRight(body, " \t\r\n"))
	return len(body) - len(strings.TrimLeft(body, " \t\r\n")), end
}

// splitPath splits a gjson path at its dots, except at escaped dots.
func splitPath(path string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '.':
			parts = append(parts, path[start:i])
			start = i + 1
		}
	}
	return append(parts, path[start:])
}
