package charges

import (
	"slices"

	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// The orders may be those of other customers, though each customer verified a cart value.

// endCarts reports orders with the carts of other customers, and whether there are any.
func (c *Orders) endCarts() bool {
	way, who := c.cartWay()
	if who != "" {
		is := func(i int) bool { return c.followsAnother(i) && way.is(c, i) }
		c.stateThose(is, func(o order) func(string) { return o.failItems }, "items is "+way.name+", and so for "+who)
	}
	return who != ""
}

// cartWay returns the way in which the orders have the carts of other customers, and for whom.
func (c *Orders) cartWay() (way cartWay, who string) {
	for _, way := range cartWays {
		if who := c.most(minOrders, c.followsAnother, func(i int) bool { return way.is(c, i) }); who != "" {
			return way, who
		}
	}
	return cartWay{}, ""
}

// cartWay is a way in which an order has the cart of another customer.
type cartWay struct {
	name string
	is   func(c *Orders, i int) bool
}

// cartWays are the carts of other customers that an order may contain.
var cartWays = []cartWay{
	{"the cart of the customer before", func(c *Orders, i int) bool {
		return c.orders[i].total == c.orders[i-1].value && c.orders[i].total != c.orders[i].value
	}},
	{"the cart of the customer before, and that of the customer", func(c *Orders, i int) bool {
		return c.orders[i].total == comparison.Total([]string{c.orders[i-1].value, c.orders[i].value})
	}},
	{"the carts of customers before, and not that of the customer", (*Orders).isOfOthers},
	{"the cart of the first customer, and not that of the customer", func(c *Orders, i int) bool {
		return c.orders[i].total == c.orders[0].value && c.orders[i].total != c.orders[i].value
	}},
	{"the carts of all customers before, and that of the customer", func(c *Orders, i int) bool {
		var all []string
		for _, o := range c.orders[:i+1] {
			all = append(all, o.value)
		}
		return i < requests.MaxFails && c.orders[i].total == comparison.Total(all)
	}},
}

// isOfOthers reports whether an order has the total of one or several of the last cart values of other
// customers together, and not that of its own customer.
func (c *Orders) isOfOthers(i int) bool {
	const most = 3
	o, sums := c.orders[i], []string{"0"}
	for _, before := range c.orders[max(0, i-most):i] {
		for _, sum := range slices.Clone(sums) {
			sums = append(sums, comparison.Total([]string{sum, before.value}))
		}
	}
	return o.total != o.value && slices.Contains(sums[1:], o.total)
}

// followsAnother reports whether the order before is from another customer. If it cannot be compared, only
// a right order counts.
func (c *Orders) followsAnother(i int) bool {
	o := c.orders[i]
	return i > 0 && c.orders[i-1].customer != o.customer && (!o.isAfterUnknown || o.value == o.total)
}
