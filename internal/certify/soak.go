package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// SoakOptions say how long a soak takes. It ends at the first of the two limits.
type SoakOptions struct {
	Rounds int           // 0: as many as For allows
	For    time.Duration // no round begins after this time; 0: no limit
	Clock  func() time.Time
	Ended  func(SoakProgress) // if set, is called when a round ends
}

// SoakProgress says how far a soak is.
type SoakProgress struct {
	Round    int
	Checks   int // checks that were judged so far
	Unstable []string
}

// Soak runs a plan against a server build several times, and combines the rounds in one run: the
// worst outcome of every requirement, the first evidence for it, and how often it occurred. Seed
// and customers change from round to round. Results up to the end of the context are kept. An
// error means that nothing was judged.
func Soak(ctx context.Context, plan *suite.Plan, o Options, s SoakOptions) (*Evidence, error) {
	if s.Rounds < 1 && s.For <= 0 {
		return nil, errors.New("a soak test needs an end: a number of rounds, or a time")
	}
	o, err := o.PrepareRounds()
	if err != nil {
		return nil, err
	}
	ctx, cancel := withDeadline(ctx, o.Deadline)
	defer cancel()
	if s.Clock == nil {
		s.Clock = time.Now
	}
	begun := s.Clock()
	all := &soaked{asked: s}
	for n := 1; s.Rounds == 0 || n <= s.Rounds; n++ {
		if n > 1 && (ctx.Err() != nil || s.over(begun)) {
			break
		}
		if err := all.round(ctx, plan, o.ForRound(n), n); err != nil {
			return nil, err
		}
		if all.first.Run.Setup != nil {
			return all.first, nil
		}
		if s.Ended != nil {
			s.Ended(SoakProgress{Round: n, Checks: all.checks, Unstable: all.unstable()})
		}
	}
	return all.conclude(context.Cause(ctx)), nil
}

// over reports whether the time of a soak has passed.
func (s *SoakOptions) over(begun time.Time) bool { return s.For > 0 && s.Clock().Sub(begun) >= s.For }

// withDeadline sets the deadline of the whole soak.
func withDeadline(ctx context.Context, deadline time.Duration) (context.Context, context.CancelFunc) {
	if deadline <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, deadline, fmt.Errorf("the deadline of the run, %s, has passed", deadline))
}

// round runs one round and adds its results.
func (g *soaked) round(ctx context.Context, plan *suite.Plan, o Options, n int) error {
	if n > 1 {
		o.KeepEvidence = g.worse
	}
	e, err := Server(ctx, plan, o)
	switch {
	case err != nil && n == 1:
		return err
	case err != nil:
		g.err = fmt.Errorf("round %d could not be run: %w", n, err)
	case n > 1 && e.Run.Setup != nil:
		g.err = fmt.Errorf("round %d could not be run: %s", n, e.Run.Setup.Problem)
	case n == 1:
		g.begin(e)
	default:
		g.add(e, n)
	}
	return nil
}

// conclude makes the result of all rounds.
func (g *soaked) conclude(stopped error) *Evidence {
	run := g.first.Run
	run.Soak = &result.Soak{Rounds: g.rounds, Asked: g.asked.Rounds, ForMS: g.asked.For.Milliseconds(), Checks: g.checks, Unstable: g.unstable()}
	run.Traffic, run.Finished = g.traffic, g.finished
	switch {
	case stopped != nil:
		run.Interrupted = stopped.Error()
	case g.err != nil:
		run.Interrupted = g.err.Error()
	}
	run.Coverage = result.Cover(run.Requirements, run.Coverage.Planned, run.Coverage.Ledger)
	run.Verdict = result.Judge(run)
	run.Reason = soakReason(run)
	run.Causes = cause.Of(run)
	if g.rounds > 1 {
		run.Notes = append(run.Notes, "the dialect, the observations and the notes above are from the first round; the recording contains that round, and the evidence of later rounds")
	}
	Redact(run, g.first.Redactor) // the reason for the end may quote the target
	return g.first
}

// soaked is the state of a soak: the complete first round, and from each later round only what
// was worse than in all rounds before. Its size does not grow with the rounds.
type soaked struct {
	asked    SoakOptions
	first    *Evidence
	rounds   int // complete rounds
	checks   int
	traffic  result.Traffic
	finished time.Time
	err      error // why no other round could run
}

// begin stores the first round.
func (g *soaked) begin(e *Evidence) {
	g.first = e
	g.count(e.Run, 1)
}

// worse reports whether a round has an outcome that is worse than in all rounds before it, so
// that its evidence is kept.
func (g *soaked) worse(run *result.Run) bool {
	for i, r := range run.Requirements {
		kept := &g.first.Run.Requirements[i]
		if saysSomething(run, r.Outcome) && worseThan(kept.Outcome, r.Outcome) {
			return true
		}
		for j, c := range r.Checks {
			if saysSomething(run, c.Outcome) && worseThan(kept.Checks[j].Outcome, c.Outcome) {
				return true
			}
		}
	}
	return false
}

