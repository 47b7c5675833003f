package purchases

import (
	"github.com/credit-partner/assay/internal/faults"
)

// mixtureFaults show only in orders with items of several kinds, or in updates of items of
// several orders.
func mixtureFaults() []faults.Fault {
	return append(firstKeptFaults(), severalOrdersFaults()...)
}

// firstKeptFaults store one value for all items of an order, usually that of the first item.
// Create answers with the values of the request, and get with the stored value (4.6, 4.7).
func firstKeptFaults() []faults.Fault {
	var all []faults.Fault
	for _, member := range []string{"item_type", "delivery_option", "preferred_option", "item_brand", "item_description", "item_value"} {
		all = append(all, faults.Fault{ID: faults.Kebab("get-purchase-of-first-" + member), Breaks: "GET-08",
			Why: "get gives every item of an order the " + member + " of its first item", Mutator: keptOnce(member, false)})
	}
	return append(all, faults.Fault{ID: "get-purchase-of-last-delivery-option", Breaks: "GET-08",
		Why: "get gives every item of an order the delivery_option of its last item", Mutator: keptOnce("delivery_option", true)})
}

// keptOnce makes get return, for all items of an order, the value of a member of the first item
// or of the last.
func keptOnce(member string, last bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		kept := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				records := a.Records()
				for _, r := range records {
					from := records[0]
					if last {
						from = records[len(records)-1]
					}
					kept.Put(faults.Text(r["id"]), from[member])
				}
			case c.Endpoint == faults.GetItem && a.Served():
				if value, ok := kept.Get(c.ID); ok {
					faults.Put("data."+member, value)(c, a)
				}
			}
			return a
		}
	}
}

// severalOrdersFaults update, answer or store only the items of the first order that an update
// names (4.8).
func severalOrdersFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "update-purchases-first-order-only", Breaks: "UPD-09", Why: "of the items of several orders, an update moves and answers those of the first order only", Mutator: ofFirstOrder(func(next faults.Responder, c *faults.Call, first []any) *faults.Answer {
			c.Body["items"] = first
			c.Touch()
			return next(c)
		})},
		{ID: "update-purchases-answers-first-order-only", Breaks: "UPD-09", Why: "of the items of several orders, an update moves all and answers those of the first order only", Mutator: ofFirstOrder(func(next faults.Responder, c *faults.Call, first []any) *faults.Answer {
			a := next(c)
			faults.EditRecords(func(list []any) []any { return list[:len(first)] })(c, a)
			return a
		})},
		{ID: "update-purchases-stores-first-order-only", Breaks: "STA-03", Why: "of the items of several orders, an update answers all and stores those of the first order only", Mutator: func(next faults.Responder) faults.Responder {
			others := faults.NewSet()
			forget := losingUpdates(func(_ int, r faults.Object) bool { _, other := others.Get(faults.Text(r["id"])); return other })(next)
			return ofFirstOrder(func(next faults.Responder, c *faults.Call, first []any) *faults.Answer {
				for _, item := range c.Items()[len(first):] {
					others.Put(faults.Text(item["id"]), true)
				}
				return next(c)
			})(forget)
		}},
		{ID: "update-purchases-first-customer-only", Breaks: "UPD-09", Why: "an update leaves out the items that are not of the customer of the first one", Mutator: ofFirstCustomer},
	}
}

// ofFirstCustomer updates only the items whose customer is that of the first item.
func ofFirstCustomer(next faults.Responder) faults.Responder {
	k := faults.NewSales(faults.SameCode)
	next = faults.RecordSales(k, next, nil)
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint != faults.UpdateItems || !c.Authorized() || len(c.Items()) < 2 {
			return next(c)
		}
		buyer := func(item faults.Object) string {
			if sold := k.Find(faults.Text(item["id"])); sold != nil {
				return sold.Buyer
			}
			return ""
		}
		var kept []any
		for _, item := range c.Items() {
			if buyer(item) == buyer(c.Items()[0]) {
				kept = append(kept, item)
			}
		}
		if len(kept) < len(c.Items()) {
			c.Body["items"] = kept
			c.Touch()
		}
		return next(c)
	}
}

// ofFirstOrder passes an update of the items of several orders to update, together with the items
// of the first order.
func ofFirstOrder(update func(next faults.Responder, c *faults.Call, first []any) *faults.Answer) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.UpdateItems || !c.Authorized() || len(c.Items()) < 2 {
				return next(c)
			}
			leading, known := orders.Get(faults.Text(c.Items()[0]["id"]))
			if !known {
				return next(c)
			}
			var first []any
			for _, item := range c.Items() {
				if order, _ := orders.Get(faults.Text(item["id"])); len(order) > 0 && order[0] == leading[0] {
					first = append(first, item)
				}
			}
			if len(first) == len(c.Items()) {
				return next(c)
			}
			return update(next, c, first)
		}
	}
}
