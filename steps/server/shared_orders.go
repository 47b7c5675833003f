package server

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/spec"
)

// The rules of create judge how an order is answered, and those of get and update
// what becomes of its items. So one order serves them: it is placed for whoever
// comes first, and its answer is evidence for each.

// sharedOrders is a check that uses what others use, too.
type sharedOrders struct{ *Scenario }

// sharedOrder makes an order the subject that checks share which do no more than
// look at it, or which move it in the same way.
func (s sharedOrders) sharedOrder(ctx context.Context, name string, buy func(context.Context) error) error {
	answer, err := driver.Shared(ctx, s.session.Run, "order "+name, func(ctx context.Context) (*driver.Call, error) {
		if err := s.session.Orders.Priced(ctx); err != nil {
			return nil, err
		}
		defer s.drawnAs("order " + name)()
		if err := buy(ctx); err != nil {
			return nil, err
		}
		return s.answers[0], nil
	})
	return s.setAnswer(answer, err)
}

// drawnAs makes what is drawn from the seed depend on what several checks share, and
// not on which of them came first, until the returned function is called.
func (s *Scenario) drawnAs(name string) (own func()) {
	key := s.check.Key
	s.check.Key = name
	return func() { s.check.Key = key }
}

// orderIs takes an order as a precondition: what broke is returned.
func (s sharedOrders) orderIs(err error) error {
	if err != nil {
		return err
	}
	answer := s.answers[0]
	s.answers = nil
	if err := answer.Served(); err != nil {
		return err
	}
	for _, i := range answer.Items {
		if err := answer.Known(i); err != nil {
			return err
		}
	}
	s.order = answer
	return nil
}

// aPurchaseToLookAt is an order of some items that no check changes.
func (s sharedOrders) aPurchaseToLookAt(ctx context.Context, count string) error {
	return s.orderIs(s.theCustomerBuys(ctx, count))
}

// aPurchaseToCollect is an order of which every check that has it does the same: it
// updates all items to the one status that is documented.
func (s sharedOrders) aPurchaseToCollect(ctx context.Context, count string) error {
	return s.orderToCollect(ctx, "items "+count, func(ctx context.Context) error {
		return purchaseCalls(s).theCustomerBuysSome(ctx, counted(count))
	})
}

// aPurchaseToCollectBy is such an order of one item, by some way of delivery.
func (s sharedOrders) aPurchaseToCollectBy(ctx context.Context, delivery, preferred string) error {
	return s.orderToCollect(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return combinations(s).buyDetailed(ctx, deliveryDetails(delivery, preferred))
	})
}

const toCollectLabel = "to-collect"

func (s sharedOrders) orderToCollect(ctx context.Context, name string, buy func(context.Context) error) error {
	return s.orderIs(s.sharedOrder(ctx, "to collect, "+name, func(ctx context.Context) error {
		err := buy(ctx)
		if err == nil {
			s.session.Calls.Label(s.answers[0], toCollectLabel)
		}
		return err
	}))
}

// isToCollect tells whether checks share the update of an order as well.
func isToCollect(c *driver.Call) bool { return slices.Contains(c.Labels, toCollectLabel) }

// allAreCollected updates all items of the order, once where checks share it.
func (s sharedOrders) allAreCollected(ctx context.Context, update func(context.Context) error) error {
	if !isToCollect(s.order) {
		return update(ctx)
	}
	answer, err := driver.Shared(ctx, s.session.Run, "collected, "+s.order.Items[0].ID, func(ctx context.Context) (*driver.Call, error) {
		if err := update(ctx); err != nil {
			return nil, err
		}
		return s.answers[0], nil
	})
	return s.setAnswer(answer, err)
}

// oddBuyersOrder is an order of one customer for all orders that may be refused;
// where customers are listed, of one of the check's own.
func (s sharedOrders) oddBuyersOrder(ctx context.Context) (*driver.Call, error) {
	if s.session.Roster != nil {
		return s.ownBuyersOrder(ctx)
	}
	return driver.Shared(ctx, s.session.Run, "odd buyer", func(ctx context.Context) (*driver.Call, error) {
		buyer, err := s.session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
		if err != nil {
			return nil, err
		}
		defer s.drawnAs("odd buyer")()
		return s.purchaseBy(ctx, buyer, 1)
	})
}

func (s sharedOrders) ownBuyersOrder(ctx context.Context) (*driver.Call, error) {
	buyer, err := s.ownCustomer(ctx, customer.Anybody)
	if err != nil {
		return nil, err
	}
	return s.purchaseBy(ctx, buyer, 1)
}

// callToBend is a valid call, of a customer or an item that serves all such calls
// where one of them leaves the next as it was.
func (s sharedOrders) callToBend(ctx context.Context, name, oddity string) (*driver.Call, driver.Request, error) {
	switch {
	case s.session.Roster != nil:
	case oddity == beyondLimit: // it may use the limit up
		earlier, err := s.ownBuyersOrder(ctx)
		if err != nil {
			return nil, driver.Request{}, err
		}
		return namedCalls(s).orderAfter(ctx, earlier)
	case name == spec.SendOTP:
		_, c, req, err := credentialCalls(s).prepared(ctx, name)
		return c, req, err
	case name == spec.GetPurchase:
		if err := purchaseGivens(s).aPurchase(ctx); err != nil {
			return nil, driver.Request{}, err
		}
		one := s.order.Items[0]
		return &driver.Call{Customer: one.Buyer, Items: s.order.Items}, driver.Request{Path: spec.Of(spec.GetPurchase).At(one.ID)}, nil
	}
	return s.validCall(ctx, name)
}
