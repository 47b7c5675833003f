// Package docs writes the generated pages of the documentation: the tolerances and the
// requirements. A test fails when a page in docs/ is stale.
package docs

//go:generate go test . -run TestPagesAreFresh|TestTheChangelogTells -update

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// made is the first line of every generated page.
const made = "<!-- Made by `go generate ./internal/docs`: change the source, not this page. -->\n\n"

// Tolerances returns the register of tolerances as a page.
func Tolerances(all []schemas.Tolerance) string {
	var b strings.Builder
	b.WriteString(made + `# Tolerances

In some places the specification gives several forms. Each of these places has an entry in
the register (schemas/tolerances.yaml) with its permitted [readings](glossary.md) and a kind:

- **alternative**: the specification permits all forms. A server must accept every form in
  a request: a refused form is a failure. A partner may send any form, and a server may
  return any. A requirement that passes by one of them is passed.
- **contradiction**: the forms cannot all be true, so one documented reading is enough. If
  a requirement passes by a reading that is not the first, it is *tolerated*. A reading
  that *must be accepted* is one that the table permits, whatever a sample shows.

The report shows where it found which reading. To require one reading, use
` + "`--tolerance ID=READING`" + `, or ` + "`tolerances`" + ` in the config; all other readings then
fail. You cannot require one reading where a server must accept every form.
`)
	for _, t := range all {
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s\n\n", t.ID, escape(t.Title), escape(t.Why))
		fmt.Fprintf(&b, "Section %s, in the %s (%s). Kind: %s.\n\n%s", strings.Join(t.Sections, ", "), t.Direction, t.Place, t.Kind, readings(t))
	}
	return b.String()
}

// readings returns a table of the readings that a tolerance permits.
func readings(t schemas.Tolerance) string {
	var b strings.Builder
	b.WriteString("| reading | what it is |\n|---|---|\n")
	for n, r := range t.Readings {
		title := escape(r.Title)
		switch {
		case r.Must:
			title += " (normative, must be accepted)"
		case n == 0 && t.Kind == schemas.Contradiction:
			title += " (normative)"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, title)
	}
	return b.String()
}

// side is the ledger of one side, with a title.
type side struct {
	Title  string
	Ledger *suite.Ledger
}

// Requirements returns the ledger as a page.
func Requirements(sides ...side) string {
	var b strings.Builder
	b.WriteString(made + `# Requirements

Every obligation that assay uses to certify a build, with its sections of the
specification. A *stated* obligation is in the specification. An *implied* one must be
inferred, and the text says from what. An *observed* one is about something that the
specification does not say: the report notes it, and no verdict depends on it
([words](glossary.md): requirement, grade, check, observation).
` + "`assay requirements ID`" + ` shows one requirement with its checks, step by step.
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

// escape escapes a text so that it stays in its table cell and is not read as markup.
func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "\n", " ").Replace(text)
}
