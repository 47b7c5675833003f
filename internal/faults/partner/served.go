package partner

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// hiddenBuyerFaults order for the wrong customer. In addition, no order has the total that its customer
// verified, so the amounts do not show whose order it is.
func hiddenBuyerFaults() []faults.Fault {
	var all []faults.Fault
	for habit, also := range habits {
		all = append(all,
			faults.Fault{ID: "create-purchases/customer-of-the-first-order-" + habit, Breaks: "PCP-06", Why: "every order is for the customer of the first one", Configure: moreCustomers, EditRequests: with(also, ofTheFirst)},
			faults.Fault{ID: "create-purchases/customer-of-the-order-before-" + habit, Breaks: "PCP-06", Why: "every order is for the customer of the order before", Configure: moreCustomers, EditRequests: with(also, lagging("create-purchases", "customer_id"))},
		)
	}
	for habit, also := range map[string]func(*samplepartner.Request){"discounted": on("verify-otp", discounted), "with-a-verified-fee": on("verify-otp", verifiesFee)} {
		all = append(all,
			faults.Fault{ID: "create-purchases/first-cart-for-all-" + habit, Breaks: "PCP-08", Why: "every order is the cart of the first customer", Configure: moreCustomers, EditRequests: with(also, firstCart)},
			faults.Fault{ID: "create-purchases/cart-is-never-emptied-" + habit, Breaks: "PCP-08", Why: "every order has the items of all orders before too", Configure: moreCustomers, EditRequests: with(also, neverEmptied)},
		)
	}
	return all
}

// verifiesFee verifies the cart and a fee for its delivery.
func verifiesFee(q *samplepartner.Request) {
	put(q, "item_value", fmt.Sprint(digitsOf(q.Body["item_value"])+300))
}

// firstCart orders the items of the first order each time.
func firstCart() func(*samplepartner.Request) {
	var first any
	return on("create-purchases", func(q *samplepartner.Request) {
		if first == nil {
			first = faults.DeepCopy(q.Body["items"])
		}
		q.Body["items"] = faults.DeepCopy(first) // the items of one order may be edited further
	})
}

// neverEmptied orders the items of all orders before too.
func neverEmptied() func(*samplepartner.Request) {
	var all []any
	return on("create-purchases", func(q *samplepartner.Request) {
		items, _ := q.Body["items"].([]any)
		for _, item := range items {
			all = append(all, faults.DeepCopy(item))
		}
		q.Body["items"] = faults.DeepCopy(all)
	})
}

// habits are legal habits of a store: no order has the total that was verified (4.2 does not say whether a
// discount or a fee belongs to the cart).
var habits = map[string]func(*samplepartner.Request){
	"discounted":                    on("verify-otp", discounted),
	"with-a-fee-item":               on("create-purchases", addsFeeItem),
	"with-one-cart":                 oneCart,
	"with-one-thing-and-a-fee-item": oneThingAndAFee,
}

// oneThingAndAFee lets every customer buy one thing, and verify its price without that of the delivery.
func oneThingAndAFee(q *samplepartner.Request) {
	id, _ := q.Body["id_number"].(string)
	items, _ := q.Body["items"].([]any)
	switch {
	case q.Endpoint == "verify-otp" && strings.HasPrefix(id, "2000001"):
		put(q, "item_value", fmt.Sprint(2100+10*(digitsOf(id)%10-1)))
	case q.Endpoint == "create-purchases" && len(items) > 0:
		q.Body["items"] = items[:1]
		addsFeeItem(q)
	}
}

// discounted verifies a tenth less than the cart costs.
func discounted(q *samplepartner.Request) {
	put(q, "item_value", fmt.Sprint(digitsOf(q.Body["item_value"])*9/10))
}

// addsFeeItem has the delivery as an item, of which the customer verified nothing.
func addsFeeItem(q *samplepartner.Request) {
	items, _ := q.Body["items"].([]any)
	if len(items) == 0 {
		return
	}
	first, _ := items[0].(map[string]any)
	fee := maps.Clone(first)
	if fee == nil {
		return
	}
	fee["item_type"], fee["item_code"], fee["item_description"], fee["item_value"] = "other", "DELIVERY", "The delivery", 300
	q.Body["items"] = append(slices.Clone(items), fee)
}

