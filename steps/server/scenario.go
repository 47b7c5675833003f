package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/combination"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Scenario is one check while it runs. It is used by one goroutine.
type Scenario struct {
	session *driver.Session
	check   judgement.Check

	customer  *customer.Customer // the customer that the sentences speak of
	other     *customer.Customer
	leased    []*customer.Customer
	order     *driver.Call // the purchase that the sentences speak of
	second    *driver.Call // the other one, where there are two
	answers   []*driver.Call
	phone     string            // whose phone an OTP was asked for, in the words of the sentence
	holder    identity.Identity // who has it
	before    before            // what a call that must not be served may change
	tolerant  string            // the tolerance whose readings were tried
	taken     []string
	walked    *trace            // the walk through the state table
	body      *combination.Body // the request body whose values were combined
	namesakes *namesakes        // two orders that have something in common
	known     *driver.Call      // what get gave of an item, beside calls about unknown ones

	evidence evidence
	sorts    []driver.ValueSort // of the values that were judged
	report   judgement.Report
	told     map[string]int // kinds of failure, and which of Failures tells them
	more     map[int]int    // in how many more places each was found
}

// NewScenario starts a check of its own.
func NewScenario(r *driver.Run) *Scenario { return &Scenario{session: r.For("")} }

// Begin names the check. It is called before the first step.
func (s *Scenario) Begin(c judgement.Check) {
	s.check = c
	s.session = s.session.For(s.checkName())
}

// End gives back what the scenario holds and reports what it found. err is the
// error, if any, that ended it early.
func (s *Scenario) End(err error) judgement.Report {
	for _, c := range s.leased {
		s.session.Customers.Release(c)
	}
	s.leased = nil
	s.recordError(err)
	s.noteUnseen()
	s.countMore()
	s.reportFlaky()
	s.report.Decided, s.report.Undecided = s.evidence.count()
	for _, c := range s.answers {
		if c.Exchange != nil {
			s.report.Exchanges = append(s.report.Exchanges, c.ID)
		}
	}
	return s.report
}

// recordError sorts an error by what it says of target, suite and network.
func (s *Scenario) recordError(err error) {
	var broken *call.BreakError
	var un *judgement.UntestedError
	var not *call.InapplicableError
	switch {
	case err == nil:
	case errors.As(err, &broken):
		s.report.Breaks = append(s.report.Breaks, broken.Break)
	case errors.As(err, &un):
		s.report.Untested = un.Reason
	case errors.As(err, &not):
		s.report.Inapplicable = not.Reason
	default:
		s.report.Errored = err.Error()
	}
}

// checkName names the check in recordings.
func (s *Scenario) checkName() string { return s.check.Requirement + " " + s.check.Name }

// fail notes one thing found wrong. The same thing in another record, or in
// another answer, is counted and not told again.
func (s *Scenario) fail(c *driver.Call, f result.Failure) {
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
	s.report.Failures = append(s.report.Failures, c.Fault(f))
}

// takeFailuresSince takes back what was noted from the n-th failure on, and gives it to
// whoever tells it in another way.
func (s *Scenario) takeFailuresSince(n int) []result.Failure {
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

// setAnswer sets the call that the Then sentences judge.
func (s *Scenario) setAnswer(c *driver.Call, err error) error {
	if err != nil {
		return err
	}
	s.answers = []*driver.Call{c}
	return nil
}

// servedAnswers are the calls that a Then may judge: the served ones. When there are
// none, nothing can be said, and what broke is returned.
func (s *Scenario) servedAnswers() ([]*driver.Call, error) {
	served := make([]*driver.Call, 0, len(s.answers))
	var first error
	for _, c := range s.answers {
		err := s.served(c)
		if err == nil {
			served = append(served, c)
		} else if first == nil {
			first = err
		}
	}
	if len(served) == 0 && first == nil {
		first = judgement.Errored("no answer was gathered: nothing can be judged")
	}
	if len(served) == 0 || (first != nil && len(s.answers) == 1) {
		return nil, first
	}
	return served, nil
}

func (s *Scenario) served(c *driver.Call) error {
	if c.Endpoint == spec.CustomerLookup {
		return s.session.Limits.LookupServed(c)
	}
	return c.Served()
}

// each runs a judgement over every served call.
func (s *Scenario) each(judge func(*driver.Call)) error {
	calls, err := s.servedAnswers()
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
func (s *Scenario) gather(endpoints []string, keep func(*driver.Call) bool) {
	s.answers = nil
	for _, name := range endpoints {
		s.answers = append(s.answers, s.session.Calls.Of(name, keep)...)
	}
	sort.SliceStable(s.answers, func(i, j int) bool { return s.answers[i].Started.Before(s.answers[j].Started) })
}

// ownCustomer gives the scenario a customer whom no other check touches.
func (s *Scenario) ownCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	c, err := s.session.Customers.Lease(ctx, kind, s.involved()...)
	if err == nil {
		s.leased = append(s.leased, c)
	}
	return c, err
}

// involved are the customers whom the check speaks of already.
func (s *Scenario) involved() []*customer.Customer {
	all := []*customer.Customer{s.customer, s.other}
	if s.order != nil {
		all = append(all, s.order.Customer)
	}
	return all
}

// reportFlaky adds to the report what was asked once more on behalf of the check.
func (s *Scenario) reportFlaky() {
	for _, by := range []string{s.checkName(), s.check.Key} {
		notes, grave := s.session.Flaky.Of(by)
		s.report.Unstable = append(s.report.Unstable, notes...)
		if s.report.Errored == "" {
			s.report.Errored = grave
		}
	}
}
