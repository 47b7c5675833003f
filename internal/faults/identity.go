package faults

import (
	"slices"
	"strings"
)

// identityFaults take for one what are two: orders and items by an order_id, an
// item_code or the like, which the specification lets come again, or by what
// only looks like an identity (2.1, 2.2, 4.6).
func identityFaults() []Fault {
	return slices.Concat(namesakeFaults(), namesakeMoveFaults(), numberFaults())
}

// keys of namesakes: what an order has in common with an earlier one.
var keys = []struct {
	id, what string
	same     sameness
}{
	{"order-id", "order_id, whoever bought it", sameOrder},
	{"own-order-id", "customer and order_id", sameOwnOrder},
	{"item-code", "item_code, whoever bought it", sameCode},
	{"own-item-code", "customer and item_code", sameOwnCode},
	{"looks", "type, brand, description and price", sameLooks},
	{"own-looks", "customer, type, brand, description and price", sameOwnLooks},
}

// namesakeFaults spoil an order that has something in common with one before
// it, or that earlier one.
func namesakeFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "ids-" + id, Breaks: "PUR-21", Why: why, plant: p})
	}
	// What looks alike is bought all over a run, so that the rules of get show it.
	shown := func(k string, otherwise string) string {
		if strings.HasSuffix(k, "looks") {
			return otherwise
		}
		return "PUR-21"
	}
	for _, k := range keys {
		add("replays-"+k.id, "an order with the same "+k.what+" is answered with the earlier one's records", replaying(k.same))
		add("upserts-"+k.id, "an order with the same "+k.what+" overwrites the earlier item and keeps its id", upserting(k.same))
		all = append(all,
			Fault{ID: "ids-replaces-" + k.id, Breaks: shown(k.id, "GET-01"), Why: "an order with the same " + k.what + " deletes the earlier item", plant: burying(k.same)},
			Fault{ID: "ids-cached-by-" + k.id, Breaks: shown(k.id, "GET-08"), Why: "get is cached by " + k.what + ": it gives the first item of that key", plant: showing(k.same, (*shelf).earlier)},
			Fault{ID: "ids-newest-by-" + k.id, Breaks: shown(k.id, "GET-08"), Why: "get gives the newest item of the same " + k.what, plant: showing(k.same, (*shelf).later)})
	}
	add("merges-order-id", "an order with the same order_id is answered with the earlier records on top", merging(sameOrder))
	add("late-price-by-item-code", "a later order with the same item_code changes the price of the earlier item", rewriting(sameCode, "item_value"))
	add("late-brand-by-item-code", "a later order with the same item_code changes item_description of the earlier item, as a product table does", rewriting(sameCode, "item_description"))
	add("late-detail-by-order-id", "a later order with the same order_id takes over loan_application_detail_id of the earlier item", rewriting(sameOrder, "loan_application_detail_id"))
	add("folds-item-code", "two items whose item_code differ in case only are stored as one, as a case-insensitive collation does", folding())
	return all
}

// replaying answers the second order of a key as it answered the first.
func replaying(same sameness) plant {
	return func(next server) server {
		k := newShelf(same)
		return stocking(k, next, func(_ *call, a *answer, placed *order) *answer {
			if was := k.earlier(placed.items[0]); was != nil {
				return &answer{status: was.placed.answer.status, header: was.placed.answer.header.Clone(), tree: copied(was.placed.answer.tree), touched: true}
			}
			return a
		})
	}
}

// upserting gives the second item of a key the id of the first, and keeps what
// the second one said.
func upserting(same sameness) plant {
	return func(next server) server {
		k, now := newShelf(same), newNotes[string]()
		next = stocking(k, next, func(_ *call, a *answer, placed *order) *answer {
			if was := k.earlier(placed.items[0]); was != nil {
				now.put(was.id, placed.items[0].id)
				a.touch().records()[0]["id"] = was.id
			}
			return a
		})
		return func(c *call) *answer {
			id, moved := now.get(c.id)
			if c.endpoint != getItem || !moved || !c.authorized() {
				return next(c)
			}
			a := next(c.aside("GET", "/api/v2/purchases/"+id, nil))
			if a.ok() {
				a.touch().records()[0]["id"] = c.id
			}
			return a
		}
	}
}

// burying makes the earlier item of a key unknown.
func burying(same sameness) plant {
	return func(next server) server {
		k, gone := newShelf(same), newNotes[bool]()
		next = stocking(k, next, func(_ *call, a *answer, placed *order) *answer {
			if was := k.earlier(placed.items[0]); was != nil {
				gone.put(was.id, true)
			}
			return a
		})
		return refusing(getItem, 404, func(c *call) bool {
			is, _ := gone.get(c.id)
			return is
		})(next)
	}
}

