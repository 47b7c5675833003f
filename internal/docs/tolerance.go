package docs

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// tolerancePage says which readings a tolerance permits, and what they ask of
// either side.
func tolerancePage(t schemas.Tolerance, ledgers ...*suite.Ledger) Page {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n%s\n\n", t.ID, escape(t.Title), escape(t.Why))
	fmt.Fprintf(&b, "| | |\n|---|---|\n| sections of the specification | %s |\n| place | %s of a %s |\n| kind | %s |\n", strings.Join(t.Sections, ", "), t.Place, t.Direction, t.Kind)
	if related := requirementsOf(t.ID, ledgers); len(related) > 0 {
		fmt.Fprintf(&b, "| requirements | %s |\n", strings.Join(related, ", "))
	}
	fmt.Fprintf(&b, "\n## Readings\n\n%s\n## What you must do\n\n%s\n", readings(t), duty(t))
	fmt.Fprintf(&b, "\n## Require one reading\n\n%sWith `--tolerance %s=%s`, or in assay.yaml, every other reading fails:\n\n```yaml\ntolerances: {%s: %s}\n```\n",
		serverNote(t), t.ID, t.Readings[0].Name, t.ID, t.Readings[0].Name)
	return page("tolerances/"+t.ID+".md", b.String())
}

// serverNote says where a server must accept more than one reading, so that none
// can be required alone.
func serverNote(t schemas.Tolerance) string {
	if len(t.Required()) > 1 {
		return "Only for a partner build: a server must accept every reading. "
	}
	return ""
}

// duty is what a tolerance asks of a server and of a partner.
func duty(t schemas.Tolerance) string {
	switch {
	case t.Direction == "response":
		return "A server may return any of these readings. A partner must handle all of them."
	case t.Kind == schemas.Alternative:
		return "A server must accept every reading: a refused one is a failure. A partner may send any of them."
	default:
		return "The specification contradicts itself here. A server must accept at least one reading, and a partner may send any. " +
			"If a build uses another reading than the normative one, the requirement is *tolerated*."
	}
}

func requirementsOf(tolerance string, ledgers []*suite.Ledger) (links []string) {
	for _, l := range ledgers {
		for _, r := range l.Requirements {
			if names(l.Source(r), tolerance) {
				links = append(links, fmt.Sprintf("[%s](../requirements/%s.md)", r.ID, r.ID))
			}
		}
	}
	return links
}
