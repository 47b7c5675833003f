package faults

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// orderFaults are those of section 4.6 that no table gives.
func orderFaults() []Fault {
	all := []Fault{
		{ID: "create-purchases-refuses-several", Breaks: "PUR-08", Why: "an order of several items is refused",
			plant: refusing(createOrder, 422, func(c *call) bool { return len(c.items()) > 1 })},
	}
	all = append(all, countFaults()...)
	all = append(all, recordIDFaults()...)
	all = append(all, orderIDFaults()...)
	all = append(all, textFaults()...)
	all = append(all, priceFaults()...)
	return append(all, storeFaults()...)
}

// records changes the list of records that an order is answered with.
func records(edit func(list []any) []any) func(*call, *answer) {
	return func(_ *call, a *answer) {
		change(a.touch().body(), "data", func(v any) any {
			list, _ := v.([]any)
			if len(list) < 2 {
				return v
			}
			return edit(list)
		})
	}
}

// countFaults answer with another number of records than there are items.
func countFaults() []Fault {
	var all []Fault
	for id, f := range map[string]struct {
		why  string
		edit func([]any) []any
	}{
		"first-record-only": {"only the first item of several has a record", func(l []any) []any { return l[:1] }},
		"misses-second":     {"the second item of several has no record", func(l []any) []any { return append(l[:1:1], l[2:]...) }},
		"misses-last":       {"the last item of several has no record", func(l []any) []any { return l[:len(l)-1] }},
		"repeats-last":      {"the last item of several has two records", func(l []any) []any { return append(l, l[len(l)-1]) }},
		"at-most-ten":       {"at most ten items have records", func(l []any) []any { return l[:min(10, len(l))] }},
		"adds-summary":      {"a record of the sum comes on top", func(l []any) []any { return append(l, copied(l[0])) }},
	} {
		all = append(all, Fault{ID: "create-purchases-" + id, Breaks: "PUR-08", Why: f.why, plant: on(createOrder, records(f.edit))})
	}
	return all
}

// likeness is what two things have in common that only their item_code, unique
// to each (section 2.2), tells apart.
func likeness(item object) string {
	return text(item["item_brand"]) + "|" + text(item["item_description"]) + "|" + text(item["item_value"])
}

// recordIDFaults use an id again.
func recordIDFaults() []Fault {
	shared := func(_ *call, a *answer) {
		all := a.touch().records()
		for _, r := range all[1:] {
			r["id"] = all[0]["id"]
		}
	}
	same := func(pick func(n int) bool) plant {
		return func(next server) server {
			first, t := newNotes[any](), newTally()
			return on(createOrder, func(c *call, a *answer) {
				key := likeness(c.items()[0])
				if n := t.next(key); n == 1 {
					first.put(key, a.records()[0]["id"])
				} else if pick(n) {
					a.touch().records()[0]["id"], _ = first.get(key)
				}
			})(next)
		}
	}
	return []Fault{
		{ID: "create-purchases-equal-items-share-id", Breaks: "PUR-09", Why: "equal items of one order share an id", plant: on(createOrder, func(c *call, a *answer) {
			if items := c.items(); len(items) > 1 && likeness(items[0]) == likeness(items[1]) {
				shared(c, a)
			}
		})},
		{ID: "create-purchases-order-shares-id", Breaks: "PUR-09", Why: "all items of an order share an id", plant: on(createOrder, shared)},
		{ID: "create-purchases-same-cart-same-id", Breaks: "PUR-09", Why: "the same cart bought again is given the same id", plant: same(afterFirst)},
		{ID: "create-purchases-tenth-cart-same-id", Breaks: "PUR-09", Why: "the same cart bought for the tenth time is given the id of the first", plant: same(tenth)},
		{ID: "create-purchases-race-on-ids", Breaks: "PUR-09", Why: "two orders that arrive together are given the same ids", plant: racing(firstRecord, "id")},
		{ID: "create-purchases-last-id-of-first", Breaks: "PUR-09", Why: "the last of several items has the id of the first", plant: on(createOrder, records(func(l []any) []any {
			l[len(l)-1].(object)["id"] = l[0].(object)["id"]
			return l
		}))},
	}
}

// overlap is how long a racing order waits for company.
const overlap = 2 * time.Millisecond

