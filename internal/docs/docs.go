// Package docs writes the pages of the documentation that have a source of
// their own: the register of tolerances and the ledger of requirements. A test
// fails when a page in docs/ is stale.
package docs

//go:generate go test . -run TestPagesAreFresh|TestTheChangelogTells -update

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// made stands at the top of every page.
const made = "<!-- Made by `go generate ./internal/docs`: change the source, not this page. -->\n\n"

// Tolerances is the register as a page.
func Tolerances(all []schemas.Tolerance) string {
	var b strings.Builder
	b.WriteString(made + `# Tolerances

The specification gives several forms in places. Each of them has an entry in the
register (schemas/tolerances.yaml) with the readings that it permits, and a kind:

- **alternative**: the specification permits the forms side by side. Of a request a
  server must take every one: a form that is refused is a failure. A partner, and a
  server in its answer, may send any. A requirement that holds by one of them has
  passed.
- **contradiction**: the places cannot all be true, so one documented reading
  suffices. A requirement that holds by one that is not the first is *tolerated*.
  A reading that *must be taken* is one that the table permits whatever a sample says.

The report says where which reading was seen. ` + "`--tolerance ID=READING`" + `, or
` + "`tolerances`" + ` in the config, pins one; all others then fail. What a server must
take in every form cannot be pinned for one: that would ask less of it.
`)
	for _, t := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s\n\n", t.ID, escape(t.Title), escape(t.Why))
		fmt.Fprintf(&b, "Section %s, in the %s (%s). Kind: %s.\n\n| reading | what it is |\n|---|---|\n", strings.Join(t.Sections, ", "), t.Direction, t.Place, t.Kind)
		for n, r := range t.Readings {
			title := escape(r.Title)
			switch {
			case r.Must:
				title += " (normative, must be taken)"
			case n == 0 && t.Kind == schemas.Contradiction:
				title += " (normative)"
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, title)
		}
	}
	return b.String()
}

// side is one half of the ledger with its title.
type side struct {
	Title  string
	Ledger *suite.Ledger
}

// Requirements is the ledger as a page.
func Requirements(sides ...side) string {
	var b strings.Builder
	b.WriteString(made + `# Requirements

Every obligation of the specification that a build is certified by, with the
sections that it rests on. A *stated* one is said there; an *implied* one a fair
reader must infer, and the text says from what. An *observed* one is where the
specification is silent: it is noted and never judged.
` + "`assay requirements ID`" + ` shows one with its checks, step by step.
`)
	for _, s := range sides {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		feature := ""
		for _, r := range s.Ledger.Requirements {
			if r.Feature != feature {
				feature = r.Feature
				fmt.Fprintf(&b, "\n### %s\n\n| id | grade | sections | checks | obligation |\n|---|---|---|---|---|\n", escape(feature))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %s |\n", r.ID, grade(r), strings.Join(r.Sections, ", "), len(r.Checks), statement(r))
		}
	}
	return b.String()
}

func grade(r *suite.Requirement) string {
	if r.Observation {
		return "observed"
	}
	return string(r.Grade)
}

func statement(r *suite.Requirement) string {
	if r.Why == "" {
		return escape(r.Statement)
	}
	return escape(r.Statement) + "<br>" + escape(r.Why)
}

// escape keeps a text within its cell, and from being read as markup.
func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "\n", " ").Replace(text)
}
