package purchases

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// recordFaults damage the record that get and update return (4.7, 4.8).
func recordFaults() []faults.Fault {
	return append(append(echoFaults(), getFaults()...), updateFaults()...)
}

// otherValues are wrong values for the members of a record. Each has the right type and form, so
// only a comparison finds it.
var otherValues = map[string]any{
	"facility_status": "pending_delivery", "item_value": json.Number("31415"),
	"item_topup": json.Number("17"), "topup_ref": "T-17", "upfront_fees": json.Number("31.5"),
	"interest_rate": json.Number("99.5"), "loan_duration": json.Number("77"), "facility_plan": json.Number("9"),
	"item_brand": "Nobody's", "item_code": "OTHER-1", "item_description": "another thing", "store_name": "Another Store",
	"source": "somewhere_else", "accepted_terms": "declined",
	"loan_application_detail_id": "5f0c1c1e-0000-4000-8000-00000000000a", "partner_store_id": "5f0c1c1e-0000-4000-8000-00000000000b",
	"loan_product_id": "5f0c1c1e-0000-4000-8000-00000000000c", "id": "5f0c1c1e-0000-4000-8000-00000000000d",
	"created_at": "2001-02-03T04:05:06.789Z", "updated_at": "2001-02-03T04:05:06.789Z",
}

// echoFaults make get or update return another value of one member than create did.
func echoFaults() []faults.Fault {
	var all []faults.Fault
	for name, value := range otherValues {
		all = append(all, faults.Fault{ID: faults.Kebab("get-purchase-other-" + name), Breaks: "GET-08", Why: "get gives another " + name + " than create",
			Mutator: faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) { faults.Put("data."+name, value)(c, a) })})
		if name == "facility_status" || name == "updated_at" || name == "id" {
			continue // an update may change these, or other rules own them
		}
		breaks := "UPD-11"
		if name == "source" || name == "accepted_terms" {
			breaks = "STA-03" // an update may change these, and get must then show it
		}
		all = append(all, faults.Fault{ID: faults.Kebab("update-purchases-other-" + name), Breaks: breaks, Why: "an update answers another " + name + " than create",
			Mutator: faults.On(faults.UpdateItems, faults.Put("data.*."+name, value))})
	}
	return all
}

// getFaults damage the answers of get in some cases only.
func getFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "get-purchase-" + id, Breaks: "GET-08", Why: why, Mutator: p})
	}
	brand := faults.Put("data.item_brand", "Nobody's")
	for _, m := range []faults.TextFault{faults.ScriptFaults[0], faults.ScriptFaults[2], faults.TextCutAt255, faults.TextWithoutEmoji, faults.TextWithoutQuotes} {
		add(m.ID+"-item-description", "get "+m.Why+" in item_description", faults.On(faults.GetItem, faults.EditText("data.item_description", m.By)))
	}
	for _, list := range faults.Lists[:2] {
		name := strings.TrimPrefix(list.Path, "items.")
		for _, v := range list.Values {
			add(faults.Kebab("other-brand-of-"+v), "get gives another item_brand where "+name+" is "+v, faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
				if faults.Text(faults.Get(a.Body(), "data."+name)) == v {
					brand(c, a)
				}
			}))
		}
	}
	add("tenth", "the tenth get of an item gives another item_brand", faults.OnNth(faults.GetItem, faults.ByID, faults.Tenth, brand))
	add("second", "the second get of an item gives another item_brand", faults.OnNth(faults.GetItem, faults.ByID, faults.Second, brand))
	all = append(all,
		faults.Fault{ID: "create-purchases-lowers-topup-ref", Breaks: "GET-08", Why: "create answers topup_ref in lower case, get as it was sent",
			Mutator: faults.On(faults.CreateOrder, faults.EditText("data.*.topup_ref", strings.ToLower))},
		faults.Fault{ID: "create-purchases-no-duration-of-several", Breaks: "GET-08", Why: "create answers loan_duration 0 for each of several items, get the real one",
			Mutator: faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
				if len(c.Items()) > 1 {
					faults.Put("data.*.loan_duration", 0)(c, a)
				}
			})})
	add("touches", "get moves updated_at", faults.On(faults.GetItem, faults.Put("data.updated_at", "2099-01-01T00:00:00.000Z")))
	add("large-price", "get gives a price above 100,000 in thousands", faults.On(faults.GetItem, faults.Compute("data.item_value", func(f float64) float64 {
		if f > 100_000 {
			return f / 1000
		}
		return f
	})))
	add("small-price", "get gives a price below ten as 0", faults.On(faults.GetItem, faults.Compute("data.item_value", func(f float64) float64 {
		if f < 10 {
			return 0
		}
		return f
	})))
	add("first-of-order", "get gives the first item of the order, whichever is asked for", firstSibling())
	add("after-cancel", "once an item was cancelled, get gives every other one another item_brand", afterCancel(faults.GetItem, brand))
	all = append(all, foreignFaults()...)
	return all
}

