package scenario

import (
	"errors"
	"slices"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// evidence keeps, answer by answer, whether a check could decide on it: a check
// passes only by an answer that shows what its rule asks.
type evidence struct {
	decided   map[*driver.Call]bool
	undecided map[*driver.Call]bool
	sorts     []history.ValueSort // of the values that were judged
}

// Decide notes that the check could hold its rule against an answer.
func (e *evidence) Decide(c *driver.Call) {
	if e.decided == nil {
		e.decided = make(map[*driver.Call]bool)
	}
	e.decided[c] = true
}

// LeaveOpen notes that something of an answer could not be judged by the rule.
func (e *evidence) LeaveOpen(c *driver.Call) {
	if e.undecided == nil {
		e.undecided = make(map[*driver.Call]bool)
	}
	e.undecided[c] = true
}

// count tells on how many answers the check decided, and on how many it could
// not, in whole or in part.
func (e *evidence) count() (decided, undecided int) {
	for c := range e.decided {
		if !e.undecided[c] {
			decided++
		}
	}
	return decided, len(e.undecided)
}

// Decides notes that the check decided on all answers that it speaks of.
func (s *Scenario) Decides() {
	for _, c := range s.Answers {
		s.Evidence.Decide(c)
	}
}

// FailValue notes that a value is not what the rule asks. If the value is absent or has
// the wrong form, the rule about the form is to blame. Otherwise this check reports the
// failure.
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

// JudgesValues notes which sorts of values a sentence judges.
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

// NoteMissingEvidence notes that something that broke hides a part of the evidence. One
// break of each aspect is enough.
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

// endpoints are those whose answers were decided on.
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

// hasSeveral tells whether one of the answers is about several items, or about one
// that was ordered with others.
func (e *evidence) hasSeveral(endpoint string) bool {
	for c := range e.decided {
		if c.Endpoint == endpoint && c.IsOfSeveral() {
			return true
		}
	}
	return false
}
