package driver

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/memo"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// ordersPerBuyer finds out how many orders the target takes from one customer. The specification
// shows no bound (section 8), so a target may have one, for example one open order. The bound
// shows if the target no longer takes even a plain order of a buyer that it served before, but
// takes the same order of a new customer. From then on no customer places more orders than that.
type ordersPerBuyer struct {
	bound atomic.Int64 // 0: no bound is known
	left  atomic.Int64 // how many more refusals the run examines
	// leftPerItems is how many more refusals the run examines because of the number of items of
	// the buyer.
	leftPerItems atomic.Int64
	turn         memo.Turn // the run examines one refusal at a time
	plain        atomic.Pointer[payload.Form]

	mu   sync.Mutex
	most int64 // the most orders that the target served to one buyer
}

// maxBuyersLookedInto is how many refused buyers the run examines; each costs several calls.
const maxBuyersLookedInto = 6

// watch starts to examine refusals: the form of a plain order is known now.
func (o *ordersPerBuyer) watch(plain payload.Form) {
	o.plain.Store(&plain)
	o.left.Store(maxBuyersLookedInto)
	o.leftPerItems.Store(maxBuyersLookedInto)
}

// served notes that the target took an order.
func (o *ordersPerBuyer) served(buyer *customer.Customer) {
	n := buyer.Ordered()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.most = max(o.most, n)
}

// Most is the largest number of orders that the target has taken from one customer.
func (o *ordersPerBuyer) Most() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.most
}

// mayExplain reports whether an order may be refused because its buyer has too many orders. If
// no bound is known, this is possible only if no other customer has had more orders: otherwise
// the refusal has another reason.
func (o *ordersPerBuyer) mayExplain(refused *Call, orders int64) bool {
	limited := call.IsRateLimited(&refused.Answer) // the target may limit only this buyer
	if orders == 0 || refused.Response == nil || refused.OK() || refused.IsServerError() || !limited && !refused.RefusedForCertain() {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bound.Load() > 0 || orders >= o.most
}

// isReachedBy reports whether a buyer with this number of orders has reached the known bound.
func (o *ordersPerBuyer) isReachedBy(orders int64) bool {
	bound := o.bound.Load()
	return bound > 0 && orders >= bound
}

// HasRoom reports whether a buyer may place another order, as far as a bound is known.
func (o *ordersPerBuyer) HasRoom(buyer *customer.Customer) bool {
	bound := o.bound.Load()
	return bound == 0 || buyer.OrdersSent() < bound
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
	known := o.isReachedBy(c.Buyer.Orders())
	full := false
	if perOrders {
		if full, err = s.isFull(ctx, c.Buyer); err != nil {
			return refused, err
		}
	}
	if !full && (!s.mayBePerItems(c, refused) || o.leftPerItems.Add(-1) < 0) {
		return refused, nil
	}
	served, err := s.placeForAnother(ctx, c, f)
	if err != nil || !served.OK() {
		return refused, err
	}
	if isBound, err := s.isRefusedToo(ctx, served, c.Buyer); err != nil || !known && !isBound {
		return refused, err
	}
	s.Calls.JudgeByNoRule(refused)
	if full && !known {
		s.boundOrders(max(c.Buyer.OrdersSent(), 1), refused)
	}
	return served, nil
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
		if err != nil || !next.OK() {
			return true, err
		}
	}
	return false, nil
}

// boundOrders keeps a bound. The lowest one counts, and is the one that the report notes: not all
// orders of a customer may count. The caller holds the turn.
func (s buyers) boundOrders(most int64, refused *Call) {
	if known := s.OrdersPerBuyer.bound.Load(); known > 0 && known <= most {
		return
	}
	s.OrdersPerBuyer.bound.Store(most)
	s.Bounds.Set(spec.CreatePurchases+" orders of one customer", most, &refused.Answer)
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
	return s.isFull(ctx, refused.Customer)
}

// isFull reports whether the target no longer takes even the plainest order of a buyer. The run
// tests this for a few buyers only; for all others the answer comes from the known bound.
func (s buyers) isFull(ctx context.Context, buyer *customer.Customer) (bool, error) {
	o := &s.OrdersPerBuyer
	if o.isReachedBy(buyer.Orders()) {
		return true, nil
	}
	rng := s.Rand("plain order")
	one := s.Orders.plainItem(rng, s.Orders.SmallPrice(rng))
	if o.left.Add(-1) < 0 || !buyer.Reserve(one.Price) {
		return false, nil
	}
	plain, err := s.Orders.placeOnce(ctx, Cart{Buyer: buyer, Items: []*Item{one}, Kind: call.Probe, DoNotExplainRefusal: true}, *o.plain.Load())
	return err == nil && o.mayExplain(plain, buyer.OrdersSent()), err
}

// placeForAnother places an order for a new customer, under a number that no order has used.
func (s buyers) placeForAnother(ctx context.Context, c Cart, f payload.Form) (*Call, error) {
	buyer, err := s.Customers.NewCustomerWithLimit(ctx, customer.AnyEmployee)
	if err != nil {
		return nil, err
	}
	for _, i := range c.Items {
		buyer.Reserve(i.Price)
	}
	c.Buyer, c.OrderID = buyer, 0
	return s.Orders.placeOnce(ctx, c, f)
}