// oneCart lets every passerby buy the same chair.
func oneCart(q *samplepartner.Request) {
	const before = 2 // orders before the first passerby
	id, _ := q.Body["id_number"].(string)
	items, _ := q.Body["items"].([]any)
	switch {
	case q.Endpoint == "verify-otp" && strings.HasPrefix(id, "2000001"):
		put(q, "item_value", "2100")
	case q.Endpoint == "create-purchases" && q.Nth > before && len(items) > 0:
		put(q, "items.#.item_code", "S-0")
		put(q, "items.#.item_value", 2100)
		q.Body["items"] = items[:1]
	}
}

// with returns the edits of a habit and of a fault.
func with(also func(*samplepartner.Request), fault func() func(*samplepartner.Request)) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		edit := fault()
		return func(q *samplepartner.Request) {
			edit(q)
			also(q)
		}
	}
}

// ofTheFirst orders everything for the customer of the first order.
func ofTheFirst() func(*samplepartner.Request) {
	var first any
	return on("create-purchases", func(q *samplepartner.Request) {
		if first == nil {
			first = q.Body["customer_id"]
		}
		put(q, "customer_id", first)
	})
}

// servedVariants are stores that serve their customers in another order, or for other amounts.
func servedVariants() []faults.Variant {
	var all []faults.Variant
	for habit, also := range habits {
		all = append(all, faults.Variant{ID: "customers/" + habit, Why: "4.2 does not say what belongs to the cart value", Field: "price", Configure: moreCustomers, EditRequest: also})
	}
	return append(all,
		faults.Variant{ID: "customers/one-thing-more-each-time", Why: "a test may let each customer buy one thing more than the one before", Field: "price", Configure: moreCustomers, EditRequest: oneThingMore},
		faults.Variant{ID: "customers/one-cart-to-several-places", Why: "the verified value may have a fee for the delivery, and so differ", Field: "price", Configure: moreCustomers, EditRequest: func(q *samplepartner.Request) {
			oneCart(q)
			on("verify-otp", func(q *samplepartner.Request) {
				if id := digitsOf(q.Body["id_number"]); id > 20000010 {
					put(q, "item_value", fmt.Sprint(digitsOf(q.Body["item_value"])+50*(id%10)))
				}
			})(q)
		}},
		faults.Variant{ID: "customers/orders-one-customer-late", Why: "two sessions run at the same time", Field: "order", Configure: func(s *samplepartner.Store) {
			moreCustomers(s)
			editFirst(s, laterBy(1))
		}},
		faults.Variant{ID: "customers/orders-at-the-end", Why: "the orders may follow when all customers are served", Field: "order", Configure: func(s *samplepartner.Store) {
			moreCustomers(s)
			editFirst(s, laterBy(len(samplepartner.Passersby)))
		}},
	)
}

// oneThingMore lets the nth passerby buy n things, and verify a tenth less than they cost.
func oneThingMore(q *samplepartner.Request) {
	const before, price = 2, 1000 // orders before the first passerby
	id, _ := q.Body["id_number"].(string)
	items, _ := q.Body["items"].([]any)
	switch {
	case q.Endpoint == "verify-otp" && strings.HasPrefix(id, "2000001"):
		n := digitsOf(id) % 10
		put(q, "item_value", fmt.Sprint(price*n*(n+1)/2*9/10))
	case q.Endpoint == "create-purchases" && q.Nth > before && len(items) > 0:
		first, _ := items[0].(map[string]any)
		var things []any
		for n := 1; n <= q.Nth-before; n++ {
			thing := maps.Clone(first)
			thing["item_code"], thing["item_description"], thing["item_value"] = fmt.Sprint("T-", n), fmt.Sprint("Thing ", n), price*n
			things = append(things, thing)
		}
		q.Body["items"] = things
	}
}

// editFirst adds an edit that keeps something of one run of a store, after its other edits.
func editFirst(s *samplepartner.Store, edit func(*samplepartner.Request)) {
	other := s.EditRequest
	s.EditRequest = func(q *samplepartner.Request) {
		if other != nil {
			other(q)
		}
		edit(q)
	}
}

// laterBy sends the order of each passerby when this number of others came, or at the end.
func laterBy(n int) func(*samplepartner.Request) {
	const before = 2 // orders before the first passerby
	var held []*samplepartner.Request
	return on("create-purchases", func(q *samplepartner.Request) {
		if q.Nth <= before {
			return
		}
		held = append(held, q.Copy())
		if q.Nth == before+len(samplepartner.Passersby) {
			q.Body = held[0].Body
			q.After = append(q.After, held[1:]...)
			return
		}
		if q.Skip = len(held) <= n; !q.Skip {
			q.Body, held = held[0].Body, held[1:]
		}
	})
}
