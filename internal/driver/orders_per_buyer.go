package driver

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/memo"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// ordersPerBuyer is how many orders the target takes of one customer: a bound is not
// shown (section 8), so it may have one, of one open order for example. It shows by
// a buyer who was served before, of whom not even a plain order is taken any more,
// while somebody new is served the same. From then on nobody buys more than that.
type ordersPerBuyer struct {
	bound atomic.Int64 // 0: none has shown
	left  atomic.Int64 // refusals that are still looked into
	// leftPerItems are those that are still looked into for how many items their buyer has.
	leftPerItems atomic.Int64
	turn         memo.Turn // one refusal is looked into at a time
	plain        atomic.Pointer[payload.Form]

	mu   sync.Mutex
	most int64 // served to one buyer
}

// maxBuyersLookedInto is how many refused buyers are worth the calls that explain them.
const maxBuyersLookedInto = 6

// watch begins to look into refusals: the form of a plain order is known now.
func (o *ordersPerBuyer) watch(plain payload.Form) {
	o.plain.Store(&plain)
	o.left.Store(maxBuyersLookedInto)
	o.leftPerItems.Store(maxBuyersLookedInto)
}

// served notes that an order was taken.
func (o *ordersPerBuyer) served(buyer *customer.Customer) {
	n := buyer.Ordered()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.most = max(o.most, n)
}

// Most is how many orders the target has taken of one customer.
func (o *ordersPerBuyer) Most() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.most
}

// mayExplain tells whether a refused order may be one too many of its buyer. Where no
// bound has shown, nobody has had more: else something else has become of the buyer.
func (o *ordersPerBuyer) mayExplain(refused *Call, orders int64) bool {
	limited := call.IsRateLimited(&refused.Answer) // it may be only this buyer who has too many
	if orders == 0 || refused.Response == nil || refused.OK() || refused.IsServerError() || !limited && !refused.RefusedForCertain() {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bound.Load() > 0 || orders >= o.most
}

// covers tells whether the bound that has shown explains a refusal by itself.
func (o *ordersPerBuyer) covers(orders int64) bool {
	bound := o.bound.Load()
	return bound > 0 && orders >= bound
}

// buyers is the part of a session that finds out whether a buyer has placed as many
// orders as the target takes.
type buyers struct{ *Session }

// orderOfAnother places an order again, by somebody new, where the target takes no
// more orders of its buyer, or not so many items. Any other refusal stands.
func (s buyers) orderOfAnother(ctx context.Context, c Cart, f payload.Form, refused *Call) (*Call, error) {
	o := &s.OrdersPerBuyer
	perOrders := o.mayExplain(refused, c.Buyer.OrdersSent()) // the order before it may not be answered yet
	if c.SameBuyer || s.Customers.ExistingAreListed() || !perOrders && !s.mayBePerItems(c, refused) {
		return refused, nil
	}
	end, err := o.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	known := o.covers(c.Buyer.Orders())
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
	if isBound, err := s.meetsTheSame(ctx, served, c.Buyer); err != nil || !known && !isBound {
		return refused, err
	}
	s.Calls.JudgeByNoRule(refused)
	if full && !known {
		s.boundOrders(max(c.Buyer.OrdersSent(), 1), refused)
	}
	return served, nil
}

// mayBePerItems tells whether a refused order may be one too many for how many items its
// buyer has: nobody who had as many was served. How many a customer may have, open ones
// or all, is not shown (section 8). An order under a number of its own may be refused for that.
func (s buyers) mayBePerItems(c Cart, refused *Call) bool {
	if c.OrderID != 0 || c.Buyer.OrdersSent() == 0 || refused.Response == nil || refused.OK() || refused.IsServerError() || !refused.RefusedForCertain() {
		return false
	}
	return s.Calls.HadFewerItems(c.Buyer, len(c.Items))
}

// maxOrdersToMeetABound is how many orders are worth it to find out whether a bound holds for
// others, too.
const maxOrdersToMeetABound = 4

// meetsTheSame tells whether somebody new, who was served one order, is refused one, too, when
// they have as many orders and items as the refused buyer: else no bound explains the
// refusal, but what has become of that buyer, a cancel for example. Where that would take many
// orders, it is taken to be so.
func (s buyers) meetsTheSame(ctx context.Context, served *Call, refused *customer.Customer) (bool, error) {
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

func (s buyers) boundOrders(most int64, refused *Call) {
	if s.OrdersPerBuyer.bound.Swap(most) > 0 {
		return // it is lower than it seemed: not all orders count
	}
	name := spec.CreatePurchases + " orders of one customer"
	s.Bounds.Take(name, most)
	s.Bounds.Refuse(name, most+1, &refused.Answer)
}

// IsOneTooMany tells whether an order was refused because its buyer has placed as
// many as the target takes.
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

// isFull tells whether not even the plainest order of a buyer is taken any more. That
// is asked only so often; then nobody is full of whom it is not known.
func (s buyers) isFull(ctx context.Context, buyer *customer.Customer) (bool, error) {
	o := &s.OrdersPerBuyer
	if o.covers(buyer.Orders()) {
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

// placeForAnother places an order for somebody new, under a number that nobody has used.
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