// saysSomething reports whether an outcome says something about the target. In an interrupted
// round only a failure does.
func saysSomething(run *result.Run, o result.Outcome) bool {
	return run.Interrupted == "" || o == result.Failed
}

func worseThan(kept, o result.Outcome) bool { return result.Worse(kept, o) != kept }

// add adds a later round. The same plan gives the same requirements and checks in the same
// order.
func (g *soaked) add(e *Evidence, round int) {
	for i := range e.Run.Requirements {
		r, kept := &e.Run.Requirements[i], &g.first.Run.Requirements[i]
		for j := range r.Checks {
			if c := &r.Checks[j]; saysSomething(e.Run, c.Outcome) && worseThan(kept.Checks[j].Outcome, c.Outcome) {
				g.keep(e, &kept.Checks[j], c)
			}
		}
		if saysSomething(e.Run, r.Outcome) && worseThan(kept.Outcome, r.Outcome) {
			kept.Outcome, kept.Reason, kept.BlockedBy, kept.Readings = r.Outcome, r.Reason, r.BlockedBy, r.Readings
		}
	}
	g.count(e.Run, round)
}

// maxSoakExchanges is how many exchanges of a check are kept besides those that its failures
// name, because a check may have judged all exchanges of a round.
const maxSoakExchanges = 4

// keep replaces the kept result of a check, and adds its exchanges to the recording.
func (g *soaked) keep(e *Evidence, kept, c *result.Check) {
	named := make(map[string]string)
	for i, f := range c.Failures {
		c.Failures[i].Exchange = g.exchange(e, named, f.Exchange)
	}
	for _, id := range c.Exchanges[:min(len(c.Exchanges), maxSoakExchanges)] {
		g.exchange(e, named, id)
	}
	c.Exchanges = slices.DeleteFunc(c.Exchanges, func(id string) bool { return named[id] == "" })
	for i, id := range c.Exchanges {
		c.Exchanges[i] = named[id]
	}
	rounds := kept.Rounds
	*kept = *c
	kept.Rounds = rounds
}

// exchange copies an exchange of a later round, and returns its new id.
func (g *soaked) exchange(e *Evidence, named map[string]string, id string) string {
	x, ok := e.Log.Get(id)
	if !ok || named[id] != "" {
		return named[id]
	}
	at := slices.IndexFunc(e.Run.Exchanges, func(x result.Exchange) bool { return x.ID == id })
	own := *x
	named[id] = g.first.Log.Add(&own)
	if at >= 0 {
		shown := e.Run.Exchanges[at]
		shown.ID = named[id]
		g.first.Run.Exchanges = append(g.first.Run.Exchanges, shown)
	}
	return named[id]
}

// count adds the outcomes and the traffic of a round.
func (g *soaked) count(run *result.Run, round int) {
	if run.Interrupted == "" {
		g.rounds++
	}
	g.finished = run.Finished
	g.traffic.Requests += run.Traffic.Requests
	g.traffic.Customers += run.Traffic.Customers
	g.traffic.Purchases += run.Traffic.Purchases
	for i, r := range run.Requirements {
		kept := &g.first.Run.Requirements[i]
		noteRound(&kept.Rounds, run, r.Outcome, round)
		for j, c := range r.Checks {
			noteRound(&kept.Checks[j].Rounds, run, c.Outcome, round)
			if saysSomething(run, c.Outcome) {
				g.checks++
			}
		}
	}
}

func noteRound(rounds **result.Rounds, run *result.Run, o result.Outcome, round int) {
	if *rounds == nil {
		*rounds = &result.Rounds{Outcomes: make(map[result.Outcome]int)}
	}
	if saysSomething(run, o) {
		(*rounds).Note(o, round, run.Seed)
	}
}

// unstable returns the requirements that did not have the same outcome in all rounds.
func (g *soaked) unstable() []string {
	var ids []string
	for _, r := range g.first.Run.Requirements {
		if !endedAlike(r) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func endedAlike(r result.Requirement) bool {
	return r.Rounds.Stable() && !slices.ContainsFunc(r.Checks, func(c result.Check) bool { return !c.Rounds.Stable() })
}

// soakReason explains the verdict of a soak in one sentence.
func soakReason(run *result.Run) string {
	rounds := result.Counted(run.Soak.Rounds, "round")
	unstable := ""
	if n := len(run.Soak.Unstable); n > 0 {
		unstable = fmt.Sprintf("; %d differ between rounds", n)
	}
	switch {
	case run.Verdict.Good():
		return fmt.Sprintf("in each of %s %s%s", rounds, run.AllPassed(), run.Beyond())
	case run.Verdict == result.NonConformant:
		return fmt.Sprintf("in at least one of %s %s%s%s", rounds, run.SomeFailed(), unstable, run.Beyond())
	case run.Open() == 0:
		return fmt.Sprintf("nothing failed in %s, but there were to be more: %s", rounds, run.Interrupted)
	}
	return fmt.Sprintf("in %s %s in at least one%s%s", rounds, run.SomeOpen(), unstable, run.NotAsked())
}
