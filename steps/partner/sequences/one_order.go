package sequences

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/spec"
)

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

// note takes an order.
func (o *oneOrder) note(q *Request) {
	id := q.Get("order_id").String()
	if o.customers == nil {
		o.id, o.customers, o.carts = strings.Clone(id), make(map[string]map[string]bool), make(map[string]bool)
	}
	if id != o.id || isDateOf(id, q.Exchange.Started) || q.IsCut(id) || q.HasFault("order_id") {
		o.isSeveral = true
	}
	if o.isSeveral || len(o.carts) >= maxKept {
		return
	}
	cart := Fingerprint(q.Get("items").Raw)
	customer := strings.ToLower(q.Text("customer_id"))
	if len(id) >= minTotal || q.isServed() || o.customers[customer] == nil { // a refused order may be sent again with another cart
		keepPair(o.customers, customer, cart)
	}
	o.carts[cart] = true
	if len(o.fails) < maxFails {
		o.fails = append(o.fails, q.DeferFailure("order_id", "the identifier of the order", "order_id is the same in all orders, of several customers with different items"))
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

// end reports the orders, or blocks the rule if another fault hides how many customers there are.
func (o *oneOrder) end(doubts doubts) {
	switch {
	case o.isSeveral || len(o.carts) < minBuyers || len(o.id) < minTotal && o.repeated() < minRepeated:
	case len(o.customers) < minBuyers:
		doubts.block(spec.CreatePurchases, "order_id", ofBuyer)
	default:
		for _, fail := range o.fails {
			fail()
		}
	}
}
