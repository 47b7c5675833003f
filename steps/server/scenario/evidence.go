package scenario

import (
	"errors"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// evidence records for each answer whether the check could decide on it. A check passes only
// because of answers that show what its rule requires.
type evidence struct {
	decided   map[*driver.Call]bool
	undecided map[*driver.Call]bool
	sorts     []history.ValueSort // the kinds of values that were judged
}

// Decide notes that the check could judge an answer by its rule.
func (e *evidence) Decide(c *driver.Call) {
	if e.decided == nil {
		e.decided = make(map[*driver.Call]bool)
	}
	e.decided[c] = true
}

// LeaveOpen notes that the rule could not judge a part of an answer.
func (e *evidence) LeaveOpen(c *driver.Call) {
	if e.undecided == nil {
		e.undecided = make(map[*driver.Call]bool)
	}
	e.undecided[c] = true
}

// count returns on how many answers the check decided, and on how many it could not decide
// completely.
func (e *evidence) count() (decided, undecided int) {
	for c := range e.decided {
		if !e.undecided[c] {
			decided++
		}
	}
	return decided, len(e.undecided)
}

// Decides notes that the check decided on all its answers.
func (s *Scenario) Decides() {
	for _, c := range s.Answers {
		s.Evidence.Decide(c)
	}
}

// FailValue reports that a value is not what the rule requires. If the value is absent or has the
// wrong form, the rule about the form is to blame. Otherwise this check reports the failure.
func (s *Scenario) FailValue(c *driver.Call, f result.Failure) {
	if c.Malformed(f.Path) {
		s.BlockBy(c, c.FormAspect(f.Path), f)
		return
	}
	s.Fail(c, f)
}

// MostBreaks is how many broken preconditions one check reports.
const MostBreaks = 20

// BlockBy notes that the rule cannot judge a part of a response, because it is not as the
// owner of an aspect requires. The owner is to blame if it failed. If the owner passed,
// this check reports the failure.
func (s *Scenario) BlockBy(c *driver.Call, a judgement.Aspect, f result.Failure) {
	s.Evidence.LeaveOpen(c)
	if len(s.Report.Breaks) < MostBreaks {
		s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: a, Failure: c.Fault(f)})
	}
}

// JudgesValues notes which kinds of values a sentence judges.
func (s *Scenario) JudgesValues(sorts ...history.ValueSort) {
	for _, what := range sorts {
		if !slices.Contains(s.Evidence.sorts, what) {
			s.Evidence.sorts = append(s.Evidence.sorts, what)
		}
	}
}

// noteHiddenValues notes the values that a fault hid from the responses that were judged.
func (s *Scenario) noteHiddenValues() {
	for _, what := range s.Evidence.sorts {
		for _, endpoint := range s.Evidence.endpoints() {
			if what == history.SeveralAtOnce && s.Evidence.hasSeveral(endpoint) {
				continue
			}
			for _, broken := range s.Session.Unseen.Of(what, endpoint) {
				s.NoteMissingEvidence(broken)
			}
		}
	}
}

// NoteMissingEvidence notes that a break hides a part of the evidence. One break of each aspect is
// enough.
func (s *Scenario) NoteMissingEvidence(b judgement.Break) {
	b.HidesEvidence = true
	if !slices.ContainsFunc(s.Report.Breaks, func(o judgement.Break) bool { return o.HidesEvidence && o.Aspect == b.Aspect }) {
		s.Report.Breaks = append(s.Report.Breaks, b)
	}
}

// NoteMissingEvidenceFor is NoteMissingEvidence for an error, if the target caused it.
func (s *Scenario) NoteMissingEvidenceFor(err error) {
	var broken *call.BreakError
	if errors.As(err, &broken) {
		s.NoteMissingEvidence(broken.Break)
	}
}

// UnchangedMayBeStale notes that an unchanged record in get is evidence only if get also shows
// changes. A get that answers from a cache never shows any.
func UnchangedMayBeStale(s *Scenario, c *driver.Call) {
	s.NoteMissingEvidence(judgement.Break{Aspect: KeptMove, Failure: c.Fault(result.Failure{
		Section: "3", Expected: "get purchase shows updates", Actual: "it does not",
		Message: "get purchase does not show updates, so an unchanged record proves nothing",
	})})
}

// endpoints returns the endpoints whose answers were decided on.
func (e *evidence) endpoints() []string {
	var all []string
	for c := range e.decided {
		if !slices.Contains(all, c.Endpoint) {
			all = append(all, c.Endpoint)
		}
	}
	slices.Sort(all)
	return all
}

// hasSeveral reports whether one of the answers is about several items, or about an item that was
// ordered with others.
func (e *evidence) hasSeveral(endpoint string) bool {
	for c := range e.decided {
		if c.Endpoint == endpoint && c.IsOfSeveral() {
			return true
		}
	}
	return false
}
