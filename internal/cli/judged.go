package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/deviation"
	partnerfaults "github.com/credit-partner/assay/internal/faults/partner"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports"
)

// runFlags are the flags of all commands that judge: the options of the run, and what to do with
// its result.
type runFlags struct {
	options.Run
	sign     *signing.Run            // nil: this command signs nothing
	accepted *deviation.List         // the content of the file of deviations; nil if there is none
	compare  func(*result.Run) error // compares with an earlier run and prints the difference; nil if there is none
}

// certifyServer runs the plan that the flags select against a target, writes the report and prints
// the result.
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

// conclude reports a run. The recording of the run is still in memory.
func (f *runFlags) conclude(c console, e *certify.Evidence) error {
	nameProofs(e.Run)
	return f.report(c, e.Run, e.WriteHAR)
}

// report compares a run with the accepted deviations, writes the report folder, prints the run,
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
	refused, err := f.sign.PrintStatus(c.err, f.Out)
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

// printText prints a run for people. Only the colours that assay adds can control the terminal:
// control characters in the texts of the run have been made visible before.
func printText(c console, run *result.Run, verbose bool) error {
	out := c.out
	if terminal.Coloured(out) {
		out = visible.Drawing(out)
	}
	return reports.Terminal{Width: terminal.Columns(c.out), Colour: terminal.Coloured(c.out), Verbose: verbose}.Write(out, run)
}

// maxFaultsNamed is the largest number of faults that a report names for one requirement. `assay
// prove --list` names all of them.
const maxFaultsNamed = 8

// proofs maps each requirement to the planted faults that break it, of both sides. `assay prove`
// shows that exactly this requirement catches each fault.
var proofs = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	add := func(id, breaks string) {
		if len(all[breaks]) < maxFaultsNamed {
			all[breaks] = append(all[breaks], id)
		}
	}
	for _, f := range serverfaults.Catalogue() {
		add(f.ID, f.Breaks)
	}
	for _, f := range partnerfaults.Catalogue() {
		add(f.ID, f.Breaks)
	}
	return all
})

// nameProofs writes into every requirement of a run the planted faults that prove that the
// requirement can fail.
func nameProofs(run *result.Run) {
	for i := range run.Requirements {
		run.Requirements[i].Faults = proofs()[run.Requirements[i].ID]
	}
}

// stepSummary is the environment variable that names a Markdown file. GitHub shows this file on
// the page of a job. A runner sets the variable for every step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summarize adds the summary of a run to that file, if there is one. The summary is only a
// convenience: if it cannot be written, assay prints a warning and the exit code stays the same.
func summarize(c console, run *result.Run) {
	path := os.Getenv(stepSummary)
	if path == "" {
		return
	}
	if err := appendSummary(path, run); err != nil {
		fmt.Fprintf(c.err, "assay: could not add the summary to %s: %v\n", stepSummary, err)
	}
}

func appendSummary(path string, run *result.Run) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(reports.WriteMarkdown(file, run), file.Close())
}
