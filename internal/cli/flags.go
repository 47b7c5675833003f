package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/deviation"
	"github.com/credit-partner/assay/internal/laboratory"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// runFlags are common to all commands that judge.
type runFlags struct {
	folder
	only       []string
	scope      []string
	tolerances []string
	printing
	evidence    string
	seed        int64
	concurrency int
	strength    strength
	timeout     time.Duration
	deadline    time.Duration
	deviations  string
	shard       shardFlags
	soak        soakFlags
	sign        *signing                // nil: this command signs nothing
	givenSeed   int64                   // 0: the seed was drawn
	accepted    *deviation.List         // what stands in the file of deviations; nil without one
	compare     func(*result.Run) error // says what became of an earlier run; nil without one
}

// folder is where the report goes, and what its page one states, by flags and by a
// config.
type folder struct {
	out, config string
	page        laboratory.Statement
}

// printing says what is printed at the end of a run.
type printing struct {
	format  string
	verbose bool
}

// The defaults of a run. Eight requests at a time is what a sandbox of modest
// size bears without noticing.
const (
	defaultOut         = "conformance-report"
	defaultConcurrency = 8
	defaultTimeout     = 10 * time.Second
	defaultDeadline    = 10 * time.Minute
)

// strength is how many documented values of a request are combined; 0 is for the
// run to choose.
type strength int

// String is empty where nothing was said.
func (s *strength) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.Itoa(int(*s))
}

// Set reads the flag.
func (s *strength) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 3 {
		return errors.New("it is 1, 2 or 3")
	}
	*s = strength(n)
	return nil
}

// Type is what the help calls the value.
func (s *strength) Type() string { return "int" }

var (
	formats     = []string{"text", "github", "json", "quiet"}
	formatUsage = "what to print at the end: " + strings.Join(formats, ", ")
)

func checkFormat(format string) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("--format %q: it is one of %s", format, strings.Join(formats, ", "))
	}
	return nil
}

func (f *runFlags) add(flags *pflag.FlagSet) {
	f.addJudging(flags)
	flags.Int64Var(&f.seed, "seed", 0, "repeat the amounts, names and texts of an earlier run (default: random)")
	f.addPace(flags)
	flags.Var(&f.strength, "strength", "send every combination of this many documented values of a request: 1, 2 (pairs) or 3 (triples, about 5,000 requests) (default 2; 1 if the config lists new customers)")
	flags.StringVar(&f.deviations, "deviations", "", "file of known failures that you accept for now")
	f.shard.add(flags)
	f.soak.add(flags)
}

// addPace adds how fast a target is asked, and how long it may take.
func (f *runFlags) addPace(flags *pflag.FlagSet) {
	flags.IntVar(&f.concurrency, "concurrency", defaultConcurrency, "largest number of requests at the same time; 1 runs the checks one after another")
	flags.DurationVar(&f.timeout, "timeout", defaultTimeout, "longest wait for one response")
	flags.DurationVar(&f.deadline, "deadline", defaultDeadline, "longest time for the whole run; with --for, the time added to it")
}

// addJudging adds the flags of every command that judges, whatever it judges.
func (f *runFlags) addJudging(flags *pflag.FlagSet) {
	flags.StringVar(&f.out, "out", defaultOut, "folder for the report")
	f.page.Add(flags)
	flags.StringSliceVar(&f.only, "only", nil, "judge only matching requirements: an id (PUR-07, LIM-*), a section (section:4.6) or a scope")
	f.addScope(flags)
	f.addPrinting(flags)
}

// addPrinting adds what is printed at the end, and what of the evidence is shown.
func (f *runFlags) addPrinting(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "text", formatUsage)
	flags.BoolVar(&f.verbose, "verbose", false, "print every failed requirement with its findings, not only the first causes")
	flags.StringVar(&f.evidence, "evidence", "masked", "how to show personal details in the evidence: masked or full")
}

// addScope adds what is certified, and by which readings.
func (f *runFlags) addScope(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.scope, "scope", nil, "capabilities to certify: "+strings.Join(spec.Capabilities(), ", ")+" (default all)")
	flags.StringSliceVar(&f.tolerances, "tolerance", nil, "require one reading of a documented inconsistency, such as order-id=string")
}

// settle checks the flags that pflag cannot check, and draws a seed.
func (f *runFlags) settle() error {
	if err := checkFormat(f.format); err != nil {
		return err
	}
	switch {
	case f.evidence != "masked" && f.evidence != "full":
		return fmt.Errorf("--evidence %q: it is masked or full", f.evidence)
	case f.concurrency < 1 || f.concurrency > 256:
		return fmt.Errorf("--concurrency %d: it is a number from 1 to 256", f.concurrency)
	case f.timeout <= 0 || f.deadline <= 0:
		return fmt.Errorf("--timeout and --deadline must be more than zero, for example 10s")
	case f.seed < 0:
		return fmt.Errorf("--seed %d: it is a positive number", f.seed)
	}
	if f.givenSeed = f.seed; f.seed == 0 {
		f.seed = 1 + rand.Int64N(1<<31)
	}
	return nil
}

// serverSettings are the settings, where no pin has a server asked for less.
func (f *runFlags) serverSettings() (schemas.Settings, *schemas.Set, error) {
	settings, set, err := f.settings()
	if err != nil {
		return nil, nil, err
	}
	if err := settings.AskLess(); err != nil {
		return nil, nil, fmt.Errorf("--tolerance: %w", err)
	}
	return settings, set, nil
}

// settings reads the pinned tolerances; an unknown one is an error here, before
// anything is sent. The schemas under them are costly to make, and made once.
func (f *runFlags) settings() (schemas.Settings, *schemas.Set, error) {
	settings := make(schemas.Settings)
	for _, pin := range f.tolerances {
		id, reading, ok := strings.Cut(pin, "=")
		if !ok {
			return nil, nil, fmt.Errorf("--tolerance %q: write it as id=reading", pin)
		}
		settings[id] = reading
	}
	set, err := schemas.Compile(settings)
	if err != nil {
		return nil, nil, fmt.Errorf("--tolerance: %w", err)
	}
	return settings, set, nil
}
