package options

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
)

// Pace is how fast a target is asked, how long it may take, and what is drawn at random.
type Pace struct {
	Seed        int64
	GivenSeed   int64 // 0: the seed was drawn
	Concurrency int
	Strength    Strength
	Timeout     time.Duration
	Deadline    time.Duration
}

// The defaults of a run. Eight requests at a time is what a sandbox of modest
// size bears without noticing.
const (
	defaultConcurrency = 8
	DefaultTimeout     = 10 * time.Second
	DefaultDeadline    = 10 * time.Minute
)

// AddPace adds how fast a target is asked, and how long it may take.
func (p *Pace) AddPace(flags *pflag.FlagSet) {
	flags.IntVar(&p.Concurrency, "concurrency", defaultConcurrency, "largest number of requests at the same time; 1 runs the checks one after another")
	flags.DurationVar(&p.Timeout, "timeout", DefaultTimeout, "longest wait for one response")
	flags.DurationVar(&p.Deadline, "deadline", DefaultDeadline, "longest time for the whole run; with --for, the time added to it")
}

// Apply sets the pace of a run against a server.
func (p *Pace) Apply(o *certify.Options) {
	o.Seed, o.Concurrency, o.Timeout, o.Deadline, o.Strength = p.Seed, p.Concurrency, p.Timeout, p.Deadline, int(p.Strength)
}

func (p *Pace) settle() error {
	switch {
	case p.Concurrency < 1 || p.Concurrency > 256:
		return fmt.Errorf("--concurrency %d: it is a number from 1 to 256", p.Concurrency)
	case p.Timeout <= 0 || p.Deadline <= 0:
		return fmt.Errorf("--timeout and --deadline must be more than zero, for example 10s")
	case p.Seed < 0:
		return fmt.Errorf("--seed %d: it is a positive number", p.Seed)
	}
	if p.GivenSeed = p.Seed; p.Seed == 0 {
		p.Seed = 1 + rand.Int64N(1<<31)
	}
	return nil
}

// Strength is how many documented values of a request are combined; 0 is for the
// run to choose.
type Strength int

// String is empty where nothing was said.
func (s *Strength) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.Itoa(int(*s))
}

// Set reads the flag.
func (s *Strength) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 3 {
		return errors.New("it is 1, 2 or 3")
	}
	*s = Strength(n)
	return nil
}

// Type is what the help calls the value.
func (s *Strength) Type() string { return "int" }

// Soak says how often, or how long, the plan is run.
type Soak struct {
	Repeat int
	For    time.Duration
}

func (s *Soak) addFlags(flags *pflag.FlagSet) {
	flags.IntVar(&s.Repeat, "repeat", 0, "soak test: run the plan this many times, each with the next seed, and name unstable requirements")
	flags.DurationVar(&s.For, "for", 0, "soak test: repeat the plan for this time, such as 1h")
}

// Wanted tells whether there is to be more than one run.
func (s *Soak) Wanted() bool { return s.Repeat != 0 || s.For != 0 }

// CheckSoak refuses what a soak cannot be combined with. Deviations are among it:
// of many rounds only the first failures are kept, and an accepted one would
// hide another.
func (r *Run) CheckSoak() error {
	switch {
	case r.Soak.Repeat < 0:
		return fmt.Errorf("--repeat %d: it is a positive number", r.Soak.Repeat)
	case r.Soak.For < 0:
		return fmt.Errorf("--for %s: it must be more than zero, for example 1h", r.Soak.For)
	case !r.Soak.Wanted():
		return nil
	case r.Soak.Repeat > 0 && r.Soak.For > 0:
		return errors.New("--repeat sets the number of rounds, and --for sets the time: use only one of them")
	case r.Shard.Part != "":
		return errors.New("--shard splits one run, and --repeat and --for make several runs: use only one of them")
	case r.Deviations != "":
		return errors.New("--deviations applies to a single run: remove it from a soak test")
	}
	return nil
}
