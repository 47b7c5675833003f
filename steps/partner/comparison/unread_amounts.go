package comparison

import (
	"github.com/credit-partner/assay/internal/spec"
)

// unreadAmounts are the comparisons of amounts that could not be made, because a request hides an amount
// or its customer.
type unreadAmounts struct {
	asks      int                // how many loan amounts there are, with those that cannot be compared
	verifies  int                // how many cart values there are, with those that cannot be compared
	values    Comparisons        // of verified cart values with orders
	customers Comparisons        // of the customers of orders with those of cart values
	loans     Comparisons        // of loan amounts with verified cart values
	units     Comparisons        // of loan amounts with cart values that no order shows to be right
	returned  map[string]*Hidden // the faults of limit requests that cannot be read, by the customer id in the answer
}

// UnreadCustomer takes the customer id in the answer to a limit request that cannot be read. The service
// does not know whom it answers.
func (c *Carts) UnreadCustomer(customer string, hidden *Hidden) {
	if customer == "" || hidden == nil || len(c.unread.returned) >= maxCustomers {
		return
	}
	if c.unread.returned == nil {
		c.unread.returned = make(map[string]*Hidden)
	}
	c.unread.returned[lower(customer)] = hidden
}

// isOfNobody reports whether the id of a customer comes from the answer to a limit request that cannot
// be read alone. Then no order shows whether it has the right customer.
func (c *Carts) isOfNobody(customer string) bool {
	hidden := c.unread.returned[customer]
	if hidden == nil || len(c.foreign.carts[customer]) > 0 {
		return false
	}
	c.unread.customers.Miss(spec.CreateLimit, hidden, spec.CreatePurchases, "customer_id")
	c.unread.values.Miss(spec.CreateLimit, hidden, spec.VerifyOTP, "item_value")
	return true
}

// UnreadVerify takes a verify OTP request without a readable cart value or customer. nil says that
// no fault is the reason.
func (c *Carts) UnreadVerify(hidden *Hidden) {
	if hidden == nil {
		return
	}
	c.unread.values.Miss(spec.VerifyOTP, hidden, spec.VerifyOTP, "item_value")
	c.unread.customers.Miss(spec.VerifyOTP, hidden, spec.CreatePurchases, "customer_id")
	c.unread.loans.Miss(spec.VerifyOTP, hidden, spec.CreateLimit, "loan_amount")
}

// UnreadLoan takes a limit request without a readable loan amount or customer.
func (c *Carts) UnreadLoan(hidden *Hidden) {
	if hidden != nil {
		c.unread.loans.Miss(spec.CreateLimit, hidden, spec.CreateLimit, "loan_amount")
	}
}

// UnreadOrder takes an order without a readable total or customer.
func (c *Carts) UnreadOrder(hidden *Hidden) {
	if hidden != nil {
		c.unread.values.Miss(spec.CreatePurchases, hidden, spec.VerifyOTP, "item_value")
		c.unread.customers.Miss(spec.CreatePurchases, hidden, spec.CreatePurchases, "customer_id")
		c.unread.units.Miss(spec.CreatePurchases, hidden, spec.CreateLimit, "loan_amount")
	}
}

// isCartUnknown reports whether no order shows that a cart value is right, because orders are not
// readable. The order of one item does not show whether the value of a cart is that of its items.
func (c *Carts) isCartUnknown() bool {
	return c.mixedUp.constant.sums == 0 && c.unread.values.Count > 0 && c.unread.values.Count+c.values.seen >= MinSimilarValues
}

// block blocks what the amounts do not decide: with the comparisons that could not be made, enough
// amounts might differ.
func (c *Carts) block() {
	if c.isCartUnknown() {
		c.unread.values.Block()
	}
	if c.loans.fits() == 0 && c.unread.loans.Count+c.loans.seen >= MinSimilarValues {
		c.unread.loans.Block()
	}
	if c.unread.customers.Count+len(c.foreign.placed) >= MinSimilarValues && c.unread.customers.Count >= c.foreign.own {
		c.unread.customers.Block()
	}
}
