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

// Pace says how fast assay sends requests, how long a run may take, and which seed it uses.
type Pace struct {
	Seed        int64
	GivenSeed   int64 // 0: assay chose a random seed
	Concurrency int
	Strength    Strength
	Timeout     time.Duration
	Deadline    time.Duration
}

// The defaults of a run. A small sandbox can process eight requests at a time without a problem.
const (
	defaultConcurrency = 8
	DefaultTimeout     = 10 * time.Second
	DefaultDeadline    = 10 * time.Minute
)

// AddPace adds the flags that say how fast assay sends requests, and how long a run may take.
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

// Strength is the number of documented values of a request that are combined. If it is 0, the run
// chooses the number.
type Strength int

// String returns the number. It is empty if the flag is not set.
func (s *Strength) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.Itoa(int(*s))
}

// Set parses the value of the flag.
func (s *Strength) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 3 {
		return errors.New("it is 1, 2 or 3")
	}
	*s = Strength(n)
	return nil
}

// Type returns the name of the type, for the help.
func (s *Strength) Type() string { return "int" }

// Soak says how many times, or for how long, assay runs the plan.
type Soak struct {
	Repeat int
	For    time.Duration
}

func (s *Soak) addFlags(flags *pflag.FlagSet) {
	flags.IntVar(&s.Repeat, "repeat", 0, "soak test: run the plan this many times, each with the next seed, and name unstable requirements")
	flags.DurationVar(&s.For, "for", 0, "soak test: repeat the plan for this time, such as 1h")
}

// Wanted reports whether there is to be more than one run.
func (s *Soak) Wanted() bool { return s.Repeat != 0 || s.For != 0 }

// CheckSoak refuses flags that a soak test cannot be combined with. One of them is --deviations:
// assay keeps only the first failures of many rounds, and an accepted failure would hide another
// one.
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
