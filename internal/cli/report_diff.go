package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

func newDiff(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Show what broke and what was fixed between two results",
		Long: `diff compares two results.json files, or the folders that contain them,
requirement by requirement. A requirement broke if it passed in the old run and
the new run does not show that it passes.

Exit code: 0 everything that passed still passes; 1 a requirement broke, passed
and is gone, or is new and fails; 2 wrong use; 3 none of these, but the comparison is
incomplete: the suites differ, or the new run is inconclusive.`,
		Example: "  assay report diff last-week/ conformance-report/",
		Args:    cobra.ExactArgs(2),
		RunE:    func(_ *cobra.Command, args []string) error { return compare(c, args[0], args[1]) },
	}
}

func compare(c console, before, now string) error {
	old, err := reports.ReadResults(before)
	if err != nil {
		return err
	}
	fresh, err := reports.ReadResults(now)
	if err != nil {
		return err
	}
	d, err := result.Compare(old, fresh)
	if err != nil {
		return err
	}
	if err := writeDiff(c.out, old, fresh, d); err != nil {
		return err
	}
	switch {
	case d.Worse():
		return exit(ExitNonConformant)
	case len(d.Undecided) > 0:
		return exit(ExitInconclusive)
	}
	return nil
}

// writeDiff prints the two runs, a line for each change, and the number of changes of each kind.
func writeDiff(w io.Writer, old, fresh *result.Run, d *result.Diff) error {
	var b strings.Builder
	about(&b, "old", old)
	about(&b, "new", fresh)
	for _, why := range d.Undecided {
		fmt.Fprintf(&b, "not comparable  %s\n", terminal.Plain(why))
	}
	b.WriteString("\n")
	if len(d.Changes) > 0 {
		if err := writeChanges(&b, d); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	for _, k := range result.ChangeKinds {
		fmt.Fprintf(&b, "%d %s, ", d.Count(k), k)
	}
	fmt.Fprintf(&b, "%d as before\n", d.Unchanged)
	_, err := io.WriteString(w, b.String())
	return err
}

func about(b *strings.Builder, which string, run *result.Run) {
	target := strings.TrimSpace(run.Target.Build + " " + run.Target.BaseURL)
	line := fmt.Sprintf("%s  %s  %s  suite %s  %s", which, run.Finished.UTC().Format(time.RFC3339), run.Verdict, run.Suite.Version, target)
	fmt.Fprintln(b, terminal.Plain(line))
}

func writeChanges(w io.Writer, d *result.Diff) error {
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "CHANGE\tREQUIREMENT\tBEFORE\tNOW\tOBLIGATION")
	for _, c := range d.Changes {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", c.Kind, terminal.Plain(c.Requirement), outcomeWord(c.Before), outcomeWord(c.Now), terminal.Plain(c.Statement))
		if c.Detail != "" {
			fmt.Fprintf(table, "\t\t\t\t%s\n", terminal.Plain(c.Detail))
		}
	}
	return table.Flush()
}

// outcomeWord returns an outcome, or a dash if there is none.
func outcomeWord(o result.Outcome) string {
	if o == "" {
		return "-"
	}
	return terminal.Plain(string(o))
}
