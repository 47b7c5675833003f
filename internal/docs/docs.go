// Package docs writes the pages of the documentation that have a source of
// their own: the register of tolerances and the ledger of requirements. A test
// fails when a page in docs/ is stale.
package docs

//go:generate go test . -run TestPagesAreFresh -update

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

The specification contradicts itself in places. Each of them has an entry in the
register (schemas/tolerances.yaml) with the readings that it permits. Unpinned,
every reading is fine: a requirement that holds by way of one that is not the
first is *tolerated*, and the report says where which reading was seen.
` + "`--tolerance ID=READING`" + `, or ` + "`tolerances`" + ` in the config, pins one; all others
then fail.
`)
	for _, t := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s\n\n", t.ID, escape(t.Title), escape(t.Why))
		fmt.Fprintf(&b, "Section %s, in the %s (%s).\n\n| reading | what it is |\n|---|---|\n", strings.Join(t.Sections, ", "), t.Direction, t.Place)
		for n, r := range t.Readings {
			title := escape(r.Title)
			if n == 0 {
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
