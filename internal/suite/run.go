package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"
	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/suite/godogpath"
)

// Scenario executes one check: the sentences of one side of the protocol, with the state that
// the checks of a run share.
type Scenario interface {
	Register(*godog.ScenarioContext)
	Begin(judgement.Check)
	End(ctx context.Context, err error) judgement.Report
}

// Options say how to run a plan.
type Options struct {
	NewScenario func() Scenario
	Held        func(judgement.Aspect) bool // reports whether the target satisfied an aspect at least once
	Concurrency int                         // scenarios at the same time; below 1 means 1
	Clock       func() time.Time            // nil means time.Now
	// Progress, if set, is called when a check ends. It may be called from several goroutines at
	// the same time.
	Progress func(Progress)
}

// Progress says how many checks of a run are done.
type Progress struct {
	Done, Planned int
	Check         *Check
	Report        judgement.Report
}

// finding is the result of one check that ran.
type finding struct {
	check    *Check
	report   judgement.Report
	ran      int // steps that godog ran
	started  time.Time
	finished time.Time
}

// collector keeps the reports of the checks.
type collector struct {
	mu       sync.Mutex
	findings map[*Check]*finding
	done     int
	planned  int
	options  Options
	stopped  func() bool // reports whether the run was stopped early
	errs     []error     // errors that make the whole run useless: for example an undefined step
}

// stage is the time at which a check runs.
type stage int

const (
	early      stage = iota // makes many calls: runs from the start
	usual                   // makes some calls: runs at the same time as the early ones
	completing              // makes calls that no earlier check has made
	alone                   // makes calls between which no other check may make calls
	late                    // judges all calls of the run
)

func (c *Check) stage() stage {
	switch {
	case c.WholeRun:
		return late
	case c.Long:
		return early
	case c.Completing:
		return completing
	case c.Alone:
		return alone
	default:
		return usual
	}
}

// execute runs all checks of a plan, one stage after another. Only the first two stages may run
// at the same time.
func (p *Plan) execute(ctx context.Context, o Options) (*collector, error) {
	all := &collector{findings: make(map[*Check]*finding), planned: len(p.Checks), options: o, stopped: func() bool { return ctx.Err() != nil }}
	checks := make(map[stage][]*Check)
	for _, c := range p.Checks {
		checks[c.stage()] = append(checks[c.stage()], c)
	}
	var calling errgroup.Group
	calling.SetLimit(max(min(o.Concurrency, 2), 1))
	for _, s := range []stage{early, usual} {
		calling.Go(func() error { return all.run(ctx, p, checks[s]) })
	}
	if err := calling.Wait(); err != nil {
		return nil, err
	}
	for _, s := range []stage{completing, alone, late} {
		if err := all.run(ctx, p, checks[s]); err != nil {
			return nil, err
		}
	}
	return all, errors.Join(all.errs...)
}

// run gives checks to godog, and verifies that all of them ran.
func (k *collector) run(ctx context.Context, p *Plan, checks []*Check) error {
	if len(checks) == 0 {
		return nil
	}
	ready, err := p.prepare(checks)
	if err != nil {
		return err
	}
	options := optionsFor(ready.files)
	options.Concurrency = max(k.options.Concurrency, 1)
	var start *stageStart
	switch at := checks[0].stage(); {
	case at == alone: // the calls of two such checks must not mix either
		options.Concurrency = 1
	case (at == completing || at == late) && options.Concurrency > 1:
		start = newStageStart(len(checks), options.Concurrency)
		options.Concurrency = len(checks)
	}
	options.DefaultContext = ctx
	godog.TestSuite{
		Name:    "assay",
		Options: &options,
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			k.attach(ctx, sc, p.Ledger, ready.planned, start.check())
		},
	}.Run() // its exit code is not the verdict
	return k.missing(ctx, checks)
}

// prepared is the input of godog for some checks, and the check of each scenario id.
type prepared struct {
	files   map[string][]byte
	planned map[string]*Check
}

// preparations keeps the prepared inputs, so that a plan that runs against many builds is parsed
// once.
type preparations struct {
	mu  sync.Mutex
	all map[stage]*prepared
}

func (p *Plan) prepare(checks []*Check) (*prepared, error) {
	p.ready.mu.Lock()
	defer p.ready.mu.Unlock()
	at := checks[0].stage()
	if known := p.ready.all[at]; known != nil {
		return known, nil
	}
	files := p.Ledger.only(checks)
	planned, err := identify(files, checks)
	if err != nil {
		return nil, err
	}
	if p.ready.all == nil {
		p.ready.all = make(map[stage]*prepared)
	}
	p.ready.all[at] = &prepared{files: files, planned: planned}
	return p.ready.all[at], nil
}

