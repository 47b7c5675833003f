package customers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
)

// LimitsAreFetched fetches the limits of customers from all over the run, who have as many
// documented values as possible among them: a service may lose those of one kind. It is done
// before the answers of the run are judged, so that the rules about all fetches see these.
func (s LimitCalls) LimitsAreFetched(ctx context.Context, most int) error {
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
	s.Answers = make([]*driver.Call, len(idle))
	errs := make([]error, len(idle))
	var all sync.WaitGroup
	for n, c := range idle {
		all.Go(func() { s.Answers[n], errs[n] = s.Session.Limits.FetchUntouched(ctx, c) })
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
	values := make([][]value, len(others))
	for n, c := range others {
		values[n] = valuesOf("", c.Request)
	}
	left := weights(values)
	for len(chosen) < min(most, len(customers)) {
		best, gain := 0, -1
		for n, of := range values {
			sum := 0
			for _, v := range of {
				sum += left[v]
			}
			if others[n] != nil && sum > gain {
				best, gain = n, sum
			}
		}
		for _, v := range values[best] {
			delete(left, v)
		}
		chosen, others[best] = append(chosen, others[best]), nil
	}
	return chosen
}

// value is a text or a truth value of a request.
type value struct{ member, is string }

func valuesOf(at string, members map[string]any) (all []value) {
	for name, is := range members {
		switch is := is.(type) {
		case map[string]any:
			all = append(all, valuesOf(at+name+".", is)...)
		case string, bool:
			all = append(all, value{at + name, fmt.Sprint(is)})
		}
	}
	return all
}

// fullWeight is what all values of a member count together.
const fullWeight = 1_000_000

// weights say what each value counts that several customers have: the less, the more values
// its member has. What only one has is a name or a number.
func weights(customers [][]value) map[value]int {
	times, ofMember := make(map[value]int), make(map[string]int)
	for _, values := range customers {
		for _, v := range values {
			if times[v]++; times[v] == 2 {
				ofMember[v.member]++
			}
		}
	}
	all := make(map[value]int)
	for v, n := range times {
		if n > 1 {
			all[v] = fullWeight / ofMember[v.member]
		}
	}
	return all
}
