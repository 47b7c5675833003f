package customers

import (
	"context"
	"errors"
	"sync"

	"github.com/credit-partner/assay/internal/customer"
)

// LimitsWereFetched fetches the limits of customers from all over the run, for
// what goes wrong now and then shows only in some of them.
func (s Givens) LimitsWereFetched(ctx context.Context, most int) error {
	if _, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed); err != nil {
		return err // there is nobody with a limit
	}
	idle := s.Session.Calls.UntouchedCustomers()
	if len(idle) == 0 {
		c, err := s.Session.Customers.OpenedCustomer(ctx, customer.Employed)
		if err != nil {
			return err
		}
		idle = []*customer.Customer{c}
	}
	rng := s.Session.Rand("limits fetched")
	first := min(2, len(idle)) // what is lost with time is lost of the first
	others := idle[first:]
	rng.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
	idle = idle[:min(most, len(idle))]
	errs := make([]error, len(idle))
	var all sync.WaitGroup
	for n, c := range idle {
		all.Go(func() { errs[n] = s.Session.Limits.FetchUntouched(ctx, c) })
	}
	all.Wait()
	return errors.Join(errs...)
}
