package driver

import (
	"context"
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// Lease lends a customer with a credit limit and no purchases, other than
// those who are to be somebody else.
func (s customers) Lease(ctx context.Context, kind customer.Kind, not ...*customer.Customer) (*customer.Customer, error) {
	if s.Roster != nil && kind == customer.Anybody {
		kind = customer.Employed
	}
	if s.Roster != nil {
		return s.leaseListed(ctx, kind, not)
	}
	if c := s.pool.Take(kind); c != nil {
		return c, nil
	}
	return s.NewCustomerWithLimit(ctx, kind)
}

// Release takes a customer back.
func (s customers) Release(c *customer.Customer) {
	if s.Roster != nil {
		s.Roster.Release(c)
		return
	}
	s.pool.Release(c)
}

// SharedCustomer is the customer of a kind whom all checks share that change nothing
// of what they look at.
func (s customers) SharedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	if s.Roster != nil {
		return s.sharedListed(ctx, kind)
	}
	return Shared(ctx, s.Run, "resident "+string(kind), func(ctx context.Context) (*customer.Customer, error) {
		found, err := s.Limits.LimitBase(ctx, kind)
		if err != nil {
			return nil, err
		}
		return found.First, nil
	})
}

// SharedBuyer gives a customer who can still spend the amount, and books it.
func (s customers) SharedBuyer(ctx context.Context, amount int64) (*customer.Customer, error) {
	if s.Roster != nil {
		return s.listedBuyer(ctx, amount)
	}
	for {
		current, made := s.shop.Current()
		if current != nil && current.Reserve(amount) {
			return current, nil
		}
		mine := false
		c, err := Shared(ctx, s.Run, fmt.Sprint("shopper ", made), func(ctx context.Context) (*customer.Customer, error) {
			c, err := s.NewCustomerWithLimit(ctx, customer.Anybody)
			mine = true
			if err != nil {
				s.shop.Next(nil)
				return nil, err
			}
			c.Reserve(amount)
			s.shop.Next(c)
			return c, nil
		})
		if err != nil || mine {
			return c, err
		}
	}
}

// UntouchedCustomers are the customers who were given a limit once and have done nothing that
// may change it.
func (l *callLog) UntouchedCustomers() []*customer.Customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var idle []*customer.Customer
	busy := make(map[*customer.Customer]bool)
	for _, c := range l.All {
		switch {
		case c.Customer == nil:
		case c.Endpoint == spec.CreatePurchases, c.Endpoint == spec.CreateLimit && c.Customer.Created != &c.Answer:
			busy[c.Customer] = true
		case c.Endpoint == spec.CreateLimit && c.OK():
			idle = append(idle, c.Customer)
		}
	}
	return slices.DeleteFunc(idle, func(c *customer.Customer) bool { return busy[c] })
}

// Book spends an amount of a buyer. A listed one may have a limit that is used
// up: a target may refuse what is beyond it.
func (s customers) Book(buyer *customer.Customer, amount int64) error {
	if buyer.Reserve(amount) || s.Roster == nil {
		return nil
	}
	return judgement.Untested("the limit of a listed customer no longer covers %d: list a customer with a higher available limit under identities.existing", amount)
}

// Expect keeps in mind what took much of a listed customer's limit: it is
// cancelled before they serve again.
func (r *Run) Expect(buyer *customer.Customer, bought *Item) {
	if r.Roster != nil && bought.ID != "" {
		r.expensive.add(buyer, bought)
	}
}
