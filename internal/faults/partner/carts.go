package partner

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// cartFaults mix up what customers verify and what they order. Several requests can look wrong then, and
// only the wrong one must be named.
func cartFaults() []faults.Fault {
	var all []faults.Fault
	for id, configure := range map[string]func(*samplepartner.Store){"": moreCustomers, "-of-returning-customers": returningCustomers, "-of-two-customers": twoCustomers} {
		all = append(all,
			faults.Fault{ID: "verify-otp/total-of-the-order-before" + id, Breaks: "PVO-07", Why: "every cart value is the total of the order before", Configure: configure, EditRequests: verifiesOrderBefore},
			faults.Fault{ID: "create-purchases/items-of-the-order-before" + id, Breaks: "PCP-08", Why: "every order has the items of the order before", Configure: configure, EditRequests: itemsBefore},
			faults.Fault{ID: "create-purchases/prices-are-the-total" + id, Breaks: "PCP-15", Why: "every price is the total of the order", Configure: configure, EditRequests: always(on("create-purchases", pricesAreTotal))},
		)
	}
	return append(all, ofNewCustomers()...)
}

// ofNewCustomers are faults of the branch for new customers: those who come back verify right carts.
func ofNewCustomers() []faults.Fault {
	plant := func(id, why string, value func(q *samplepartner.Request) any) faults.Fault {
		return faults.Fault{ID: "verify-otp/" + id + "-of-new-customers", Breaks: "PVO-07", Why: why, Configure: func(s *samplepartner.Store) {
			moreCustomers(s)
			s.VerifyEach = true
		}, EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			if slices.ContainsFunc(samplepartner.Passersby, func(p samplepartner.Person) bool { return q.Body["id_number"] == p.IDNumber }) {
				put(q, "item_value", value(q))
			}
		}))}
	}
	return []faults.Fault{
		plant("cart-in-cents", "the cart value of every new customer is 100 times the order", func(q *samplepartner.Request) any { return fmt.Sprint(q.Body["item_value"], "00") }),
		plant("cart-is-id", "the cart value of every new customer is the id number", func(q *samplepartner.Request) any { return q.Body["id_number"] }),
		plant("one-cart", "the cart value of every new customer is one amount", func(*samplepartner.Request) any { return "7777" }),
	}
}

// returningCustomers serves five more customers, who come and buy twice.
func returningCustomers(s *samplepartner.Store) {
	s.More = slices.Concat(samplepartner.Passersby, samplepartner.Passersby)
}

// twoCustomers serves five more customers, two of whom come again and buy in turn.
func twoCustomers(s *samplepartner.Store) {
	s.More = slices.Concat(samplepartner.Passersby, slices.Repeat(samplepartner.Passersby[:2], 4))
}

// verifiesOrderBefore verifies the total of the last order, if there is one.
func verifiesOrderBefore() func(*samplepartner.Request) {
	total := 0
	return func(q *samplepartner.Request) {
		switch {
		case q.Endpoint == "create-purchases":
			total = totalOf(q)
		case q.Endpoint == "verify-otp" && total > 0:
			put(q, "item_value", fmt.Sprint(total))
		}
	}
}

// itemsBefore sends the items of the order before, if there is one.
func itemsBefore() func(*samplepartner.Request) {
	var before any
	return on("create-purchases", func(q *samplepartner.Request) {
		now := q.Body["items"]
		if before != nil {
			q.Body["items"] = before
		}
		before = now
	})
}

// pricesAreTotal gives every item the total of its order as its price. The items of most orders are
// different articles, and those of some are pieces of one.
func pricesAreTotal(q *samplepartner.Request) {
	const pieces = 5 // every fifth order
	total := totalOf(q)
	if total == 0 { // another fault has prices that are no numbers
		return
	}
	put(q, "items.#.item_value", total)
	for n, item := range objects(q.Body, []string{"items", "#"}) {
		if q.Nth%pieces != 0 {
			item["item_code"] = fmt.Sprint(item["item_code"], "/", n)
		}
	}
}
