package purchases

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// identityFaults treat two orders or items as one. They identify them by a value that may repeat
// according to the specification, such as order_id or item_code, or by a value that only looks
// like an identity (2.1, 2.2, 4.6).
func identityFaults() []faults.Fault {
	return slices.Concat(namesakeFaults(), namesakeMoveFaults())
}

// keys are the values that an order may have in common with an earlier one.
var keys = []struct {
	id, what string
	same     faults.ItemKey
}{
	{"order-id", "order_id, whoever bought it", faults.SameOrder},
	{"own-order-id", "customer and order_id", faults.SameOwnOrder},
	{"item-code", "item_code, whoever bought it", faults.SameCode},
	{"own-item-code", "customer and item_code", faults.SameOwnCode},
	{"looks", "type, brand, description and price", faults.SameDetails},
	{"own-all", "customer and items, of whatever order", faults.SameOwnAll},
	{"own-looks", "customer, type, brand, description and price", faults.SameOwnDetails},
}

// namesakeFaults damage an order that has a key in common with an earlier one, or they damage the
// earlier one.
func namesakeFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "ids-" + id, Breaks: "PUR-21", Why: why, Mutator: p})
	}
	// Items that look alike are bought many times in a run, so the rules of get show these
	// faults.
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
			faults.Fault{ID: "ids-replaces-" + k.id, Breaks: shown(k.id, "GET-01"), Why: "an order with the same " + k.what + " deletes the earlier item", Mutator: losingEarlier(k.same)},
			faults.Fault{ID: "ids-cached-by-" + k.id, Breaks: shown(k.id, "GET-08"), Why: "get is cached by " + k.what + ": it gives the first item of that key", Mutator: showing(k.same, (*faults.Sales).Earlier)},
			faults.Fault{ID: "ids-newest-by-" + k.id, Breaks: shown(k.id, "GET-08"), Why: "get gives the newest item of the same " + k.what, Mutator: showing(k.same, (*faults.Sales).Later)})
	}
	add("merges-order-id", "an order with the same order_id is answered with the earlier records on top", merging(faults.SameOrder))
	for _, member := range []string{"item_type", "item_brand", "delivery_option", "item_value"} {
		add("product-table-"+faults.Kebab(member), "an order with a known item_code shows "+member+" of the first item of that code, as a table of products does", fromProductTable(member))
	}
	add("late-price-by-item-code", "a later order with the same item_code changes the price of the earlier item", rewriting(faults.SameCode, "item_value"))
	add("late-brand-by-item-code", "a later order with the same item_code changes item_description of the earlier item, as a product table does", rewriting(faults.SameCode, "item_description"))
	add("late-detail-by-order-id", "a later order with the same order_id takes over loan_application_detail_id of the earlier item", rewriting(faults.SameOrder, "loan_application_detail_id"))
	add("resets-by-item-code", "an order with the item_code of an item that moved puts that item back to the status of a new one", resettingMoved())
	for _, k := range []struct {
		id, what string
		key      func(c *faults.Call, record faults.Object) string
	}{
		{"code", "item_code", func(c *faults.Call, r faults.Object) string {
			return c.Text("customer_id") + " " + faults.Text(r["item_code"])
		}},
		{"order-id", "order_id", func(c *faults.Call, _ faults.Object) string { return c.Text("customer_id") + " " + c.Text("order_id") }},
	} {
		add("starts-cancelled-by-"+k.id, "an order with the "+k.what+" of a cancelled item starts with the status of that item", startingCancelled(k.key))
	}
	add("folds-item-code", "two items whose item_code differ in case only are stored as one, as a case-insensitive collation does", folding())
	return append(all, faults.Fault{
		ID: "ids-merges-equal-items", Breaks: "PUR-08", Why: "two items of one order with one item_code are stored as one",
		Mutator: mergingEqualItems(),
	})
}

// resettingMoved shows an item as pending after a later order with its item_code, until it moves
// again.
func resettingMoved() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		ofCode, reset := faults.NewStore[[]string](), faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if !a.Served() {
				return a
			}
			switch c.Endpoint {
			case faults.CreateOrder:
				for _, r := range a.Records() {
					code := faults.Text(r["item_code"])
					known, _ := ofCode.Get(code)
					for _, id := range known {
						reset.Put(id, true)
					}
					ofCode.Put(code, append(slices.Clone(known), faults.Text(r["id"])))
				}
			case faults.UpdateItems, faults.CancelItem:
				for _, id := range c.ItemIDs() {
					reset.Put(id, false)
				}
			case faults.GetItem:
				if reset.Has(c.ID) {
					a.Touch().Records()[0]["facility_status"] = faults.Pending
				}
			}
			return a
		}
	}
}

