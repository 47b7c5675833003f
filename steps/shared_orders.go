package steps

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/spec"
)

// The rules of create judge how an order is answered, and those of get and update
// what becomes of its items. So one order serves them: it is placed for whoever
// comes first, and its answer is evidence for each.

// sharing is a check that uses what others use, too.
type sharing struct{ *Scenario }

// sharedOrder makes an order the subject that checks share which do no more than
// look at it, or which move it in the same way.
func (s sharing) sharedOrder(ctx context.Context, name string, buy func(context.Context) error) error {
	answer, err := shared(ctx, s.run, "order "+name, func(ctx context.Context) (*call, error) {
		if err := s.run.priced(ctx, s.by()); err != nil {
			return nil, err
		}
		defer s.drawnAs("order " + name)()
		if err := buy(ctx); err != nil {
			return nil, err
		}
		return s.subject[0], nil
	})
	return s.asked(answer, err)
}

// drawnAs makes what is drawn from the seed depend on what several checks share, and
// not on which of them came first, until the returned function is called.
func (s *Scenario) drawnAs(name string) (own func()) {
	key := s.check.Key
	s.check.Key = name
	return func() { s.check.Key = key }
}

// orderIs takes an order as a precondition: what broke is returned.
func (s sharing) orderIs(err error) error {
	if err != nil {
		return err
	}
	answer := s.subject[0]
	s.subject = nil
	if err := answer.served(); err != nil {
		return err
	}
	for _, i := range answer.items {
		if err := answer.known(i); err != nil {
			return err
		}
	}
	s.order = answer
	return nil
}

// aPurchaseToLookAt is an order of some items that no check changes.
func (s sharing) aPurchaseToLookAt(ctx context.Context, count string) error {
	return s.orderIs(s.theCustomerBuys(ctx, count))
}

// aPurchaseToCollect is an order of which every check that has it does the same: it
// updates all items to the one status that is documented.
func (s sharing) aPurchaseToCollect(ctx context.Context, count string) error {
	return s.orderToCollect(ctx, "items "+count, func(ctx context.Context) error {
		return s.theCustomerBuysSome(ctx, counted(count))
	})
}

// aPurchaseToCollectBy is such an order of one item, by some way of delivery.
func (s sharing) aPurchaseToCollectBy(ctx context.Context, delivery, preferred string) error {
	return s.orderToCollect(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return s.buyDetailed(ctx, way(delivery, preferred))
	})
}

const toCollectLabel = "to-collect"

func (s sharing) orderToCollect(ctx context.Context, name string, buy func(context.Context) error) error {
	return s.orderIs(s.sharedOrder(ctx, "to collect, "+name, func(ctx context.Context) error {
		err := buy(ctx)
		if err == nil {
			s.run.calls.label(s.subject[0], toCollectLabel)
		}
		return err
	}))
}

// isToCollect tells whether checks share the update of an order as well.
func (c *call) isToCollect() bool { return slices.Contains(c.labels, toCollectLabel) }

// allAreCollected updates all items of the order, once where checks share it.
func (s sharing) allAreCollected(ctx context.Context, update func(context.Context) error) error {
	if !s.order.isToCollect() {
		return update(ctx)
	}
	answer, err := shared(ctx, s.run, "collected, "+s.order.items[0].id, func(ctx context.Context) (*call, error) {
		if err := update(ctx); err != nil {
			return nil, err
		}
		return s.subject[0], nil
	})
	return s.asked(answer, err)
}

// oddBuyersOrder is an order of one customer for all orders that may be refused;
// where customers are listed, of one of the check's own.
func (s sharing) oddBuyersOrder(ctx context.Context) (*call, error) {
	if s.run.roll != nil {
		return s.ownBuyersOrder(ctx)
	}
	return shared(ctx, s.run, "odd buyer", func(ctx context.Context) (*call, error) {
		buyer, err := s.run.newCustomerWithLimit(ctx, s.by(), anybody)
		if err != nil {
			return nil, err
		}
		defer s.drawnAs("odd buyer")()
		return s.purchaseBy(ctx, buyer, 1)
	})
}

func (s sharing) ownBuyersOrder(ctx context.Context) (*call, error) {
	buyer, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return nil, err
	}
	return s.purchaseBy(ctx, buyer, 1)
}

// callToBend is a valid call, of a customer or an item that serves all such calls
// where one of them leaves the next as it was.
func (s sharing) callToBend(ctx context.Context, name, oddity string) (*call, request, error) {
	switch {
	case s.run.roll != nil:
	case oddity == beyondLimit: // it may use the limit up
		earlier, err := s.ownBuyersOrder(ctx)
		if err != nil {
			return nil, request{}, err
		}
		return s.orderAfter(ctx, earlier)
	case name == sendOTP:
		_, c, req, err := s.prepared(ctx, name)
		return c, req, err
	case name == getItem:
		if err := s.aPurchase(ctx); err != nil {
			return nil, request{}, err
		}
		one := s.order.items[0]
		return &call{customer: one.buyer, items: s.order.items}, request{path: spec.Of(getItem).At(one.id)}, nil
	}
	return s.validCall(ctx, name)
}
