package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

func newAgain(c console) *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:   "again REPORT",
		Short: "Run the failed, blocked and untested requirements of a report again",
		Long: `again runs the requirements of an earlier report that failed, were blocked,
untested or errored, and says which of them are fixed. It uses the target, seed,
scope and settings of that report; a flag overrides them. The access token and
other secrets come from the environment or the config, as for a run.

again judges a part of the scope, so its best verdict is partial. Run the whole
scope to see whether a change broke something else. The new report goes to
another folder.

Exit code: the same as for assay server; 0 if the report has nothing to run.`,
		Example: "  assay again conformance-report",
		Args:    cobra.ExactArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.again(cmd.Context(), c, cmd.Flags(), args[0]) },
	}
	flags := cmd.Flags()
	f.addTarget(flags)
	f.AddBuild(flags)
	f.AddScope(flags)
	f.AddPace(flags)
	f.AddPrinting(flags)
	f.addPacks(flags)
	f.Page.Add(flags)
	flags.StringVar(&f.Out, "out", "", "folder for the report (default: REPORT-again)")
	flags.Int64Var(&f.Seed, "seed", 0, "use another seed than the report")
	return cmd
}

func (f *serverFlags) again(ctx context.Context, c console, flags *pflag.FlagSet, report string) error {
	earlier, err := reports.ReadResults(report)
	if err != nil {
		return err
	}
	switch {
	case earlier.Side != result.ServerSide:
		return fmt.Errorf("%s is about a partner build, whose requests only the build can send: run `assay partner` again", report)
	case earlier.Setup != nil:
		return fmt.Errorf("%s judged nothing, since the set-up was wrong: %s", report, earlier.Setup.Remedy)
	}
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return err
	}
	f.Only = earlier.ToRerun(func(id string) bool { return ledger.Find(id) != nil })
	if len(f.Only) == 0 {
		_, err := fmt.Fprintf(c.out, "Nothing failed, was blocked or untested in %s.\n", report)
		return err
	}
	conf, err := options.LoadConfig(f.Config)
	if err != nil {
		return err
	}
	f.Merge(flags, conf, &f.Run)
	f.FillFromRun(flags, earlier, &f.Run)
	if f.Out == "" {
		f.Out = strings.TrimSuffix(filepath.Dir(reports.ResultsPath(report)), string(filepath.Separator)) + "-again"
	}
	if err := errors.Join(f.Settle(), f.Page.Read(conf, "")); err != nil {
		return err
	}
	o, err := f.Options(ctx, conf, &f.Run, options.Prompt{In: c.in, Out: c.err})
	if err != nil {
		return err
	}
	o.TryPacks = f.packs
	f.compare = func(now *result.Run) error {
		if f.Format == "json" || f.Format == "quiet" {
			return nil
		}
		_, err := fmt.Fprintf(c.out, "\n%s", result.CompareRerun(earlier, now))
		return err
	}
	return f.certifyServer(ctx, c, o)
}