// showing answers a get with the record of a namesake.
func showing(same sameness, pick func(*shelf, *sold) *sold) plant {
	return func(next server) server {
		k := newShelf(same)
		next = stocking(k, next, nil)
		return func(c *call) *answer {
			own := k.find(c.id)
			if c.endpoint != getItem || own == nil || !c.authorized() {
				return next(c)
			}
			if other := pick(k, own); other != nil {
				return next(c.aside("GET", "/api/v2/purchases/"+other.id, nil))
			}
			return next(c)
		}
	}
}

// merging answers a second order with the records of both.
func merging(same sameness) plant {
	return func(next server) server {
		k := newShelf(same)
		return stocking(k, next, func(_ *call, a *answer, placed *order) *answer {
			was := k.earlier(placed.items[0])
			list, ok := a.body()["data"].([]any)
			if was == nil || !ok {
				return a
			}
			for _, r := range was.placed.answer.records() {
				list = append(list, copied(r))
			}
			a.touch().body()["data"] = list
			return a
		})
	}
}

// rewriting has get give an item a member of its latest namesake.
func rewriting(same sameness, member string) plant {
	return func(next server) server {
		k := newShelf(same)
		next = stocking(k, next, nil)
		return on(getItem, func(c *call, a *answer) {
			other := k.later(k.find(c.id))
			if other == nil {
				return
			}
			for _, r := range other.placed.answer.records() {
				if r["id"] == other.id {
					put("data."+member, copied(r[member]))(c, a)
				}
			}
		})(next)
	}
}

// folding gives the second of two items of one order whose codes differ in case
// the code of the first.
func folding() plant {
	return inOrders(func(items []object) {
		codes := make(map[string]any)
		for _, item := range items {
			folded := strings.ToLower(text(item["item_code"]))
			if first, ok := codes[folded]; ok {
				item["item_code"] = first
			} else {
				codes[folded] = item["item_code"]
			}
		}
	})
}

// inOrders changes all items of an order at once, before it is placed.
func inOrders(edit func(items []object)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == createOrder && c.body != nil {
				edit(c.items())
				c.touch()
			}
			return next(c)
		}
	}
}

// namesakeMoveFaults let an update or a cancel reach items of other orders
// (section 3: only the item whose id is named moves).
func namesakeMoveFaults() []Fault {
	var all []Fault
	collect := func(c *call, next server, id string) {
		next(c.aside("PUT", "/api/v2/purchases/"+id, object{"items": []any{object{"id": id, "facility_status": collected}}}))
	}
	void := func(c *call, next server, id string) { next(c.aside("DELETE", "/api/v2/purchases/"+id, nil)) }
	for _, k := range keys {
		all = append(all,
			Fault{ID: "ids-update-by-" + k.id, Breaks: "STA-09", Why: "an update moves every item of the same " + k.what, plant: reachingNamesakes(updateItems, k.same, collect)},
			Fault{ID: "ids-cancel-by-" + k.id, Breaks: "STA-09", Why: "a cancel cancels every item of the same " + k.what, plant: reachingNamesakes(cancelItem, k.same, void)})
	}
	return append(all,
		Fault{ID: "ids-cancel-collects-namesake", Breaks: "STA-09", Why: "a cancel moves another order's item of the same item_code to collected_by_agent", plant: reachingNamesakes(cancelItem, sameCode, collect)},
		Fault{ID: "ids-update-cancels-namesake", Breaks: "STA-09", Why: "an update cancels another order's item of the same order_id", plant: reachingNamesakes(updateItems, sameOrder, void)},
		Fault{ID: "ids-cancel-reaches-customer", Breaks: "STA-09", Why: "a cancel of one item cancels whatever the customer bought in other orders",
			plant: reachingNamesakes(cancelItem, func(s *sold) string { return s.buyer }, void)},
		Fault{ID: "ids-update-reaches-customer", Breaks: "STA-09", Why: "an update of one item moves whatever the customer bought in other orders",
			plant: reachingNamesakes(updateItems, func(s *sold) string { return s.buyer }, collect)},
	)
}

// reachingNamesakes does a deed also to the namesakes of what a call names.
func reachingNamesakes(endpoint string, same sameness, deed func(c *call, next server, id string)) plant {
	return func(next server) server {
		k := newShelf(same)
		next = stocking(k, next, nil)
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != endpoint || !a.ok() {
				return a
			}
			a.body() // read before anything else moves
			for _, id := range c.named() {
				for _, other := range k.namesakes(k.find(id)) {
					if !slices.Contains(c.named(), other.id) {
						deed(c, next, other.id)
					}
				}
			}
			return a
		}
	}
}
