package cause

import (
	"cmp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// manyBlocked is how many requirements a cause must block to come before all others on the side of a
// partner. There a broken body hides what it contains, and a later request lacks what the service
// would have returned.
const manyBlocked = 12

// Of groups the failures of a run into causes, the worst first. It returns nil if nothing failed.
func Of(run *result.Run) []result.Cause {
	var all []result.Cause
	for _, g := range groups(findings(run), ownersOf(run)) {
		all = append(all, g.cause(run))
	}
	slices.SortStableFunc(all, func(a, b result.Cause) int {
		return cmp.Or(
			first(run.Side, a, b),
			slices.Index(result.Severities, a.Severity)-slices.Index(result.Severities, b.Severity),
			len(b.Blocks)-len(a.Blocks),
			len(b.Requirements)-len(a.Requirements),
		)
	})
	return all
}

// first puts a cause of a partner build that blocks many requirements before one that does not.
func first(side result.Side, a, b result.Cause) int {
	if side != result.PartnerSide {
		return 0
	}
	return min(len(b.Blocks), manyBlocked)/manyBlocked - min(len(a.Blocks), manyBlocked)/manyBlocked
}

func (g *group) cause(run *result.Run) result.Cause {
	c := result.Cause{Title: g.title(run.Side), Severity: g.severity(), Requirements: g.ids()}
	for _, f := range g.findings {
		c.Findings += f.times()
		c.Endpoints = add(c.Endpoints, f.endpoint)
		c.Sections = add(c.Sections, f.Section)
	}
	c.Blocks = blocked(run, c.Requirements)
	first := g.first()
	c.Example = result.Example{Requirement: first.requirement.ID, Check: first.check, Failure: first.Failure}
	return c
}

// blocked returns the requirements that could not be judged because of the requirements in by.
func blocked(run *result.Run, by []string) []string {
	var ids []string
	for _, r := range run.Requirements {
		if r.Outcome == result.Blocked && slices.ContainsFunc(r.BlockedBy, func(id string) bool { return slices.Contains(by, id) }) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// add appends a text unless it is empty or already in the list.
func add(texts []string, text string) []string {
	if text == "" || slices.Contains(texts, text) {
		return texts
	}
	return append(texts, text)
}

// severity returns the worst severity of the findings.
func (g *group) severity() result.Severity {
	worst := result.Form
	for _, f := range g.findings {
		if s := f.severity(); slices.Index(result.Severities, s) < slices.Index(result.Severities, worst) {
			worst = s
		}
	}
	return worst
}

func (f *finding) severity() result.Severity {
	switch f.kind {
	case result.NotRefused, result.Effect:
		return result.Access
	case result.NotServed, result.Unanswered, result.Unreadable, result.NotJSON:
		return result.Service
	case result.WrongCount, person:
		return result.State
	case result.WrongValue:
		if amounts[f.member] {
			return result.Money
		}
		return result.State
	}
	return result.Form
}