// startingCancelled answers a new item as cancelled if an item with its key was cancelled.
func startingCancelled(key func(c *faults.Call, record faults.Object) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		keys, cancelled := faults.NewStore[string](), faults.NewSet()
		return faults.On(faults.CreateOrder+" "+faults.CancelItem, func(c *faults.Call, a *faults.Answer) {
			if c.Endpoint == faults.CancelItem {
				if k, known := keys.Get(c.ID); known {
					cancelled.Put(k, true)
				}
				return
			}
			for _, r := range a.Records() {
				k := key(c, r)
				keys.Put(faults.Text(r["id"]), k)
				if cancelled.Has(k) {
					a.Touch().Records()[0]["facility_status"] = "cancelled"
				}
			}
		})(next)
	}
}

// mergingEqualItems keeps only the first of the items of an order that share an item_code.
func mergingEqualItems() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.CreateOrder {
				return next(c)
			}
			seen := make(map[string]bool)
			var kept []any
			for _, item := range c.Items() {
				if code := faults.Text(item["item_code"]); !seen[code] {
					seen[code] = true
					kept = append(kept, item)
				}
			}
			if len(kept) > 0 && len(kept) < len(c.Items()) {
				c.Body["items"], c.Touched = kept, true
			}
			return next(c)
		}
	}
}

// replaying answers the second order of a key with the answer to the first.
func replaying(same faults.ItemKey) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		return faults.RecordSales(k, next, func(_ *faults.Call, a *faults.Answer, placed *faults.SoldOrder) *faults.Answer {
			if was := k.Earlier(placed.Items[0]); was != nil {
				return was.Placed.Answer.Copy()
			}
			return a
		})
	}
}

// upserting gives the second item of a key the id of the first, and stores the values of the
// second under it.
func upserting(same faults.ItemKey) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k, now := faults.NewSales(same), faults.NewStore[string]()
		next = faults.RecordSales(k, next, func(_ *faults.Call, a *faults.Answer, placed *faults.SoldOrder) *faults.Answer {
			if was := k.Earlier(placed.Items[0]); was != nil {
				now.Put(was.Id, placed.Items[0].Id)
				a.Touch().Records()[0]["id"] = was.Id
			}
			return a
		})
		return func(c *faults.Call) *faults.Answer {
			id, moved := now.Get(c.ID)
			if c.Endpoint != faults.GetItem || !moved || !c.Authorized() {
				return next(c)
			}
			a := next(c.Subrequest("GET", "/api/v2/purchases/"+id, nil))
			if a.Served() {
				a.Touch().Records()[0]["id"] = c.ID
			}
			return a
		}
	}
}

// losingEarlier makes the earlier item of a key unknown to get.
func losingEarlier(same faults.ItemKey) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k, gone := faults.NewSales(same), faults.NewSet()
		next = faults.RecordSales(k, next, func(_ *faults.Call, a *faults.Answer, placed *faults.SoldOrder) *faults.Answer {
			if was := k.Earlier(placed.Items[0]); was != nil {
				gone.Put(was.Id, true)
			}
			return a
		})
		return faults.Refusing(faults.GetItem, 404, func(c *faults.Call) bool {
			return gone.Has(c.ID)
		})(next)
	}
}

// showing answers a get with the record of a namesake.
func showing(same faults.ItemKey, pick func(*faults.Sales, *faults.SoldItem) *faults.SoldItem) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		next = faults.RecordSales(k, next, nil)
		return func(c *faults.Call) *faults.Answer {
			own := k.Find(c.ID)
			if c.Endpoint != faults.GetItem || own == nil || !c.Authorized() {
				return next(c)
			}
			if other := pick(k, own); other != nil {
				return next(c.Subrequest("GET", "/api/v2/purchases/"+other.Id, nil))
			}
			return next(c)
		}
	}
}

// merging answers a second order with the records of both orders.
func merging(same faults.ItemKey) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		return faults.RecordSales(k, next, func(_ *faults.Call, a *faults.Answer, placed *faults.SoldOrder) *faults.Answer {
			was := k.Earlier(placed.Items[0])
			list, ok := a.Body()["data"].([]any)
			if was == nil || !ok {
				return a
			}
			for _, r := range was.Placed.Answer.Records() {
				list = append(list, faults.DeepCopy(r))
			}
			a.Touch().Body()["data"] = list
			return a
		})
	}
}

// rewriting makes get return a member of the item's latest namesake.
func rewriting(same faults.ItemKey, member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		next = faults.RecordSales(k, next, nil)
		return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
			other := k.Later(k.Find(c.ID))
			if other == nil {
				return
			}
			for _, r := range other.Placed.Answer.Records() {
				if r["id"] == other.Id {
					faults.Put("data."+member, faults.DeepCopy(r[member]))(c, a)
				}
			}
		})(next)
	}
}

