package sequences

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/steps/partner/comparison"
)

// Most ways in which a cart value differs from the order may be a customer who changed the cart, so all
// orders, or all of one kind, must show them. Some ways no customer brings about: a few orders are enough.

// sureWay is a way in which no customer changes a cart.
type sureWay struct {
	name string
	is   func(c *ordersAfterVerify, i int) bool
}

var sureWays = []sureWay{
	{"the number of its items", func(c *ordersAfterVerify, i int) bool {
		o := c.orders[i]
		return o.value == strconv.Itoa(len(o.prices)) && o.isFarAbove()
	}},
	{"0", func(c *ordersAfterVerify, i int) bool { return strings.Trim(c.orders[i].value, "0") == "" }},
	{"its total with zeros added or left out", func(c *ordersAfterVerify, i int) bool {
		o := c.orders[i]
		return strings.TrimRight(o.value, "0") == strings.TrimRight(o.total, "0") && len(strings.TrimRight(o.total, "0")) > 1
	}},
	{"its total in 16 bits", func(c *ordersAfterVerify, i int) bool { return c.orders[i].isInBits(16) }},
	{"the total of the order before, of another customer", func(c *ordersAfterVerify, i int) bool {
		return i > 0 && !c.orders[i].isAfterUnknown && c.orders[i-1].customer != c.orders[i].customer && c.orders[i].value == c.orders[i-1].total
	}},
	{"its prices, one after the other", func(c *ordersAfterVerify, i int) bool {
		return len(c.orders[i].prices) > 1 && strings.Join(c.orders[i].prices, "") == c.orders[i].value
	}},
	{"its order_id", func(c *ordersAfterVerify, i int) bool { return c.orders[i].id == c.orders[i].value }},
	{"the time of the request", func(c *ordersAfterVerify, i int) bool { return c.orders[i].isTime }},
}

// isInBits reports whether the verified value is the total in an integer of some bits, which is too small for it.
func (o chargedOrder) isInBits(bits uint) bool {
	value, ok := new(big.Int).SetString(o.value, 10)
	total, isTotal := new(big.Int).SetString(o.total, 10)
	size := new(big.Int).Lsh(big.NewInt(1), bits)
	return ok && isTotal && total.Cmp(size) >= 0 && value.Cmp(total.Mod(total, size)) == 0
}

// endSure reports cart values that are no cart, though others are right, and whether there are any.
func (c *ordersAfterVerify) endSure() bool {
	for _, way := range sureWays {
		is := func(i int) bool { return way.is(c, i) }
		if c.areEnough(is) {
			c.stateThose(is, func(o chargedOrder) func(string) { return o.fail }, "item_value is not the total of the order that follows, but "+way.name+", and so for several customers")
			return true
		}
	}
	return false
}

// areEnough reports whether enough customers and amounts differ in one way, and not more in others.
func (c *ordersAfterVerify) areEnough(is func(int) bool) bool {
	customers, amounts, others := make(map[string]bool), make(map[string]bool), 0
	for i, o := range c.orders {
		switch {
		case o.value == o.total || o.hasNegativePrice():
		case is(i):
			customers[o.customer], amounts[o.value+" "+o.total] = true, true
		default:
			others++
		}
	}
	return len(customers) >= minCarts && len(amounts) >= minOrders && others <= len(customers)
}

// partWays are values of which a customer who adds something after the verify has one by chance.
var partWays = []orderWay{
	{name: "the total without the last item of the order that follows", is: func(o chargedOrder) bool {
		return len(o.prices) > 1 && comparison.Total(o.prices[:len(o.prices)-1]) == o.value
	}},
	{name: "the total of the first two items of the order that follows", is: func(o chargedOrder) bool {
		return len(o.prices) > 2 && comparison.Total(o.prices[:2]) == o.value
	}},
	{name: "the average price of the order that follows", is: chargedOrder.isAverage},
}

// isAverage reports whether the verified value is the average price of several items, also rounded.
func (o chargedOrder) isAverage() bool {
	each, n := o.amounts(), float64(len(o.prices))
	return each != nil && n > 1 && each.value > each.total/n-1 && each.value < each.total/n+1
}

// endTraits reports cart values that all orders of one kind, or all customers with one trait, have wrong in
// one way, while others are right, and whether there are any.
func (c *ordersAfterVerify) endTraits() bool {
	for _, trait := range c.traitsOfOrders() {
		in := func(i int) bool { return c.orders[i].has(trait) }
		if c.rightOutside(in) < minCarts {
			continue
		}
		for n, way := range slices.Concat(valueWays, partWays) {
			isPart := n >= len(valueWays) // of several items
			counts := func(i int) bool { return in(i) && (!isPart || len(c.orders[i].prices) > 1) }
			is := func(i int) bool { return counts(i) && way.is(c.orders[i]) }
			if !c.all(minCarts, counts, is) {
				continue
			}
			c.stateThose(is, func(o chargedOrder) func(string) { return o.fail }, "item_value is "+way.name+" and not its total, and so for all orders "+trait)
			return true
		}
	}
	return false
}

// traitsOfOrders returns the traits of all orders, sorted.
func (c *ordersAfterVerify) traitsOfOrders() []string {
	all := make(map[string]bool)
	for _, o := range c.orders {
		for _, trait := range o.traits {
			all["of customers "+trait] = true
		}
		if len(o.prices) > 1 {
			all[sizeOf(len(o.prices))] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// has reports whether an order has a trait.
func (o chargedOrder) has(trait string) bool {
	of, isCustomers := strings.CutPrefix(trait, "of customers ")
	return isCustomers && slices.Contains(o.traits, of) || !isCustomers && trait == sizeOf(len(o.prices))
}

// rightOutside counts the right orders that are not in a group.
func (c *ordersAfterVerify) rightOutside(in func(int) bool) (right int) {
	for i, o := range c.orders {
		if !in(i) && o.value == o.total {
			right++
		}
	}
	return right
}
