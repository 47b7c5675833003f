package scenario

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Scenario is one check while it runs. Only one goroutine uses it.
type Scenario struct {
	Session *driver.Session
	Check   judgement.Check

	Customer *customer.Customer   // the customer that the sentences are about
	Other    *customer.Customer   // the second customer of the check
	Leased   []*customer.Customer // customers to release at the end of the check
	Order    *driver.Call         // the purchase that the sentences are about
	Second   *driver.Call         // the other purchase, if there are two
	Answers  []*driver.Call       // the responses that Then sentences judge

	Evidence evidence
	Report   judgement.Report
	repeats  repeatedFailures
	states   []any // one struct for each group of sentences, see State
}

// repeatedFailures counts failures that are reported only once.
type repeatedFailures struct {
	told map[string]int // for each kind of failure, the index in Failures
	more map[int]int    // for each index in Failures, in how many more places it was found
}

// State returns the value of type T that a topic keeps in a check between its sentences. There is
// one value for each type.
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

// New starts a check.
func New(r *driver.Run) *Scenario { return &Scenario{Session: r.For("")} }

// Begin sets the check. It is called before the first step.
func (s *Scenario) Begin(c judgement.Check) {
	s.Check = c
	s.Session = s.Session.For(s.CheckName())
}

// End releases the leased customers and reports what the check found. err is the error, if any,
// that ended it early.
func (s *Scenario) End(ctx context.Context, err error) judgement.Report {
	for _, c := range s.Leased {
		s.Session.Customers.Release(c)
	}
	s.Leased = nil
	s.RecordError(brokenBefore(s, err))
	s.noteHiddenValues()
	s.countMore()
	leaveToOwnIDs(s)
	if !s.Check.WholeRun { // a rule about all calls decides for each of them
		leaveToOtherItems(ctx, s)
	}
	s.reportFlaky()
	s.Report.Decided, s.Report.Undecided = s.Evidence.count()
	for _, c := range s.Answers {
		if c.Exchange != nil {
			s.Report.Exchanges = append(s.Report.Exchanges, c.ID)
		}
	}
	return s.Report
}

// RecordError adds an error to the report, by its kind.
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

// CheckName returns the name of the check in recordings.
func (s *Scenario) CheckName() string { return s.Check.Requirement + " " + s.Check.Name }

// exchange is a call or an answer that a failure belongs to.
type exchange interface {
	Fault(f result.Failure) result.Failure
}

// Fail adds a failure. The same failure in another record or answer is only counted.
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

// TakeFailuresSince removes the failures from the n-th on and returns them, so that the caller can
// report them in another way.
func (s *Scenario) TakeFailuresSince(n int) []result.Failure {
	taken := slices.Clone(s.Report.Failures[n:])
	s.Report.Failures = s.Report.Failures[:n]
	maps.DeleteFunc(s.repeats.told, func(_ string, at int) bool { return at >= n })
	maps.DeleteFunc(s.repeats.more, func(at, _ int) bool { return at >= n })
	return taken
}

// countMore adds to every failure in how many other places it was found.
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

// ServedAnswers returns the answers that a Then may judge: the served ones. If there are none,
// nothing can be judged, and it returns the reason.
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

// Each calls judge for every served call.
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

// MistypedOTPLabel marks a call with another OTP than the one that was sent.
const MistypedOTPLabel = "mistyped-otp"

// Gather collects calls of the run in the order in which they were sent, so that a report does not
// depend on the order in which they finished.
func (s *Scenario) Gather(endpoints []string, keep func(*driver.Call) bool) {
	s.Answers = nil
	for _, name := range endpoints {
		s.Answers = append(s.Answers, s.Session.Calls.Of(name, keep)...)
	}
	sort.SliceStable(s.Answers, func(i, j int) bool { return s.Answers[i].Started.Before(s.Answers[j].Started) })
}

// OwnCustomer leases a customer that no other check uses.
func (s *Scenario) OwnCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	c, err := s.Session.Customers.Lease(ctx, kind, s.involved()...)
	if err == nil {
		s.Leased = append(s.Leased, c)
	}
	return c, err
}

// CustomerFor returns the customer that all checks share for a purpose. If customers are listed, it
// leases one for the check instead.
func (s *Scenario) CustomerFor(ctx context.Context, purpose string, kind customer.Kind) (*customer.Customer, error) {
	if s.Session.Customers.ExistingAreListed() {
		return s.OwnCustomer(ctx, kind)
	}
	return driver.Shared(ctx, s.Session.Run, purpose, func(ctx context.Context) (*customer.Customer, error) {
		return s.Session.Customers.NewCustomerWithLimit(ctx, kind)
	})
}

// involved returns the customers that the check already uses.
func (s *Scenario) involved() []*customer.Customer {
	all := []*customer.Customer{s.Customer, s.Other}
	if s.Order != nil {
		all = append(all, s.Order.Customer)
	}
	return all
}

// reportFlaky adds to the report the calls of the check that were repeated.
func (s *Scenario) reportFlaky() {
	for _, by := range []string{s.CheckName(), s.Check.Key} {
		notes, grave := s.Session.Flaky.Of(by)
		s.Report.Unstable = append(s.Report.Unstable, notes...)
		if s.Report.Errored == "" {
			s.Report.Errored = grave
		}
	}
}
