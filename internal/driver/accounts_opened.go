package driver

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

// openedAccounts uses customers that the run gave a limit. It can always open one more.
type openedAccounts struct{ *Session }

func (s openedAccounts) Lease(ctx context.Context, kind customer.Kind, _ ...*customer.Customer) (*customer.Customer, error) {
	kind = s.Customers.kindForCheck(ctx, kind, 0)
	if c := s.people.pool.Take(kind, s.OTPCap.Most(), s.Customers.minimumSpendable(kind)); c != nil {
		return c, nil
	}
	return s.Customers.NewCustomerWithLimit(ctx, kind)
}

func (s openedAccounts) Release(c *customer.Customer) { s.people.pool.Release(c) }

func (s openedAccounts) SharedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	return Shared(ctx, s.Run, "resident "+string(kind), func(ctx context.Context) (*customer.Customer, error) {
		found, err := s.Limits.LimitForm(ctx, kind)
		if err != nil {
			return nil, err
		}
		if found.First.LimitIsBelow(1) {
			return s.Customers.NewCustomerWithLimit(ctx, kind)
		}
		return found.First, nil
	})
}

func (s openedAccounts) SharedBuyer(ctx context.Context, amount int64) (*customer.Customer, error) {
	kind := s.Customers.kindForCheck(ctx, customer.Anybody, amount)
	buyers := &s.people.employeeBuyers
	if kind == customer.SelfEmployed {
		buyers = &s.people.selfEmployedBuyers
	}
	for {
		current, made := buyers.Current()
		if current != nil && current.ReserveOrder(amount, s.OrdersPerBuyer.Lowest()) {
			return current, nil
		}
		mine := false
		c, err := Shared(ctx, s.Run, fmt.Sprint("shopper ", kind, made), func(ctx context.Context) (*customer.Customer, error) {
			c, err := s.Customers.newCustomerWhoCanPay(ctx, kind, max(amount, s.Customers.minimumSpendable(kind)))
			mine = true
			if err != nil {
				buyers.Next(nil)
				return nil, err
			}
			buyers.Next(c)
			if !c.ReserveOrder(amount, 0) {
				return nil, judgement.Untested("no customer of several was given a limit that a purchase of %d is within", amount)
			}
			return c, nil
		})
		if err != nil || mine {
			return c, err
		}
	}
}

func (s openedAccounts) OpenedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	return s.Customers.NewCustomerWithLimit(ctx, kind)
}

func (s openedAccounts) Stranger(rng *rand.Rand) identity.Identity { return s.someone(rng) }

// Spend notes the amount that a buyer spends. It never fails: a limit that the run opened covers
// everything that the run buys.
func (s openedAccounts) Spend(buyer *customer.Customer, amount int64) error {
	buyer.Reserve(amount)
	return nil
}

func (s openedAccounts) NoteExpensive(*customer.Customer, *Item) {}

func (s openedAccounts) KeepOpened(*customer.Customer, *Call) {}

func (s openedAccounts) opened(*customer.Customer) {}

func (s openedAccounts) withoutLimit() *customer.Customer { return nil }

func (s openedAccounts) price(ctx context.Context) error {
	_, err := s.Limits.LimitForm(ctx, customer.Employed)
	return err
}

func (s openedAccounts) priceShare() int64 { return 100 }

func (s openedAccounts) mayBeRefusedOTPs(c *customer.Customer) bool {
	return c.OTPSends+c.Foreign > s.OTPCap.Most() && c.Sent != nil && c.Sent.OK()
}

func (s openedAccounts) lookedUp(*customer.Customer, *Call) error { return nil }

func (s openedAccounts) ExistingAreListed() bool { return false }
