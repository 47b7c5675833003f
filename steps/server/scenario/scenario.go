package scenario

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Scenario is one check while it runs. It is used by one goroutine.
type Scenario struct {
	Session *driver.Session
	Check   judgement.Check

	Customer *customer.Customer   // the customer that the sentences speak of
	Other    *customer.Customer   // the second customer of the check
	Leased   []*customer.Customer // to be released at its end
	Order    *driver.Call         // the purchase that the sentences speak of
	Second   *driver.Call         // the other one, where there are two
	Answers  []*driver.Call       // the responses that Then sentences judge

	Evidence evidence
	Report   judgement.Report
	repeats  repeatedFailures
	states   []any // one struct for each group of sentences, see State
}

// repeatedFailures counts the failures that are told once.
type repeatedFailures struct {
	told map[string]int // kinds of failure, and which of Failures tells them
	more map[int]int    // in how many more places each was found
}

// State is what a topic keeps of a check from one of its sentences to the next: one
// value for each type.
func State[T any](s *Scenario) *T {
	for _, kept := range s.states {
		if state, ok := kept.(*T); ok {
			return state
		}
	}
	state := new(T)
	s.states = append(s.states, state)
	return state
}

// New starts a check of its own.
func New(r *driver.Run) *Scenario { return &Scenario{Session: r.For("")} }

// Begin names the check. It is called before the first step.
func (s *Scenario) Begin(c judgement.Check) {
	s.Check = c
	s.Session = s.Session.For(s.CheckName())
}

// End gives back what the scenario holds and reports what it found. err is the
// error, if any, that ended it early.
func (s *Scenario) End(err error) judgement.Report {
	for _, c := range s.Leased {
		s.Session.Customers.Release(c)
	}
	s.Leased = nil
	s.RecordError(err)
	s.noteHiddenValues()
	s.countMore()
	s.reportFlaky()
	s.Report.Decided, s.Report.Undecided = s.Evidence.count()
	for _, c := range s.Answers {
		if c.Exchange != nil {
			s.Report.Exchanges = append(s.Report.Exchanges, c.ID)
		}
	}
	return s.Report
}

// RecordError sorts an error by what it says of target, suite and network.
func (s *Scenario) RecordError(err error) {
	var broken *call.BreakError
	var un *judgement.UntestedError
	var not *call.InapplicableError
	switch {
	case err == nil:
	case errors.As(err, &broken):
		s.Report.Breaks = append(s.Report.Breaks, broken.Break)
	case errors.As(err, &un):
		s.Report.Untested = un.Reason
	case errors.As(err, &not):
		s.Report.Inapplicable = not.Reason
	default:
		s.Report.Errored = err.Error()
	}
}

// CheckName names the check in recordings.
func (s *Scenario) CheckName() string { return s.Check.Requirement + " " + s.Check.Name }

// exchange is what a failure is tied to: a call, or its answer.
type exchange interface {
	Fault(f result.Failure) result.Failure
}

// Fail notes one thing found wrong. The same thing in another record, or in
// another answer, is counted and not told again.
func (s *Scenario) Fail(c exchange, f result.Failure) {
	const most = 20
	kind := result.WithoutIndexes(f.Path) + "\n" + result.WithoutIndexes(f.Message)
	if n, told := s.repeats.told[kind]; told {
		s.repeats.more[n]++
		return
	}
	if len(s.Report.Failures) == most {
		return
	}
	if s.repeats.told == nil {
		s.repeats.told, s.repeats.more = make(map[string]int), make(map[int]int)
	}
	s.repeats.told[kind] = len(s.Report.Failures)
	s.Report.Failures = append(s.Report.Failures, c.Fault(f))
}

// TakeFailuresSince takes back what was noted from the n-th failure on, and gives it to
// whoever tells it in another way.
func (s *Scenario) TakeFailuresSince(n int) []result.Failure {
	taken := slices.Clone(s.Report.Failures[n:])
	s.Report.Failures = s.Report.Failures[:n]
	maps.DeleteFunc(s.repeats.told, func(_ string, at int) bool { return at >= n })
	maps.DeleteFunc(s.repeats.more, func(at, _ int) bool { return at >= n })
	return taken
}

