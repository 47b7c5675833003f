package purchases

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// orderFaults are the faults of section 4.6 that are not derived from a table.
func orderFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "create-purchases-refuses-several", Breaks: "PUR-08", Why: "an order of several items is refused",
			Mutator: faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool { return len(c.Items()) > 1 })},
	}
	all = append(all, countFaults()...)
	all = append(all, recordIDFaults()...)
	all = append(all, orderIDFaults()...)
	all = append(all, textFaults()...)
	all = append(all, priceFaults()...)
	return append(all, storeFaults()...)
}

// countFaults answer with a number of records that differs from the number of items.
func countFaults() []faults.Fault {
	var all []faults.Fault
	for id, f := range map[string]struct {
		why  string
		edit func([]any) []any
	}{
		"first-record-only": {"only the first item of several has a record", func(l []any) []any { return l[:1] }},
		"misses-second":     {"the second item of several has no record", func(l []any) []any { return append(l[:1:1], l[2:]...) }},
		"misses-last":       {"the last item of several has no record", func(l []any) []any { return l[:len(l)-1] }},
		"repeats-last":      {"the last item of several has two records", func(l []any) []any { return append(l, l[len(l)-1]) }},
		"at-most-ten":       {"at most ten items have records", func(l []any) []any { return l[:min(10, len(l))] }},
		"at-most-thirty":    {"at most thirty items have records", func(l []any) []any { return l[:min(30, len(l))] }},
		"adds-summary":      {"a record of the sum comes on top", func(l []any) []any { return append(l, faults.DeepCopy(l[0])) }},
	} {
		all = append(all, faults.Fault{ID: "create-purchases-" + id, Breaks: "PUR-08", Why: f.why, Mutator: faults.On(faults.CreateOrder, faults.EditRecords(f.edit))})
	}
	return all
}

// recordIDFaults give the same id to several records.
func recordIDFaults() []faults.Fault {
	shared := func(_ *faults.Call, a *faults.Answer) {
		all := a.Touch().Records()
		for _, r := range all[1:] {
			r["id"] = all[0]["id"]
		}
	}
	same := func(pick func(n int) bool) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			first, t := faults.NewStore[any](), faults.NewCounter()
			return faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
				key := faults.Description(c.Items()[0])
				if n := t.Next(key); n == 1 {
					first.Put(key, a.Records()[0]["id"])
				} else if pick(n) {
					a.Touch().Records()[0]["id"], _ = first.Get(key)
				}
			})(next)
		}
	}
	return []faults.Fault{
		{ID: "create-purchases-equal-items-share-id", Breaks: "PUR-09", Why: "equal items of one order share an id", Mutator: faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
			if items := c.Items(); len(items) > 1 && faults.Description(items[0]) == faults.Description(items[1]) {
				shared(c, a)
			}
		})},
		{ID: "create-purchases-order-shares-id", Breaks: "PUR-09", Why: "all items of an order share an id", Mutator: faults.On(faults.CreateOrder, shared)},
		{ID: "create-purchases-same-cart-same-id", Breaks: "PUR-09", Why: "the same cart bought again is given the same id", Mutator: same(faults.AfterFirst)},
		{ID: "create-purchases-tenth-cart-same-id", Breaks: "PUR-09", Why: "the same cart bought for the tenth time is given the id of the first", Mutator: same(faults.Tenth)},
		{ID: "create-purchases-race-on-ids", Breaks: "PUR-09", Why: "two orders that arrive together are given the same ids", Mutator: racing(firstRecord, "id")},
		{ID: "create-purchases-last-id-of-first", Breaks: "PUR-09", Why: "the last of several items has the id of the first", Mutator: faults.On(faults.CreateOrder, faults.EditRecords(func(l []any) []any {
			l[len(l)-1].(faults.Object)["id"] = l[0].(faults.Object)["id"]
			return l
		}))},
	}
}

