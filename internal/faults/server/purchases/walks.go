package purchases

import (
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// walkFaults show only if moves of several items and orders are combined. A check that makes one
// move at a time does not find them.
func walkFaults() []faults.Fault {
	fault := func(id, why string, p faults.Mutator) faults.Fault {
		return faults.Fault{ID: id, Breaks: "STA-07", Why: why, Mutator: p}
	}
	back := func(r faults.Object) { r["facility_status"] = faults.Pending }
	return []faults.Fault{
		{ID: "cancel-purchase-uncollects-siblings", Breaks: "STA-04", Why: "a cancel takes the collected items of a larger order back to pending",
			Mutator: remembering(faults.CancelItem, func(c *faults.Call, orders *faults.Store[[]string]) []string {
				if others := siblingsOf(c.ID, orders); len(others) > 1 {
					return others
				}
				return nil
			}, back)},
		{ID: "update-purchases-uncollects-siblings", Breaks: "STA-03", ShownBy: "STA-07", Mutator: remembering(faults.UpdateItems, func(c *faults.Call, orders *faults.Store[[]string]) []string {
			return except(siblingsOf(c.ItemIDs()[0], orders), c.ItemIDs())
		}, back), Why: "an update takes the items of the order that were collected before back to pending"},
		{ID: "create-purchases-restores-cancelled", Breaks: "STA-06", Why: "a new order of a customer brings back what they cancelled before", Mutator: restoring(faults.CreateOrder)},
		{ID: "update-purchases-restores-cancelled-siblings", Breaks: "STA-06", Why: "an update brings back the items of the order that were cancelled before", Mutator: restoring(faults.UpdateItems)},
		fault("create-purchases-uncollects", "a new order of a customer takes what they collected before back to pending", uncollecting()),
		{ID: "cancel-purchase-refuses-beside-collected", Breaks: "STA-05", Why: "an item cannot be cancelled once another item of its order is collected", Mutator: refusingBesideMoved(faults.UpdateItems, faults.CancelItem)},
		{ID: "cancel-purchase-refuses-beside-cancelled", Breaks: "STA-05", Why: "an item cannot be cancelled once another item of its order is cancelled: the order counts as cancelled", Mutator: refusingBesideMoved(faults.CancelItem, faults.CancelItem)},
		{ID: "update-purchases-refuses-beside-cancelled", Breaks: "UPD-01", ShownBy: "STA-07", Why: "an item cannot be collected once another item of its order is cancelled", Mutator: refusingBesideMoved(faults.CancelItem, faults.UpdateItems)},
		{ID: "cancel-purchase-second-of-order", Breaks: "STA-06", Why: "the second cancel in an order is answered and not stored", Mutator: secondCancel()},
	}
}

// refusingBesideMoved refuses a move of an item once another item of its order has made another move.
func refusingBesideMoved(before, refused string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, moved := faults.NewStore[[]string](), faults.NewSet()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == refused && c.Authorized() {
				for _, id := range c.ItemIDs() {
					for _, other := range siblingsOf(id, orders) {
						if moved.Has(other) {
							return faults.Refusal(c, 409, "another item of the order was moved")
						}
					}
				}
			}
			a := next(c)
			if c.Endpoint == before && a.Served() {
				for _, id := range c.ItemIDs() {
					moved.Put(id, true)
				}
			}
			return a
		}
	}
}

func siblingsOf(id string, orders *faults.Store[[]string]) []string {
	ids, _ := orders.Get(id)
	return except(ids, []string{id})
}

func except(all, some []string) []string {
	var rest []string
	for _, id := range all {
		if !contains(some, id) {
			rest = append(rest, id)
		}
	}
	return rest
}

func contains(all []string, one string) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

