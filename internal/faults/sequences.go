package faults

import (
	"slices"
	"time"
)

// sequenceFaults work for one call and go wrong in a row of them: after a call
// that was refused, with the second order of a customer, with the n-th write,
// or when two arrive together.
func sequenceFaults() []Fault {
	return slices.Concat(afterRefusalFaults(), lostWriteFaults(), partialFaults(), togetherFaults())
}

// trouble is what a refused call leaves behind in a build that is not careful
// with its connections, locks and transactions.
func afterRefusalFaults() []Fault {
	var all []Fault
	addTo := func(breaks, id, why string, p plant) {
		all = append(all, Fault{ID: "refused-" + id, Breaks: breaks, Why: why, plant: p})
	}
	add := func(id, why string, p plant) { addTo("JRN-02", id, why, p) }
	buyer := func(c *call) string { return c.text("customer_id") }
	named := func(c *call) string {
		if ids := c.named(); len(ids) > 0 {
			return ids[0]
		}
		return ""
	}
	add("order-blocks-customer", "after a refused order the customer's next one is refused, for the row stays locked", upset(createOrder, buyer, createOrder, buyer, refuse500))
	add("order-is-answered-late", "after a refused order the next one is answered with that refusal", upset(createOrder, buyer, createOrder, buyer, repeatRefusal))
	add("order-blocks-limit", "after a refused order the customer's limit cannot be fetched", upset(createOrder, buyer, fetchLimit, byID, refuse500))
	add("order-breaks-lookup-of-items", "after a refused order the next get is refused", upset(createOrder, byNothing, getItem, byNothing, refuse500))
	add("order-takes-everything", "after a refused order every later order of the customer is refused", upsetForGood(createOrder, buyer, createOrder, buyer))
	addTo("GET-11", "get-breaks-next-get", "after a get of an unknown id the next get ends in an error", upset(getItem, byNothing, getItem, byNothing, refuse500))
	addTo("GET-11", "get-is-remembered", "after a get of an unknown id every get is refused, once", upset(getItem, byNothing, getItem, byNothing, repeatRefusal))
	addTo("UPD-13", "update-breaks-next-update", "after a refused update the next one ends in an error", upset(updateItems, byNothing, updateItems, byNothing, refuse500))
	addTo("UPD-13", "update-breaks-next-get", "after a refused update the next get ends in an error", upset(updateItems, byNothing, getItem, byNothing, refuse500))
	addTo("CAN-08", "cancel-breaks-next-cancel", "after a refused cancel the next one ends in an error", upset(cancelItem, byNothing, cancelItem, byNothing, refuse500))
	add("update-of-item-locks-it", "after an update that names the item and is refused the item cannot be cancelled", upset(updateItems, named, cancelItem, byID, refuse500))
	addTo("LIM-01", "limit-breaks-next-limit", "after a refused limit request the next one ends in an error", upset(createLimit, byNothing, createLimit, byNothing, refuse500))
	add("limit-breaks-next-fetch", "after a refused limit request the next fetch ends in an error", upset(createLimit, byNothing, fetchLimit, byNothing, refuse500))
	add("order-leaves-items", "a refused order is carried out with the next one: its answer has more records", leftovers())
	add("path-breaks-next-call", "after a path that does not exist the next call of all ends in an error", func(next server) server {
		broken := newNotes[bool]()
		return func(c *call) *answer {
			if was, _ := broken.swap("", c.endpoint == ""); was && c.endpoint != "" && c.authorized() {
				return refusal(c, 500, "internal error")
			}
			return next(c)
		}
	})
	return all
}

// aftermath is how the call after a refused one is answered.
type aftermath func(c *call, was *answer) *answer

func refuse500(c *call, _ *answer) *answer       { return refusal(c, 500, "internal error") }
func repeatRefusal(_ *call, was *answer) *answer { return was }

// upset spoils the next call of an endpoint after a refused one of the same
// key. What is refused for want of a token spoils nothing.
func upset(refused string, of func(*call) string, spoilt string, by func(*call) string, how aftermath) plant {
	return func(next server) server {
		pending := newNotes[*answer]()
		return func(c *call) *answer {
			if among(c.endpoint, spoilt) && c.authorized() {
				if was, _ := pending.swap(spoilt+by(c), nil); was != nil {
					return how(c, was)
				}
			}
			a := next(c)
			if c.endpoint == refused && c.authorized() && !a.ok() {
				pending.put(spoilt+of(c), &answer{status: a.status, header: a.header.Clone(), tree: copied(a.body()), touched: true})
			}
			return a
		}
	}
}

