package charges

import (
	"math"
	"slices"
	"strconv"
)

// The items of the orders show a cart that is not emptied, and the cart of another customer, even if a fee
// or a discount hides it from the totals (sections 2.1 and 4.2).

// minGrowing is how many orders in a row must contain each other.
const minGrowing = 4

// endItems reports orders with the items of other customers, and whether there are any.
func (c *Orders) endItems() bool {
	failItems := func(o order) func(string) { return o.failItems }
	if growing := c.orders.growing(); len(growing) > 0 {
		those := Orders{orders: growing}
		those.state(failItems, "items is all items of the order before, and so for several customers: the cart is not emptied")
		return true
	}
	if carried := c.orders.carrying(); len(carried) > 0 {
		those := Orders{orders: carried}
		those.state(failItems, "items is the cart of the customer before, and that of the customer, and so for several customers: the verified cart value is one share of the rest of each order, and of no whole order")
		return true
	}
	if several := c.orders.withCartBefore(); len(several) > 0 {
		those := Orders{orders: several}
		those.state(failItems, "items has all items of the order before, of another customer, and the verified cart value is the total of the others, and so for several customers")
		return true
	}
	if c.orders.isOneCart() {
		c.state(failItems, "items is one and the same cart for all customers, and they verified different cart values")
		return true
	}
	return false
}

// endParts reports orders of which one part explains why the total is not the verified value, and whether
// there are any.
func (c *Orders) endParts() bool {
	for _, part := range partsOfOrders {
		for _, factor := range []float64{100, 0.01} {
			if c.all(minOrders, c.isSeveral, func(i int) bool { return c.orders[i].isIn(factor, part.of) }) {
				c.state(func(o order) func(string) { return o.failSecond }, "item_value of "+part.name+" is in another unit, as the verified cart value shows, and so for all customers with several items")
				return true
			}
		}
	}
	for _, of := range []struct {
		who    string
		counts func(int) bool
	}{{"all customers", every}, {"all customers with two equal items", c.repeatsOne}} {
		if c.all(minOrders, of.counts, func(i int) bool { return c.orders[i].hasOneTwice() }) {
			c.stateThose(of.counts, func(o order) func(string) { return o.failItems }, "items has an item twice that is once in the verified cart value, and so for "+of.who)
			return true
		}
	}
	return false
}

// partsOfOrders are the items of an order with several items whose prices may be in another unit.
var partsOfOrders = []struct {
	name string
	of   func(prices []string) []string
}{
	{"every item after the first one", func(prices []string) []string { return prices[1:] }},
	{"every second item", func(prices []string) []string { return prices[1:2] }},
	{"every last item", func(prices []string) []string { return prices[len(prices)-1:] }},
}

// isIn reports whether the verified value is the total if the prices of a part of the order are multiplied
// by a factor. A program may have cut what is less than the unit.
func (o order) isIn(factor float64, part func(prices []string) []string) bool {
	each := o.amounts()
	if each == nil || len(o.prices) < 2 {
		return false
	}
	of, cut := 0.0, 0.5
	for _, text := range part(o.prices) {
		price, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return false
		}
		of += price
		cut = max(cut, cut+factor)
	}
	return of > 0 && math.Abs(each.total-of+factor*of-each.value) < cut
}

// repeatsOne reports whether an order has two equal items.
func (c *Orders) repeatsOne(i int) bool {
	texts := slices.Sorted(slices.Values(c.orders[i].texts))
	return len(slices.Compact(texts)) < len(c.orders[i].texts)
}

// hasOneTwice reports whether the verified value is the total without one of two equal items.
func (o order) hasOneTwice() bool {
	each := o.amounts()
	if each == nil || len(o.texts) != len(o.prices) {
		return false
	}
	for i, text := range o.texts {
		price, err := strconv.ParseFloat(o.prices[i], 64)
		if err == nil && price > 0 && slices.Contains(o.texts[:i], text) && each.value == each.total-price {
			return true
		}
	}
	return false
}

// endDoubled reports orders that all have every item twice, and whether there are any. If each
// cart value is the price of one piece, that is the fault.
func (c *Orders) endDoubled() bool {
	is := func(i int) bool { return c.orders[i].isDoubled() }
	who := c.most(minOrders, every, is)
	if who == "" || !slices.ContainsFunc(c.orders, func(o order) bool { return len(o.prices) > 0 && o.prices[0] != o.value }) {
		return false
	}
	c.stateThose(is, func(o order) func(string) { return o.failItems }, "items has every item of the cart twice, and so for "+who)
	return true
}

// isDoubled reports whether the verified value is a half of the order, and every item is there twice.
func (o order) isDoubled() bool {
	each := o.amounts()
	if each == nil || len(o.texts) == 0 || each.total != 2*each.value {
		return false
	}
	pieces := make(map[string]int)
	for _, text := range o.texts {
		pieces[text]++
	}
	for _, n := range pieces {
		if n%2 != 0 {
			return false
		}
	}
	return true
}

// growing returns orders in a row that each have all items of the one before, and more.
func (all orderList) growing() []order {
	begin := 0
	for i := range all {
		if i > 0 && !all[i].hasAllOf(all[i-1]) {
			begin = i
		}
		row := all[begin : i+1]
		isLast := i+1 == len(all) || !all[i+1].hasAllOf(all[i])
		if isLast && len(row) >= minGrowing && len(customersOf(row)) >= minOrders {
			return row[1:]
		}
	}
	return nil
}

