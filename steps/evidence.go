package steps

import "github.com/credit-partner/assay/internal/result"

// evidence keeps, answer by answer, whether a check could decide on it: a check
// passes only by an answer that shows what its rule asks.
type evidence struct {
	decided   map[*call]bool
	undecided map[*call]bool
}

// decide notes that the check could hold its rule against an answer.
func (e *evidence) decide(c *call) {
	if e.decided == nil {
		e.decided = make(map[*call]bool)
	}
	e.decided[c] = true
}

// leaveOpen notes that something of an answer could not be held against the rule.
func (e *evidence) leaveOpen(c *call) {
	if e.undecided == nil {
		e.undecided = make(map[*call]bool)
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

// decides notes that the check decided on all answers that it speaks of.
func (s *Scenario) decides() {
	for _, c := range s.subject {
		s.evidence.decide(c)
	}
}

// wrong notes that a value is not what the rule asks. A value that is not even of
// the documented form, or is not there, is the business of the rule of its form
// first: only where that one holds has this check found a deviation of its own.
func (s *Scenario) wrong(c *call, f result.Failure) {
	if c.malformed(f.Path) {
		s.unreadable(c, c.formAspect(f.Path), f)
		return
	}
	s.fail(c, f)
}

// mostBreaks is how many broken preconditions one check reports.
const mostBreaks = 20

// unreadable says that a part of an answer cannot be held against the rule,
// since it is not as the owner of an aspect asks. The owner is to blame if it
// failed; if it holds, the failure is this check's own finding.
func (s *Scenario) unreadable(c *call, a Aspect, f result.Failure) {
	s.evidence.leaveOpen(c)
	if len(s.report.Breaks) < mostBreaks {
		s.report.Breaks = append(s.report.Breaks, Break{Aspect: a, Failure: c.fault(f)})
	}
}
