package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// undecided is the reason of a check that found no answer to judge.
const undecided = "no response showed whether the rule is satisfied"

// blame decides whether a check with a broken precondition is blocked or failed. If the
// requirement that owns the broken aspect has failed, it blocks the check. If the owner passed,
// the check itself found the deviation. A check that judged no response is untested, unless
// another fault hid all the evidence that it needs.
func (j *judge) blame(r *result.Requirement, c *result.Check) {
	breaks := j.findingsByLocation[c.Location].broken()
	nothingDecided := len(breaks) == 0
	if nothingDecided {
		breaks = j.findingsByLocation[c.Location].unseen()
	}
	broken := breaks[0]
	for _, b := range breaks {
		if blockers := j.blockersOfAspect(r, b.Aspect); blockers != nil {
			c.BlockedBy = blockers
			c.Reason = fmt.Sprintf("blocked by %s: %s", strings.Join(blockers, ", "), b.Failure.Message)
			return
		}
	}
	if nothingDecided {
		c.Outcome, c.Reason = result.Untested, undecided
		return
	}
	if owner := j.ledger.owner(broken.Aspect); owner != r.ID && owner != "" && j.planned[owner] == nil && !j.held(broken.Aspect) {
		c.BlockedBy = []string{owner}
		c.Reason = fmt.Sprintf("blocked by %s, which is not part of this run: %s", owner, broken.Failure.Message)
		return
	}
	c.Outcome, c.Reason = result.Failed, ""
	for _, b := range breaks {
		if b.Aspect == broken.Aspect {
			c.Failures = append(c.Failures, b.Failure)
		}
	}
}

// blockersOfAspect returns the requirements that are to blame for a broken aspect, other than
// the requirement itself: those of the first owner that did not pass.
func (j *judge) blockersOfAspect(r *result.Requirement, a judgement.Aspect) []string {
	for _, owner := range j.owners(a) {
		if owner == r.ID {
			continue
		}
		if blockers := j.blockersOf(owner); blockers != nil {
			return blockers
		}
	}
	return nil
}

func (j *judge) held(a judgement.Aspect) bool {
	return j.found.options.Held != nil && j.found.options.Held(a)
}

// owners returns the requirements that may be to blame for a broken aspect: first that of the
// plain case, on which every other case depends, then that of the case itself.
func (j *judge) owners(a judgement.Aspect) []string {
	general := a
	general.Variant = ""
	var all []string
	for _, id := range []string{j.ledger.owner(general), j.ledger.owner(a)} {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// blockersOf returns the requirements that are to blame if a requirement did not pass: itself if
// it failed, otherwise the ones that block it. It returns nil if the requirement passed, or if nothing in
// it applies to the target: then it will never report the fault.
func (j *judge) blockersOf(id string) []string {
	r := j.planned[id]
	if r == nil {
		return nil
	}
	switch j.outcome(id) {
	case result.Untested:
		if !slices.ContainsFunc(r.Checks, func(c result.Check) bool { return !c.Inapplicable }) {
			return nil
		}
		return []string{id}
	case result.Failed, result.Errored:
		return []string{id}
	case result.Blocked:
		if len(r.BlockedBy) > 0 {
			return r.BlockedBy
		}
		return []string{id}
	}
	return nil
}

// checksWithHiddenEvidence finds the checks that passed on only a part of their evidence,
// because a fault that another requirement owns hid the rest. It returns the requirements
// that block each check.
func (j *judge) checksWithHiddenEvidence(requirements []result.Requirement) map[*result.Check][]string {
	all := make(map[*result.Check][]string)
	for n := range requirements {
		r := &requirements[n]
		for m := range r.Checks {
			c := &r.Checks[m]
			if !c.Outcome.Good() {
				continue
			}
			for _, b := range j.findingsByLocation[c.Location].unseen() {
				if blockers := j.blockersOfAspect(r, b.Aspect); blockers != nil {
					all[c], c.Reason = blockers, fmt.Sprintf("blocked by %s, which hides evidence that this check needs: %s", strings.Join(blockers, ", "), b.Failure.Message)
					break
				}
			}
		}
	}
	return all
}

// block blocks checks, and computes the outcomes of their requirements again.
func (j *judge) block(checks map[*result.Check][]string) {
	for _, r := range j.planned {
		changed := false
		for n := range r.Checks {
			if blockers := checks[&r.Checks[n]]; blockers != nil {
				r.Checks[n].Outcome, r.Checks[n].BlockedBy, changed = result.Blocked, blockers, true
			}
		}
		if changed {
			j.summarize(r)
		}
	}
}

// broken returns the faults that stopped the check.
func (f *finding) broken() []judgement.Break { return f.breaks(false) }

// unseen returns the faults that only hid evidence.
func (f *finding) unseen() []judgement.Break { return f.breaks(true) }

func (f *finding) breaks(unseen bool) []judgement.Break {
	if f == nil {
		return nil
	}
	var all []judgement.Break
	for _, b := range f.report.Breaks {
		if b.HidesEvidence == unseen {
			all = append(all, b)
		}
	}
	return all
}
