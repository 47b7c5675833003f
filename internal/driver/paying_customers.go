package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/customer"
)

// mostApplicants bounds how many people ask for a limit until one is given enough, and
// manyAlike how many who are given as little as each other.
const mostApplicants, manyAlike = 10, 5

// newCustomerWhoCanPay gives the first of some new customers who may spend an amount, or
// else the one who may spend most. A target scores people as it likes (section 1): the
// limits of two may differ much, and a purchase beyond the limit may be refused.
func (s customers) newCustomerWhoCanPay(ctx context.Context, kind customer.Kind, amount int64) (best *customer.Customer, err error) {
	alike, tries := 0, mostApplicants
	if s.people.most.IsNothing(kind) {
		tries = 1
	}
	for n := range tries {
		c, err := s.newCustomer(ctx, oneOf(kind, n))
		if err != nil {
			return nil, err
		}
		s.people.most.Keep(kind, c.Available())
		switch {
		case best == nil || c.Available() > best.Available():
			best, alike = c, 1
		case c.Available() == best.Available():
			alike++
		}
		if best.Available() >= amount || s.Customers.NewAreListed() || (alike == manyAlike && s.people.most.AtMost(kind, best.Available())) {
			break
		}
	}
	s.people.most.Tried(kind)
	return best, nil
}

// oneOf is the kind of the nth applicant. Where anybody will do, every second one is of a
// kind of their own: the others may all be of one kind that is given little.
func oneOf(kind customer.Kind, n int) customer.Kind {
	if kind == customer.AnyEmployee && n%2 == 1 {
		return customer.Employed
	}
	return kind
}

// minimumSpendable is what a customer must be able to spend to be lent: half of what the first
// customer could, or of what anybody of the kind can.
func (s customers) minimumSpendable(kind customer.Kind) int64 {
	return s.people.most.Bound(kind, max(s.affordable.Load()*s.Customers.priceShare()/2, usualPrice))
}
