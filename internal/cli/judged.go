package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/deviation"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports"
)

// runFlags are common to all commands that judge: the options of the run, and what is done
// with its result.
type runFlags struct {
	options.Run
	sign     *signing.Run            // nil: this command signs nothing
	accepted *deviation.List         // what stands in the file of deviations; nil without one
	compare  func(*result.Run) error // says what became of an earlier run; nil without one
}

// certifyServer runs the plan of the flags against a target, writes the report
// and says what came of it.
func (f *runFlags) certifyServer(ctx context.Context, c console, o certify.Options) error {
	if err := f.CheckSoak(); err != nil {
		return err
	}
	plan, err := f.ServerPlan(&o)
	if err != nil {
		return err
	}
	if f.accepted, err = loadDeviations(f.Deviations, result.ServerSide); err != nil {
		return err
	}
	if err := reports.CheckFolder(f.Out); err != nil {
		return err
	}
	defer certify.TuneMemory()()
	f.Pace.Apply(&o)
	o.FullEvidence = f.FullEvidence()
	if f.Soak.Wanted() {
		return f.soakServer(ctx, c, plan, o)
	}
	if err := reports.Begin(f.Out); err != nil {
		return err
	}
	bar := terminal.NewProgress(c.err)
	o.Progress, o.Waits = bar.Step, func(w client.Wait) { bar.Wait(w.Line, w.Status, w.For) }
	evidence, err := certify.Server(ctx, plan, o)
	bar.Done()
	if err != nil {
		return err
	}
	return f.conclude(c, evidence)
}

// conclude reports a run whose recording is still in memory.
func (f *runFlags) conclude(c console, e *certify.Evidence) error {
	nameProofs(e.Run)
	return f.report(c, e.Run, e.WriteHAR)
}

// report holds a run against the accepted deviations, writes its report folder, prints it,
// and turns the decision into an exit code.
func (f *runFlags) report(c console, run *result.Run, har func(io.Writer) error) error {
	decision, err := decide(run, f.accepted)
	if err != nil {
		return err
	}
	f.Page.Issue(run)
	if err := f.sign.Write(f.Out, run, har); err != nil {
		return fmt.Errorf("the run ended %s, but assay could not write its report: %w", run.Verdict, err)
	}
	summarize(c, run)
	if err := f.print(c, run); err != nil {
		return err
	}
	if f.compare != nil {
		if err := f.compare(run); err != nil {
			return err
		}
	}
	refused, err := f.sign.Tell(c.err, f.Out)
	switch {
	case decision != deviation.Pass:
		return exitFor(decision)
	case err == nil && refused:
		return exit(ExitNonConformant)
	}
	return err
}

func (f *runFlags) print(c console, run *result.Run) error {
	switch f.Format {
	case "quiet":
		_, err := fmt.Fprintln(c.out, verdictLine(run))
		return err
	case "json":
		return reports.WriteJSON(visible.JSON(c.out), run)
	case "github":
		if err := reports.WriteGitHub(visible.Commands(c.out), run); err != nil {
			return err
		}
	default:
		if err := printText(c, run, f.Verbose); err != nil {
			return err
		}
	}
	next := ""
	if run.Side == result.ServerSide && run.Setup == nil && run.Shard == nil && f.compare == nil && !run.Verdict.Good() {
		next = fmt.Sprintf("After the fix, run: assay again %s\n", f.Out)
	}
	_, err := fmt.Fprintf(c.out, "\nReport: %s\n%s", filepath.Join(f.Out, "index.html"), next)
	return err
}

// printText prints a run for people. Its colours are the only thing in it that
// steers a terminal: the texts of the run are made visible before.
func printText(c console, run *result.Run, verbose bool) error {
	out := c.out
	if terminal.Coloured(out) {
		out = visible.Drawing(out)
	}
	return reports.Terminal{Width: terminal.Columns(c.out), Colour: terminal.Coloured(c.out), Verbose: verbose}.Write(out, run)
}
