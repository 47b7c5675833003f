// Package soak runs a plan against a target again and again, and gathers what
// came of it in the space of one run: the gravest outcome of every requirement,
// the first evidence for it, and how often it was so.
package soak

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Options say how long a soak is. It ends with whichever comes first.
type Options struct {
	Rounds int           // 0: as many as For allows
	For    time.Duration // no round begins later; 0: until all are run
	Clock  func() time.Time
	Ended  func(Progress) // if set, is told of every round as it ends
}

// Progress says how far a soak is.
type Progress struct {
	Round    int
	Checks   int // that were judged so far
	Unstable []string
}

// Server soaks a server build. The rounds differ in seed and customers, each by
// one from the round before. What was judged until the context ends is kept. An
// error means that nothing was judged.
func Server(ctx context.Context, plan *suite.Plan, o certify.Options, s Options) (*certify.Evidence, error) {
	if s.Rounds < 1 && s.For <= 0 {
		return nil, errors.New("a soak needs an end: a number of rounds, or a time")
	}
	o, err := o.Repeatable()
	if err != nil {
		return nil, err
	}
	ctx, cancel := bounded(ctx, o.Deadline)
	defer cancel()
	if s.Clock == nil {
		s.Clock = time.Now
	}
	begun := s.Clock()
	all := &gathered{asked: s}
	for n := 1; s.Rounds == 0 || n <= s.Rounds; n++ {
		if n > 1 && (ctx.Err() != nil || s.over(begun)) {
			break
		}
		if err := all.round(ctx, plan, o.Round(n), n); err != nil {
			return nil, err
		}
		if all.first.Run.Setup != nil {
			return all.first, nil
		}
		if s.Ended != nil {
			s.Ended(Progress{Round: n, Checks: all.checks, Unstable: all.unstable()})
		}
	}
	return all.conclude(context.Cause(ctx)), nil
}

// over tells whether the time of a soak has passed.
func (s *Options) over(begun time.Time) bool { return s.For > 0 && s.Clock().Sub(begun) >= s.For }

// bounded gives the whole soak its deadline.
func bounded(ctx context.Context, deadline time.Duration) (context.Context, context.CancelFunc) {
	if deadline <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, deadline, fmt.Errorf("the deadline of the run, %s, has passed", deadline))
}

// round runs one round and gathers it.
func (g *gathered) round(ctx context.Context, plan *suite.Plan, o certify.Options, n int) error {
	if n > 1 {
		o.KeepEvidence = g.worse
	}
	e, err := certify.Server(ctx, plan, o)
	switch {
	case err != nil && n == 1:
		return err
	case err != nil:
		g.trouble = fmt.Errorf("round %d could not be run: %w", n, err)
	case n > 1 && e.Run.Setup != nil:
		g.trouble = fmt.Errorf("round %d could not be run: %s", n, e.Run.Setup.Problem)
	case n == 1:
		g.begin(e)
	default:
		g.add(e, n)
	}
	return nil
}

// conclude makes the result of all rounds.
func (g *gathered) conclude(stopped error) *certify.Evidence {
	run := g.first.Run
	run.Soak = &result.Soak{Rounds: g.rounds, Asked: g.asked.Rounds, ForMS: g.asked.For.Milliseconds(), Checks: g.checks, Unstable: g.unstable()}
	run.Traffic, run.Finished = g.traffic, g.finished
	switch {
	case stopped != nil:
		run.Interrupted = stopped.Error()
	case g.trouble != nil:
		run.Interrupted = g.trouble.Error()
	}
	run.Coverage = result.Cover(run.Requirements, run.Coverage.Planned, run.Coverage.Ledger)
	run.Verdict = result.Judge(run)
	run.Reason = reason(run)
	run.Causes = cause.Of(run)
	if g.rounds > 1 {
		run.Notes = append(run.Notes, "dialect, observations and the notes above are those of the first round; the recording holds it, and what is evidence of later ones")
	}
	certify.Redact(run, g.first.Redactor) // why it ended may quote the target
	return g.first
}
