package driver

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

// listedAccounts uses the customers that the config lists, with the limits that they have, and
// the customers that this run gave a limit.
type listedAccounts struct {
	*Session
	roster *customer.Roster
}

// Lease lends a listed customer, with the limit that the customer has now. If none fits, it
// opens a limit for a new person.
func (s listedAccounts) Lease(ctx context.Context, kind customer.Kind, not ...*customer.Customer) (*customer.Customer, error) {
	if kind == customer.AnyEmployee || kind == customer.Anybody {
		kind = customer.Employed
	}
	var first error
	var poor *customer.Customer // a customer whose limit is used up; used if no other customer is found
	for c := s.roster.Borrow(kind, not); c != nil; c = s.roster.Borrow(kind, not) {
		err := s.ready(ctx, c)
		if err == nil && c.Available() > 0 {
			return c, nil
		}
		s.roster.Release(c)
		not = append(slices.Clip(not), c)
		switch {
		case err == nil && poor == nil:
			poor = c
		case err != nil && !call.IsUntested(err):
			return nil, err
		case first == nil:
			first = err
		}
	}
	c, err := s.newListed(ctx, kind, first)
	if call.IsUntested(err) && poor != nil {
		c, err = poor, nil
	}
	if err == nil {
		s.roster.MarkBusy(c)
	}
	return c, err
}

// newListed opens a limit for a new person. If no person is left, the error says why no listed
// customer fits (why), because that helps the reader more.
func (s listedAccounts) newListed(ctx context.Context, kind customer.Kind, why error) (*customer.Customer, error) {
	c, err := s.Customers.NewCustomerWithLimit(ctx, kind)
	switch {
	case !call.IsUntested(err):
		return c, err
	case why != nil:
		return nil, why
	case s.roster.Misdeclared > 0:
		return nil, err
	}
	return nil, customer.NobodyKnown(kind)
}

// SharedCustomer returns a listed customer of a kind for checks that only read.
func (s listedAccounts) SharedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	var first error
	for _, c := range s.roster.WithLimit(func(c *customer.Customer) bool { return c.Kind == kind }) {
		err := s.loadListed(ctx, c)
		if err == nil || !call.IsUntested(err) {
			return c, err
		}
		if first == nil {
			first = err
		}
	}
	return s.newListed(ctx, kind, first)
}

// OpenedCustomer returns a customer whose limit this run has opened itself.
func (s listedAccounts) OpenedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	theirs := s.roster.WithLimit(func(c *customer.Customer) bool { return c.Kind == kind && c.Opened() && c.Unspent() })
	if len(theirs) > 0 {
		return theirs[0], nil
	}
	return s.Customers.NewCustomerWithLimit(ctx, kind)
}

// SharedBuyer returns a customer that can still spend the amount, and reserves the amount.
func (s listedAccounts) SharedBuyer(ctx context.Context, amount int64) (*customer.Customer, error) {
	if c, _ := s.people.employeeBuyers.Current(); c != nil && c.Reserve(amount) {
		return c, nil
	}
	var first error
	for _, c := range s.roster.WithLimit(func(*customer.Customer) bool { return true }) {
		err := s.ready(ctx, c)
		if err != nil && !call.IsUntested(err) {
			return nil, err
		}
		if err == nil && c.Reserve(amount) {
			s.people.employeeBuyers.Next(c)
			return c, nil
		}
		if err == nil {
			err = judgement.Untested("no listed customer has %d left to spend: list one under identities.existing whose limit is not used up", amount)
		}
		if first == nil {
			first = err
		}
	}
	c, err := s.newListed(ctx, customer.Employed, first)
	if err != nil {
		return nil, err
	}
	s.people.employeeBuyers.Next(c)
	if !c.Reserve(amount) {
		return nil, judgement.Untested("the limit that a listed customer was given does not cover %d: list one with a higher limit under identities.existing", amount)
	}
	return c, nil
}

// ready prepares a listed customer for the next check: it cancels the expensive items that the
// customer bought, and fetches the limit again.
func (s listedAccounts) ready(ctx context.Context, c *customer.Customer) error {
	if err := s.loadListed(ctx, c); err != nil {
		return err
	}
	for _, i := range s.people.expensive.Of(c) {
		if _, err := s.Orders.Cancel(ctx, i, call.Probe); err != nil {
			return err
		}
		c.Touch()
	}
	s.people.expensive.Cancelled(c)
	if c.Opened() && c.Unspent() {
		return nil
	}
	return s.refresh(ctx, c)
}

func (s listedAccounts) Release(c *customer.Customer) { s.roster.Release(c) }

// Stranger returns an identity that belongs to nobody: an invented person might exist at this
// target.
func (s listedAccounts) Stranger(*rand.Rand) identity.Identity { return identity.Nobody(s.Config.Mark) }

// Spend fails if the limit does not cover the amount, because a target may refuse a purchase
// beyond the limit.
func (s listedAccounts) Spend(buyer *customer.Customer, amount int64) error {
	if buyer.Reserve(amount) {
		return nil
	}
	return judgement.Untested("the limit of a listed customer no longer covers %d: list a customer with a higher available limit under identities.existing", amount)
}

// NoteExpensive keeps an item that must be cancelled before another check uses the buyer.
func (s listedAccounts) NoteExpensive(buyer *customer.Customer, bought *Item) {
	if bought.ID != "" {
		s.people.expensive.Add(buyer, bought)
	}
}

func (s listedAccounts) KeepOpened(c *customer.Customer, answer *Call) {
	if answer.OK() && c.KeepLimit(&answer.Answer) == nil {
		s.Customers.setPriceBound(c.Available())
		s.roster.AddWithLimit(c)
	}
}

func (s listedAccounts) opened(c *customer.Customer) { s.roster.AddWithLimit(c) }

func (s listedAccounts) withoutLimit() *customer.Customer {
	if len(s.roster.WithoutALimit) == 0 {
		return nil
	}
	return s.roster.WithoutALimit[0]
}

func (s listedAccounts) price(ctx context.Context) error {
	_, err := s.SharedBuyer(ctx, 0)
	return err
}

// priceShare returns a large divisor, so that prices are small: one customer may have to pay for
// all purchases of the run.
func (s listedAccounts) priceShare() int64 { return 2000 }

func (s listedAccounts) mayBeRefusedOTPs(c *customer.Customer) bool {
	return c.OTPSends > customer.MaxOTPs || c.WrongOTPs > 0
}

func (s listedAccounts) lookedUp(c *customer.Customer, answer *Call) error {
	if c == nil || !answer.Contradicts() {
		return nil
	}
	s.Calls.JudgeByNoRule(answer)
	return judgement.Untested("the target knows a credit limit of a customer who is listed without one: fix has_limit under identities.existing, or list another")
}

func (s listedAccounts) ExistingAreListed() bool { return true }
