package charges

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// A verified cart value may contain carts that were paid before: the program does not set its total back to
// zero (section 4.2).

// pastCarts are the carts before a request.
type pastCarts struct {
	verified string            // the cart value of the last verify
	ordered  map[string]string // the total of each customer's last order, by customer id in lower case
}

// order takes the total of an order.
func (p *pastCarts) order(customer, total string) {
	if len(p.ordered) < requests.MaxKept && customer != "" {
		p.ordered[strings.Clone(customer)] = strings.Clone(total)
	}
}

// endLeftOvers reports orders that begin with items of an order before, which the verified value does not
// contain, and whether there are any.
func (c *Orders) endLeftOvers() bool {
	for _, way := range []struct {
		counts, is func(int) bool
		name, of   string
	}{
		{c.followsAnother, func(i int) bool { return c.orders[i].beginsWithEndOf(c.orders[i-1]) }, "the order before, of another customer", ""},
		{c.isLater, func(i int) bool { return c.orders[i].beginsWithEndOf(c.lastOf(i)) }, "the customer's order before", " with an order before"},
	} {
		is := func(i int) bool { return way.counts(i) && way.is(i) }
		if who := c.most(minOrders, way.counts, is); who != "" {
			c.stateThose(is, func(o order) func(string) { return o.failItems }, "items begins with items of "+way.name+", which are not in the verified cart value, and so for "+who+way.of)
			return true
		}
	}
	return false
}

// lastOf returns the order before of the customer of an order, or no order.
func (c *Orders) lastOf(i int) (last order) {
	for _, o := range c.orders[:i] {
		if o.customer == c.orders[i].customer {
			last = o
		}
	}
	return last
}

// beginsWithEndOf reports whether an order begins with the last items of another one, and the customer
// verified what follows.
func (o order) beginsWithEndOf(before order) bool {
	const most = 50 // items that remain; an order may have thousands, and each more costs a sum of all
	for n := 1; n <= min(len(o.texts)-1, len(before.texts), most); n++ {
		isEnd := slices.Equal(o.texts[:n], before.texts[len(before.texts)-n:])
		if isEnd && len(o.prices) == len(o.texts) && comparison.Total(o.prices[n:]) == o.value {
			return true
		}
	}
	return false
}

// endPast reports cart values that contain carts before, and whether there are any.
func (c *Orders) endPast() bool {
	for _, way := range []struct {
		name       string
		counts, is func(int) bool
		least      int    // the number of customers
		of         string // whose orders
	}{
		{"the total of all orders so far, and not that of the order that follows", every, c.isRunningTotal, MinCarts, ""},
		{"the cart value of the verify before and the total of the order that follows together", every, c.isGrown, MinCarts, ""},
		{"the total of the customer's order before, or contains it", c.isLater, c.isEarlier, minOrders, " with an order before"},
	} {
		who := c.most(way.least, way.counts, way.is)
		if who == "" {
			continue
		}
		c.areValuesOther = true
		c.stateThose(way.is, func(o order) func(string) { return o.fail }, "item_value is "+way.name+", and so for "+who+way.of)
		return true
	}
	return false
}

// isRunningTotal reports whether a verified value is the total of its order and all orders before.
func (c *Orders) isRunningTotal(i int) bool {
	return i < len(c.running) && c.orders[i].value == c.running[i]
}

// isGrown reports whether a verified value is the one before and the total of its order.
func (c *Orders) isGrown(i int) bool {
	o := c.orders[i]
	return o.before != "" && o.value == comparison.Total([]string{o.before, o.total})
}

// isLater reports whether the customer of an order had ordered before.
func (c *Orders) isLater(i int) bool { return c.orders[i].earlier != "" }

// isEarlier reports whether a verified value is, or contains, the total of the customer's order before.
func (c *Orders) isEarlier(i int) bool {
	o := c.orders[i]
	return o.value != o.total && (o.value == o.earlier || o.value == comparison.Total([]string{o.earlier, o.total}))
}
