package docs

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	manual "github.com/credit-partner/assay/docs"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// Page is one page of the documentation.
type Page struct {
	Path     string // "verdicts.md", "requirements/PUR-07.md"
	Title    string
	Markdown string
}

// Sources are the data from which the pages are made: the ledgers of both sides, and the faults
// that show what each requirement finds.
type Sources struct {
	Server, Partner *suite.Ledger
	Faults          []faults.Fault
}

// Pages returns all pages of the documentation: those in the folder docs, one for every
// requirement, and one for every tolerance.
func Pages(from Sources) ([]Page, error) {
	names, err := fs.Glob(manual.Pages, "*.md")
	if err != nil {
		return nil, fmt.Errorf("list the pages: %w", err)
	}
	var all []Page
	for _, name := range names {
		text, err := fs.ReadFile(manual.Pages, name)
		if err != nil {
			return nil, fmt.Errorf("read the page %s: %w", name, err)
		}
		all = append(all, written(name, string(text)))
	}
	for _, l := range []*suite.Ledger{from.Server, from.Partner} {
		for _, r := range l.Requirements {
			all = append(all, requirementPage(l, r, from.Faults))
		}
	}
	for _, t := range schemas.Register() {
		all = append(all, tolerancePage(t, from.Server, from.Partner))
	}
	return all, nil
}

// written returns a page of the folder docs. It adds links from the lists of requirements and
// tolerances to the page of each, because only the site has these pages.
func written(name, text string) Page {
	switch name {
	case "requirements.md":
		text = regexp.MustCompile(`(?m)^\| ([A-Z]+-\d+) \|`).ReplaceAllString(text, "| [$1](requirements/$1.md) |")
	case "tolerances.md":
		text = regexp.MustCompile(`(?m)^## ([a-z-]+)$`).ReplaceAllString(text, "## $1\n\n[Page of this tolerance](tolerances/$1.md)")
	}
	return page(name, withoutOutsideLinks(text))
}

// outside finds a link to a file that is not a page.
var outside = regexp.MustCompile(`\[([^\]]*)\]\(\.\./([^)#]*)(?:#[^)]*)?\)`)

// withoutOutsideLinks replaces links to files of the repository with their names, because a reader
// of the pages may not have these files.
func withoutOutsideLinks(text string) string {
	return outside.ReplaceAllStringFunc(text, func(link string) string {
		m := outside.FindStringSubmatch(link)
		if path.Base(m[1]) == path.Base(m[2]) {
			return "`" + m[2] + "`"
		}
		return m[1] + " (`" + m[2] + "`)"
	})
}

func page(name, markdown string) Page {
	title := name
	for line := range strings.Lines(markdown) {
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			title = strings.ReplaceAll(strings.TrimSpace(heading), `\`, "")
			break
		}
	}
	return Page{Path: name, Title: title, Markdown: markdown}
}

// findBy returns the faults that a requirement must find.
func findBy(all []faults.Fault, id string) []faults.Fault {
	return slices.DeleteFunc(slices.Clone(all), func(f faults.Fault) bool { return f.Breaks != id })
}

// tolerancePage makes the page of a tolerance: which readings it permits, and what they mean for
// each side.
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

// serverNote returns a note if a server must accept more than one reading, so that nobody can
// require a single one of it.
func serverNote(t schemas.Tolerance) string {
	if len(t.Required()) > 1 {
		return "Only for a partner build: a server must accept every reading. "
	}
	return ""
}

// duty returns what a tolerance requires of a server and of a partner.
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