// upsetForGood spoils all such calls.
func upsetForGood(refused string, of func(*call) string, spoilt string, by func(*call) string) plant {
	return func(next server) server {
		broken := newNotes[bool]()
		return func(c *call) *answer {
			if is, _ := broken.get(by(c)); is && c.endpoint == spoilt && c.authorized() {
				return refusal(c, 500, "internal error")
			}
			a := next(c)
			if c.endpoint == refused && c.authorized() && !a.ok() {
				broken.put(of(c), true)
			}
			return a
		}
	}
}

// leftovers adds a record to the answer of an order after a refused one.
func leftovers() plant {
	return func(next server) server {
		left := newNotes[bool]()
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != createOrder || !c.authorized() {
				return a
			}
			key := c.text("customer_id")
			if !a.ok() {
				left.put(key, true)
				return a
			}
			if was, _ := left.swap(key, false); was {
				if list, ok := a.touch().body()["data"].([]any); ok {
					a.body()["data"] = append(list, copied(list[0]))
				}
			}
			return a
		}
	}
}

// lostWriteFaults lose what was answered as done.
func lostWriteFaults() []Fault {
	var all []Fault
	add := func(id, breaks, why string, p plant) {
		all = append(all, Fault{ID: "lost-" + id, Breaks: breaks, Why: why, plant: p})
	}
	for id, n := range map[string]int{"second": 2, "fifth": 5} {
		add(id+"-update", "STA-03", "every "+id+" update is answered and not stored", forgettingNth(n))
		add(id+"-order", "GET-01", "every "+id+" order is answered and not stored", losingNth(n))
	}
	add("order-by-next-order", "GET-08", "the next order of a customer that looks the same overwrites the one before: one row a customer and product", rewriting(sameOwnLooks, "item_code"))
	add("first-order-by-second", "GET-01", "with the second order of a customer the first is forgotten", burying(func(s *sold) string { return s.buyer }))
	add("cancel-by-get", "STA-06", "a get after a cancel brings the item back: the object in memory is written again", reviving())
	add("update-after-get", "STA-03", "an update of what was fetched before is not stored: the session holds the old object", forgettingFetched())
	return all
}

// forgettingNth loses the n-th update of all, and each n-th after it.
func forgettingNth(n int) plant {
	return func(next server) server {
		t := newTally()
		return forgetting(func(int, object) bool { return t.next("")%n == 0 })(next)
	}
}

// losingNth answers a get of the n-th item of all with 404.
func losingNth(n int) plant {
	return func(next server) server {
		t, gone := newTally(), newNotes[bool]()
		return func(c *call) *answer {
			if is, _ := gone.get(c.id); is && c.endpoint == getItem && c.authorized() {
				return refusal(c, 404, "no such item")
			}
			a := next(c)
			if c.endpoint == createOrder && a.ok() && t.next("")%n == 0 {
				for _, r := range a.records() {
					gone.put(text(r["id"]), true)
				}
			}
			return a
		}
	}
}

// reviving shows a cancelled item as it was when it had been fetched before.
func reviving() plant {
	return func(next server) server {
		seen := newNotes[any]()
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != getItem || !a.ok() {
				return a
			}
			status := text(get(a.body(), "data.facility_status"))
			if status == pending || status == collected {
				seen.put(c.id, copied(a.body()["data"]))
			} else if was, ok := seen.get(c.id); ok {
				a.touch().body()["data"] = copied(was)
			}
			return a
		}
	}
}

// forgettingFetched loses the update of an item that a get has shown.
func forgettingFetched() plant {
	return func(next server) server {
		seen := newNotes[bool]()
		inner := forgetting(func(_ int, r object) bool {
			was, _ := seen.get(text(r["id"]))
			return was
		})(next)
		return func(c *call) *answer {
			a := inner(c)
			if c.endpoint == getItem && a.ok() {
				seen.put(c.id, true)
			}
			return a
		}
	}
}

