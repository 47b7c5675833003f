package purchases

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// The rules of create judge how an order is answered, and those of get and update
// what becomes of its items. So one order serves them: it is placed for whoever
// comes first, and its answer is evidence for each.

// SharedOrders are the sentences that use purchases of other checks, too.
type SharedOrders struct{ *scenario.Scenario }

// sharedOrder makes an order the subject that checks share which do no more than
// look at it, or which move it in the same way.
func (s SharedOrders) sharedOrder(ctx context.Context, name string, buy func(context.Context) error) error {
	answer, err := driver.Shared(ctx, s.Session.Run, "order "+name, func(ctx context.Context) (*driver.Call, error) {
		if err := s.Session.Orders.Priced(ctx); err != nil {
			return nil, err
		}
		defer s.DrawnAs("order " + name)()
		if err := buy(ctx); err != nil {
			return nil, err
		}
		return s.Answers[0], nil
	})
	return s.SetAnswer(answer, err)
}

// orderIs takes an order as a precondition: what broke is returned.
func (s SharedOrders) orderIs(err error) error {
	if err != nil {
		return err
	}
	answer := s.Answers[0]
	s.Answers = nil
	if err := answer.Served(); err != nil {
		return err
	}
	for _, i := range answer.Items {
		if err := answer.Known(i); err != nil {
			return err
		}
	}
	s.Order = answer
	return nil
}

// APurchaseToLookAt is an order of some items that no check changes.
func (s SharedOrders) APurchaseToLookAt(ctx context.Context, count string) error {
	return s.orderIs(s.TheCustomerBuys(ctx, count))
}

// APurchaseToCollect is an order of which every check that has it does the same: it
// updates all items to the one status that is documented.
func (s SharedOrders) APurchaseToCollect(ctx context.Context, count string) error {
	return s.orderToCollect(ctx, "items "+count, func(ctx context.Context) error {
		return Calls(s).theCustomerBuysOfTypes(ctx, scenario.NumberOr1(count))
	})
}

// APurchaseToCollectBy is such an order of one item, by some way of delivery.
func (s SharedOrders) APurchaseToCollectBy(ctx context.Context, delivery, preferred string) error {
	return s.orderToCollect(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return Calls(s).buyDetailed(ctx, deliveryDetails(delivery, preferred))
	})
}

const toCollectLabel = "to-collect"

func (s SharedOrders) orderToCollect(ctx context.Context, name string, buy func(context.Context) error) error {
	return s.orderIs(s.sharedOrder(ctx, "to collect, "+name, func(ctx context.Context) error {
		err := buy(ctx)
		if err == nil {
			s.Session.Calls.Label(s.Answers[0], toCollectLabel)
		}
		return err
	}))
}

// isToCollect tells whether checks share the update of an order as well.
func isToCollect(c *driver.Call) bool { return slices.Contains(c.Labels, toCollectLabel) }

// allAreCollected updates all items of the order, once where checks share it.
func (s SharedOrders) allAreCollected(ctx context.Context, update func(context.Context) error) error {
	if !isToCollect(s.Order) {
		return update(ctx)
	}
	answer, err := driver.Shared(ctx, s.Session.Run, "collected, "+s.Order.Items[0].ID, func(ctx context.Context) (*driver.Call, error) {
		if err := update(ctx); err != nil {
			return nil, err
		}
		return s.Answers[0], nil
	})
	return s.SetAnswer(answer, err)
}

// OrderThatMayBeRefused is an order of one customer for all orders that may be refused;
// where customers are listed, of one of the check's own.
func (s SharedOrders) OrderThatMayBeRefused(ctx context.Context) (*driver.Call, error) {
	if s.Session.Customers.ExistingAreListed() {
		return s.OwnBuyersOrder(ctx)
	}
	return driver.Shared(ctx, s.Session.Run, "odd buyer", func(ctx context.Context) (*driver.Call, error) {
		buyer, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.AnyEmployee)
		if err != nil {
			return nil, err
		}
		defer s.DrawnAs("odd buyer")()
		return s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1))
	})
}

// ABuyer is a customer who bought something, where purchases are in scope.
func (s SharedOrders) ABuyer(ctx context.Context) (*customer.Customer, error) {
	if !s.Session.Config.Covers(spec.CapabilityPurchases) {
		return nil, &call.InapplicableError{Reason: "purchases are not in scope"}
	}
	earlier, err := s.OrderThatMayBeRefused(ctx)
	if err != nil {
		return nil, err
	}
	return earlier.Customer, nil
}

func (s SharedOrders) OwnBuyersOrder(ctx context.Context) (*driver.Call, error) {
	buyer, err := s.OwnCustomer(ctx, customer.AnyEmployee)
	if err != nil {
		return nil, err
	}
	return s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1))
}

// AnotherPurchaseOf is a purchase by a customer who shares nothing with the
// first one's.
func (s SharedOrders) AnotherPurchaseOf(ctx context.Context, count int) error {
	buyer, err := s.anotherBuyer(ctx)
	if err != nil {
		return err
	}
	s.Second, err = s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(count))
	return err
}

// anotherBuyer is a customer who buys what is to be somebody else's purchase, and
// nothing besides.
func (s SharedOrders) anotherBuyer(ctx context.Context) (*customer.Customer, error) {
	return s.CustomerFor(ctx, "another buyer", customer.AnyEmployee)
}

func (s SharedOrders) APurchaseWhose(ctx context.Context, member, value string) error {
	return s.orderIs(s.TheCustomerBuysWhose(ctx, member, value))
}

func (s SharedOrders) APurchaseBy(ctx context.Context, delivery, preferred string) error {
	return s.orderIs(s.TheCustomerBuysBy(ctx, delivery, preferred))
}

func (s SharedOrders) aPurchaseOfItsOwnBy(ctx context.Context, delivery, preferred string) error {
	if err := s.Session.Orders.Priced(ctx); err != nil {
		return err
	}
	return s.orderIs(Calls(s).buyDetailed(ctx, deliveryDetails(delivery, preferred)))
}

func (s SharedOrders) APurchaseWorth(ctx context.Context, price string) error {
	return s.orderIs(s.TheCustomerBuysWorth(ctx, price))
}

func (s SharedOrders) APurchaseOfItsOwnWorth(ctx context.Context, price string) error {
	return s.orderIs(Givens(s).buyWorth(ctx, price))
}
