package driver

import (
	"context"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
)

// leaseListed lends somebody of the roster, as they stand now, or opens a limit
// for somebody new.
func (s customers) leaseListed(ctx context.Context, kind customer.Kind, not []*customer.Customer) (*customer.Customer, error) {
	var first error
	var poor *customer.Customer // whose limit is used up: better than nobody
	for c := s.Roster.Borrow(kind, not); c != nil; c = s.Roster.Borrow(kind, not) {
		err := s.ready(ctx, c)
		if err == nil && c.Available > 0 {
			return c, nil
		}
		s.Roster.Release(c)
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
		s.Roster.MarkBusy(c)
	}
	return c, err
}

// newListed opens a limit for somebody new. Where nobody is, why no listed
// customer would do says more.
func (s customers) newListed(ctx context.Context, kind customer.Kind, why error) (*customer.Customer, error) {
	c, err := s.NewCustomerWithLimit(ctx, kind)
	switch {
	case !call.IsUntested(err):
		return c, err
	case why != nil:
		return nil, why
	case s.Roster.Misdeclared > 0:
		return nil, err
	}
	return nil, customer.NobodyKnown(kind)
}

// sharedListed is somebody of a kind whom a check only looks at.
func (s customers) sharedListed(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	var first error
	for _, c := range s.Roster.WithLimit(func(c *customer.Customer) bool { return c.Kind == kind }) {
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

// OpenedListed is somebody whose limit this run has asked for itself.
func (s customers) OpenedListed(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	theirs := s.Roster.WithLimit(func(c *customer.Customer) bool { return c.Kind == kind && c.Opened() && c.Unspent() })
	if len(theirs) > 0 {
		return theirs[0], nil
	}
	return s.NewCustomerWithLimit(ctx, kind)
}

// listedBuyer gives somebody who can still spend the amount, and books it.
func (s customers) listedBuyer(ctx context.Context, amount int64) (*customer.Customer, error) {
	if c, _ := s.shop.Current(); c != nil && c.Reserve(amount) {
		return c, nil
	}
	var first error
	for _, c := range s.Roster.WithLimit(func(*customer.Customer) bool { return true }) {
		err := s.ready(ctx, c)
		if err != nil && !call.IsUntested(err) {
			return nil, err
		}
		if err == nil && c.Reserve(amount) {
			s.shop.Next(c)
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
	s.shop.Next(c)
	if !c.Reserve(amount) {
		return nil, judgement.Untested("the limit that a listed customer was given does not cover %d: list one with a higher limit under identities.existing", amount)
	}
	return c, nil
}

// ready makes somebody of the roster fit for the next check: what was bought of
// their limit at a high price is cancelled, and the limit looked at anew.
func (s customers) ready(ctx context.Context, c *customer.Customer) error {
	if err := s.loadListed(ctx, c); err != nil {
		return err
	}
	for _, i := range s.expensive.of(c) {
		if _, err := s.Orders.Cancel(ctx, i, call.Probe); err != nil {
			return err
		}
		c.Touch()
	}
	s.expensive.cancelled(c)
	if c.Opened() && c.Unspent() {
		return nil
	}
	return s.refresh(ctx, c)
}

// expensiveItems are what listed customers bought at a price that leaves little of
// their limit.
type expensiveItems struct {
	mu  sync.Mutex
	all map[*customer.Customer][]*Item
}

func (e *expensiveItems) add(buyer *customer.Customer, bought *Item) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = make(map[*customer.Customer][]*Item)
	}
	e.all[buyer] = append(e.all[buyer], bought)
}

// of gives what a customer bought, until it is cancelled.
func (e *expensiveItems) of(buyer *customer.Customer) []*Item {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.all[buyer]
}

func (e *expensiveItems) cancelled(buyer *customer.Customer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.all, buyer)
}
