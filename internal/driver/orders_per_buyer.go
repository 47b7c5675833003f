package driver

import (
	"context"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/memo"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// ordersPerBuyer finds out how many orders the target takes from one customer. The specification
// shows no bound (section 8), so a target may have one, for example one open order. The bound
// shows if the target no longer takes even a plain order of a buyer that it served before, but
// takes the same order of a new customer. From then on no customer places more orders than that.
type ordersPerBuyer struct {
	customer.OrdersBound

	perOrders history.Examinations // of refusals that the number of orders of the buyer may explain
	perItems  history.Examinations // of those that the number of items may explain
	perLimit  history.Examinations // of those that the rest of the limit may explain
	turn      memo.Turn            // the run examines one refusal at a time
	plain     atomic.Pointer[payload.Form]
}

// maxBuyersLookedInto is how many refused buyers the run examines; each costs several calls.
const maxBuyersLookedInto = 6

// watch starts to examine refusals: the form of a plain order is known now.
func (o *ordersPerBuyer) watch(plain payload.Form) {
	o.plain.Store(&plain)
	o.perOrders.Begin(maxBuyersLookedInto)
	o.perItems.Begin(maxBuyersLookedInto)
	o.perLimit.Begin(4 * maxBuyersLookedInto) // each costs one call
}

// mayExplain reports whether an order may be refused because its buyer has too many orders. Another
// buyer may have had more, if some of them were closed.
func (o *ordersPerBuyer) mayExplain(refused *Call, orders int64) bool {
	limited := call.IsRateLimited(&refused.Answer) // the target may limit only this buyer
	if refused.Response == nil || refused.OK() || refused.IsServerError() || !limited && !refused.RefusedForCertain() {
		return false
	}
	return orders > 0
}

// buyers is the part of a session that finds out whether a buyer has placed as many orders as
// the target takes.
type buyers struct{ *Session }

// retryWithNewBuyer places a refused order again for a new customer. It returns that order if
// the target takes no more orders or items of the first buyer, and the refusal otherwise.
func (s buyers) retryWithNewBuyer(ctx context.Context, c Cart, f payload.Form, refused *Call) (*Call, error) {
	o := &s.OrdersPerBuyer
	perOrders := o.mayExplain(refused, c.Buyer.OrdersSent()) // the order before this one may not be answered yet
	if c.SameBuyer || s.Customers.ExistingAreListed() || !perOrders && !s.mayBePerItems(c, refused) {
		return refused, nil
	}
	end, err := o.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if s.isBeyondRest(ctx, c, refused) {
		return s.placeBeyondRest(ctx, c, f, refused), nil
	}
	known := o.IsReachedBy(c.Buyer.Orders())
	full := false
	if perOrders {
		if full, err = s.isFull(ctx, refused); err != nil {
			return refused, err
		}
	}
	if !full && (!s.mayBePerItems(c, refused) || !o.perItems.Take(refused)) {
		return refused, nil
	}
	served, err := s.placeForAnother(ctx, c, f)
	if call.IsUntested(err) && !known {
		return refused, nil
	}
	if err != nil || !served.OK() {
		return refused, err
	}
	if isBound, err := s.isRefusedToo(ctx, served, c.Buyer); err != nil || !known && !isBound {
		return refused, err
	}
	s.Calls.JudgeByNoRule(refused)
	o.perOrders.Found(refused)
	o.perItems.Found(refused)
	if full && !known {
		s.boundOrders(max(c.Buyer.OrdersSent(), 1), refused)
	}
	return served, nil
}

// isBeyondRest reports whether the limit that the target shows no longer covers an order. A purchase
// may use up more than its price, such as fees: the specification does not say.
func (s buyers) isBeyondRest(ctx context.Context, c Cart, refused *Call) bool {
	return c.Buyer.Orders() > 0 && s.OrdersPerBuyer.perLimit.Take(refused) && s.Limits.restIsBelow(ctx, c.Buyer, c.Total())
}

// placeBeyondRest places an order that the rest of its buyer's limit does not cover for a new customer.
// It returns the refusal if that is refused, too.
func (s buyers) placeBeyondRest(ctx context.Context, c Cart, f payload.Form, refused *Call) *Call {
	served, err := s.placeForAnother(ctx, c, f)
	if err != nil || !served.OK() {
		return refused
	}
	s.Calls.JudgeByNoRule(refused)
	s.OrdersPerBuyer.perLimit.Found(refused)
	return served
}

// placeOrReplaceBuyer places an order. If the order needs an OTP, or may need one, and the target
// sends the buyer no more OTPs, a new customer places the order. The specification does not show
// how many OTPs a target sends one person (section 8).
func (s buyers) placeOrReplaceBuyer(ctx context.Context, c Cart, f payload.Form) (*Call, error) {
	placed, err := s.Orders.placeOnce(ctx, c, f)
	if !s.lacksOTP(c.Buyer, err) {
		return placed, err
	}
	if c.SameBuyer {
		return nil, call.Inapplicable("the target sends the buyer no OTP for another order, which it may")
	}
	s.OrdersPerBuyer.SetByOTPs(c.Buyer.Orders())
	another, failed := s.placeForAnother(ctx, c, f)
	switch {
	case call.IsUntested(failed), call.IsBreak(failed):
		return placed, err // the first buyer shows what is missing
	case failed == nil && another.OK() && !s.OTPPerPurchase.Wanted() && c.Buyer.Orders() > 0:
		s.OrdersPerBuyer.Set(c.Buyer.Orders()) // the first order was refused, whether or not for an OTP
	}
	return another, failed
}

// lacksOTP reports whether an order ended with this error because the target sends its buyer no more
// OTPs, and another customer may place it.
func (s buyers) lacksOTP(buyer *customer.Customer, err error) bool {
	return call.IsUntested(err) && !s.Customers.ExistingAreListed() && s.Customers.mayBeRefusedOTPs(buyer)
}

// mayBePerItems reports whether an order may be refused because its buyer has too many items: no
// customer that had as many items was served. The specification does not show how many items a
// customer may have, open ones or all (section 8). An order with a number that the check chose
// may be refused because of the number, so the answer is false.
func (s buyers) mayBePerItems(c Cart, refused *Call) bool {
	if c.OrderID != 0 || c.Buyer.OrdersSent() == 0 || refused.Response == nil || refused.OK() || refused.IsServerError() || !refused.RefusedForCertain() {
		return false
	}
	return s.Calls.HadFewerItems(c.Buyer, len(c.Items))
}

// maxOrdersToMeetABound is how many orders the run places at most to find out whether a bound
// holds for other customers, too.
const maxOrdersToMeetABound = 4

// isRefusedToo reports whether a new customer that was served one order is also refused when it
// has as many orders and items as the refused buyer. If it is not refused, no bound explains the
// refusal: the buyer has another history, for example a cancel. If this test needs too many
// orders, the answer is true.
func (s buyers) isRefusedToo(ctx context.Context, served *Call, refused *customer.Customer) (bool, error) {
	wanted := max(refused.Orders(), int64(s.Calls.ItemsKept(refused)))
	if wanted > maxOrdersToMeetABound {
		return true, nil
	}
	rng, buyer := s.Rand("plain order"), served.Customer
	for n := int64(1); n <= wanted; n++ {
		one := s.Orders.plainItem(rng, s.Orders.SmallPrice(rng))
		if !buyer.Reserve(one.Price) {
			return true, nil
		}
		next, err := s.Orders.placeOnce(ctx, Cart{Buyer: buyer, Items: []*Item{one}, Kind: call.Probe, DoNotExplainRefusal: true}, *s.OrdersPerBuyer.plain.Load())
		if s.lacksOTP(buyer, err) {
			return true, nil
		}
		if err != nil || !next.OK() {
			return true, err
		}
	}
	return false, nil
}

// boundOrders keeps a bound, which the report notes.
func (s buyers) boundOrders(most int64, refused *Call) {
	if s.OrdersPerBuyer.Set(most) {
		s.Bounds.Set(spec.CreatePurchases+" orders of one customer", most, &refused.Answer)
	}
}

// IsOneTooMany reports whether the target refused an order because its buyer has placed as many
// orders as the target takes.
func (s buyers) IsOneTooMany(ctx context.Context, refused *Call) (bool, error) {
	if s.Customers.ExistingAreListed() || !s.OrdersPerBuyer.mayExplain(refused, refused.Customer.OrdersSent()) {
		return false, nil
	}
	end, err := s.OrdersPerBuyer.turn.Take(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	return s.isFull(ctx, refused)
}

// isFull reports whether the target no longer takes even the plainest order of the buyer of a refused
// one. The run tests this for a few buyers only; for all others the answer comes from the known bound.
func (s buyers) isFull(ctx context.Context, refused *Call) (bool, error) {
	o, buyer := &s.OrdersPerBuyer, refused.Customer
	if o.IsReachedBy(buyer.Orders()) {
		return true, nil
	}
	rng := s.Rand("plain order")
	one := s.Orders.plainItem(rng, s.Orders.SmallPrice(rng))
	if !o.perOrders.Take(refused) || !buyer.Reserve(one.Price) {
		return false, nil
	}
	plain, err := s.Orders.placeOnce(ctx, Cart{Buyer: buyer, Items: []*Item{one}, Kind: call.Probe, DoNotExplainRefusal: true}, *o.plain.Load())
	if s.lacksOTP(buyer, err) {
		return true, nil
	}
	return err == nil && o.mayExplain(plain, buyer.OrdersSent()), err
}

// placeForAnother places an order for a new customer of the same kind, under a number that no order
// has used. A target may give customers of another kind a lower limit.
func (s buyers) placeForAnother(ctx context.Context, c Cart, f payload.Form) (*Call, error) {
	buyer, err := s.Customers.newCustomerWhoCanPay(ctx, c.Buyer.Kind, c.Total())
	if err != nil {
		return nil, err
	}
	if !buyer.Reserve(c.Total()) {
		return nil, judgement.Untested("no other customer was given a limit that a purchase of %d is within", c.Total())
	}
	c.Buyer, c.OrderID = buyer, 0
	return s.Orders.placeOnce(ctx, c, f)
}
