package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/deviation"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports"
)

// certifyServer runs the plan of the flags against a target, writes the report
// and says what came of it.
func (f *runFlags) certifyServer(ctx context.Context, c console, o certify.Options) error {
	if err := f.soak.check(f); err != nil {
		return err
	}
	plan, err := f.serverPlan(&o)
	if err != nil {
		return err
	}
	if f.accepted, err = loadDeviations(f.deviations, result.ServerSide); err != nil {
		return err
	}
	if err := reports.CheckFolder(f.out); err != nil {
		return err
	}
	defer certify.TuneMemory()()
	o.Seed, o.Concurrency, o.Timeout, o.Deadline, o.Strength = f.seed, f.concurrency, f.timeout, f.deadline, int(f.strength)
	o.FullEvidence = f.evidence == "full"
	if f.soak.wanted() {
		return f.soakServer(ctx, c, plan, o)
	}
	if err := reports.Begin(f.out); err != nil {
		return err
	}
	bar := newProgress(c.err)
	o.Progress = bar.step
	evidence, err := certify.Server(ctx, plan, o)
	bar.done()
	if err != nil {
		return err
	}
	return f.conclude(c, evidence)
}

// serverPlan reads what is to be asked and what the answers are judged by, side
// by side: it is most of what happens before the first request.
func (f *runFlags) serverPlan(o *certify.Options) (*suite.Plan, error) {
	var made errgroup.Group
	made.Go(func() (err error) {
		o.Settings, o.Schemas, err = f.serverSettings()
		return err
	})
	ledger, err := certify.Ledger(result.ServerSide)
	if wrong := made.Wait(); wrong != nil {
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(f.scope, f.only)
	if err != nil {
		return nil, err
	}
	return f.shard.cut(plan, f.givenSeed, f.deviations)
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
	f.page.Issue(run)
	if err := f.sign.write(f.out, run, har); err != nil {
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
	if err := f.sign.tell(c, f.out); err != nil && decision == deviation.Pass {
		return err
	}
	return exitFor(decision)
}

func (f *runFlags) print(c console, run *result.Run) error {
	switch f.format {
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
		if err := printText(c, run, f.verbose); err != nil {
			return err
		}
	}
	next := ""
	if run.Side == result.ServerSide && run.Setup == nil && run.Shard == nil && f.compare == nil && !run.Verdict.Good() {
		next = fmt.Sprintf("After the fix, run: assay again %s\n", f.out)
	}
	_, err := fmt.Fprintf(c.out, "\nReport: %s\n%s", filepath.Join(f.out, "index.html"), next)
	return err
}

// printText prints a run for people. Its colours are the only thing in it that
// steers a terminal: the texts of the run are made visible before.
func printText(c console, run *result.Run, verbose bool) error {
	out := c.out
	if coloured(out) {
		out = visible.Drawing(out)
	}
	return reports.Terminal{Width: columns(c.out), Colour: coloured(c.out), Verbose: verbose}.Write(out, run)
}
