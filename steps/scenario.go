package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"

	"github.com/credit-partner/assay/internal/result"
)

// Scenario is one check while it runs. It is used by one goroutine.
type Scenario struct {
	run   *Run
	check Check

	customer  *customer // the customer that the sentences speak of
	other     *customer
	leased    []*customer
	order     *call // the purchase that the sentences speak of
	second    *call // the other one, where there are two
	subject   []*call
	phone     string   // whose phone an OTP was asked for, in the words of the sentence
	holder    identity // who has it
	before    before   // what a call that must not be served may change
	tolerant  string   // the tolerance whose readings were tried
	taken     []string
	walked    *walked    // the walk through the state table
	body      *body      // the request body whose values were combined
	namesakes *namesakes // two orders that have something in common
	known     *call      // what get gave of an item, beside calls about unknown ones

	evidence evidence
	sorts    []valueSort // of the values that were judged
	report   Report
	told     map[string]int // kinds of failure, and which of Failures tells them
	more     map[int]int    // in how many more places each was found
}

// NewScenario starts a check of its own.
func (r *Run) NewScenario() *Scenario { return &Scenario{run: r} }

// Begin names the check. It is called before the first step.
func (s *Scenario) Begin(c Check) { s.check = c }

// End gives back what the scenario holds and reports what it found. err is the
// error, if any, that ended it early.
func (s *Scenario) End(err error) Report {
	for _, c := range s.leased {
		s.run.release(c)
	}
	s.leased = nil
	s.take(err)
	s.noteUnseen()
	s.countMore()
	s.reportFlaky()
	s.report.Decided, s.report.Undecided = s.evidence.count()
	for _, c := range s.subject {
		if c.Exchange != nil {
			s.report.Exchanges = append(s.report.Exchanges, c.ID)
		}
	}
	return s.report
}

// take sorts an error by what it says of target, suite and network.
func (s *Scenario) take(err error) {
	var broken *breakError
	var un *untestedError
	var not *inapplicableError
	switch {
	case err == nil:
	case errors.As(err, &broken):
		s.report.Breaks = append(s.report.Breaks, broken.Break)
	case errors.As(err, &un):
		s.report.Untested = un.Reason
	case errors.As(err, &not):
		s.report.Inapplicable = not.reason
	default:
		s.report.Errored = err.Error()
	}
}

// by names the check in recordings.
func (s *Scenario) by() string { return s.check.Requirement + " " + s.check.Name }

// fail notes one thing found wrong. The same thing in another record, or in
// another answer, is counted and not told again.
func (s *Scenario) fail(c *call, f result.Failure) {
	const most = 20
	kind := anyIndex.ReplaceAllString(f.Path, "#") + "\n" + anyIndex.ReplaceAllString(f.Message, "#")
	if n, told := s.told[kind]; told {
		s.more[n]++
		return
	}
	if len(s.report.Failures) == most {
		return
	}
	if s.told == nil {
		s.told, s.more = make(map[string]int), make(map[int]int)
	}
	s.told[kind] = len(s.report.Failures)
	s.report.Failures = append(s.report.Failures, c.fault(f))
}

// withdraw takes back what was noted from the n-th failure on, and gives it to
// whoever tells it in another way.
func (s *Scenario) withdraw(n int) []result.Failure {
	taken := slices.Clone(s.report.Failures[n:])
	s.report.Failures = s.report.Failures[:n]
	maps.DeleteFunc(s.told, func(_ string, at int) bool { return at >= n })
	maps.DeleteFunc(s.more, func(at, _ int) bool { return at >= n })
	return taken
}

// anyIndex finds where in an array something stands.
var anyIndex = regexp.MustCompile(`\b[0-9]+\b`)

// countMore says of every failure in how many other places it was found.
func (s *Scenario) countMore() {
	for n, more := range s.more {
		places := "places"
		if more == 1 {
			places = "place"
		}
		s.report.Failures[n].Times = more + 1
		s.report.Failures[n].Message += fmt.Sprintf("; the same in %d other %s", more, places)
	}
	s.more = nil
}

// asked sets the call that the Then sentences judge.
func (s *Scenario) asked(c *call, err error) error {
	if err != nil {
		return err
	}
	s.subject = []*call{c}
	return nil
}

// Judged are the calls that a Then may judge: the served ones. When there are
// none, nothing can be said, and what broke is returned.
func (s *Scenario) judged() ([]*call, error) {
	served := make([]*call, 0, len(s.subject))
	var first error
	for _, c := range s.subject {
		err := s.served(c)
		if err == nil {
			served = append(served, c)
		} else if first == nil {
			first = err
		}
	}
	if len(served) == 0 && first == nil {
		first = errored("no answer was gathered: nothing can be judged")
	}
	if len(served) == 0 || (first != nil && len(s.subject) == 1) {
		return nil, first
	}
	return served, nil
}

func (s *Scenario) served(c *call) error {
	if c.endpoint == lookup {
		return s.run.lookupServed(c)
	}
	return c.served()
}

// each runs a judgement over every served call.
func (s *Scenario) each(judge func(*call)) error {
	calls, err := s.judged()
	if err != nil {
		return err
	}
	for _, c := range calls {
		judge(c)
		s.evidence.decide(c)
	}
	return nil
}

// gather collects calls of the run, in the order in which they were sent, so
// that a report does not depend on who finished first.
func (s *Scenario) gather(endpoints []string, keep func(*call) bool) {
	s.subject = nil
	for _, name := range endpoints {
		s.subject = append(s.subject, s.run.calls.of(name, keep)...)
	}
	sort.SliceStable(s.subject, func(i, j int) bool { return s.subject[i].Started.Before(s.subject[j].Started) })
}

// leaseOwn gives the scenario a customer whom no other check touches.
func (s *Scenario) leaseOwn(ctx context.Context, kind customerKind) (*customer, error) {
	c, err := s.run.lease(ctx, s.by(), kind, s.involved()...)
	if err == nil {
		s.leased = append(s.leased, c)
	}
	return c, err
}

// involved are the customers whom the check speaks of already.
func (s *Scenario) involved() []*customer {
	all := []*customer{s.customer, s.other}
	if s.order != nil {
		all = append(all, s.order.customer)
	}
	return all
}