// siblings remembers, for each item, all items that were bought in the same order.
func siblings(orders *faults.Store[[]string], next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == faults.CreateOrder && a.Served() {
			var ids []string
			for _, r := range a.Records() {
				ids = append(ids, faults.Text(r["id"]))
			}
			for _, id := range ids {
				orders.Put(id, ids)
			}
		}
		return a
	}
}

func firstSibling() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			ids, ok := orders.Get(c.ID)
			if c.Endpoint != faults.GetItem || !ok || ids[0] == c.ID || !c.Authorized() {
				return next(c)
			}
			return next(c.Subrequest("GET", "/api/v2/purchases/"+ids[0], nil))
		}
	}
}

// afterCancel changes the answers about other items after the first cancel.
func afterCancel(endpoint string, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		gone := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CancelItem && a.Served() {
				gone.Put(c.ID, true)
				gone.Put("", true)
			}
			_, any := gone.Get("")
			_, this := gone.Get(c.ID)
			if c.Endpoint == endpoint && any && !this && a.Served() {
				edit(c, a)
			}
			return a
		}
	}
}

// foreignFaults show one customer the values of another customer's order.
func foreignFaults() []faults.Fault {
	fault := func(id, why, member string) faults.Fault {
		return faults.Fault{ID: "get-purchase-" + id, Breaks: "GET-10", Why: why, Mutator: overwritten(member)}
	}
	return []faults.Fault{
		fault("others-brand", "an order of as many items by another customer overwrites item_brand", "item_brand"),
		fault("others-price", "an order of as many items by another customer overwrites item_value", "item_value"),
		fault("others-code", "an order of as many items by another customer overwrites item_code", "item_code"),
		fault("others-detail", "an order of as many items by another customer overwrites loan_application_detail_id", "loan_application_detail_id"),
	}
}

// overwritten stores orders of several items by their number of items. An order of another
// customer with the same number of items then overwrites the earlier one.
func overwritten(member string) faults.Mutator {
	type stored struct {
		buyer  string
		values []any
	}
	return func(next faults.Responder) faults.Responder {
		bySize, own := faults.NewStore[stored](), faults.NewStore[stored]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served() && len(a.Records()) > 1:
				k := stored{buyer: c.Text("customer_id")}
				for i, r := range a.Records() {
					k.values = append(k.values, r[member])
					own.Put(faults.Text(r["id"]), stored{buyer: k.buyer, values: []any{len(a.Records()), i}})
				}
				bySize.Put(sizeKey(len(k.values)), k)
			case c.Endpoint == faults.GetItem && a.Served():
				if mine, ok := own.Get(c.ID); ok {
					theirs, _ := bySize.Get(sizeKey(mine.values[0].(int)))
					if theirs.buyer != mine.buyer {
						faults.Put("data."+member, theirs.values[mine.values[1].(int)])(c, a)
					}
				}
			}
			return a
		}
	}
}

func sizeKey(n int) string { return string(rune('0' + n)) }

