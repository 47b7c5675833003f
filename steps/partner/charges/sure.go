package charges

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// Most ways in which a cart value differs from the order may be a customer who changed the cart, so all
// orders, or all of one kind, must show them. Some ways no customer brings about: a few orders are enough.

// sureWay is a way in which no customer changes a cart.
type sureWay struct {
	name string
	is   func(c *Orders, i int) bool
}

// sureWays are those beside the ones in valueWays.
var sureWays = []sureWay{
	{"the number of its items", func(c *Orders, i int) bool {
		o := c.orders[i]
		return o.value == strconv.Itoa(len(o.prices)) && o.isFarAbove()
	}},
	{"0", func(c *Orders, i int) bool { return strings.Trim(c.orders[i].value, "0") == "" }},
	{"its total with zeros added or left out", func(c *Orders, i int) bool {
		o := c.orders[i]
		return strings.TrimRight(o.value, "0") == strings.TrimRight(o.total, "0") && len(strings.TrimRight(o.total, "0")) > 1
	}},
	{"its total in 16 bits", func(c *Orders, i int) bool { return c.orders[i].isInBits(16) }},
	{"the total of the order before, of another customer", func(c *Orders, i int) bool {
		return i > 0 && !c.orders[i].isAfterUnknown && c.orders[i-1].customer != c.orders[i].customer && c.orders[i].value == c.orders[i-1].total
	}},
}

// isInBits reports whether the verified value is the total in an integer of some bits, which is too small for it.
func (o order) isInBits(bits uint) bool {
	value, ok := new(big.Int).SetString(o.value, 10)
	total, isTotal := new(big.Int).SetString(o.total, 10)
	size := new(big.Int).Lsh(big.NewInt(1), bits)
	return ok && isTotal && total.Cmp(size) >= 0 && value.Cmp(total.Mod(total, size)) == 0
}

// endSure reports cart values that are no cart, though others are right, and whether there are any.
func (c *Orders) endSure() bool {
	ways := slices.Clone(sureWays)
	for _, way := range valueWays {
		if way.isSure {
			ways = append(ways, sureWay{way.name, func(c *Orders, i int) bool { return way.is(c.orders[i]) }})
		}
	}
	for _, way := range ways {
		is := func(i int) bool { return way.is(c, i) }
		if c.areEnough(is) {
			c.stateThose(is, func(o order) func(string) { return o.fail }, "item_value is not the total of the order that follows, but "+way.name+", and so for several customers")
			return true
		}
	}
	return false
}

// areEnough reports whether enough customers and amounts differ in one way, and not more in others.
func (c *Orders) areEnough(is func(int) bool) bool {
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
	return len(customers) >= MinCarts && len(amounts) >= minOrders && others <= len(customers)
}

// partWays are values of which a customer who adds something after the verify has one by chance.
var partWays = []orderWay{
	{name: "the total without the last item of the order that follows", is: func(o order) bool {
		return len(o.prices) > 1 && comparison.Total(o.prices[:len(o.prices)-1]) == o.value
	}},
	{name: "the total of the first two items of the order that follows", is: func(o order) bool {
		return len(o.prices) > 2 && comparison.Total(o.prices[:2]) == o.value
	}},
	{name: "the average price of the order that follows", is: order.isAverage},
}

// isAverage reports whether the verified value is the average price of several items, also rounded.
func (o order) isAverage() bool {
	each, n := o.amounts(), float64(len(o.prices))
	return each != nil && n > 1 && each.value > each.total/n-1 && each.value < each.total/n+1
}

// endTraits reports cart values that all orders of one kind, or all customers with one trait, have wrong in
// one way, while others are right, and whether there are any.
func (c *Orders) endTraits() bool {
	with := c.ordersByTrait()
	for _, trait := range slices.Sorted(maps.Keys(with)) {
		in := func(i int) bool { return with[trait][i] }
		if c.rightOutside(in) < MinCarts {
			continue
		}
		for n, way := range slices.Concat(valueWays, partWays) {
			isPart := n >= len(valueWays) // of several items
			counts := func(i int) bool { return in(i) && (!isPart || len(c.orders[i].prices) > 1) }
			is := func(i int) bool { return counts(i) && way.is(c.orders[i]) }
			if !c.all(MinCarts, counts, is) {
				continue
			}
			c.stateThose(is, func(o order) func(string) { return o.fail }, "item_value is "+way.name+" and not its total, and so for all orders "+trait)
			return true
		}
	}
	return false
}

// ordersByTrait returns the orders with each trait: of their customers, and of the orders themselves.
func (c *Orders) ordersByTrait() map[string]map[int]bool {
	with := make(map[string]map[int]bool)
	for i, o := range c.orders {
		var traits []string
		for _, trait := range o.traits {
			traits = append(traits, "of customers "+trait)
		}
		if len(o.prices) > 1 {
			traits = append(traits, requests.SizeOf(len(o.prices)))
		}
		for _, trait := range traits {
			if with[trait] == nil {
				with[trait] = make(map[int]bool)
			}
			with[trait][i] = true
		}
	}
	return with
}

// rightOutside counts the right orders that are not in a group.
func (c *Orders) rightOutside(in func(int) bool) (right int) {
	for i, o := range c.orders {
		if !in(i) && o.value == o.total {
			right++
		}
	}
	return right
}
