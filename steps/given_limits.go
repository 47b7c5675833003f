package steps

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/spec"
)

// limitsWereFetched fetches the limits of customers from all over the run, for
// what goes wrong now and then shows only in some of them.
func (s *Scenario) limitsWereFetched(ctx context.Context, most int) error {
	if _, err := s.run.resident(ctx, s.by(), employed); err != nil {
		return err // there is nobody with a limit
	}
	idle := s.run.calls.idle()
	if len(idle) == 0 {
		c, err := s.run.untouched(ctx, s.by())
		if err != nil {
			return err
		}
		idle = []*customer{c}
	}
	rng := s.run.rng("limits fetched")
	rng.Shuffle(len(idle), func(a, b int) { idle[a], idle[b] = idle[b], idle[a] })
	idle = idle[:min(most, len(idle))]
	errs := make([]error, len(idle))
	var all sync.WaitGroup
	for n, c := range idle {
		all.Go(func() { errs[n] = s.run.fetchUntouched(ctx, s.by(), c) })
	}
	all.Wait()
	return errors.Join(errs...)
}

const nothingBought = "nothing-bought"

func (r *Run) fetchUntouched(ctx context.Context, by string, c *customer) error {
	_, err := r.perform(ctx, by,
		&call{endpoint: fetchLimit, kind: plain, customer: c, labels: []string{nothingBought}},
		request{path: spec.Of(fetchLimit).At(c.id)})
	return err
}

// untouched gives a limit to somebody new, or, where customers are listed, finds
// one of them who shows what a new limit is like.
func (r *Run) untouched(ctx context.Context, by string) (*customer, error) {
	if r.roll != nil {
		return r.openedListed(ctx, by, employed)
	}
	return r.newCustomerWithLimit(ctx, by, employed)
}

// idle are the customers who were given a limit once and have done nothing that
// may change it.
func (l *callLog) idle() []*customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var idle []*customer
	busy := make(map[*customer]bool)
	for _, c := range l.all {
		switch {
		case c.customer == nil:
		case c.endpoint == createOrder, c.endpoint == createLimit && c.customer.created != c:
			busy[c.customer] = true
		case c.endpoint == createLimit && c.ok():
			idle = append(idle, c.customer)
		}
	}
	return slices.DeleteFunc(idle, func(c *customer) bool { return busy[c] })
}
