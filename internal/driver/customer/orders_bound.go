package customer

import "sync"

// OrdersBound is the number of orders that the target takes from one customer, as far as the run
// knows. The specification shows no bound (section 8), so a target may have one.
type OrdersBound struct {
	mu     sync.Mutex
	bound  int64 // 0: no bound is known
	byOTPs int64 // the orders of a buyer whom the target then refused another OTP; 0: there is none
	most   int64 // the most orders that the target took from one customer
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

// Set keeps a bound. It reports whether the bound is new: the lowest one counts, because not all
// orders of a customer may count.
func (o *OrdersBound) Set(bound int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.bound > 0 && o.bound <= bound {
		return false
	}
	o.bound = bound
	return true
}

// SetByOTPs notes that the target refused an OTP to a buyer with this number of orders.
func (o *OrdersBound) SetByOTPs(orders int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if orders > 0 {
		o.byOTPs = orders
	}
}

// IsReachedBy reports whether a buyer with this number of orders has reached the known bound.
func (o *OrdersBound) IsReachedBy(orders int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bound > 0 && orders >= o.bound
}

// HasRoom reports whether a buyer may place another order, as far as a bound is known.
func (o *OrdersBound) HasRoom(buyer *Customer) bool {
	bound := o.Lowest()
	return bound == 0 || buyer.OrdersSent() < bound
}

// Lowest is the number of orders after which a check should take another buyer; 0 if no bound is
// known.
func (o *OrdersBound) Lowest() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.bound == 0 || o.byOTPs == 0 {
		return max(o.bound, o.byOTPs)
	}
	return min(o.bound, o.byOTPs)
}