// racing mixes up a member of orders that are under way at the same time, as a
// counter or a buffer does that nothing guards.
func racing(in func(*answer) object, member string) plant {
	return func(next server) server {
		var inside atomic.Int32
		last := newNotes[any]()
		return func(c *call) *answer {
			if c.endpoint != createOrder {
				return next(c)
			}
			company := inside.Add(1) > 1
			defer inside.Add(-1)
			a := next(c)
			if !a.ok() {
				return a
			}
			told := in(a)
			if before, ok := last.swap("", told[member]); ok && company {
				told[member] = before
				a.touch()
			}
			time.Sleep(overlap)
			return a
		}
	}
}

func firstRecord(a *answer) object { return a.records()[0] }

// orderIDFaults answer with another order_id than was asked for.
func orderIDFaults() []Fault {
	var all []Fault
	add := func(endpoint, breaks, id, why string, by func(string) string) {
		all = append(all, Fault{ID: endpoint + "-" + id, Breaks: breaks, Why: why, plant: on(endpoint, amended("order_id", by))})
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
	for endpoint, breaks := range map[string]string{createOrder: "PUR-10", getItem: "GET-09"} {
		add(endpoint, breaks, "narrow-order-id", "order_id is cut to 32 bits", narrow)
		add(endpoint, breaks, "padded-order-id", "order_id is padded with zeros", padded)
		add(endpoint, breaks, "scientific-order-id", "a long order_id is written with an exponent", scientific)
		add(endpoint, breaks, "own-order-id", "order_id is a number of the service's own", func(string) string { return "1" })
		add(endpoint, breaks, "prefixed-order-id", "order_id is prefixed", func(s string) string { return "ORD-" + s })
		all = append(all, Fault{ID: endpoint + "-previous-order-id", Breaks: breaks, Why: "order_id is that of the answer before", plant: previous(endpoint, "order_id")})
	}
	return append(all,
		Fault{ID: "create-purchases-race-on-order-id", Breaks: "PUR-10", Why: "two orders that arrive together share an order_id", plant: racing((*answer).body, "order_id")},
		Fault{ID: "get-purchase-latest-order-id", Breaks: "GET-09", Why: "get gives the order_id of the latest order of all", plant: latestOrder("order_id")})
}

// latestOrder keeps a member of the latest order in one variable for everybody.
func latestOrder(member string) plant {
	return func(next server) server {
		latest := newNotes[any]()
		return func(c *call) *answer {
			a := next(c)
			switch {
			case c.endpoint == createOrder && a.ok():
				latest.put("", a.body()[member])
			case c.endpoint == getItem && a.ok():
				if v, ok := latest.get(""); ok {
					a.touch().body()[member] = v
				}
			}
			return a
		}
	}
}

// textFaults store something else than the item said (2.3).
func textFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "create-purchases-" + id, Breaks: "PUR-14", ShownBy: "PUR-12", Why: why, plant: p})
	}
	for _, m := range append(append([]mangling(nil), manglings...), cutting, unplane, quoting, slashed, rtl) {
		add(m.id+"-item-description", "the record "+m.why+" in item_description", storing("item_description", m.by))
	}
	for _, m := range manglings {
		add(m.id+"-item-brand", "the record "+m.why+" in item_brand", storing("item_brand", m.by))
	}
	add("shouts-item-brand", "the record writes item_brand in capitals", storing("item_brand", upper.by))
	add("shouts-item-code", "the record writes item_code in capitals", storing("item_code", strings.ToUpper))
	add("pads-short-brand", "a brand of one letter is padded", storing("item_brand", func(s string) string {
		if len(s) == 1 {
			return s + "  "
		}
		return s
	}))
	add("other-item-type", "every item is recorded as other", storing("item_type", func(string) string { return "other" }))
	add("default-delivery", "every item is recorded for store_delivery", storing("delivery_option", func(string) string { return "store_delivery" }))
	add("default-preferred", "every item is recorded for delivery", storing("preferred_option", func(string) string { return "delivery" }))
	for _, way := range lists[1].values {
		add(kebab("changes-"+way), "an item for "+way+" is recorded for another delivery_option", storing("delivery_option", func(s string) string {
			if s != way {
				return s
			}
			return map[bool]string{true: "agent_delivery", false: "store_delivery"}[way == "store_delivery"]
		}))
	}
	for _, member := range []string{"item_brand", "item_description", "item_type"} {
		add(kebab("first-"+member), "every record of an order has the "+member+" of the first item", firstOfOrder(member))
	}
	return all
}

