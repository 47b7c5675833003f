package comparison

import (
	"strconv"
)

// mixedUp compares verified cart values with values that they must not be.
type mixedUp struct {
	members  mistaken // cart values that are the phone number, the id number or the OTP
	previous mistaken // cart values that are the total of the order before
	carried  mistaken // cart values that are the total of the last order before they were verified
	before   order
	constant constant
	branches cartBranches
	totals   map[string]bool // the totals of all orders, whoever the customer is
	asked    []askedFor
}

// askedFor is a loan_amount with the verified cart value of its customer.
type askedFor struct{ loan, cart string }

// keepTotal keeps the total of an order.
func (m *mixedUp) keepTotal(total string) {
	if m.totals == nil {
		m.totals = make(map[string]bool)
	}
	if total != "" && len(m.totals) < maxCustomers {
		m.totals[total] = true
	}
}

// areLoansRight reports whether several loan amounts are totals of orders, and no verified cart value is,
// but for those that are equal to the loan.
func (m *mixedUp) areLoansRight() bool {
	right := make(map[string]bool)
	for _, a := range m.asked {
		switch {
		case a.loan == a.cart:
		case m.totals[a.cart]:
			return false
		case m.totals[a.loan]:
			right[a.loan] = true
		}
	}
	return len(right) >= MinSimilarValues
}

// order is the customer and the total of an order.
type order struct{ customer, total string }

// mistaken counts the values of a member that belong somewhere else. One such value may be
// chance. If all values belong there, and there are several, a program mixed them up.
type mistaken struct {
	seen, other int
	changed     int // how many values are neither right nor belong there
	first       int // 1 if the first value is right
	failures    []func()
}

// seeChange reads a value that is neither right nor belongs somewhere else.
func (m *mistaken) seeChange() {
	m.seen++
	m.changed++
}

// see reads one value. isOther says that it belongs somewhere else.
func (m *mistaken) see(isOther bool, fails DeferredFailure) {
	m.seen++
	if !isOther {
		if m.seen == 1 {
			m.first = 1
		}
		return
	}
	m.other++
	if len(m.failures) < maxFailures {
		if state := fails(); state != nil {
			m.failures = append(m.failures, state)
		}
	}
}

// seeCart reads a cart value with the order that follows. It may be the total of an order before, by another
// customer.
func (m *mistaken) seeCart(v verified, before, now order) {
	switch {
	case before.total == "" || before.customer == now.customer:
	case v.value != now.total && v.value != before.total:
		m.seeChange()
	default:
		m.see(v.value != now.total, func() func() { return v.carried })
	}
}

// end states the failures if all of several values, or all but the first, belong somewhere else, and
// reports whether it did. A few others may be changed.
func (m *mistaken) end() bool {
	isRight := m.other+m.changed < m.seen-m.first
	if m.other < MinSimilarValues || isRight || !MayHaveChanged(m.changed, m.other) || m.first > 0 && m.other < MinButFirst {
		return false
	}
	for _, state := range m.failures {
		state()
	}
	return true
}

// constant finds cart values that do not depend on the price of the cart: one value for all orders,
// or the number of their items. Customers who change their carts do not explain that.
type constant struct {
	seen           int
	values, totals map[string]bool // the cart values, and the totals that differ from them
	equal, counts  int             // how many values are the total, or the number of items
	sums           int             // how many values are the total of several items
	failures       []func()
}

// minConstant is the minimum number of orders with different totals for one constant to count,
// and minCounts is the same for the number of items.
const (
	minConstant = 5
	minCounts   = 3
)

// see reads a cart value with the order that follows.
func (c *constant) see(v verified, total string, items int) {
	if c.values == nil {
		c.values, c.totals = make(map[string]bool), make(map[string]bool)
	}
	c.seen++
	if v.value == total {
		c.equal++
		if items > 1 {
			c.sums++
		}
	}
	if v.value == strconv.Itoa(items) {
		c.counts++
	}
	if len(c.values) < maxCustomers {
		c.values[v.value] = true
	}
	if v.value != total && len(c.totals) < maxCustomers {
		c.totals[total] = true
	}
	if v.other != nil && v.value != total && len(c.failures) < maxFailures {
		c.failures = append(c.failures, v.other)
	}
}

// end states the failures, and reports whether it did. By chance, one cart may cost the constant, so
// the totals of the other carts decide. A number of items that is also the total is a right value.
func (c *constant) end() bool {
	isOne := len(c.values) == 1 && len(c.totals) >= minConstant
	isCount := c.equal == 0 && c.counts == c.seen && len(c.values) > 1 && len(c.totals) >= minCounts
	if !isOne && !isCount {
		return false
	}
	for _, state := range c.failures {
		state()
	}
	return true
}