// countMore says of every failure in how many other places it was found.
func (s *Scenario) countMore() {
	for n, more := range s.repeats.more {
		places := "places"
		if more == 1 {
			places = "place"
		}
		s.Report.Failures[n].Times = more + 1
		s.Report.Failures[n].Message += fmt.Sprintf("; the same in %d other %s", more, places)
	}
	s.repeats.more = nil
}

// SetAnswer sets the call that the Then sentences judge.
func (s *Scenario) SetAnswer(c *driver.Call, err error) error {
	if err != nil {
		return err
	}
	s.Answers = []*driver.Call{c}
	return nil
}

// ServedAnswers are the calls that a Then may judge: the served ones. When there are
// none, nothing can be said, and what broke is returned.
func (s *Scenario) ServedAnswers() ([]*driver.Call, error) {
	served := make([]*driver.Call, 0, len(s.Answers))
	var first error
	for _, c := range s.Answers {
		err := s.Served(c)
		if err == nil {
			served = append(served, c)
		} else if first == nil {
			first = err
		}
	}
	if len(served) == 0 && first == nil {
		first = judgement.Errored("no answer was gathered: nothing can be judged")
	}
	if len(served) == 0 || (first != nil && len(s.Answers) == 1) {
		return nil, first
	}
	return served, nil
}

func (s *Scenario) Served(c *driver.Call) error {
	if c.Endpoint == spec.CustomerLookup {
		return s.Session.Limits.LookupServed(c)
	}
	return c.Served()
}

// Each runs a judgement over every served call.
func (s *Scenario) Each(judge func(*driver.Call)) error {
	calls, err := s.ServedAnswers()
	if err != nil {
		return err
	}
	for _, c := range calls {
		judge(c)
		s.Evidence.Decide(c)
	}
	return nil
}

// Gather collects calls of the run, in the order in which they were sent, so
// that a report does not depend on who finished first.
func (s *Scenario) Gather(endpoints []string, keep func(*driver.Call) bool) {
	s.Answers = nil
	for _, name := range endpoints {
		s.Answers = append(s.Answers, s.Session.Calls.Of(name, keep)...)
	}
	sort.SliceStable(s.Answers, func(i, j int) bool { return s.Answers[i].Started.Before(s.Answers[j].Started) })
}

// OwnCustomer gives the scenario a customer whom no other check touches.
func (s *Scenario) OwnCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	c, err := s.Session.Customers.Lease(ctx, kind, s.involved()...)
	if err == nil {
		s.Leased = append(s.Leased, c)
	}
	return c, err
}

// CustomerFor gives the customer of a purpose whom all checks share; where customers
// are few, one of the check's own serves.
func (s *Scenario) CustomerFor(ctx context.Context, purpose string, kind customer.Kind) (*customer.Customer, error) {
	if s.Session.Customers.ExistingAreListed() {
		return s.OwnCustomer(ctx, kind)
	}
	return driver.Shared(ctx, s.Session.Run, purpose, func(ctx context.Context) (*customer.Customer, error) {
		return s.Session.Customers.NewCustomerWithLimit(ctx, kind)
	})
}

// involved are the customers whom the check speaks of already.
func (s *Scenario) involved() []*customer.Customer {
	all := []*customer.Customer{s.Customer, s.Other}
	if s.Order != nil {
		all = append(all, s.Order.Customer)
	}
	return all
}

// reportFlaky adds to the report what was asked once more on behalf of the check.
func (s *Scenario) reportFlaky() {
	for _, by := range []string{s.CheckName(), s.Check.Key} {
		notes, grave := s.Session.Flaky.Of(by)
		s.Report.Unstable = append(s.Report.Unstable, notes...)
		if s.Report.Errored == "" {
			s.Report.Errored = grave
		}
	}
}
