package refused

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// A service may keep the error of a refused order and give it to the next order, whoever places it.
// The next order is the first one of its buyer: a target may limit the orders of one customer
// (section 8), but not to none.

// AFirstOrderFollowsARefusedOne lets one customer place an order that is likely to be refused, and
// then another customer a valid one. If that is refused, a third customer places a valid order
// without a refused one before it, and the two are tried once more: the target may have refused it
// for a reason of its own.
func (s Calls) AFirstOrderFollowsARefusedOne(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("the customers are listed, and may have bought something before")
	}
	first, err := s.firstOrderAfter(ctx)
	if err != nil || first.OK() {
		return s.SetAnswer(first, err)
	}
	control, err := s.firstOrder(ctx)
	if err != nil {
		return err
	}
	if !control.OK() {
		return call.Inapplicable("the target refuses the first order of a customer without a refused one before it, too")
	}
	return s.SetAnswer(s.firstOrderAfter(ctx))
}

// firstOrderAfter places a refused order and then the first order of another customer. It returns
// an error if the target takes the former.
func (s Calls) firstOrderAfter(ctx context.Context) (*driver.Call, error) {
	refused, err := s.emptyItemIsRefused(ctx, s.Customer)
	if err != nil {
		return nil, err
	}
	if !refused {
		return nil, call.Inapplicable("the target takes an order with an empty item, or does not refuse it for certain")
	}
	return s.firstOrder(ctx)
}

// firstOrder places the first order of a new customer, once.
func (s Calls) firstOrder(ctx context.Context) (*driver.Call, error) {
	buyer, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
	if err != nil {
		return nil, err
	}
	items, err := scenario.ItemsFor(ctx, s.Scenario, buyer, "first order ", scenario.PlainItemDetails(1))
	if err != nil {
		return nil, err
	}
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	return s.orderOf(ctx, f, s.Session.Orders.NextOrder(), buyer, []any{items[0].Request(f)}, items...)
}

// TheFirstOrderIsServed judges the order after a refused one.
func (s Calls) TheFirstOrderIsServed() error {
	if err := s.Served(s.Answers[0]); err != nil {
		return err
	}
	return s.Each(func(c *driver.Call) { scenario.ExpectRecords(s.Scenario, c, len(c.Items)) })
}