// remembering damages how get shows the items that reach returns for a call, while they are
// collected.
func remembering(endpoint string, reach func(*faults.Call, *faults.Store[[]string]) []string, edit func(r faults.Object)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, spoilt, moved := faults.NewStore[[]string](), faults.NewSet(), faults.NewSet()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == endpoint && a.Served() {
				for _, id := range reach(c, orders) {
					if moved.Has(id) {
						spoilt.Put(id, true)
					}
				}
			}
			if c.Endpoint == faults.UpdateItems && a.Served() {
				for _, id := range c.ItemIDs() {
					moved.Put(id, true)
				}
			}
			if spoilt.Has(c.ID) && c.Endpoint == faults.GetItem && a.Served() && faults.Get(a.Body(), "data.facility_status") == faults.Collected {
				edit(a.Touch().Records()[0])
			}
			return a
		}
	}
}

func uncollecting() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		buyers, moved, spoilt := faults.NewStore[string](), faults.NewStore[[]string](), faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case !a.Served():
			case c.Endpoint == faults.CreateOrder:
				buyer := c.Text("customer_id")
				for _, r := range a.Records() {
					buyers.Put(faults.Text(r["id"]), buyer)
				}
				ids, _ := moved.Get(buyer)
				for _, id := range ids {
					spoilt.Put(id, true)
				}
			case c.Endpoint == faults.UpdateItems:
				for _, id := range c.ItemIDs() {
					buyer, _ := buyers.Get(id)
					ids, _ := moved.Get(buyer)
					moved.Put(buyer, append(ids, id))
				}
			case c.Endpoint == faults.GetItem:
				if spoilt.Has(c.ID) && faults.Get(a.Body(), "data.facility_status") == faults.Collected {
					faults.Put("data.facility_status", faults.Pending)(c, a)
				}
			}
			return a
		}
	}
}

// restoring makes get show cancelled items in their earlier state again, after their buyer places
// another order or after another item of their order is updated.
func restoring(endpoint string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, buyers, old, back := faults.NewStore[[]string](), faults.NewStore[string](), faults.NewStore[faults.Object](), faults.NewSet()
		cancelled := faults.NewStore[[]string]() // by buyer, or by the ids of all items of the order
		next = siblings(orders, next)
		group := func(id string) string {
			if endpoint == faults.CreateOrder {
				buyer, _ := buyers.Get(id)
				return buyer
			}
			ids, _ := orders.Get(id)
			return strings.Join(ids, " ")
		}
		restore := func(group string) {
			ids, _ := cancelled.Get(group)
			for _, id := range ids {
				back.Put(id, true)
			}
		}
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CancelItem && c.Authorized() {
				was, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+c.ID, nil)).Body()["data"].(faults.Object)
				if _, again := old.Get(c.ID); was != nil && !again {
					old.Put(c.ID, was)
					ids, _ := cancelled.Get(group(c.ID))
					cancelled.Put(group(c.ID), append(ids, c.ID))
				}
			}
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				restore(c.Text("customer_id"))
				for _, r := range a.Records() {
					buyers.Put(faults.Text(r["id"]), c.Text("customer_id"))
				}
			case c.Endpoint == faults.UpdateItems && a.Served() && endpoint == faults.UpdateItems && len(c.ItemIDs()) > 0:
				restore(group(c.ItemIDs()[0]))
			case c.Endpoint == faults.GetItem && a.Served():
				if back.Has(c.ID) {
					was, _ := old.Get(c.ID)
					a.Touch().Body()["data"] = faults.DeepCopy(was)
				}
			}
			return a
		}
	}
}

// secondCancel does not store the second cancel in an order.
func secondCancel() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, t, old := faults.NewStore[[]string](), faults.NewCounter(), faults.NewStore[faults.Object]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CancelItem && c.Authorized() {
				ids, ok := orders.Get(c.ID)
				was, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+c.ID, nil)).Body()["data"].(faults.Object)
				if ok && t.Next(ids[0]) == 2 && was != nil {
					old.Put(c.ID, was)
				}
			}
			a := next(c)
			if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}
