package server

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/judgement"
)

// unsentRows returns the rows that contain a combination which is not judged yet and is in no
// earlier row. They are shuffled, because the array puts rows with the same value next to each
// other, and a target that closes the connection on that value would seem to be down.
func (s combinations) unsentRows(ctx context.Context, b *combination.Body) ([]combination.Row, error) {
	rows, err := s.Session.Rows(ctx, b)
	if err != nil {
		return nil, err
	}
	size := s.Session.Config.Strength
	judged := s.judgedTuples(b, size)
	var pending []combination.Row
	for _, v := range rows {
		fresh := false
		b.Tuples(v, size, func(one combination.Tuple) {
			fresh = fresh || (!judged[one] && !(size <= combination.UsualStrength && b.IsApart(one)))
		})
		if fresh {
			pending = append(pending, v)
			b.Tuples(v, size, func(one combination.Tuple) { judged[one] = true })
		}
	}
	s.Session.Rand("order of combinations of a "+b.Name).Shuffle(len(pending), func(i, j int) { pending[i], pending[j] = pending[j], pending[i] })
	return pending, nil
}

// judgedTuples returns the combinations that were served, or whose refusal is investigated. A
// combination that was only in a request to find out the target's form does not count, because it
// may have been refused for the form.
func (s combinations) judgedTuples(b *combination.Body, size int) map[combination.Tuple]bool {
	judged := s.Session.CountTuples(b, size).Served
	for _, refused := range s.Session.CombinationLog.Refusals(b) {
		b.Tuples(refused.Row, size, func(one combination.Tuple) { judged[one] = true })
	}
	return judged
}

// inParallel calls do count times, as many calls at once as the run makes requests at once. It
// returns the first error.
func (s combinations) inParallel(ctx context.Context, count int, do func(n int) error) error {
	group, going := errgroup.WithContext(ctx)
	group.SetLimit(max(s.Session.Config.AtOnce, 1))
	for n := range count {
		if going.Err() != nil {
			break
		}
		group.Go(func() error { return do(n) })
	}
	err := group.Wait()
	if err == nil && ctx.Err() != nil {
		return judgement.Errored("the run ended before every combination was sent: %v", context.Cause(ctx))
	}
	return err
}

// orderOf places an order of one item for each row.
func orderOf(ctx context.Context, s *driver.Session, b *combination.Body, rows []combination.Row) (*driver.Call, error) {
	cart, err := cartOf(ctx, s, b, rows)
	if err != nil {
		return nil, err
	}
	return s.Orders.Buy(ctx, cart)
}

// cartOf returns a cart of one item for each row.
func cartOf(ctx context.Context, s *driver.Session, b *combination.Body, rows []combination.Row) (driver.Cart, error) {
	if err := s.Orders.FindPrices(ctx); err != nil {
		return driver.Cart{}, err
	}
	rng := s.Rand("items of combinations " + rows[0].Key())
	cart := driver.Cart{Items: make([]*driver.Item, len(rows)), Kind: call.Special, Variant: call.SeveralItems}
	for n, v := range rows {
		cart.Items[n] = s.Orders.NewItem(rng, b.Details(v), s.Orders.SmallPrice(rng))
	}
	var err error
	cart.Buyer, err = s.Customers.SharedBuyer(ctx, cart.Total())
	return cart, err
}
