// Package pairing writes the forecasts for pairs of builds: as text, as JSON, and as a page that
// needs no network.
package pairing

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports/wording"
)

// WriteText writes the pairs: a single pair with all its reasons, several pairs as a table.
func WriteText(w io.Writer, m *pair.Matrix) error {
	var b strings.Builder
	if len(m.Servers) == 1 && len(m.Partners) == 1 {
		writePair(&b, m)
	} else if err := writeTable(&b, m); err != nil {
		return err
	}
	for _, why := range m.LeftOut {
		fmt.Fprintf(&b, "left out: %s\n", line(why))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writePair(b *strings.Builder, m *pair.Matrix) {
	f := m.Cells[0][0]
	fmt.Fprintf(b, "%s: %s\n", strings.ToUpper(string(f.Answer)), pair.Sentence(line(m.Servers[0].Name), line(m.Partners[0].Name), f))
	for _, a := range []pair.Answer{pair.No, pair.Unknown} {
		for _, r := range f.Of(a) {
			writeReason(b, r)
		}
	}
	if agreed := f.Of(pair.Yes); len(agreed) > 0 && f.Answer != pair.Yes {
		fmt.Fprintf(b, "\n%d other entries agree\n", len(agreed))
	}
}

func writeReason(b *strings.Builder, r pair.Reason) {
	where := r.Endpoint
	if where != "" {
		where = " (" + where + ")"
	}
	fmt.Fprintf(b, "\n  %-7s  %s%s\n           partner  %s\n           server   %s\n", r.Answer, r.Title, where, r.Partner, r.Server)
	if r.Remedy != "" {
		fmt.Fprintf(b, "           to know  %s\n", r.Remedy)
	}
}

func writeTable(b *strings.Builder, m *pair.Matrix) error {
	table := tabwriter.NewWriter(b, 0, 4, 2, ' ', 0)
	fmt.Fprint(table, "SERVER \\ PARTNER")
	for _, p := range m.Partners {
		fmt.Fprintf(table, "\t%s", line(p.Name))
	}
	fmt.Fprintln(table)
	for i, s := range m.Servers {
		fmt.Fprint(table, line(s.Name))
		for _, f := range m.Cells[i] {
			fmt.Fprintf(table, "\t%s", f.Answer)
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(b, "\n%s\n", sum(m))
	return nil
}

// line turns untrusted text into one line.
func line(text string) string { return strings.Join(strings.Fields(visible.Text(text)), " ") }

// sum counts the pairs by answer.
func sum(m *pair.Matrix) string {
	return fmt.Sprintf("%s by %s: %d yes, %d no, %d unknown",
		wording.Plural(len(m.Servers), "server"), wording.Plural(len(m.Partners), "partner"), m.Count(pair.Yes), m.Count(pair.No), m.Count(pair.Unknown))
}

// WriteJSON writes the pairs with all their reasons.
func WriteJSON(w io.Writer, m *pair.Matrix) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(struct {
		Schema string      `json:"schema"`
		Answer pair.Answer `json:"answer"` // the worst answer of all pairs
		*pair.Matrix
	}{"assay.pairs/v1", m.Worst(), m})
}
