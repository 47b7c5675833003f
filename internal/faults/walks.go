package faults

import "strings"

// walkFaults go wrong only where moves of several items and orders meet: a
// check that makes one move at a time does not see them.
func walkFaults() []Fault {
	fault := func(id, why string, p plant) Fault { return Fault{ID: id, Breaks: "STA-07", Why: why, plant: p} }
	back := func(r object) { r["facility_status"] = pending }
	return []Fault{
		fault("cancel-purchase-uncollects-siblings", "a cancel takes the collected items of the order back to pending",
			remembering(cancelItem, func(c *call, orders *notes[[]string]) []string { return siblingsOf(c.id, orders) }, back)),
		{ID: "update-purchases-uncollects-siblings", Breaks: "STA-03", ShownBy: "STA-07", plant: remembering(updateItems, func(c *call, orders *notes[[]string]) []string {
			return except(siblingsOf(c.named()[0], orders), c.named())
		}, back), Why: "an update takes the items of the order that were collected before back to pending"},
		fault("create-purchases-restores-cancelled", "a new order of a customer brings back what they cancelled before", restoring(createOrder)),
		fault("update-purchases-restores-cancelled-siblings", "an update brings back the items of the order that were cancelled before", restoring(updateItems)),
		fault("create-purchases-uncollects", "a new order of a customer takes what they collected before back to pending", uncollecting()),
		fault("cancel-purchase-second-of-order", "the second cancel in an order is answered and not stored", secondCancel()),
	}
}

func siblingsOf(id string, orders *notes[[]string]) []string {
	ids, _ := orders.get(id)
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

// remembering spoils how get shows the items that a deed reaches, as long as
// they are collected.
func remembering(endpoint string, reach func(*call, *notes[[]string]) []string, edit func(r object)) plant {
	return func(next server) server {
		orders, spoilt, moved := newNotes[[]string](), newNotes[bool](), newNotes[bool]()
		next = siblings(orders, next)
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint == endpoint && a.ok() {
				for _, id := range reach(c, orders) {
					if is, _ := moved.get(id); is {
						spoilt.put(id, true)
					}
				}
			}
			if c.endpoint == updateItems && a.ok() {
				for _, id := range c.named() {
					moved.put(id, true)
				}
			}
			if is, _ := spoilt.get(c.id); is && c.endpoint == getItem && a.ok() && get(a.body(), "data.facility_status") == collected {
				edit(a.touch().records()[0])
			}
			return a
		}
	}
}

func uncollecting() plant {
	return func(next server) server {
		buyers, moved, spoilt := newNotes[string](), newNotes[[]string](), newNotes[bool]()
		return func(c *call) *answer {
			a := next(c)
			switch {
			case !a.ok():
			case c.endpoint == createOrder:
				buyer := c.text("customer_id")
				for _, r := range a.records() {
					buyers.put(text(r["id"]), buyer)
				}
				ids, _ := moved.get(buyer)
				for _, id := range ids {
					spoilt.put(id, true)
				}
			case c.endpoint == updateItems:
				for _, id := range c.named() {
					buyer, _ := buyers.get(id)
					ids, _ := moved.get(buyer)
					moved.put(buyer, append(ids, id))
				}
			case c.endpoint == getItem:
				if is, _ := spoilt.get(c.id); is && get(a.body(), "data.facility_status") == collected {
					put("data.facility_status", pending)(c, a)
				}
			}
			return a
		}
	}
}

// restoring makes get show items as they were before they were cancelled, once
// their buyer places another order or another item of their order is updated.
func restoring(endpoint string) plant {
	return func(next server) server {
		orders, buyers, old, back := newNotes[[]string](), newNotes[string](), newNotes[object](), newNotes[bool]()
		cancelled := newNotes[[]string]() // by buyer, or by the first item of the order
		next = siblings(orders, next)
		group := func(id string) string {
			if endpoint == createOrder {
				buyer, _ := buyers.get(id)
				return buyer
			}
			ids, _ := orders.get(id)
			return strings.Join(ids, " ")
		}
		restore := func(group string) {
			ids, _ := cancelled.get(group)
			for _, id := range ids {
				back.put(id, true)
			}
		}
		return func(c *call) *answer {
			if c.endpoint == cancelItem && c.authorized() {
				was, _ := next(c.aside("GET", "/api/v2/purchases/"+c.id, nil)).body()["data"].(object)
				if _, again := old.get(c.id); was != nil && !again {
					old.put(c.id, was)
					ids, _ := cancelled.get(group(c.id))
					cancelled.put(group(c.id), append(ids, c.id))
				}
			}
			a := next(c)
			switch {
			case c.endpoint == createOrder && a.ok():
				restore(c.text("customer_id"))
				for _, r := range a.records() {
					buyers.put(text(r["id"]), c.text("customer_id"))
				}
			case c.endpoint == updateItems && a.ok() && endpoint == updateItems && len(c.named()) > 0:
				restore(group(c.named()[0]))
			case c.endpoint == getItem && a.ok():
				if is, _ := back.get(c.id); is {
					was, _ := old.get(c.id)
					a.touch().body()["data"] = copied(was)
				}
			}
			return a
		}
	}
}

// secondCancel forgets a cancel where one of the same order came before.
func secondCancel() plant {
	return func(next server) server {
		orders, t, old := newNotes[[]string](), newTally(), newNotes[object]()
		next = siblings(orders, next)
		return func(c *call) *answer {
			if c.endpoint == cancelItem && c.authorized() {
				ids, ok := orders.get(c.id)
				was, _ := next(c.aside("GET", "/api/v2/purchases/"+c.id, nil)).body()["data"].(object)
				if ok && t.next(ids[0]) == 2 && was != nil {
					old.put(c.id, was)
				}
			}
			a := next(c)
			if was, ok := old.get(c.id); ok && c.endpoint == getItem && a.ok() {
				a.touch().body()["data"] = copied(was)
			}
			return a
		}
	}
}
