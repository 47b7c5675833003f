package traffic

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/visible"
)

// draw replaces the table on the terminal. It cuts each line to the width of the terminal, because
// the terminal would break a longer line into several.
func (v *view) draw() {
	if v.place.width == nil {
		return
	}
	var b strings.Builder
	if v.place.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", v.place.drawn)
	}
	rows := v.rows()
	for _, row := range rows {
		line := []rune(row)
		b.WriteString(string(line[:min(len(line), v.place.width()-1)]) + "\n")
	}
	v.place.drawn = len(rows)
	_, _ = io.WriteString(visible.Drawing(v.out), b.String()) // assay goes on even if the terminal is gone
}

// rows returns the table: a line for each endpoint in scope, and then the rest.
func (v *view) rows() []string {
	var rows []string
	for _, scope := range v.scope {
		label := scope
		for _, endpoint := range spec.Names() {
			if spec.Of(endpoint).Capability != scope {
				continue
			}
			rows = append(rows, fmt.Sprintf("  %-10s %s", label, v.row(endpoint)))
			label = ""
		}
	}
	switch n := len(v.missing()); n {
	case 0:
		rows = append(rows, "  every call was seen")
	default:
		rows = append(rows, fmt.Sprintf("  %d still missing", n))
	}
	switch v.seen.others {
	case 0:
	case 1:
		rows[len(rows)-1] += ", 1 other call"
	default:
		rows[len(rows)-1] += fmt.Sprintf(", %d other calls", v.seen.others)
	}
	return append(rows, v.requirementRows()...)
}

// requirementRows returns the lines about the requirements. It shows in full some of the
// requirements that were not exercised yet. Those of endpoints that were called come first.
func (v *view) requirementRows() []string {
	if v.shown == 0 {
		return nil
	}
	const most = 6
	s := v.standing
	rows := []string{fmt.Sprintf("  %d of %d requirements exercised", len(s.Exercised), len(s.Exercised)+len(s.Open))}
	if len(s.Failed) > 0 {
		rows[0] += fmt.Sprintf("; %d failed: %s", len(s.Failed), listed(s.Failed))
	}
	open := slices.Clone(s.Open)
	slices.SortStableFunc(open, func(a, b result.Requirement) int { return v.rank(a) - v.rank(b) })
	for _, r := range open[:min(len(open), most)] {
		rows = append(rows, "    still missing: "+r.ID+" "+r.Statement)
	}
	if beyond := len(open) - most; beyond > 0 {
		rows = append(rows, fmt.Sprintf("    and %d more", beyond))
	}
	return rows
}

// rank returns 0 for a requirement of an endpoint that was called, and 1 for the others.
func (v *view) rank(r result.Requirement) int {
	for endpoint, n := range v.seen.of {
		if n > 0 && spec.Line(endpoint) == r.Endpoint {
			return 0
		}
	}
	return 1
}

func (v *view) row(endpoint string) string {
	switch n := v.seen.of[endpoint]; n {
	case 0:
		return "○ " + spec.Line(endpoint)
	case 1:
		return "✓ " + spec.Line(endpoint) + ", once"
	default:
		return fmt.Sprintf("✓ %s, %d times", spec.Line(endpoint), n)
	}
}