// updateFaults damage the answer to an update in some cases only.
func updateFaults() []faults.Fault {
	var all []faults.Fault
	add := func(breaks, id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "update-purchases-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	for id, f := range map[string]struct {
		why  string
		edit func([]any) []any
	}{
		"first-record-only": {"only the first of several updated items is answered", func(l []any) []any { return l[:1] }},
		"misses-second":     {"the second of several updated items is not answered", func(l []any) []any { return append(l[:1:1], l[2:]...) }},
		"misses-last":       {"the last of several updated items is not answered", func(l []any) []any { return l[:len(l)-1] }},
		"at-most-ten":       {"at most ten updated items are answered", func(l []any) []any { return l[:min(10, len(l))] }},
		"repeats-first":     {"the first of several updated items is answered twice", func(l []any) []any { return append(l, l[0]) }},
		"all-first":         {"several updated items are answered with the first one each time", allFirst},
	} {
		add("UPD-09", id, f.why, faults.On(faults.UpdateItems, faults.EditRecords(f.edit)))
	}
	add("UPD-09", "answers-whole-order", "the answer lists all items of the order, updated or not", wholeOrder())
	add("UPD-09", "ignores-after-thirty", "an update carries out the first thirty items, and ignores the others", ignoringAfter(30))
	add("UPD-09", "refuses-several", "several items in one update are refused", faults.Refusing(faults.UpdateItems, 422, func(c *faults.Call) bool { return len(c.Items()) > 1 }))
	add("UPD-09", "new-id", "an updated record has a new id", faults.On(faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
		for n, r := range a.Touch().Records() {
			r["id"] = c.NewID(strconv.Itoa(n))
		}
	}))
	add("UPD-10", "frozen-updated-at", "updated_at is that of create", faults.On(faults.UpdateItems, sameStamp))
	add("UPD-10", "backward-updated-at", "updated_at goes back", faults.On(faults.UpdateItems, faults.Put("data.*.updated_at", "2001-02-03T04:05:06.789Z")))
	add("UPD-10", "frozen-last-updated-at", "updated_at of the last of several items is that of create", faults.On(faults.UpdateItems, func(_ *faults.Call, a *faults.Answer) {
		if all := a.Touch().Records(); len(all) > 1 {
			all[len(all)-1]["updated_at"] = all[len(all)-1]["created_at"]
		}
	}))
	for _, way := range faults.DeliveryOptions {
		add("UPD-11", faults.Kebab("other-price-of-"+way), "an update answers another price where delivery_option is "+way, faults.On(faults.UpdateItems, func(_ *faults.Call, a *faults.Answer) {
			for _, r := range a.Touch().Records() {
				if faults.Text(r["delivery_option"]) == way {
					r["item_value"] = json.Number("31415")
				}
			}
		}))
	}
	add("UPD-11", "moves-created-at", "an update moves created_at with updated_at", faults.On(faults.UpdateItems, func(_ *faults.Call, a *faults.Answer) {
		for _, r := range a.Touch().Records() {
			r["created_at"] = r["updated_at"]
		}
	}))
	add("UPD-11", "swaps-records", "the records of several updated items have each other's ids", faults.On(faults.UpdateItems, faults.EditRecords(func(l []any) []any {
		first, second := l[0].(faults.Object), l[1].(faults.Object)
		first["id"], second["id"] = second["id"], first["id"]
		return l
	})))
	return all
}

func allFirst(l []any) []any {
	for i := range l {
		l[i] = l[0]
	}
	return l
}

func sameStamp(_ *faults.Call, a *faults.Answer) {
	for _, r := range a.Touch().Records() {
		r["updated_at"] = r["created_at"]
	}
}

// wholeOrder answers an update of some items with all items of their order.
func wholeOrder() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.UpdateItems || !a.Served() || len(a.Records()) == 0 {
				return a
			}
			ids, _ := orders.Get(faults.Text(a.Records()[0]["id"]))
			var all []any
			for _, id := range ids {
				one := next(c.Subrequest("GET", "/api/v2/purchases/"+id, nil))
				all = append(all, one.Body()["data"])
			}
			if len(all) > 0 {
				a.Touch().Body()["data"] = all
			}
			return a
		}
	}
}

// ignoringAfter drops the items of an update behind the first count.
func ignoringAfter(count int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if items, _ := c.Body["items"].([]any); c.Endpoint == faults.UpdateItems && len(items) > count {
				c.Body["items"] = items[:count]
				c.Touch()
			}
			return next(c)
		}
	}
}
