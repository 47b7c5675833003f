package soak

import (
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
)

// gathered is what a soak keeps: the first round whole, and of each later one
// what was graver than all before it. It does not grow with the rounds.
type gathered struct {
	asked    Options
	first    *certify.Evidence
	rounds   int // that ran to their end
	checks   int
	traffic  result.Traffic
	finished time.Time
	trouble  error // why no further round could be run
}

// begin takes the first round.
func (g *gathered) begin(e *certify.Evidence) {
	g.first = e
	g.count(e.Run, 1)
}

// worse tells whether a round has something graver than all rounds before it,
// so that its evidence is wanted.
func (g *gathered) worse(run *result.Run) bool {
	for i, r := range run.Requirements {
		kept := &g.first.Run.Requirements[i]
		if counts(run, r.Outcome) && graver(kept.Outcome, r.Outcome) {
			return true
		}
		for j, c := range r.Checks {
			if counts(run, c.Outcome) && graver(kept.Checks[j].Outcome, c.Outcome) {
				return true
			}
		}
	}
	return false
}

// counts tells whether an outcome says something of the target: in a round that
// was cut short only a failure does.
func counts(run *result.Run, o result.Outcome) bool {
	return run.Interrupted == "" || o == result.Failed
}

func graver(kept, o result.Outcome) bool { return result.Worse(kept, o) != kept }

// add takes a later round. One plan gives the same requirements and checks in
// the same order.
func (g *gathered) add(e *certify.Evidence, round int) {
	for i := range e.Run.Requirements {
		r, kept := &e.Run.Requirements[i], &g.first.Run.Requirements[i]
		for j := range r.Checks {
			if c := &r.Checks[j]; counts(e.Run, c.Outcome) && graver(kept.Checks[j].Outcome, c.Outcome) {
				g.keep(e, &kept.Checks[j], c)
			}
		}
		if counts(e.Run, r.Outcome) && graver(kept.Outcome, r.Outcome) {
			kept.Outcome, kept.Reason, kept.BlockedBy, kept.Readings = r.Outcome, r.Reason, r.BlockedBy, r.Readings
		}
	}
	g.count(e.Run, round)
}

// mostExchanges is how many exchanges of a check are kept besides those that its
// failures name: a check may have judged all of a round.
const mostExchanges = 4

// keep puts a check in the place of what was kept of it, and what it is judged
// on into the recording.
func (g *gathered) keep(e *certify.Evidence, kept, c *result.Check) {
	named := make(map[string]string)
	for i, f := range c.Failures {
		c.Failures[i].Exchange = g.exchange(e, named, f.Exchange)
	}
	for _, id := range c.Exchanges[:min(len(c.Exchanges), mostExchanges)] {
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

// exchange copies an exchange of a later round, and gives its new id.
func (g *gathered) exchange(e *certify.Evidence, named map[string]string, id string) string {
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

// count notes how everything ended in a round.
func (g *gathered) count(run *result.Run, round int) {
	if run.Interrupted == "" {
		g.rounds++
	}
	g.finished = run.Finished
	g.traffic.Requests += run.Traffic.Requests
	g.traffic.Customers += run.Traffic.Customers
	g.traffic.Purchases += run.Traffic.Purchases
	for i, r := range run.Requirements {
		kept := &g.first.Run.Requirements[i]
		note(&kept.Rounds, run, r.Outcome, round)
		for j, c := range r.Checks {
			note(&kept.Checks[j].Rounds, run, c.Outcome, round)
			if counts(run, c.Outcome) {
				g.checks++
			}
		}
	}
}

func note(rounds **result.Rounds, run *result.Run, o result.Outcome, round int) {
	if *rounds == nil {
		*rounds = &result.Rounds{Outcomes: make(map[result.Outcome]int)}
	}
	if counts(run, o) {
		(*rounds).Note(o, round, run.Seed)
	}
}

// unstable names the requirements that did not end alike in all rounds.
func (g *gathered) unstable() []string {
	var ids []string
	for _, r := range g.first.Run.Requirements {
		if !stable(r) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func stable(r result.Requirement) bool {
	return r.Rounds.Stable() && !slices.ContainsFunc(r.Checks, func(c result.Check) bool { return !c.Rounds.Stable() })
}
