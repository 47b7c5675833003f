package purchases

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// sequenceFaults work for a single call and fail in a sequence of calls. Examples are a call
// after a refused one, the second order of a customer, the n-th write, or two calls that arrive
// together.
func sequenceFaults() []faults.Fault {
	return slices.Concat(afterRefusalFaults(), malformedFaults(), lostWriteFaults(), partialFaults(), togetherFaults())
}

// lostWriteFaults lose a write that was answered as done.
func lostWriteFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "lost-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	for id, n := range map[string]int{"second": 2, "fifth": 5} {
		add(id+"-update", "STA-03", "every "+id+" update is answered and not stored", forgettingNth(n))
		add(id+"-order", "GET-01", "every "+id+" order is answered and not stored", losingNth(n))
	}
	add("order-by-next-order", "GET-08", "the next order of a customer that looks the same overwrites the one before: one row a customer and product", rewriting(faults.SameOwnDetails, "item_code"))
	add("first-order-by-second", "GET-01", "with the second order of a customer the first is forgotten", losingEarlier(func(s *faults.SoldItem) string { return s.Buyer }))
	add("cancel-by-get", "STA-06", "a get after a cancel brings the item back: the object in memory is written again", reviving())
	add("update-after-get", "STA-03", "an update of what was fetched before is not stored: the session holds the old object", forgettingFetched())
	return all
}

// forgettingNth does not store every n-th updated item.
func forgettingNth(n int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return losingUpdates(func(int, faults.Object) bool { return t.Next("")%n == 0 })(next)
	}
}

// losingNth answers a get of an item of every n-th order with 404.
func losingNth(n int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		t, gone := faults.NewCounter(), faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if gone.Has(c.ID) && c.Endpoint == faults.GetItem && c.Authorized() {
				return faults.Refusal(c, 404, "no such item")
			}
			a := next(c)
			if c.Endpoint == faults.CreateOrder && a.Served() && t.Next("")%n == 0 {
				for _, r := range a.Records() {
					gone.Put(faults.Text(r["id"]), true)
				}
			}
			return a
		}
	}
}

// reviving shows a cancelled item in its earlier state, if a get has returned that state before.
func reviving() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		seen := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.GetItem || !a.Served() {
				return a
			}
			status := faults.Text(faults.Get(a.Body(), "data.facility_status"))
			if status == faults.Pending || status == faults.Collected {
				seen.Put(c.ID, faults.DeepCopy(a.Body()["data"]))
			} else if was, ok := seen.Get(c.ID); ok {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}

// forgettingFetched does not store the update of an item that a get has returned before.
func forgettingFetched() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		seen := faults.NewSet()
		inner := losingUpdates(func(_ int, r faults.Object) bool {
			was, _ := seen.Get(faults.Text(r["id"]))
			return was
		})(next)
		return func(c *faults.Call) *faults.Answer {
			a := inner(c)
			if c.Endpoint == faults.GetItem && a.Served() {
				seen.Put(c.ID, true)
			}
			return a
		}
	}
}

// partialFaults carry out only a part of a call of several items.
func partialFaults() []faults.Fault {
	var all []faults.Fault
	for _, f := range []struct {
		id, why string
		lost    func(place, count int) bool
	}{
		{"first-only", "of several items only the first is stored", func(place, _ int) bool { return place > 0 }},
		{"all-but-last", "the last of several items is not stored", func(place, count int) bool { return count > 1 && place == count-1 }},
		{"every-other", "every other item is not stored", func(place, _ int) bool { return place%2 == 1 }},
		{"at-most-ten", "at most ten items are stored", func(place, _ int) bool { return place >= 10 }},
	} {
		all = append(all, faults.Fault{ID: "part-order-" + f.id, Breaks: "GET-01", Why: "an order answers all items, and " + f.why, Mutator: losingPart(f.lost)})
	}
	return append(all,
		faults.Fault{ID: "part-update-last-not-stored", Breaks: "STA-03", Why: "an update answers all items, and the last is not stored", Mutator: losingLast()},
		faults.Fault{ID: "part-update-second-call", Breaks: "STA-03", Why: "of two updates of one order the second is answered and not stored", Mutator: func(next faults.Responder) faults.Responder {
			t, orders := faults.NewCounter(), faults.NewStore[[]string]()
			next = siblings(orders, next)
			return losingUpdates(func(_ int, r faults.Object) bool {
				ids, ok := orders.Get(faults.Text(r["id"]))
				return ok && t.Next(ids[0]) == 2 && len(ids) == 2
			})(next)
		}})
}

// losingPart makes some items of an order unknown to get.
func losingPart(lost func(place, count int) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		gone := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if gone.Has(c.ID) && c.Endpoint == faults.GetItem && c.Authorized() {
				return faults.Refusal(c, 404, "no such item")
			}
			a := next(c)
			if c.Endpoint == faults.CreateOrder && a.Served() {
				all := a.Records()
				for n, r := range all {
					gone.Put(faults.Text(r["id"]), lost(n, len(all)))
				}
			}
			return a
		}
	}
}

