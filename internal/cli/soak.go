package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

// soakServer runs a plan many times, and reports all rounds as one run.
func (f *runFlags) soakServer(ctx context.Context, c console, plan *suite.Plan, o certify.Options) error {
	if o.Identities != nil {
		return errors.New("a soak test needs new customers in each round, and people in identities.new serve once: " +
			"use a target that accepts invented customers (--generate-identities)")
	}
	if err := reports.Begin(f.Out); err != nil {
		return err
	}
	o.Deadline += f.Soak.For // the last round must be able to end
	progress := soakProgress{c: c}
	evidence, err := certify.Soak(ctx, plan, o, certify.SoakOptions{Rounds: f.Soak.Repeat, For: f.Soak.For, Ended: progress.ended})
	if err != nil {
		return err
	}
	return f.conclude(c, evidence)
}

// soakProgress prints a line after the rounds 1, 2, 4, 8 …, and whenever the number of unstable
// checks changes.
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
