package driver

import (
	"context"
	"fmt"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
)

// lowAmounts is the part of a session that finds out whether the target refuses a price or a cart
// value of every customer, because it is low. The specification names no least amount (section 8),
// and a customer with a low limit can pay no higher one. So such a refusal is nobody's fault.
type lowAmounts struct{ *Session }

// explainOrder returns an error that ends the check, if an order was refused because its items are
// cheaper than the target takes from anybody.
func (s lowAmounts) explainOrder(ctx context.Context, c Cart, refused *Call) error {
	cheapest := c.Items[0].Price
	for _, i := range c.Items {
		cheapest = min(cheapest, i.Price)
	}
	if cheapest >= s.Orders.FirstPrice() || !s.mayBeExplained(c.Kind, refused) {
		return nil
	}
	low, err := Shared(ctx, s.Run, fmt.Sprintf("price of %d", cheapest), func(ctx context.Context) (bool, error) {
		return s.isLowPrice(ctx, cheapest)
	})
	return s.inapplicable(low, err, refused, fmt.Sprintf("the target takes no item with a price of %d from any customer, as it may", cheapest))
}

// explainVerify does the same for the cart value of a verify.
func (s lowAmounts) explainVerify(ctx context.Context, k call.Kind, c *customer.Customer, v Verification, refused *Call) error {
	if c.ID == "" || !s.mayBeExplained(k, refused) {
		return nil
	}
	isSpent := c.Orders() > 0 && s.Limits.restIsBelow(ctx, c, v.Value)
	if !isSpent && (v.Value >= customer.UsualCart || v.Value != c.CartValue()) {
		return nil
	}
	if isSpent || c.LimitIsBelow(v.Value) {
		return s.inapplicable(true, nil, refused, fmt.Sprintf("the target verified no OTP for a cart value of %d of a customer with a limit of %d, as it may", v.Value, c.Available()))
	}
	low, err := Shared(ctx, s.Run, fmt.Sprintf("cart value of %d", v.Value), func(ctx context.Context) (bool, error) {
		return s.isLowCart(ctx, v)
	})
	return s.inapplicable(low, err, refused, fmt.Sprintf("the target verifies no OTP for a cart value of %d, as it may", v.Value))
}

func (s lowAmounts) mayBeExplained(k call.Kind, refused *Call) bool {
	return k != call.Probe && refused.Response != nil && refused.IsRefused() && !refused.IsServerError() && refused.RefusedForCertain() && !s.Customers.ExistingAreListed()
}

func (s lowAmounts) inapplicable(low bool, err error, refused *Call, why string) error {
	if err != nil || !low {
		return err
	}
	s.Calls.JudgeByNoRule(refused)
	return call.Inapplicable("%s", why)
}

// isLowPrice reports whether a customer who can pay the first price of the run is refused an item
// of this price, and served one of the first price.
func (s lowAmounts) isLowPrice(ctx context.Context, price int64) (bool, error) {
	buyer, err := s.Customers.NewCustomerWithLimit(ctx, customer.AnyEmployee)
	first := s.Orders.FirstPrice()
	if err != nil || !buyer.Reserve(price+first) {
		return false, err
	}
	for _, p := range []int64{price, first} {
		one := s.Orders.plainItem(s.Rand("low price"), p)
		answer, err := s.Orders.placeOnce(ctx, Cart{Buyer: buyer, Items: []*Item{one}, Kind: call.Probe, DoNotExplainRefusal: true}, *s.OrdersPerBuyer.plain.Load())
		if err != nil || answer.OK() != (p == first) {
			return false, err
		}
	}
	return true, nil
}

// isLowCart reports whether a customer who can pay more is refused this cart value, and verified
// with the usual one.
func (s lowAmounts) isLowCart(ctx context.Context, v Verification) (bool, error) {
	c, err := s.Customers.NewCustomerWithLimit(ctx, customer.AnyEmployee)
	if err != nil || c.CartValue() < customer.UsualCart {
		return false, err
	}
	for _, value := range []int64{v.Value, customer.UsualCart} {
		if err := s.OTPs.SendAndRead(ctx, c); err != nil {
			return false, err
		}
		answer, err := s.OTPs.Verify(ctx, c, call.Probe, Verification{Reading: v.Reading, OTP: c.OTP, Value: value, Phone: v.Phone})
		if err != nil || answer.OK() != (value == customer.UsualCart) {
			return false, err
		}
	}
	return true, nil
}
