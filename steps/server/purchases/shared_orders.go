package purchases

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// The rules about create judge the answer to an order, and the rules about get and update judge its
// items later. So one order serves them all: the first check that needs it places it, and its
// answer is evidence for each check.

// SharedOrders contains the sentences that use purchases of other checks.
type SharedOrders struct{ *scenario.Scenario }

// sharedOrder makes an order the subject of the check. Checks share an order if they only look at
// it, or if they all move it in the same way.
func (s SharedOrders) sharedOrder(ctx context.Context, name string, buy func(context.Context) error) error {
	answer, err := driver.Shared(ctx, s.Session.Run, "order "+name, func(ctx context.Context) (*driver.Call, error) {
		if err := s.Session.Orders.FindPrices(ctx); err != nil {
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

// orderIs uses the answer as the order that a later step needs. It returns an error if the order
// was not served.
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

// APurchaseThatNoCheckChanges prepares an order that no check changes.
func (s SharedOrders) APurchaseThatNoCheckChanges(ctx context.Context, count string) error {
	return s.orderIs(s.TheCustomerBuys(ctx, count))
}

// APurchaseToCollect prepares an order that every check changes in the same way: it updates all
// items to the one documented status.
func (s SharedOrders) APurchaseToCollect(ctx context.Context, count string) error {
	return s.orderToCollect(ctx, "items "+count, func(ctx context.Context) error {
		return Calls(s).theCustomerBuysOfTypes(ctx, scenario.NumberOr1(count))
	})
}

// APurchaseToCollectBy prepares such an order of one item with some delivery.
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

// isToCollect reports whether checks also share the update of an order.
func isToCollect(c *driver.Call) bool { return slices.Contains(c.Labels, toCollectLabel) }

// allAreCollected updates all items of the order. If checks share the order, the update is made
// once.
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

// OrderThatMayBeRefused returns an order of the customer that places all orders which may be
// refused. If customers are listed, it returns an order of the check's own customer.
func (s SharedOrders) OrderThatMayBeRefused(ctx context.Context) (*driver.Call, error) {
	if s.Session.Customers.ExistingAreListed() {
		return s.OwnBuyersOrder(ctx)
	}
	return driver.Shared(ctx, s.Session.Run, "odd buyer", func(ctx context.Context) (*driver.Call, error) {
		buyer, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
		if err != nil {
			return nil, err
		}
		defer s.DrawnAs("odd buyer")()
		return s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1))
	})
}

// ABuyer returns a customer who bought something, if purchases are in scope.
func (s SharedOrders) ABuyer(ctx context.Context) (*customer.Customer, error) {
	if !s.Session.Config.Covers(spec.CapabilityPurchases) {
		return nil, call.Inapplicable("purchases are not in scope")
	}
	earlier, err := s.OrderThatMayBeRefused(ctx)
	if err != nil {
		return nil, err
	}
	return earlier.Customer, nil
}

func (s SharedOrders) OwnBuyersOrder(ctx context.Context) (*driver.Call, error) {
	buyer, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return nil, err
	}
	return s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1))
}

// AnotherPurchaseOf prepares a purchase by another customer than that of the first purchase.
func (s SharedOrders) AnotherPurchaseOf(ctx context.Context, count int) error {
	buyer, err := s.anotherBuyer(ctx)
	if err != nil {
		return err
	}
	s.Second, err = s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(count))
	return err
}

// anotherBuyer returns a customer that is used only for purchases of "another customer".
func (s SharedOrders) anotherBuyer(ctx context.Context) (*customer.Customer, error) {
	return s.CustomerFor(ctx, "another buyer", customer.Anybody)
}

func (s SharedOrders) APurchaseWhose(ctx context.Context, member, value string) error {
	return s.orderIs(s.TheCustomerBuysWhose(ctx, member, value))
}

func (s SharedOrders) APurchaseBy(ctx context.Context, delivery, preferred string) error {
	return s.orderIs(s.TheCustomerBuysBy(ctx, delivery, preferred))
}

func (s SharedOrders) aPurchaseOfItsOwnBy(ctx context.Context, delivery, preferred string) error {
	if err := s.Session.Orders.FindPrices(ctx); err != nil {
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

// APurchaseOfTheBiggestBuyer places an order of the customer who bought the most items. A service may look
// for an item among the first ones of its customer only.
func (s SharedOrders) APurchaseOfTheBiggestBuyer(ctx context.Context) error {
	buyer := s.Session.Calls.BiggestBuyer()
	if buyer == nil || s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("no customer of this run may buy many items")
	}
	var err error
	if s.Order, err = s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1)); call.IsUntested(err) {
		return call.Inapplicable("the customer who bought the most items has spent the limit")
	}
	return err
}
