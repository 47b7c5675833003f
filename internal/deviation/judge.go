package deviation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Decision is whether a pipeline may go on after a run.
type Decision string

// The decisions.
const (
	Pass      Decision = "pass"      // as the verdict has it (conformant or partial) or, with a list, nothing but accepted deviations is left
	Fail      Decision = "fail"      // something failed that nobody accepts, or a deviation must go
	Undecided Decision = "undecided" // nothing more failed, but something was not judged
)

// Judge holds a run against what a team accepts, as of the day on which the run
// ended. It notes in the run what became of each deviation, and says in the
// run's reason what the deviations changed; outcomes and verdict stay as they are.
// Without a list the verdict decides, and the run is left alone.
func Judge(run *result.Run, accepts *List) Decision {
	if accepts == nil {
		return byVerdict(run)
	}
	g := &judge{run: run, deviations: accepts.Deviations, accepted: make(map[string]bool)}
	for i := range run.Requirements {
		if r := &run.Requirements[i]; r.Outcome == result.Failed && g.covered(r) {
			g.accepted[r.ID], r.Accepted = true, true
		}
	}
	absent := absent(run, accepts.Planned)
	for i := range g.deviations {
		run.Deviations = append(run.Deviations, g.deviations[i].shown(g.state(&g.deviations[i], absent)))
	}
	g.weigh(absent)
	g.explain()
	decision := g.decision()
	run.Decision = string(decision)
	return decision
}

func byVerdict(run *result.Run) Decision {
	switch run.Verdict {
	case result.Conformant, result.Partial:
		return Pass
	case result.NonConformant:
		return Fail
	default:
		return Undecided
	}
}

type judge struct {
	run        *result.Run
	deviations []Deviation
	accepted   map[string]bool // failed requirements all of whose failures are covered
	refused    []string        // failed requirements that are not accepted
	unjudged   []string        // not judged, and no line of the list names it
}

// absent are the planned requirements that the run does not have.
func absent(run *result.Run, planned []string) []string {
	return slices.DeleteFunc(slices.Clone(planned), func(id string) bool {
		return slices.ContainsFunc(run.Requirements, func(r result.Requirement) bool { return r.ID == id })
	})
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

// known tells whether a line names a requirement as not judged in one of the
// ways in which it is not.
func (g *judge) known(id string, ways []string) bool {
	for _, way := range ways {
		if !slices.ContainsFunc(g.deviations, func(d Deviation) bool {
			return d.names(id) && d.Unjudged == way && !d.expired(g.run.Finished)
		}) {
			return false
		}
	}
	return len(ways) > 0
}

// state says what became of one deviation.
func (g *judge) state(d *Deviation, absent []string) string {
	if d.expired(g.run.Finished) {
		return Expired
	}
	if d.Unjudged == Absent {
		if slices.ContainsFunc(absent, d.names) {
			return Accepted
		}
		return Stale
	}
	i := slices.IndexFunc(g.run.Requirements, func(r result.Requirement) bool { return r.ID == d.Requirement })
	if i < 0 {
		return Unknown
	}
	r := g.run.Requirements[i]
	if d.Unjudged != "" {
		if slices.Contains(waysOf(&r), d.Unjudged) {
			return Accepted
		}
		return Stale
	}
	for _, c := range r.Checks {
		if slices.ContainsFunc(c.Failures, d.covers) {
			return Accepted
		}
	}
	if len(waysOf(&r)) > 0 {
		return Unknown // what was not judged may well fail still
	}
	return Stale
}

// waysOf says in which ways a requirement, or a part of it, was not judged; none
// means that all of it was.
func waysOf(r *result.Requirement) []string {
	if r.Unexercised && r.Outcome == result.Untested {
		return []string{Unexercised}
	}
	var ways []string
	note := func(o result.Outcome) {
		if o != result.Failed && !o.Good() && !slices.Contains(ways, string(o)) {
			ways = append(ways, string(o))
		}
	}
	for _, c := range r.Checks {
		if !c.Inapplicable { // what has no bearing on this target leaves nothing open
			note(c.Outcome)
		}
	}
	if len(ways) == 0 {
		note(r.Outcome)
	}
	return ways
}

// weigh sorts what is not good, or not there, by whether it is accepted. What
// waits for an accepted failure was not judged either.
func (g *judge) weigh(absent []string) {
	for i := range g.run.Requirements {
		r := &g.run.Requirements[i]
		if r.Outcome == result.Failed && !g.accepted[r.ID] {
			g.refused = append(g.refused, r.ID)
			continue
		}
		if ways := waysOf(r); len(ways) > 0 && !g.known(r.ID, ways) {
			g.unjudged = append(g.unjudged, r.ID)
		}
	}
	for _, id := range absent {
		if !g.known(id, []string{Absent}) {
			g.unjudged = append(g.unjudged, id)
		}
	}
}

func (g *judge) decision() Decision {
	stop := slices.ContainsFunc(g.run.Deviations, func(d result.Deviation) bool { return d.State == Stale || d.State == Expired })
	switch {
	case stop || len(g.refused) > 0:
		return Fail
	case len(g.unjudged) > 0 || g.run.Interrupted != "" || !g.shown():
		return Undecided
	default:
		return Pass
	}
}

// shown tells whether anything was judged at all, and found to hold.
func (g *judge) shown() bool {
	return slices.ContainsFunc(g.run.Requirements, func(r result.Requirement) bool { return r.Outcome.Good() })
}

// explain adds to the reason of the run what the deviations changed.
func (g *judge) explain() {
	var parts []string
	if n := len(g.unjudged); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not judged, and no deviation names %s: %s", n, map[bool]string{true: "it", false: "them"}[n == 1], some(g.unjudged)))
	}
	for i, d := range g.run.Deviations {
		known := fmt.Sprintf("%q fails", d.Match)
		if d.Unjudged != "" {
			known = "it is " + d.Unjudged
		}
		switch d.State {
		case Stale:
			parts = append(parts, fmt.Sprintf("the deviation of %s on line %d is stale: %s no longer, so remove it", d.Requirement, g.deviations[i].Line, known))
		case Expired:
			parts = append(parts, fmt.Sprintf("the deviation of %s on line %d has expired on %s", d.Requirement, g.deviations[i].Line, d.Expires))
		}
	}
	if len(parts) > 0 {
		g.run.Reason = strings.TrimSuffix(g.run.Reason, ".") + "; " + strings.Join(parts, "; ")
	}
}

// some lists the first few ids.
func some(ids []string) string {
	const most = 8
	if len(ids) <= most {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], ", "), len(ids)-most)
}