// racing mixes up a member of orders that are processed at the same time, like a counter or a
// buffer without a lock.
func racing(in func(*faults.Answer) faults.Object, member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		var inside atomic.Int32
		last := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.CreateOrder {
				return next(c)
			}
			company := inside.Add(1) > 1
			defer inside.Add(-1)
			a := next(c)
			if !a.Served() {
				return a
			}
			told := in(a)
			if before, ok := last.Swap("", told[member]); ok && company {
				told[member] = before
				a.Touch()
			}
			time.Sleep(faults.RaceWindow)
			return a
		}
	}
}

func firstRecord(a *faults.Answer) faults.Object { return a.Records()[0] }

// orderIDFaults answer with another order_id than that of the request.
func orderIDFaults() []faults.Fault {
	var all []faults.Fault
	add := func(endpoint, breaks, id, why string, by func(string) string) {
		all = append(all, faults.Fault{ID: endpoint + "-" + id, Breaks: breaks, Why: why, Mutator: faults.On(endpoint, faults.EditText("order_id", by))})
	}
	narrow := func(s string) string {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return s
		}
		return strconv.FormatInt(int64(int32(n)), 10)
	}
	padded := func(s string) string { return "000000"[min(6, len(s)):] + "0" + s }
	scientific := func(s string) string {
		if len(s) < 12 {
			return s
		}
		f, _ := strconv.ParseFloat(s, 64)
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	for endpoint, breaks := range map[string]string{faults.CreateOrder: "PUR-10", faults.GetItem: "GET-09"} {
		add(endpoint, breaks, "narrow-order-id", "order_id is cut to 32 bits", narrow)
		add(endpoint, breaks, "padded-order-id", "order_id is padded with zeros", padded)
		add(endpoint, breaks, "scientific-order-id", "a long order_id is written with an exponent", scientific)
		add(endpoint, breaks, "own-order-id", "order_id is a number of the service's own", func(string) string { return "1" })
		add(endpoint, breaks, "prefixed-order-id", "order_id is prefixed", func(s string) string { return "ORD-" + s })
		all = append(all, faults.Fault{ID: endpoint + "-previous-order-id", Breaks: breaks, Why: "order_id is that of the answer before", Mutator: faults.Previous(endpoint, "order_id")})
	}
	return append(all,
		faults.Fault{ID: "create-purchases-overflows-order-id", Breaks: "PUR-10", Why: "an order_id beyond 31 bits ends in an error of the server", Mutator: faults.Refusing(faults.CreateOrder, 500, func(c *faults.Call) bool {
			number, err := strconv.ParseInt(c.Text("order_id"), 10, 64)
			return err == nil && number > math.MaxInt32
		})},
		faults.Fault{ID: "create-purchases-race-on-order-id", Breaks: "PUR-10", Why: "two orders that arrive together share an order_id", Mutator: racing((*faults.Answer).Body, "order_id")},
		faults.Fault{ID: "get-purchase-latest-order-id", Breaks: "GET-09", Why: "get gives the order_id of the latest order of all", Mutator: latestOrder("order_id")})
}

// latestOrder keeps a member of the latest order in one variable that all customers share.
func latestOrder(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		latest := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				latest.Put("", a.Body()[member])
			case c.Endpoint == faults.GetItem && a.Served():
				if v, ok := latest.Get(""); ok {
					a.Touch().Body()[member] = v
				}
			}
			return a
		}
	}
}