// carrying returns orders in a row that each have items of the order before, if the verified values are one
// share of what is left without them: the cart of the customer before is in them, and a discount hides it
// from the totals.
func (all orderList) carrying() []order {
	const alike, other = 1.1, 1.25 // how far shares differ that are one, and that are not
	begin := 1
	for i := 1; i <= len(all); i++ {
		if i < len(all) && all[i].carries(all[i-1]) > 0 {
			continue
		}
		if row := all[begin:i]; len(row) >= minGrowing && len(customersOf(row)) >= minOrders {
			ofRest := spread(row, func(n int) float64 { return row[n].carries(all[begin+n-1]) })
			ofAll := spread(row, func(n int) float64 { return row[n].amounts().value / row[n].amounts().total })
			if ofRest <= alike && ofAll > other {
				return row
			}
		}
		begin = i + 1
	}
	return nil
}

// withCartBefore returns the orders with all items of the order before, of another customer, whose
// customers verified the total of what is left.
func (all orderList) withCartBefore() (found []order) {
	values := make(map[string]bool)
	for i := 1; i < len(all); i++ {
		if o := all[i]; containsAll(o.texts, all[i-1].texts) && o.carries(all[i-1]) == 1 {
			found = append(found, o)
			values[o.value] = true
		}
	}
	if len(customersOf(found)) < minOrders || len(values) < minOrders {
		return nil
	}
	return found
}

// spread returns how many times the largest share is the smallest one.
func spread(row []order, share func(n int) float64) float64 {
	least, most := math.Inf(1), 0.0
	for n := range row {
		least, most = min(least, share(n)), max(most, share(n))
	}
	return most / least
}

// carries returns which share the verified value is of an order without the items of the order before, or
// 0 if the two have no item in common, nothing else, or one customer.
func (o order) carries(before order) float64 {
	now := o.amounts()
	if now == nil || len(o.texts) != len(o.prices) || o.customer == before.customer {
		return 0
	}
	left, rest := make(map[string]int), now.total
	for _, text := range before.texts {
		left[text]++
	}
	for i, text := range o.texts {
		if price, err := strconv.ParseFloat(o.prices[i], 64); left[text] > 0 && err == nil {
			left[text]--
			rest -= price
		}
	}
	if rest <= 0 || rest == now.total {
		return 0
	}
	return now.value / rest
}

// hasAllOf reports whether an order has all items of the order before and more, and its customer did not
// verify about its total. A test may let each customer buy one thing more than the one before. Then the
// verified value is about the total, and not about what was added.
func (o order) hasAllOf(before order) bool {
	isMore := containsAll(o.texts, before.texts) || o.hasSeveralArticles() && containsAll(o.codes, before.codes)
	now, last := o.amounts(), before.amounts()
	if !isMore || now == nil || last == nil {
		return false
	}
	added := now.total - last.total
	return math.Abs(now.value-added) <= math.Abs(now.value-now.total)
}

// containsAll reports whether a list has all texts of another one, as often as that one, and more.
func containsAll(all, some []string) bool {
	left := make(map[string]int)
	for _, text := range all {
		left[text]++
	}
	for _, text := range some {
		if left[text]--; left[text] < 0 {
			return false
		}
	}
	return len(some) > 0 && len(all) > len(some)
}

// isOneCart reports whether all orders have the same items, and customers verified enough different values
// before their first orders. A fee that depends on the place does not double a cart.
func (all orderList) isOneCart() bool {
	const far = 2
	least, most := math.Inf(1), 0.0
	customers, values := make(map[string]bool), make(map[string]bool)
	for _, o := range all {
		each := o.amounts()
		if each == nil || !isSameCart(o.texts, all[0].texts) {
			return false
		}
		if customers[o.customer] {
			continue
		}
		customers[o.customer], values[o.value] = true, true
		least, most = min(least, each.value), max(most, each.value)
	}
	return len(values) >= MinCarts && most >= far*least
}

func isSameCart(one, other []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other)))
}

func customersOf(orders []order) map[string]bool {
	all := make(map[string]bool)
	for _, o := range orders {
		all[o.customer] = true
	}
	return all
}

// isDearest reports whether the verified value is the highest price of the order.
func (o order) isDearest() bool {
	return o.isPriceWhere(func(price, value float64) bool { return price <= value })
}

// isCheapest reports whether the cart value is the price of the cheapest item.
func (o order) isCheapest() bool {
	return o.isPriceWhere(func(price, value float64) bool { return price >= value })
}

// isPriceWhere reports whether the cart value is the price of an item, and a condition holds for every price beside it.
func (o order) isPriceWhere(every func(price, value float64) bool) bool {
	value, err := strconv.ParseFloat(o.value, 64)
	return err == nil && slices.Contains(o.prices, o.value) && !slices.ContainsFunc(o.prices, func(text string) bool {
		price, err := strconv.ParseFloat(text, 64)
		return err != nil || !every(price, value)
	})
}

// sellsSeveral reports whether the orders have several articles. A store may have one, and its customers
// may pay a part of the cart in another way.
func (all orderList) sellsSeveral() bool {
	articles := make(map[string]bool)
	for _, o := range all {
		for _, code := range o.codes {
			articles[code] = true
		}
	}
	return len(articles) > 1
}
