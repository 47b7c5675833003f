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
	return all
}

// habits are legal habits of a store: no order has the total that was verified (4.2 does not say whether a
// discount or a fee belongs to the cart).
var habits = map[string]func(*samplepartner.Request){
	"discounted":      on("verify-otp", discounted),
	"with-a-fee-item": on("create-purchases", addsFeeItem),
	"with-one-cart":   oneCart,
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
