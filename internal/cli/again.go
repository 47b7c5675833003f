package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
)

// newAgain makes `assay again`.
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
	f.addScope(flags)
	f.addPace(flags)
	f.addPrinting(flags)
	f.addPacks(flags)
	f.page.Add(flags)
	flags.StringVar(&f.out, "out", "", "folder for the report (default: REPORT-again)")
	flags.Int64Var(&f.seed, "seed", 0, "use another seed than the report")
	return cmd
}

func (f *serverFlags) again(ctx context.Context, c console, flags *pflag.FlagSet, report string) error {
	earlier, err := readResults(report)
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
	f.only = earlier.ToRerun(func(id string) bool { return ledger.Find(id) != nil })
	if len(f.only) == 0 {
		_, err := fmt.Fprintf(c.out, "Nothing failed, was blocked or untested in %s.\n", report)
		return err
	}
	conf, err := loadConfig(f.config)
	if err != nil {
		return err
	}
	f.merge(flags, conf)
	f.asBefore(flags, earlier)
	if f.out == "" {
		f.out = strings.TrimSuffix(filepath.Dir(resultsPath(report)), string(filepath.Separator)) + "-again"
	}
	if err := errors.Join(f.settle(), f.page.Read(conf, "")); err != nil {
		return err
	}
	options, err := f.options(ctx, c, conf)
	if err != nil {
		return err
	}
	options.TryPacks = f.packs
	f.compare = func(now *result.Run) error {
		if f.format == "json" || f.format == "quiet" {
			return nil
		}
		_, err := fmt.Fprintf(c.out, "\n%s", result.CompareRerun(earlier, now))
		return err
	}
	return f.certifyServer(ctx, c, options)
}

// asBefore takes from an earlier run what no flag says: it comes before the config,
// which may have changed since.
func (f *serverFlags) asBefore(flags *pflag.FlagSet, earlier *result.Run) {
	unless := func(name string, take func()) {
		if !flags.Changed(name) {
			take()
		}
	}
	unless("base-url", func() { f.baseURL = earlier.Target.BaseURL })
	unless("lookup-base-url", func() { f.lookupBaseURL = earlier.Target.LookupBaseURL })
	unless("build", func() { f.build = orElse(f.build, earlier.Target.Build) })
	unless("scope", func() { f.scope = earlier.Scope })
	unless("seed", func() { f.seed = earlier.FindingSeed() })
	unless("concurrency", func() { f.concurrency = max(earlier.Settings.Concurrency, 1) })
	unless("timeout", func() { f.timeout = milliseconds(earlier.Settings.TimeoutMS, f.timeout) })
	unless("deadline", func() { f.deadline = milliseconds(earlier.Settings.DeadlineMS, f.deadline) })
	unless("tolerance", func() {
		f.tolerances = nil
		for _, id := range slices.Sorted(maps.Keys(earlier.Settings.Tolerances)) {
			f.tolerances = append(f.tolerances, id+"="+earlier.Settings.Tolerances[id])
		}
	})
	f.strength = strength(earlier.Settings.Strength)
}

func milliseconds(ms int64, otherwise time.Duration) time.Duration {
	if ms <= 0 {
		return otherwise
	}
	return time.Duration(ms) * time.Millisecond
}