// partialFaults do a part of what a call of several items asks for.
func partialFaults() []Fault {
	var all []Fault
	for _, f := range []struct {
		id, why string
		lost    func(place, count int) bool
	}{
		{"first-only", "of several items only the first is stored", func(place, _ int) bool { return place > 0 }},
		{"all-but-last", "the last of several items is not stored", func(place, count int) bool { return count > 1 && place == count-1 }},
		{"every-other", "every other item is not stored", func(place, _ int) bool { return place%2 == 1 }},
		{"at-most-ten", "at most ten items are stored", func(place, _ int) bool { return place >= 10 }},
	} {
		all = append(all, Fault{ID: "part-order-" + f.id, Breaks: "GET-01", Why: "an order answers all items, and " + f.why, plant: losingPart(f.lost)})
	}
	return append(all,
		Fault{ID: "part-update-last-not-stored", Breaks: "STA-03", Why: "an update answers all items, and the last is not stored", plant: losingLast()},
		Fault{ID: "part-update-second-call", Breaks: "STA-03", Why: "of two updates of one order the second is answered and not stored", plant: func(next server) server {
			t, orders := newTally(), newNotes[[]string]()
			next = siblings(orders, next)
			return forgetting(func(_ int, r object) bool {
				ids, ok := orders.get(text(r["id"]))
				return ok && t.next(ids[0]) == 2 && len(ids) == 2
			})(next)
		}})
}

// losingPart makes some items of an order unknown.
func losingPart(lost func(place, count int) bool) plant {
	return func(next server) server {
		gone := newNotes[bool]()
		return func(c *call) *answer {
			if is, _ := gone.get(c.id); is && c.endpoint == getItem && c.authorized() {
				return refusal(c, 404, "no such item")
			}
			a := next(c)
			if c.endpoint == createOrder && a.ok() {
				all := a.records()
				for n, r := range all {
					gone.put(text(r["id"]), lost(n, len(all)))
				}
			}
			return a
		}
	}
}

func losingLast() plant {
	return func(next server) server {
		count := newNotes[int]()
		inner := forgetting(func(place int, _ object) bool {
			n, _ := count.get("")
			return n > 1 && place == n-1
		})(next)
		return func(c *call) *answer {
			if c.endpoint == updateItems {
				count.put("", len(c.items()))
			}
			return inner(c)
		}
	}
}

// togetherFaults lose one of two writes that arrive together: each reads the
// order, changes it, and writes the whole of it (a document store).
func togetherFaults() []Fault {
	return []Fault{
		{ID: "race-updates-of-one-order", Breaks: "STA-03", Why: "of two updates of one order that arrive together one is lost", plant: clashing(updateItems, func(c *call, orders *notes[[]string]) string {
			if ids, _ := orders.get(c.named()[0]); len(ids) == 2 && len(c.named()) == 1 {
				return ids[0]
			}
			return ""
		})},
		{ID: "race-orders-of-one-customer", Breaks: "GET-01", Why: "of two orders of one customer that arrive together one is not stored", plant: clashing(createOrder, func(c *call, _ *notes[[]string]) string {
			return c.text("customer_id")
		})},
	}
}

// patience is how many times overlap a call waits for another one.
const patience = 5

// clashing makes what a call wrote unknown, or as it was before, where another
// call of the same key came while it was under way.
func clashing(endpoint string, key func(c *call, orders *notes[[]string]) string) plant {
	return func(next server) server {
		orders, inside, lost := newNotes[[]string](), newTally(), newNotes[object]()
		next = siblings(orders, next)
		return func(c *call) *answer {
			if c.endpoint == getItem && c.authorized() {
				return afterClash(c, next, lost)
			}
			if c.endpoint != endpoint || !c.authorized() || (endpoint == updateItems && len(c.named()) == 0) {
				return next(c)
			}
			k := key(c, orders)
			if k == "" {
				return next(c)
			}
			company := inside.enter(k) > 1
			defer inside.leave(k)
			for n := 0; n < patience && !company && inside.count(k) == 1; n++ {
				time.Sleep(overlap) // whoever came first waits for company
			}
			var was object
			if company && endpoint == updateItems {
				was, _ = copied(next(c.aside("GET", "/api/v2/purchases/"+c.named()[0], nil)).body()["data"]).(object)
			}
			a := next(c)
			if company && a.ok() {
				for _, r := range a.records() {
					lost.put(text(r["id"]), was)
				}
			}
			return a
		}
	}
}

// afterClash answers a get of what a clash has lost.
func afterClash(c *call, next server, lost *notes[object]) *answer {
	was, is := lost.get(c.id)
	switch {
	case !is:
		return next(c)
	case was == nil:
		return refusal(c, 404, "no such item")
	}
	a := next(c)
	if a.ok() {
		a.touch().body()["data"] = copied(was)
	}
	return a
}

// enter and leave count the calls of a key that are under way.
func (t *tally) enter(key string) int { return t.next(key) }

func (t *tally) leave(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n[key]--
}
