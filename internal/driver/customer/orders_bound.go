package customer

import (
	"sync"
	"sync/atomic"
)

// OrdersBound is the number of orders that the target takes from one customer, as far as the run
// knows. The specification shows no bound (section 8), so a target may have one.
type OrdersBound struct {
	bound atomic.Int64 // 0: no bound is known
	// byOTPs is the number of orders after which the target sent a buyer no more OTPs, if it wants
	// one for each order; 0 if it never refused one.
	byOTPs atomic.Int64

	mu   sync.Mutex
	most int64 // the most orders that the target took from one customer
}

// Served notes that the target took an order.
func (o *OrdersBound) Served(buyer *Customer) {
	n := buyer.Ordered()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.most = max(o.most, n)
}

// Most is the largest number of orders that the target has taken from one customer.
func (o *OrdersBound) Most() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.most
}

// MayExplain reports whether an order of a buyer with this number of orders may be refused because
// of the number. If no bound is known, this is possible only if no other customer has had more
// orders: otherwise the refusal has another reason.
func (o *OrdersBound) MayExplain(orders int64) bool {
	return orders > 0 && (o.bound.Load() > 0 || orders >= o.Most())
}

// Set keeps a bound. It reports whether the bound is new: the lowest one counts, because not all
// orders of a customer may count.
func (o *OrdersBound) Set(most int64) bool {
	if known := o.bound.Load(); known > 0 && known <= most {
		return false
	}
	o.bound.Store(most)
	return true
}

// SetByOTPs notes that the target sends a buyer with this number of orders no more OTPs.
func (o *OrdersBound) SetByOTPs(orders int64) {
	if orders > 0 {
		o.byOTPs.Store(orders)
	}
}

// IsReachedBy reports whether a buyer with this number of orders has reached the known bound.
func (o *OrdersBound) IsReachedBy(orders int64) bool {
	bound := o.bound.Load()
	return bound > 0 && orders >= bound
}

// HasRoom reports whether a buyer may place another order, as far as a bound is known.
func (o *OrdersBound) HasRoom(buyer *Customer) bool {
	bound := o.Lowest()
	return bound == 0 || buyer.OrdersSent() < bound
}

// Lowest is the number of orders after which a check should take another buyer; 0 if no bound is
// known.
func (o *OrdersBound) Lowest() int64 {
	bound, byOTPs := o.bound.Load(), o.byOTPs.Load()
	if bound == 0 || byOTPs == 0 {
		return max(bound, byOTPs)
	}
	return min(bound, byOTPs)
}
