package partner

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// loanFaults ask for an amount that does not depend on what the customer buys.
func loanFaults() []faults.Fault {
	all := func(id, why string, edit func(*samplepartner.Request)) faults.Fault {
		return faults.Fault{ID: "create-limit/" + id, Breaks: "PCL-11", Why: why, Configure: moreCustomers, EditRequests: always(edit)}
	}
	return []faults.Fault{
		all("loan-is-one-for-all", "every customer asks for 50000, and each has another cart", func(q *samplepartner.Request) {
			otherCarts(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", 50000) })(q)
		}),
		all("loan-is-nothing", "every customer asks for 0, and each has another cart", func(q *samplepartner.Request) {
			otherCarts(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", 0) })(q)
		}),
		all("loan-is-income", "every customer asks for the monthly income", on("create-limit", loanFrom("net_income", "gross_monthly_revenue"))),
		all("loan-is-expenses", "every customer asks for the monthly expenses", on("create-limit", loanFrom("expenses", "average_monthly_expenses"))),
	}
}

// loanFrom asks for an amount of the occupation.
func loanFrom(members ...string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		for _, path := range []string{emp, self} {
			for _, detail := range objects(q.Body, []string{strings.TrimSuffix(path, ".")}) {
				for _, member := range members {
					if amount, there := detail[member]; there {
						put(q, "loan_amount", amount)
					}
				}
			}
		}
	}
}

// otherCarts lets the first customers verify carts that differ.
func otherCarts(q *samplepartner.Request) {
	if isOfFirst(q) {
		put(q, "item_value", fmt.Sprint(15000+digitsOf(q.Body["id_number"])%10))
	}
}

// isOfFirst reports whether a customer verifies an OTP who comes before the passersby.
func isOfFirst(q *samplepartner.Request) bool {
	id, _ := q.Body["id_number"].(string)
	return q.Endpoint == "verify-otp" && strings.HasPrefix(id, "2000000")
}

// loanVariants are stores whose loan amounts have another reason to be alike.
func loanVariants() []faults.Variant {
	return []faults.Variant{
		{ID: "customers/all-but-one-ask-for-one-amount", Why: "the customers may need the same amount", Field: "price", Configure: moreCustomers, EditRequest: func(q *samplepartner.Request) {
			otherCarts(q)
			on("create-limit", func(q *samplepartner.Request) {
				if q.Nth == 4 {
					put(q, "loan_amount", 2100)
				}
			})(q)
		}},
		{ID: "customers/all-finance-the-same-part", Why: "the payment amount may be a part of each cart, up to a bound", Field: "price", Configure: moreCustomers, EditRequest: func(q *samplepartner.Request) {
			otherCarts(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", 100) })(q)
		}},
		{ID: "limit/income-as-large-as-the-cart", Why: "a test may have one amount for everything", Field: "price", EditRequest: func(q *samplepartner.Request) {
			for _, path := range []string{emp + "net_income", self + "gross_monthly_revenue"} {
				if q.Endpoint == "create-limit" && q.Nth <= 3 {
					put(q, path, 45000)
				}
			}
			if isOfFirst(q) {
				put(q, "item_value", "45000")
			}
		}},
	}
}
