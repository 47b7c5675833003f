package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

func newRequirements(c console) *cobra.Command {
	report, since := "", ""
	cmd := &cobra.Command{
		Use:   "requirements [ID…]",
		Short: "List the requirements; with ids, show them in full",
		Long: `requirements lists the obligations of both sides. With ids, or patterns as --only
takes them (LIM-*, section:4.6), it shows each of them in full. With --report it also shows
the outcome of the requirement in an earlier run, and on how many responses it was decided.
With --since it lists added, removed and changed requirements since a released version.`,
		Example: `  assay requirements
  assay requirements PUR-07 STA-02
  assay requirements PUR-07 --report conformance-report
  assay requirements --since 1.0`,
		RunE: func(_ *cobra.Command, ids []string) error {
			if since != "" {
				return requirementsSince(c.out, since, ids, report)
			}
			return requirements(c.out, ids, report)
		},
	}
	cmd.Flags().StringVar(&since, "since", "", "version of assay, such as 1.0: list what changed in the ledger since")
	cmd.Flags().StringVar(&report, "report", "", "folder, or results.json, of an earlier run")
	return cmd
}

func requirements(w io.Writer, ids []string, report string) error {
	ledger, err := bothLedgers()
	if err != nil {
		return err
	}
	var run *result.Run
	if report != "" {
		if run, err = reports.ReadResults(report); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return list(w, ledger)
	}
	for _, pattern := range ids {
		named := ledger.Matching(pattern)
		if len(named) == 0 {
			return fmt.Errorf("there is no requirement %q: `assay requirements` lists them", pattern)
		}
		for _, r := range named {
			if err := inFull(w, r); err != nil {
				return err
			}
			if run == nil {
				continue
			}
			if err := outcomeIn(w, run, r.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// bothLedgers returns one ledger with the requirements of the server side, followed by those of
// the partner side.
func bothLedgers() (*suite.Ledger, error) {
	both := &suite.Ledger{}
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		ledger, err := certify.Ledger(side)
		if err != nil {
			return nil, err
		}
		both.Requirements = append(both.Requirements, ledger.Requirements...)
	}
	return both, nil
}

// list prints a line for each requirement.
func list(w io.Writer, ledger *suite.Ledger) error {
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tSIDE\tGRADE\tSCOPE\tCHECKS\tSECTIONS\tOBLIGATION")
	for _, r := range ledger.Requirements {
		side, _, _ := strings.Cut(r.Checks[0].Location, "/")
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", r.ID, side, grade(r), r.Scope, len(r.Checks), strings.Join(r.Sections, " "), r.Statement)
	}
	return table.Flush()
}

func grade(r *suite.Requirement) string {
	if r.Observation {
		return "observed"
	}
	return string(r.Grade)
}

// inFull prints a requirement with its checks, step by step.
func inFull(w io.Writer, r *suite.Requirement) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", r.ID, r.Statement)
	if r.Why != "" {
		fmt.Fprintf(&b, "        %s\n", r.Why)
	}
	fmt.Fprintf(&b, "        %s, section %s, scope %s", grade(r), strings.Join(r.Sections, ", "), r.Scope)
	if title := spec.Line(r.Endpoint); title != "" {
		fmt.Fprintf(&b, ", %s", title)
	}
	b.WriteString("\n")
	for _, check := range r.Checks {
		fmt.Fprintf(&b, "\n  %s  (%s)\n", check.Name, check.Location)
		for _, step := range check.Steps {
			fmt.Fprintf(&b, "    %-5s %s\n", step.Keyword, step.Text)
		}
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

// outcomeIn prints the outcome of a requirement in a run, and the evidence for it.
func outcomeIn(w io.Writer, run *result.Run, id string) error {
	at := slices.IndexFunc(run.Requirements, func(q result.Requirement) bool { return q.ID == id })
	if at < 0 {
		_, err := fmt.Fprintf(w, "  In that run: %s was not part of it\n\n", id)
		return err
	}
	q := run.Requirements[at]
	_, err := fmt.Fprintf(w, "  In that run: %s, %s\n\n", q.Outcome, q.Evidence(run.Side))
	return err
}
