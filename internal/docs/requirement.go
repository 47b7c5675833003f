package docs

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// requirementPage makes the page of a requirement: what it requires, how assay checks it, which
// faults it finds, and how to fix a failure.
func requirementPage(l *suite.Ledger, r *suite.Requirement, planted []faults.Fault) Page {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", r.ID, escape(r.Statement))
	if r.Why != "" {
		fmt.Fprintf(&b, "%s\n\n", escape(r.Why))
	}
	fmt.Fprintf(&b, "| | |\n|---|---|\n| side | %s build |\n| grade | %s |\n| sections of the specification | %s |\n| capability | %s |\n",
		l.Side, grade(r), strings.Join(r.Sections, ", "), r.Scope)
	if line := spec.Line(r.Endpoint); line != "" {
		fmt.Fprintf(&b, "| endpoint | `%s` |\n", line)
	}
	fmt.Fprintf(&b, "| checks | %d |\n", len(r.Checks))
	source := l.Source(r)
	if related := tolerancesIn(source); len(related) > 0 {
		fmt.Fprintf(&b, "| tolerances | %s |\n", strings.Join(related, ", "))
	}
	fmt.Fprintf(&b, "\n## How assay checks it\n\nThis is the rule with its examples, from `features/`:\n\n```gherkin\n%s```\n", source)
	found := findBy(planted, r.ID)
	switch {
	case r.Observation:
		b.WriteString("\n## What to do\n\nNothing: the specification does not define this. The report notes what your build does.\n")
	case l.Side == result.ServerSide:
		b.WriteString(faultTable(found) + serverFix(r, found))
	default:
		b.WriteString(faultTable(found) + partnerFix(r))
	}
	return page("requirements/"+r.ID+".md", b.String())
}

func tolerancesIn(source string) (links []string) {
	for _, t := range schemas.Register() {
		if names(source, t.ID) {
			links = append(links, fmt.Sprintf("[%s](../tolerances/%s.md)", t.ID, t.ID))
		}
	}
	return links
}

// names reports whether a rule names a tolerance: in a sentence, or in a row of its examples about
// tolerances.
func names(source, tolerance string) bool {
	if strings.Contains(source, `"`+tolerance+`"`) {
		return true
	}
	if !strings.Contains(source, `"<tolerance>"`) {
		return false
	}
	for line := range strings.Lines(source) {
		if cells := strings.Split(line, "|"); len(cells) > 2 && strings.TrimSpace(cells[1]) == tolerance {
			return true
		}
	}
	return false
}

func faultTable(found []faults.Fault) string {
	if len(found) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Faults that it finds\n\nA build fails this requirement if, for example:\n\n| fault | what the build does wrong |\n|---|---|\n")
	for _, f := range found {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.ID, escape(f.Why))
	}
	return b.String()
}

func serverFix(r *suite.Requirement, found []faults.Fault) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## How to fix a failure\n\n1. Run this requirement alone. The report shows the expected and the actual value, and a `curl` line that repeats the call:\n\n       assay server --base-url URL --only %s\n\n", r.ID)
	fmt.Fprintf(&b, "2. Read %s of the specification.\n", sections(r))
	b.WriteString("3. Send the same call to the reference, and compare the responses:\n\n       assay sandbox\n\n")
	if len(found) > 0 {
		fmt.Fprintf(&b, "4. To see a failure of this requirement, plant a fault in the reference and certify it:\n\n       assay sandbox --fault %s\n\n", found[0].ID)
	}
	if len(r.Owns) > 0 {
		b.WriteString("Other requirements need what this one is about. While it fails, they are blocked: fix this one first.\n")
	}
	return b.String()
}

func partnerFix(r *suite.Requirement) string {
	return fmt.Sprintf("\n## How to fix a failure\n\n1. Run your store with this requirement alone. The report shows the request, the expected and the actual value:\n\n       assay partner --only %s -- CMD\n\n"+
		"2. Read %s of the specification.\n3. Compare your request with the example store: `internal/samplepartner`, or the report of `assay partner -- assay sample-partner`.\n", r.ID, sections(r))
}

func sections(r *suite.Requirement) string {
	if len(r.Sections) == 1 {
		return "section " + r.Sections[0]
	}
	return "sections " + strings.Join(r.Sections, ", ")
}
