package history

import (
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
)

// HadFewerItems reports whether no customer was served an order while it had as many items as
// this buyer has now, or as many as it would have with more items. It counts the items that are
// not cancelled, and separately those that are neither cancelled nor updated. An order of the
// buyer that is not answered yet counts as one item.
func (l *Calls) HadFewerItems(buyer *customer.Customer, more int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept, open := newHeldItems(), newHeldItems()
	closed := make(map[*Item]bool)
	for _, c := range l.All {
		switch {
		case !c.OK():
		case c.Endpoint == spec.CreatePurchases && c.Customer != nil:
			kept.order(c.Customer, len(c.Items))
			open.order(c.Customer, len(c.Items))
		case c.Endpoint == spec.UpdatePurchases, c.Endpoint == spec.CancelPurchase:
			for _, i := range c.Items {
				if c.Endpoint == spec.CancelPurchase {
					kept.now[i.Buyer]--
				}
				if !closed[i] {
					open.now[i.Buyer]--
				}
				closed[i] = true
			}
		}
	}
	underWay := int(buyer.OrdersSent() - buyer.Orders())
	return kept.isTooMany(kept.now[buyer]+underWay, more) || open.isTooMany(open.now[buyer]+underWay, more)
}

// ItemsKept is the number of items that a customer bought and that were not cancelled.
func (l *Calls) ItemsKept(buyer *customer.Customer) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := 0
	for _, c := range l.All {
		switch {
		case !c.OK():
		case c.Endpoint == spec.CreatePurchases && c.Customer == buyer:
			kept += len(c.Items)
		case c.Endpoint == spec.CancelPurchase && c.Items[0].Buyer == buyer:
			kept--
		}
	}
	return kept
}

// heldItems counts the items of customers as calls add and close them.
type heldItems struct {
	now          map[*customer.Customer]int
	before, with int // the most items that a customer had before a served order, and together with it
}

func newHeldItems() *heldItems { return &heldItems{now: make(map[*customer.Customer]int)} }

func (h *heldItems) order(buyer *customer.Customer, items int) {
	h.before = max(h.before, h.now[buyer])
	h.now[buyer] += items
	h.with = max(h.with, h.now[buyer])
}

func (h *heldItems) isTooMany(has, more int) bool { return has > h.before || has+more > h.with }

// BiggestBuyer returns the customer who was served the most items, or nil if nobody bought anything. Of
// several, it is the first.
func (l *Calls) BiggestBuyer() (biggest *customer.Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	items, most := make(map[*customer.Customer]int), 0
	for _, c := range l.All {
		if c.Endpoint != spec.CreatePurchases || c.Customer == nil || !c.OK() {
			continue
		}
		if items[c.Customer] += len(c.Items); items[c.Customer] > most {
			biggest, most = c.Customer, items[c.Customer]
		}
	}
	return biggest
}