// folding gives the second of two items of one order the item_code of the first, if the two codes
// differ only in case.
func folding() faults.Mutator {
	return inOrders(func(items []faults.Object) {
		codes := make(map[string]any)
		for _, item := range items {
			folded := strings.ToLower(faults.Text(item["item_code"]))
			if first, ok := codes[folded]; ok {
				item["item_code"] = first
			} else {
				codes[folded] = item["item_code"]
			}
		}
	})
}

// inOrders changes all items of an order at once, before it is placed.
func inOrders(edit func(items []faults.Object)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder && c.Body != nil {
				edit(c.Items())
				c.Touch()
			}
			return next(c)
		}
	}
}

// namesakeMoveFaults let an update or a cancel change items of other orders. According to section
// 3, only the named item moves.
func namesakeMoveFaults() []faults.Fault {
	var all []faults.Fault
	collect := func(c *faults.Call, next faults.Responder, id string) {
		next(c.Subrequest("PUT", "/api/v2/purchases/"+id, faults.Object{"items": []any{faults.Object{"id": id, "facility_status": faults.Collected}}}))
	}
	void := func(c *faults.Call, next faults.Responder, id string) {
		next(c.Subrequest("DELETE", "/api/v2/purchases/"+id, nil))
	}
	for _, k := range keys {
		all = append(all,
			faults.Fault{ID: "ids-update-by-" + k.id, Breaks: "STA-09", Why: "an update moves every item of the same " + k.what, Mutator: reachingNamesakes(faults.UpdateItems, k.same, collect)},
			faults.Fault{ID: "ids-cancel-by-" + k.id, Breaks: "STA-09", Why: "a cancel cancels every item of the same " + k.what, Mutator: reachingNamesakes(faults.CancelItem, k.same, void)})
	}
	return append(all,
		faults.Fault{ID: "ids-cancel-collects-namesake", Breaks: "STA-09", Why: "a cancel moves another order's item of the same item_code to collected_by_agent", Mutator: reachingNamesakes(faults.CancelItem, faults.SameCode, collect)},
		faults.Fault{ID: "ids-update-cancels-namesake", Breaks: "STA-09", Why: "an update cancels another order's item of the same order_id", Mutator: reachingNamesakes(faults.UpdateItems, faults.SameOrder, void)},
		faults.Fault{ID: "ids-cancel-reaches-customer", Breaks: "STA-09", Why: "a cancel of one item cancels whatever the customer bought in other orders",
			Mutator: reachingNamesakes(faults.CancelItem, func(s *faults.SoldItem) string { return s.Buyer }, void)},
		faults.Fault{ID: "ids-get-first-of-the-code", Breaks: "GET-08", Why: "get shows the first item of the order that has the item_code", Mutator: showingTheFirstOfTheCode},
		faults.Fault{ID: "ids-update-reaches-customer", Breaks: "STA-09", Why: "an update of one item moves whatever the customer bought in other orders",
			Mutator: reachingNamesakes(faults.UpdateItems, func(s *faults.SoldItem) string { return s.Buyer }, collect)},
	)
}

// showingTheFirstOfTheCode finds an item by its order and its item_code, which several items may have.
func showingTheFirstOfTheCode(next faults.Responder) faults.Responder {
	k := faults.NewSales(faults.SameCode)
	next = faults.RecordSales(k, next, nil)
	return func(c *faults.Call) *faults.Answer {
		sold := k.Find(c.ID)
		if c.Endpoint != faults.GetItem || !c.Authorized() || sold == nil {
			return next(c)
		}
		first := slices.IndexFunc(sold.Placed.Items, func(other *faults.SoldItem) bool { return faults.SameCode(other) == faults.SameCode(sold) })
		return next(c.Subrequest("GET", "/api/v2/purchases/"+sold.Placed.Items[first].Id, nil))
	}
}

// reachingNamesakes also applies an action to the namesakes of the items that a call names.
func reachingNamesakes(endpoint string, same faults.ItemKey, deed func(c *faults.Call, next faults.Responder, id string)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		next = faults.RecordSales(k, next, nil)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != endpoint || !a.Served() {
				return a
			}
			a.Body() // read the body before other items move
			for _, id := range c.ItemIDs() {
				for _, other := range k.Namesakes(k.Find(id)) {
					if !slices.Contains(c.ItemIDs(), other.Id) {
						deed(c, next, other.Id)
					}
				}
			}
			return a
		}
	}
}

// fromProductTable stores a member of an item with the value that the first item of its item_code
// had.
func fromProductTable(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(faults.SameCode)
		next = faults.RecordSales(k, next, nil)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder {
				for _, item := range c.Items() {
					if was := k.Earlier(&faults.SoldItem{Item: item}); was != nil {
						item[member] = was.Item[member]
						c.Touch()
					}
				}
			}
			return next(c)
		}
	}
}
