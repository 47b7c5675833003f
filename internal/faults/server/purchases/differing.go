package purchases

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// differingItemFaults show only if the items of one order differ from each other, if there are
// several items, or if one of them is moved a second time.
func differingItemFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "create-purchases-status-of-first", Breaks: "STA-01", Why: "an order whose first item is delivered is pending_delivery as a whole", Mutator: deliveredAsAWhole},
		{ID: "create-purchases-leaks-delivery-option", Breaks: "PUR-19", Why: "an item without delivery_option is recorded with that of the item before it", Mutator: leaking("delivery_option")},
		{ID: "create-purchases-leaks-preferred-option", Breaks: "PUR-19", Why: "an item without preferred_option is recorded with that of the item before it", Mutator: leaking("preferred_option")},
		{ID: "create-purchases-prices-by-code", Breaks: "PUR-15", Why: "the prices of an order are in the order of its item_codes, and its records are not", Mutator: pricingByCode},
		{ID: "create-purchases-breaks-on-three", Breaks: "PUR-08", Why: "an order of three items or more is stored, and answered with an error of the server", Mutator: breakingOnThree},
		{ID: "create-purchases-keeps-half", Breaks: "JRN-02", Why: "the good item of an order that is refused for another one is taken off the limit", Mutator: keepingHalf},
		{ID: "cancel-purchase-twice-revives", Breaks: "STA-06", Why: "a second cancel takes the item back to what it was", Mutator: revivedByCancel},
		{ID: "cancel-purchase-hits-twin", Breaks: "STA-04", Why: "a cancel finds its item by item_code within the order: of two equal items it cancels the first", Mutator: hittingTwin},
		{ID: "cancel-purchase-reaches-collected", Breaks: "STA-04", Why: "a cancel of a collected item cancels the collected items of its order", Mutator: reachingCollected},
		{ID: "update-purchases-reaches-delivered", Breaks: "STA-04", Why: "an update collects the items of the order that are delivered, too", Mutator: reachingDelivered(faults.UpdateItems)},
		{ID: "cancel-purchase-reaches-delivered", Breaks: "STA-04", Why: "a cancel cancels the items of the order that are delivered, too", Mutator: reachingDelivered(faults.CancelItem)},
	}
}

// isForPickUp reports whether an item is for pick-up at the store (section 3).
func isForPickUp(item faults.Object) bool {
	return faults.Text(item["delivery_option"]) == faults.DeliveryOptions[0] && faults.Text(item["preferred_option"]) == "pick_up"
}

func deliveredAsAWhole(next faults.Responder) faults.Responder {
	return faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
		if items := c.Items(); len(items) > 1 && !isForPickUp(items[0]) {
			for _, r := range a.Touch().Records() {
				r["facility_status"] = "pending_delivery"
			}
		}
	})(next)
}

func leaking(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder {
				var last any
				for _, item := range c.Items() {
					if _, has := item[member]; !has && last != nil {
						item[member] = last
						c.Touch()
					}
					last = item[member]
				}
			}
			return next(c)
		}
	}
}

func pricingByCode(next faults.Responder) faults.Responder {
	return faults.On(faults.CreateOrder, func(_ *faults.Call, a *faults.Answer) {
		records := a.Touch().Records()
		sorted := slices.Clone(records)
		slices.SortFunc(sorted, func(x, y faults.Object) int {
			return strings.Compare(faults.Text(x["item_code"]), faults.Text(y["item_code"]))
		})
		prices := make([]any, len(sorted))
		for n, r := range sorted {
			prices[n] = r["item_value"]
		}
		for n, r := range records {
			r["item_value"] = prices[n]
		}
	})(next)
}

func breakingOnThree(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == faults.CreateOrder && a.Served() && len(c.Items()) >= 3 {
			return faults.Refusal(c, 500, "internal error")
		}
		return a
	}
}

func keepingHalf(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if items := c.Items(); c.Endpoint == faults.CreateOrder && c.Authorized() && !a.Served() && len(items) == 2 {
			body := faults.DeepCopy(c.Body).(faults.Object)
			body["items"] = []any{items[0]}
			next(c.Subrequest("POST", c.Request.URL.Path, body))
		}
		return a
	}
}

// revivedByCancel shows an item in the state before its first cancel, after a second cancel was
// sent.
func revivedByCancel(next faults.Responder) faults.Responder {
	old, t := faults.NewStore[faults.Object](), faults.NewCounter()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.CancelItem && c.Authorized() && t.Next(c.ID) == 1 {
			if was, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+c.ID, nil)).Body()["data"].(faults.Object); was != nil {
				old.Put(c.ID, was)
			}
		}
		a := next(c)
		if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() && t.Count(c.ID) > 1 {
			a.Touch().Body()["data"] = faults.DeepCopy(was)
		}
		return a
	}
}

// hittingTwin cancels the first item of the order that has the same item_code as the named item.
func hittingTwin(next faults.Responder) faults.Responder {
	twins := faults.NewStore[string]()
	return func(c *faults.Call) *faults.Answer {
		if twin, has := twins.Get(c.ID); has && c.Endpoint == faults.CancelItem && c.Authorized() {
			a := next(c.Subrequest("DELETE", "/api/v2/purchases/"+twin, nil))
			if a.Served() {
				faults.EditText("data.message", func(s string) string { return strings.ReplaceAll(s, twin, c.ID) })(c, a)
			}
			return a
		}
		a := next(c)
		if c.Endpoint == faults.CreateOrder && a.Served() {
			first := make(map[string]string)
			for _, r := range a.Records() {
				code, id := faults.Text(r["item_code"]), faults.Text(r["id"])
				if twin, known := first[code]; known {
					twins.Put(id, twin)
				} else {
					first[code] = id
				}
			}
		}
		return a
	}
}

func reachingCollected(next faults.Responder) faults.Responder {
	orders, collected := faults.NewStore[[]string](), faults.NewSet()
	next = siblings(orders, next)
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.UpdateItems:
			for _, id := range c.ItemIDs() {
				collected.Put(id, true)
			}
		case c.Endpoint == faults.CancelItem:
			a.Body() // read the body before other items move
			for _, id := range append([]string{c.ID}, siblingsOf(c.ID, orders)...) {
				if collected.Has(c.ID) && collected.Has(id) && id != c.ID {
					next(c.Subrequest("DELETE", "/api/v2/purchases/"+id, nil))
				}
			}
		}
		return a
	}
}

// reachingDelivered moves, together with an item, the items of its order that have another
// delivery_option.
func reachingDelivered(endpoint string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, ways := faults.NewStore[[]string](), faults.NewStore[string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CreateOrder && a.Served() {
				for _, r := range a.Records() {
					ways.Put(faults.Text(r["id"]), faults.Text(r["delivery_option"]))
				}
			}
			if c.Endpoint != endpoint || !a.Served() {
				return a
			}
			a.Body() // read the body before other items move
			for _, id := range c.ItemIDs() {
				own, _ := ways.Get(id)
				for _, other := range siblingsOf(id, orders) {
					if way, _ := ways.Get(other); way != own && endpoint == faults.UpdateItems {
						next(c.Subrequest("PUT", "/api/v2/purchases/"+other, faults.Object{"items": []any{faults.Object{"id": other, "facility_status": faults.Collected}}}))
					} else if way != own {
						next(c.Subrequest("DELETE", "/api/v2/purchases/"+other, nil))
					}
				}
			}
			return a
		}
	}
}