// textFaults store other values than the request has (2.3).
func textFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "create-purchases-" + id, Breaks: "PUR-14", ShownBy: "PUR-12", Why: why, Mutator: p})
	}
	for _, m := range slices.Concat(faults.ScriptFaults, faults.WebFaults, []faults.TextFault{faults.TextCutAt255, faults.TextWithoutEmoji, faults.TextDoublesApostrophes, faults.TextWithoutQuotes, faults.TextReversed}) {
		add(m.ID+"-item-description", "the record "+m.Why+" in item_description", faults.StoreEdited("item_description", m.By))
	}
	for _, m := range faults.ScriptFaults {
		add(m.ID+"-item-brand", "the record "+m.Why+" in item_brand", faults.StoreEdited("item_brand", m.By))
	}
	add("shouts-item-brand", "the record writes item_brand in capitals", faults.StoreEdited("item_brand", faults.TextInCapitals.By))
	add("shouts-item-code", "the record writes item_code in capitals", faults.StoreEdited("item_code", strings.ToUpper))
	add("pads-short-brand", "a brand of one letter is padded", faults.StoreEdited("item_brand", func(s string) string {
		if len(s) == 1 {
			return s + "  "
		}
		return s
	}))
	add("joins-lines", "the lines of an item_description are joined", faults.StoreEdited("item_description", func(s string) string { return strings.ReplaceAll(s, "\n", " ") }))
	add("keeps-first-line", "only the first line of an item_description is kept", faults.StoreEdited("item_description", func(s string) string {
		first, _, _ := strings.Cut(s, "\n")
		return first
	}))
	add("trims-description", "the spaces around an item_description are lost", faults.StoreEdited("item_description", strings.TrimSpace))
	add("other-item-type", "every item is recorded as other", faults.StoreEdited("item_type", func(string) string { return "other" }))
	add("default-delivery", "every item is recorded for store_delivery", faults.StoreEdited("delivery_option", func(string) string { return "store_delivery" }))
	add("default-preferred", "every item is recorded for delivery", faults.StoreEdited("preferred_option", func(string) string { return "delivery" }))
	for _, way := range faults.DeliveryOptions {
		add(faults.Kebab("changes-"+way), "an item for "+way+" is recorded for another delivery_option", faults.StoreEdited("delivery_option", func(s string) string {
			if s != way {
				return s
			}
			return map[bool]string{true: "agent_delivery", false: "store_delivery"}[way == "store_delivery"]
		}))
	}
	for _, member := range []string{"item_brand", "item_description", "item_type"} {
		add(faults.Kebab("first-"+member), "every record of an order has the "+member+" of the first item", firstOfOrder(member))
	}
	return all
}

// firstOfOrder gives every item of an order the value of the first item.
func firstOfOrder(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder {
				items := c.Items()
				for _, item := range items {
					item[member] = items[0][member]
				}
				c.Touched = c.Touched || len(items) > 1
			}
			return next(c)
		}
	}
}

// priceFaults store another price, or refuse one (2.2, 2.3).
func priceFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, by func(n int64) int64) {
		all = append(all, faults.Fault{ID: "create-purchases-price-" + id, Breaks: "PUR-15", Why: why, Mutator: faults.EditItems(func(item faults.Object) {
			n, err := strconv.ParseInt(faults.Text(item["item_value"]), 10, 64)
			if err == nil {
				item["item_value"] = json.Number(strconv.FormatInt(by(n), 10))
			}
		})})
	}
	add("rounded", "item_value is rounded to tens", func(n int64) int64 { return n / 10 * 10 })
	add("plus-one", "item_value is one more than the price", func(n int64) int64 { return n + 1 })
	add("small-lost", "a price below ten becomes 0", func(n int64) int64 { return map[bool]int64{true: 0, false: n}[n < 10] })
	add("narrow", "a price above 65535 loses its upper bits", func(n int64) int64 { return n & 0xffff })
	add("five-digits", "of a price the first five digits are kept", func(n int64) int64 {
		unit := int64(1)
		for n/unit > 99_999 {
			unit *= 10
		}
		return n / unit * unit
	})
	add("even", "a price above 2,048 is kept in eleven bits", func(n int64) int64 {
		unit := int64(1)
		for n/unit > 2_048 {
			unit *= 2
		}
		return n / unit * unit
	})
	at := func(edge, wrong int64) func(int64) int64 {
		return func(n int64) int64 {
			if n == edge {
				return wrong
			}
			return n
		}
	}
	add("of-256-lost", "a price of 256 becomes 0", at(256, 0))
	add("of-255-less", "a price of 255 becomes 254", at(255, 254))
	add("of-65536-lost", "a price of 65,536 becomes 0", at(65_536, 0))
	add("capped", "a price above 100,000 becomes 100,000", func(n int64) int64 { return min(n, 100_000) })
	add("large-rounded", "a price above 100,000 is rounded to thousands", func(n int64) int64 {
		if n > 100_000 {
			return n/1000*1000 - 1000
		}
		return n
	})
	refused := func(id, why string, when func(n int64) bool) {
		all = append(all, faults.Fault{ID: "create-purchases-refuses-" + id, Breaks: "PUR-15", Why: why, Mutator: faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool {
			for _, v := range c.Values("items.item_value") {
				if n, err := strconv.ParseInt(v, 10, 64); err == nil && when(n) {
					return true
				}
			}
			return false
		})})
	}
	refused("price-of-seven", "an item worth 7 is refused, and one worth 1 is taken", func(n int64) bool { return n == 7 })
	refused("price-of-999", "an item worth 999 is refused, and one worth 7 is taken", func(n int64) bool { return n == 999 })
	return append(all,
		faults.Fault{ID: "create-purchases-price-of-first", Breaks: "PUR-15", Why: "every record of an order has the price of the first item", Mutator: firstOfOrder("item_value")},
		faults.Fault{ID: "create-purchases-first-spelling-of-brand", Breaks: "PUR-14", Why: "a brand is looked up in a table without letter case, and shown as it was written first", Mutator: firstSpelling("item_brand")},
		faults.Fault{ID: "create-purchases-price-in-cents", Breaks: "PUR-15", Why: "item_value of all records is in hundredths",
			Mutator: faults.On(faults.CreateOrder+" "+faults.GetItem+" "+faults.UpdateItems, faults.Scale("data.*.item_value", 100))})
}

