package sequences

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// oneOrderID finds one order_id for all orders, or for all orders of several items, which a program may place in
// code of its own.
type oneOrderID struct{ all, ofSeveral oneOrder }

// note takes an order.
func (o *oneOrderID) note(q *requests.Request) {
	cart := Fingerprint(q.Get("items").Raw)
	o.all.note(q, cart, "all orders")
	if q.Get("items.1").Exists() {
		o.ofSeveral.note(q, cart, "all orders of several items")
	}
}

// end reports the orders, or blocks the rule if another fault hides how many customers there are.
func (o *oneOrderID) end(doubts doubts) {
	switch {
	case o.all.isOne() && len(o.all.customers) < minBuyers:
		doubts.block(spec.CreatePurchases, "order_id", ofBuyer)
	case o.all.isOne():
		o.all.state()
	case o.ofSeveral.isOne() && len(o.ofSeveral.customers) >= minBuyers:
		o.ofSeveral.state()
	}
}

// oneOrder finds one order_id for all orders of a recording. Section 2.1 calls it the identifier of the
// customer's order. A retry repeats it, a customer may order in several parts, and a store may count
// the orders of each customer from 1 on or use the date. None of these explains one longer number for
// the different carts of several customers, or a short one for several carts of each of some customers.
type oneOrder struct {
	id        string
	isSeveral bool                       // some orders have other ids, or ids that are unknown
	customers map[string]map[string]bool // the carts of a customer
	carts     map[string]bool
	fails     []func()
}

// minBuyers is how many customers must have the same order_id, and minRepeated how many of them must
// have it for several carts, if it is short.
const (
	minBuyers   = 5
	minRepeated = 3
)

// note takes an order with its cart, and says which orders it is compared with.
func (o *oneOrder) note(q *requests.Request, cart, those string) {
	id := q.Get("order_id").String()
	if o.customers == nil {
		o.id, o.customers, o.carts = strings.Clone(id), make(map[string]map[string]bool), make(map[string]bool)
	}
	if id != o.id || isDateOf(id, q.Exchange.Started) || q.IsCut(id) || q.HasFault("order_id") {
		o.isSeveral = true
	}
	if o.isSeveral || len(o.carts) >= requests.MaxKept {
		return
	}
	customer := strings.ToLower(q.Text("customer_id"))
	if len(id) >= minTotal || q.IsServed() || o.customers[customer] == nil { // a refused order may be sent again with another cart
		keepPair(o.customers, customer, cart)
	}
	o.carts[cart] = true
	if len(o.fails) < requests.MaxFails {
		o.fails = append(o.fails, q.DeferFailure("order_id", "the identifier of the order", "order_id is the same in "+those+", of several customers with different items"))
	}
}

// isDateOf reports whether a number has the date of a request, somewhere on earth.
func isDateOf(number string, at time.Time) bool {
	for _, days := range []int{-1, 0, 1} {
		if strings.Contains(number, at.UTC().AddDate(0, 0, days).Format("060102")) {
			return true
		}
	}
	return false
}

// repeated returns how many customers have the order_id for several carts.
func (o *oneOrder) repeated() int {
	n := 0
	for _, carts := range o.customers {
		if len(carts) > 1 {
			n++
		}
	}
	return n
}

// isOne reports whether all orders have one order_id, so that only the number of customers may explain it.
func (o *oneOrder) isOne() bool {
	return o.customers != nil && !o.isSeveral && len(o.carts) >= minBuyers && (len(o.id) >= minTotal || o.repeated() >= minRepeated)
}

// state reports the orders.
func (o *oneOrder) state() {
	for _, fail := range o.fails {
		fail()
	}
}