// firstOfOrder gives every item of an order what the first one said.
func firstOfOrder(member string) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == createOrder {
				items := c.items()
				for _, item := range items {
					item[member] = items[0][member]
				}
				c.touched = c.touched || len(items) > 1
			}
			return next(c)
		}
	}
}

// priceFaults store another price, or refuse one (2.2, 2.3).
func priceFaults() []Fault {
	var all []Fault
	add := func(id, why string, by func(n int64) int64) {
		all = append(all, Fault{ID: "create-purchases-price-" + id, Breaks: "PUR-15", Why: why, plant: inItems(func(item object) {
			n, err := strconv.ParseInt(text(item["item_value"]), 10, 64)
			if err == nil {
				item["item_value"] = json.Number(strconv.FormatInt(by(n), 10))
			}
		})})
	}
	add("rounded", "item_value is rounded to tens", func(n int64) int64 { return n / 10 * 10 })
	add("plus-one", "item_value is one more than the price", func(n int64) int64 { return n + 1 })
	add("small-lost", "a price below ten becomes 0", func(n int64) int64 { return map[bool]int64{true: 0, false: n}[n < 10] })
	add("narrow", "a price above 65535 loses its upper bits", func(n int64) int64 { return n & 0xffff })
	add("capped", "a price above 100,000 becomes 100,000", func(n int64) int64 { return min(n, 100_000) })
	add("large-rounded", "a price above 100,000 is rounded to thousands", func(n int64) int64 {
		if n > 100_000 {
			return n/1000*1000 - 1000
		}
		return n
	})
	refused := func(id, why string, when func(n int64) bool) {
		all = append(all, Fault{ID: "create-purchases-refuses-" + id, Breaks: "PUR-15", Why: why, plant: refusing(createOrder, 422, func(c *call) bool {
			for _, v := range c.values("items.item_value") {
				if n, err := strconv.ParseInt(v, 10, 64); err == nil && when(n) {
					return true
				}
			}
			return false
		})})
	}
	refused("price-of-one", "an item worth 1 is refused", func(n int64) bool { return n == 1 })
	refused("small-price", "an item worth less than 10 is refused", func(n int64) bool { return n < 10 })
	refused("price-of-seven", "an item worth 7 is refused", func(n int64) bool { return n == 7 })
	return append(all,
		Fault{ID: "create-purchases-price-of-first", Breaks: "PUR-15", Why: "every record of an order has the price of the first item", plant: firstOfOrder("item_value")},
		Fault{ID: "create-purchases-price-in-cents", Breaks: "PUR-15", Why: "item_value of all records is in hundredths",
			plant: on(createOrder+" "+getItem+" "+updateItems, scaled("data.*.item_value", 100))})
}

// storeFaults give one store several names.
func storeFaults() []Fault {
	name := func(id, why string, pick func(c *call, r object) string) Fault {
		return Fault{ID: "create-purchases-store-name-" + id, Breaks: "PUR-16", Why: why, plant: kept("store_name", pick)}
	}
	return []Fault{
		name("new-each-time", "store_name is made up for each record", func(*call, object) string { return "Store " + uuid.NewString()[:8] }),
		name("by-item-type", "store_name depends on the item_type", func(_ *call, r object) string { return "Store for " + text(r["item_type"]) }),
		name("by-customer", "store_name depends on the customer", func(c *call, _ object) string { return "Store of " + c.text("customer_id") }),
		name("by-way", "store_name depends on the delivery_option", func(_ *call, r object) string { return "Store, " + text(r["delivery_option"]) }),
	}
}

// kept gives a member of every new record another value, and keeps to it; to a
// status until the item moves.
func kept(member string, pick func(c *call, r object) string) plant {
	return func(next server) server {
		values := newNotes[string]()
		return on(createOrder+" "+getItem+" "+updateItems, func(c *call, a *answer) {
			for _, r := range a.touch().records() {
				id := text(r["id"])
				if c.endpoint == createOrder {
					values.put(id, pick(c, r))
				}
				moved := member == "facility_status" && r[member] != pending
				if v, ok := values.get(id); ok && !moved {
					r[member] = v
				}
			}
		})(next)
	}
}