// identify returns the check of each id that godog will report.
func identify(files map[string][]byte, checks []*Check) (map[string]*Check, error) {
	documents, err := parse(files)
	if err != nil {
		return nil, err
	}
	at := make(map[string]*Check, len(checks))
	for _, c := range checks {
		at[fmt.Sprintf("%s:%d", c.file, c.line)] = c
	}
	planned := make(map[string]*Check, len(checks))
	for _, d := range documents {
		for _, p := range d.pickles {
			c := at[fmt.Sprintf("%s:%d", d.name, d.line(p))]
			if c == nil {
				return nil, fmt.Errorf("%s:%d would run although it is not planned", d.name, d.line(p))
			}
			planned[p.Id] = c
		}
	}
	if len(planned) != len(checks) {
		return nil, fmt.Errorf("%d checks are planned, but %d would run", len(checks), len(planned))
	}
	return planned, nil
}

// attach connects one scenario with its check.
func (k *collector) attach(ctx context.Context, sc *godog.ScenarioContext, l *Ledger, planned map[string]*Check, own *checkStart) {
	scenario := k.options.NewScenario()
	var f *finding
	sc.Before(func(c context.Context, p *godog.Scenario) (context.Context, error) {
		check := planned[p.Id]
		f = &finding{check: check, started: k.options.now()}
		scenario.Begin(l.Judgement(check))
		scenario.Register(sc)        // godog looks up the definition of a step after this
		return c, context.Cause(ctx) // a stopped run starts no new check
	})
	sc.StepContext().Before(func(c context.Context, step *godog.Step) (context.Context, error) {
		if own.begin(step) {
			f.started = k.options.now() // the wait for other checks is no time of this one
		}
		return c, nil
	})
	sc.StepContext().After(func(c context.Context, _ *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
		if status == godog.StepPassed {
			f.ran++
		}
		return c, nil
	})
	sc.After(func(c context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		k.end(ctx, f, scenario, err)
		own.end()
		return c, nil
	})
}

// Judgement returns a check in the form that its sentences use.
func (l *Ledger) Judgement(c *Check) judgement.Check {
	return judgement.Check{
		Requirement: c.Requirement.ID, Name: c.Name, Key: c.Key(), Location: c.Location,
		Steps: texts(c), WholeRun: c.WholeRun, Owns: c.Requirement.Owns, Owner: l.owner,
	}
}

func texts(c *Check) []string {
	all := make([]string, len(c.Steps))
	for n, step := range c.Steps {
		all[n] = step.Text
	}
	return all
}

func (o *Options) now() time.Time {
	if o.Clock != nil {
		return o.Clock()
	}
	return time.Now()
}

// end stores the report of a check. It recovers from a panic, because godog may call it while it
// recovers from another one: a second panic would end the process.
func (k *collector) end(ctx context.Context, f *finding, scenario Scenario, err error) {
	defer func() {
		if p := recover(); p != nil {
			f.report.Errored = fmt.Sprintf("the suite failed while it reported: %v", p)
		}
		k.keep(f, err)
	}()
	f.report = scenario.End(ctx, err)
	f.finished = k.options.now()
}

func (k *collector) keep(f *finding, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if errors.Is(err, godog.ErrUndefined) || errors.Is(err, godog.ErrAmbiguous) || errors.Is(err, godog.ErrPending) {
		k.errs = append(k.errs, fmt.Errorf("%s: %w", f.check.Location, err))
	}
	k.findings[f.check] = f
	if f.ran == 0 && k.stopped() {
		return // it did not run, because the run was stopped before
	}
	k.done++
	if k.options.Progress != nil {
		k.options.Progress(Progress{Done: k.done, Planned: k.planned, Check: f.check, Report: f.report})
	}
}

// missing returns an error if planned checks did not run to their end although nothing stopped
// them: a verdict without them would be wrong.
func (k *collector) missing(ctx context.Context, checks []*Check) error {
	if ctx.Err() != nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	var lost []string
	for _, c := range checks {
		f := k.findings[c]
		clean := f != nil && f.report.Untested == "" && f.report.Errored == "" && f.report.Inapplicable == "" && len(f.report.Breaks) == 0
		if f == nil || (clean && f.ran != len(c.Steps)) {
			lost = append(lost, c.Location)
		}
	}
	if len(lost) > 0 {
		return fmt.Errorf("planned but not run to the end: %s", strings.Join(lost, ", "))
	}
	return nil
}

// silent is the name of a formatter that writes nothing. The output of the built-in ones mixes
// when scenarios run at the same time, and can show a failed scenario as passed.
const silent = "assay-silent"

// godog is initialised at this point. It keeps its formatters in a global table, so this
// formatter is added once.
func init() {
	godogpath.Restore()
	godog.Format(silent, "writes nothing", func(string, io.Writer) formatters.Formatter { return discardFormatter{} })
}

type discardFormatter struct{}

func (discardFormatter) TestRunStarted()                                                            {}
func (discardFormatter) Feature(*messages.GherkinDocument, string, []byte)                          {}
func (discardFormatter) Pickle(*messages.Pickle)                                                    {}
func (discardFormatter) Defined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Passed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition)  {}
func (discardFormatter) Skipped(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Undefined(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {
}
func (discardFormatter) Pending(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition) {}
func (discardFormatter) Summary()                                                                   {}
func (discardFormatter) Failed(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
func (discardFormatter) Ambiguous(*messages.Pickle, *messages.PickleStep, *formatters.StepDefinition, error) {
}