// firstSpelling stores a text of every item as the first item had it that differs only in letter case.
func firstSpelling(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		known := faults.NewStore[string]()
		return faults.EditItems(func(item faults.Object) {
			text, key := faults.Text(item[member]), strings.ToLower(faults.Text(item[member]))
			if first, is := known.Get(key); is {
				item[member] = first
				return
			}
			known.Put(key, text)
		})(next)
	}
}

// storeFaults give several names to one store.
func storeFaults() []faults.Fault {
	name := func(id, why string, pick func(c *faults.Call, r faults.Object) string) faults.Fault {
		return faults.Fault{ID: "create-purchases-store-name-" + id, Breaks: "PUR-16", Why: why, Mutator: faults.KeepMember("store_name", pick)}
	}
	return []faults.Fault{
		name("new-each-time", "store_name is made up for each record", func(c *faults.Call, r faults.Object) string { return "Store " + c.NewID(faults.Text(r["id"]))[:8] }),
		name("by-item-type", "store_name depends on the item_type", func(_ *faults.Call, r faults.Object) string { return "Store for " + faults.Text(r["item_type"]) }),
		name("by-customer", "store_name depends on the customer", func(c *faults.Call, _ faults.Object) string { return "Store of " + c.Text("customer_id") }),
		name("by-way", "store_name depends on the delivery_option", func(_ *faults.Call, r faults.Object) string { return "Store, " + faults.Text(r["delivery_option"]) }),
	}
}

// journeyFaults refuse purchases to one kind of customer. Each call works on its own, so only a
// complete journey of that kind of customer shows the fault.
func journeyFaults() []faults.Fault {
	var all []faults.Fault
	for _, kind := range faults.KindsOfCustomer {
		if kind.Name == "employee" {
			continue // the plain case: every purchase of the rules is an employee's
		}
		all = append(all, faults.Fault{
			ID: "create-purchases-refuses-" + kind.Name, Breaks: "PUR-01",
			Why:     "a " + kind.Name + " customer's purchase is refused",
			Mutator: refusingBuyers(kind.Is),
		})
	}
	return all
}

// refusingBuyers refuses the purchases of one kind of customer.
func refusingBuyers(of func(asked faults.Object) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewCustomerIndex()
		return faults.Refusing(faults.CreateOrder, 403, func(c *faults.Call) bool {
			asked := k.Application(c)
			return asked != nil && of(asked)
		})(k.Record(next))
	}
}
