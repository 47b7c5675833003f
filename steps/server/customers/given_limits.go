package customers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/credit-partner/assay/internal/customer"
)

// LimitsWereFetched fetches the limits of customers from all over the run, who have as many
// documented values as possible among them: a service may lose those of one kind.
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
	idle = spread(idle, most, s.Session.Rand("limits fetched"))
	errs := make([]error, len(idle))
	var all sync.WaitGroup
	for n, c := range idle {
		all.Go(func() { errs[n] = s.Session.Limits.FetchUntouched(ctx, c) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// spread chooses customers: the first two, of whom is lost what is lost with time, and others,
// each of whom adds the most values that those before have not.
func spread(customers []*customer.Customer, most int, rng *rand.Rand) []*customer.Customer {
	first := min(2, most, len(customers))
	chosen, others := customers[:first:first], customers[first:]
	rng.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
	values, several := make([][]string, len(others)), make(map[string]int)
	for n, c := range others {
		values[n] = valuesOf("", c.Request)
		for _, v := range values[n] {
			several[v]++
		}
	}
	seen := make(map[string]bool)
	for len(chosen) < min(most, len(customers)) {
		best, gain := 0, -1
		for n, of := range values {
			fresh := 0
			for _, v := range of {
				if several[v] > 1 && !seen[v] { // a value that only one has is a name or a number
					fresh++
				}
			}
			if others[n] != nil && fresh > gain {
				best, gain = n, fresh
			}
		}
		for _, v := range values[best] {
			seen[v] = true
		}
		chosen, others[best] = append(chosen, others[best]), nil
	}
	return chosen
}

// valuesOf lists the texts and truth values of a request, each with its member.
func valuesOf(at string, members map[string]any) (all []string) {
	for name, value := range members {
		switch v := value.(type) {
		case map[string]any:
			all = append(all, valuesOf(at+name+".", v)...)
		case string, bool:
			all = append(all, fmt.Sprint(at, name, "=", v))
		}
	}
	return all
}
