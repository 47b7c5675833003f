package deviation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Decision says whether a pipeline may go on after a run.
type Decision string

// The decisions.
const (
	Pass      Decision = "pass"      // the verdict is conformant or partial; with a list, everything else is an accepted deviation
	Fail      Decision = "fail"      // a failure is not accepted, or a deviation must be removed
	Undecided Decision = "undecided" // no other failure, but something was not judged
)

// Judge compares a run with the failures that a team accepts on the day on which the run ended. It
// writes the state of each deviation into the run, and adds to the run's reason what the
// deviations changed. Outcomes and verdict stay the same. Without a list, the verdict decides, and
// Judge does not change the run.
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
	accepted   map[string]bool // failed requirements with accepted failures only
	refused    []string        // failed requirements that are not accepted
	unjudged   []string        // not judged, and not named in the list
}

// absent returns the planned requirements that the run does not have.
func absent(run *result.Run, planned []string) []string {
	return slices.DeleteFunc(slices.Clone(planned), func(id string) bool {
		return slices.ContainsFunc(run.Requirements, func(r result.Requirement) bool { return r.ID == id })
	})
}

// covered reports whether every failure of a requirement is accepted.
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

// known reports whether the list names a requirement as not judged, in every one of the given
// ways.
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

// state returns the state of one deviation after the run.
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
		return Unknown // the part that was not judged may still fail
	}
	return Stale
}

// waysOf returns the ways in which a requirement, or a part of it, was not judged. It returns none
// if the whole requirement was judged.
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
		if !c.Inapplicable { // a check that does not apply to this target leaves nothing open
			note(c.Outcome)
		}
	}
	if len(ways) == 0 {
		note(r.Outcome)
	}
	return ways
}

// weigh collects the failed and the not judged requirements that are not accepted. If a
// requirement is blocked by an accepted failure, it was not judged either.
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

// shown reports whether at least one requirement was judged with a good outcome.
func (g *judge) shown() bool {
	return slices.ContainsFunc(g.run.Requirements, func(r result.Requirement) bool { return r.Outcome.Good() })
}

// explain adds to the reason of the run how the deviations changed the decision.
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

// some joins ids for a sentence, and cuts a long list.
func some(ids []string) string {
	const most = 8
	if len(ids) <= most {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], ", "), len(ids)-most)
}
