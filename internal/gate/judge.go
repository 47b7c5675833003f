package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Decision is what the gate makes of a run.
type Decision string

// The decisions.
const (
	Open   Decision = "open"   // conformant, or only accepted deviations are left
	Shut   Decision = "shut"   // something failed that nobody accepts, or a deviation must go
	Unsure Decision = "unsure" // nothing more failed, but something was not judged
)

// Judge holds a run against the deviations of a team, as of the day on which
// the run ended. It notes in the run what became of each deviation, and says in
// the run's reason what the gate has to say; outcomes and verdict stay as they
// are. Without deviations it leaves the run alone.
func Judge(run *result.Run, deviations []Deviation) Decision {
	g := &judge{run: run, deviations: deviations, accepted: make(map[string]bool)}
	for i := range run.Requirements {
		if r := &run.Requirements[i]; r.Outcome == result.Failed && g.covered(r) {
			g.accepted[r.ID] = true
		}
	}
	for i := range deviations {
		run.Deviations = append(run.Deviations, deviations[i].shown(g.state(&deviations[i])))
	}
	g.weigh()
	g.explain()
	return g.decision()
}

type judge struct {
	run        *result.Run
	deviations []Deviation
	accepted   map[string]bool // failed requirements all of whose failures are covered
	refused    []string        // failed requirements that are not accepted
	waiting    []string        // not judged because an accepted failure stood in the way
	unjudged   []string        // not judged for another reason
}

// covered tells whether every failure of a requirement is accepted.
func (g *judge) covered(r *result.Requirement) bool {
	failures := 0
	for _, c := range r.Checks {
		for _, f := range c.Failures {
			failures++
			if !g.accepts(r.ID, f) {
				return false
			}
		}
		if c.Outcome == result.Failed && len(c.Failures) == 0 {
			return false
		}
	}
	return failures > 0
}

func (g *judge) accepts(id string, f result.Failure) bool {
	return slices.ContainsFunc(g.deviations, func(d Deviation) bool {
		return d.Requirement == id && !d.expired(g.run.Finished) && d.covers(f)
	})
}

// state says what became of one deviation.
func (g *judge) state(d *Deviation) string {
	if d.expired(g.run.Finished) {
		return Expired
	}
	i := slices.IndexFunc(g.run.Requirements, func(r result.Requirement) bool { return r.ID == d.Requirement })
	if i < 0 {
		return Unknown
	}
	r := g.run.Requirements[i]
	for _, c := range r.Checks {
		if slices.ContainsFunc(c.Failures, d.covers) {
			return Accepted
		}
	}
	if unjudged(r) {
		return Unknown // what was not judged may well fail still
	}
	return Stale
}

// unjudged tells whether some of a requirement was not judged.
func unjudged(r result.Requirement) bool {
	return r.Outcome != result.Failed && !r.Outcome.Good() || slices.ContainsFunc(r.Checks, func(c result.Check) bool {
		return c.Outcome != result.Failed && !c.Outcome.Good()
	})
}

// weigh sorts what is not good by whether it is accepted.
func (g *judge) weigh() {
	for _, r := range g.run.Requirements {
		switch {
		case r.Outcome.Good(), r.Unexercised && r.Outcome == result.Untested:
		case r.Outcome == result.Failed && !g.accepted[r.ID]:
			g.refused = append(g.refused, r.ID)
		case g.explained(r):
			if !g.accepted[r.ID] {
				g.waiting = append(g.waiting, r.ID)
			}
		default:
			g.unjudged = append(g.unjudged, r.ID)
		}
	}
}

// explained tells whether all that was not judged of a requirement waits for
// accepted failures alone.
func (g *judge) explained(r result.Requirement) bool {
	for _, c := range r.Checks {
		if c.Outcome.Good() || c.Outcome == result.Failed {
			continue
		}
		if c.Outcome != result.Blocked || !g.allAccepted(c.BlockedBy) {
			return false
		}
	}
	return len(r.Checks) > 0
}

func (g *judge) allAccepted(blockers []string) bool {
	for _, id := range blockers {
		if !g.accepted[id] {
			return false
		}
	}
	return len(blockers) > 0
}

func (g *judge) decision() Decision {
	stop := slices.ContainsFunc(g.run.Deviations, func(d result.Deviation) bool { return d.State == Stale || d.State == Expired })
	switch {
	case stop || len(g.refused) > 0:
		return Shut
	case len(g.unjudged) > 0 || len(g.run.Requirements) == 0 || g.run.Verdict == result.Inconclusive:
		return Unsure
	default:
		return Open
	}
}

// explain adds to the reason of the run what the deviations changed.
func (g *judge) explain() {
	var parts []string
	if n := len(g.waiting); n > 0 {
		parts = append(parts, fmt.Sprintf("%d waiting for an accepted failure", n))
	}
	for i, d := range g.run.Deviations {
		switch d.State {
		case Stale:
			parts = append(parts, fmt.Sprintf("the deviation of %s on line %d is stale: %q fails no longer, so remove it", d.Requirement, g.deviations[i].Line, d.Match))
		case Expired:
			parts = append(parts, fmt.Sprintf("the deviation of %s on line %d has expired on %s", d.Requirement, g.deviations[i].Line, d.Expires))
		}
	}
	if len(parts) > 0 {
		g.run.Reason = strings.TrimSuffix(g.run.Reason, ".") + "; " + strings.Join(parts, "; ")
	}
}
