package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/reportdetails"
	"github.com/credit-partner/assay/reports"
)

func newReport(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Render, compare or merge the results of runs",
		Args:  onlyCommands,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRender(c), newDiff(c), newMerge(c))
	return cmd
}

// renderFlags are the flags of `assay report render`.
type renderFlags struct {
	out  string
	page reportdetails.Statement
}

func newRender(c console) *cobra.Command {
	f := &renderFlags{}
	cmd := &cobra.Command{
		Use:   "render RESULTS",
		Short: "Render the report of an earlier result again",
		Long: `render writes every report file from a results.json, or from the folder that
contains one. It does not change exchanges.har. It judges nothing, so the exit
code does not depend on the verdict. The result is another report, with a number of
its own, and names the report that it replaces.`,
		Example: "  assay report render conformance-report --out /tmp/report",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return f.render(c, args[0]) },
	}
	f.page.Add(cmd.Flags())
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the report (default that of RESULTS)")
	return cmd
}

func (f *renderFlags) render(c console, results string) error {
	run, err := reports.ReadResults(results)
	if err != nil {
		return err
	}
	if err := f.page.Read(&config.Config{}, ""); err != nil {
		return err
	}
	out := f.out
	if out == "" {
		out = filepath.Dir(reports.ResultsPath(results))
	}
	if err := reports.Uncertified(out); err != nil {
		return err
	}
	f.page.Reissue(run)
	if err := reports.WriteFolder(out, run, nil); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Report: %s\n", filepath.Join(out, "index.html"))
	return err
}