func losingLast() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		count := faults.NewStore[int]()
		inner := losingUpdates(func(place int, _ faults.Object) bool {
			n, _ := count.Get("")
			return n > 1 && place == n-1
		})(next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.UpdateItems {
				count.Put("", len(c.Items()))
			}
			return inner(c)
		}
	}
}

// itemsAtOnce is the number of items of the order whose items a run moves at the same time. Few
// other orders have as many.
const itemsAtOnce = 4

// togetherFaults lose one of two writes that arrive together. They imitate a document store: each
// call reads the whole order, changes it, and writes it back.
func togetherFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "race-updates-of-one-order", Breaks: "STA-03", Why: "of two updates of one order that arrive together one is lost", Mutator: clashing(faults.UpdateItems, func(c *faults.Call, orders *faults.Store[[]string]) string {
			if ids, _ := orders.Get(c.ItemIDs()[0]); len(ids) == itemsAtOnce && len(c.ItemIDs()) == 1 {
				return ids[0]
			}
			return ""
		})},
		{ID: "race-orders-of-one-customer", Breaks: "GET-01", Why: "of two orders of one customer that arrive together one is not stored", Mutator: clashing(faults.CreateOrder, func(c *faults.Call, _ *faults.Store[[]string]) string {
			return c.Text("customer_id")
		})},
		{ID: "race-update-beside-cancel", Breaks: "STA-03", Why: "an update is lost that arrives together with the cancel of another item of the order", Mutator: clashingMoves(faults.UpdateItems)},
		{ID: "race-cancel-beside-update", Breaks: "STA-06", Why: "a cancel is lost that arrives together with the update of another item of the order", Mutator: clashingMoves(faults.CancelItem)},
	}
}

// These are how long a call waits for another one, in multiples of faults.RaceWindow. Every order
// of a customer waits, so the first value is small. Few updates name one item out of two, so they
// can wait longer. On a busy machine the other call may be late.
const (
	orderPatience  = 10
	updatePatience = 50
)

// clashing loses the write of a call that arrives while another call of the same key is running.
// Get then answers that the item is unknown, or shows it in its earlier state.
func clashing(endpoint string, key func(c *faults.Call, orders *faults.Store[[]string]) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		patience := orderPatience
		if endpoint == faults.UpdateItems {
			patience = updatePatience
		}
		orders, inside, lost := faults.NewStore[[]string](), faults.NewCounter(), faults.NewStore[faults.Object]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.GetItem && c.Authorized() {
				return afterClash(c, next, lost)
			}
			if c.Endpoint != endpoint || !c.Authorized() || (endpoint == faults.UpdateItems && len(c.ItemIDs()) == 0) {
				return next(c)
			}
			k := key(c, orders)
			if k == "" {
				return next(c)
			}
			place, _, leave := inside.WaitForPair(k, patience)
			defer leave()
			var was faults.Object
			if place > 1 && endpoint == faults.UpdateItems {
				was, _ = faults.DeepCopy(next(c.Subrequest("GET", "/api/v2/purchases/"+c.ItemIDs()[0], nil)).Body()["data"]).(faults.Object)
			}
			a := next(c)
			if place > 1 && a.Served() {
				for _, r := range a.Records() {
					lost.Put(faults.Text(r["id"]), was)
				}
			}
			return a
		}
	}
}

// clashingMoves loses one of two moves that arrive together: the update of the first item of an
// order of four, and the cancel of the last item.
func clashingMoves(loses string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, inside, lost := faults.NewStore[[]string](), faults.NewCounter(), faults.NewStore[faults.Object]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.GetItem && c.Authorized() {
				return afterClash(c, next, lost)
			}
			id, last := movedAlone(c, orders)
			if id == "" || last != (c.Endpoint == faults.CancelItem) {
				return next(c)
			}
			was, _ := faults.DeepCopy(next(c.Subrequest("GET", "/api/v2/purchases/"+id, nil)).Body()["data"]).(faults.Object)
			ids, _ := orders.Get(id)
			_, met, leave := inside.WaitForPair(ids[0], updatePatience)
			defer leave()
			a := next(c)
			if c.Endpoint == loses && met && a.Served() && was != nil {
				lost.Put(id, was)
			}
			return a
		}
	}
}

// movedAlone returns the item that a call moves alone, if it is the first or the last item of an
// order of four.
func movedAlone(c *faults.Call, orders *faults.Store[[]string]) (id string, last bool) {
	if (c.Endpoint != faults.UpdateItems && c.Endpoint != faults.CancelItem) || !c.Authorized() || len(c.ItemIDs()) != 1 {
		return "", false
	}
	id = c.ItemIDs()[0]
	ids, _ := orders.Get(id)
	if len(ids) != itemsAtOnce || ids[0] != id && ids[itemsAtOnce-1] != id {
		return "", false
	}
	return id, ids[itemsAtOnce-1] == id
}

// afterClash answers a get of an item whose write was lost in a clash.
func afterClash(c *faults.Call, next faults.Responder, lost *faults.Store[faults.Object]) *faults.Answer {
	was, is := lost.Get(c.ID)
	switch {
	case !is:
		return next(c)
	case was == nil:
		return faults.Refusal(c, 404, "no such item")
	}
	a := next(c)
	if a.Served() {
		a.Touch().Body()["data"] = faults.DeepCopy(was)
	}
	return a
}
