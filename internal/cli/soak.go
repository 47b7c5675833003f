package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

// soakFlags say how often, or how long, the plan is run.
type soakFlags struct {
	repeat int
	long   time.Duration
}

func (f *soakFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&f.repeat, "repeat", 0, "soak test: run the plan this many times, each with the next seed, and name unstable requirements")
	flags.DurationVar(&f.long, "for", 0, "soak test: repeat the plan for this time, such as 1h")
}

func (f *soakFlags) wanted() bool { return f.repeat != 0 || f.long != 0 }

// check refuses what a soak cannot be combined with. Deviations are among it:
// of many rounds only the first failures are kept, and an accepted one would
// hide another.
func (f *soakFlags) check(run *runFlags) error {
	switch {
	case f.repeat < 0:
		return fmt.Errorf("--repeat %d: it is a positive number", f.repeat)
	case f.long < 0:
		return fmt.Errorf("--for %s: it must be more than zero, for example 1h", f.long)
	case !f.wanted():
		return nil
	case f.repeat > 0 && f.long > 0:
		return errors.New("--repeat sets the number of rounds, and --for sets the time: use only one of them")
	case run.shard.part != "":
		return errors.New("--shard splits one run, and --repeat and --for make several runs: use only one of them")
	case run.deviations != "":
		return errors.New("--deviations applies to a single run: remove it from a soak test")
	}
	return nil
}

// soakServer runs a plan again and again, and reports all rounds as one.
func (f *runFlags) soakServer(ctx context.Context, c console, plan *suite.Plan, o certify.Options) error {
	if o.Identities != nil {
		return errors.New("a soak test needs new customers in each round, and people in identities.new serve once: " +
			"use a target that accepts invented customers (--generate-identities)")
	}
	if err := reports.Begin(f.out); err != nil {
		return err
	}
	o.Deadline += f.soak.long // the last round may still end
	progress := soakProgress{c: c}
	evidence, err := certify.Soak(ctx, plan, o, certify.SoakOptions{Rounds: f.soak.repeat, For: f.soak.long, Ended: progress.ended})
	if err != nil {
		return err
	}
	return f.conclude(c, evidence)
}

// soakProgress tells of the rounds 1, 2, 4, 8 …, and whenever more is unstable.
type soakProgress struct {
	c        console
	unstable int
}

func (p *soakProgress) ended(s certify.SoakProgress) {
	if s.Round&(s.Round-1) != 0 && len(s.Unstable) == p.unstable {
		return
	}
	p.unstable = len(s.Unstable)
	said := "nothing unstable"
	if p.unstable > 0 {
		said = "unstable: " + strings.Join(s.Unstable, ", ")
	}
	fmt.Fprintf(p.c.err, "round %d done, %d checks so far; %s\n", s.Round, s.Checks, said)
}
