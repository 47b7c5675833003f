package charges

import (
	"math"
	"slices"

	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// End reports what all orders show.
func (c *Orders) End() {
	if c.endPrices(priceWays[:1]) { // the price of the first item is then the cart value too
		return
	}
	if c.withFee().endCarts() { // the order_id may be the cart value, and the items those of another customer
		return
	}
	if c.endDoubled() {
		return
	}
	hasFee := c.orders.haveOneFee()
	isFeeAnItem := hasFee && slices.ContainsFunc(c.orders, func(o order) bool { return !o.isOnePrice() })
	for _, way := range valueWays {
		is := func(i int) bool { return way.is(c.orders[i]) }
		if who := c.most(MinCarts, every, is); who != "" && !(isFeeAnItem && way.isPrice) {
			c.areValuesOther = true
			c.stateThose(is, func(o order) func(string) { return o.fail }, "item_value is "+way.name+" and not its total, and so for "+who)
			return
		}
	}
	if c.endPast() || c.endItems() || c.endLeftOvers() {
		return
	}
	if c.endParts() {
		return
	}
	if !hasFee && c.endPrices(priceWays[1:]) {
		return
	}
	failItems := func(o order) func(string) { return o.failItems }
	if !hasFee && c.orders.sellsSeveral() && c.all(minOrders, c.isSeveral, func(i int) bool { return c.orders[i].isOneItem() }) {
		c.state(failItems, "items is one item several times, and so for all customers with several items")
	} else if c.all(MinCarts, every, func(i int) bool { return c.orders[i].isFarAbove() }) {
		c.areValuesOther = true
		c.state(func(o order) func(string) { return o.fail }, "item_value is less than a tenth of the order that follows, and so for all customers")
	} else if !c.endSure() {
		c.endTraits()
	}
}

// haveOneFee reports whether all cart values differ from the totals of the orders by one amount or by
// one rate, as with a fee for the delivery, a voucher or a discount. Then the prices need not be wrong.
func (all orderList) haveOneFee() bool {
	if len(all) == 0 {
		return false
	}
	first, amount, rate := all[0].amounts(), true, true
	for _, o := range all[1:] {
		each := o.amounts()
		if each == nil || first == nil {
			return false
		}
		amount = amount && each.value-each.total == first.value-first.total
		rate = rate && math.Abs(each.value-each.total*first.value/first.total) <= 1+each.total/first.total // both are rounded
	}
	return amount || rate
}

// withFee returns the orders with the fee that all carts contain and no order has as an item.
func (c *Orders) withFee() *Orders {
	var values, totals []string
	for _, o := range c.orders {
		values, totals = append(values, o.value), append(totals, o.total)
	}
	by := comparison.OneFee(values, totals)
	if by == nil {
		return c
	}
	with := *c
	with.orders = slices.Clone(c.orders)
	for i := range with.orders {
		with.orders[i].total = by(with.orders[i].total)
	}
	return &with
}

// isSeveral reports whether an order has several items that could show that they are one item, or have
// one price. Several pieces of one article, with the verified total, cannot.
func (c *Orders) isSeveral(i int) bool {
	o := c.orders[i]
	isOfPieces := len(o.prices) > 0 && o.isOnePrice() && o.total == o.value
	return len(o.prices) > 1 && len(o.codes) == len(o.prices) && !isOfPieces
}

// endPrices reports wrong prices of orders with several items, and whether there are any.
func (c *Orders) endPrices(ways []orderWay) bool {
	for _, way := range ways {
		if c.orders.hasArticles() && c.all(minOrders, c.isSeveral, func(i int) bool { return way.is(c.orders[i]) }) {
			c.state(func(o order) func(string) { return o.failPrices }, "every item_value of an order is "+way.name+", and so for all customers with several items")
			return true
		}
	}
	return false
}

// hasArticles reports whether several orders have several articles and another total than was verified.
// If all have only pieces of one article, the verified value may be the price of one piece.
func (all orderList) hasArticles() bool {
	found := 0
	for _, o := range all {
		if o.hasSeveralArticles() && o.value != o.total {
			found++
		}
	}
	return found >= comparison.MinSimilarValues
}

// orderWay is a way in which an order differs from the verified cart value.
type orderWay struct {
	name string
	is   func(order) bool
	// isPrice says that the value is the price of one item. A cart of one article with a fee as an
	// item beside it looks the same.
	isPrice bool
	isSure  bool // no customer changes a cart in this way
}

// all reports whether all orders that count differ in one way, for enough customers and amounts.
// An order that has the verified total shows nothing, but must not contradict. Only the first one may,
// if there are more others.
func (c *Orders) all(least int, counts, is func(int) bool) bool {
	differ, others := c.count(least, counts, is)
	return differ > 0 && others == 0
}

// most says for whom orders differ in one way: for all customers, or for all but a few, who may have
// changed their carts after they verified them. It returns "" if the orders do not.
func (c *Orders) most(least int, counts, is func(int) bool) (who string) {
	switch differ, others := c.count(least, counts, is); {
	case differ == 0 || !comparison.MayHaveChanged(others, differ):
		return ""
	case others > 0:
		return "nearly all customers"
	}
	return "all customers"
}

// count returns how many customers have orders that count and differ in one way, or 0 if they are too few
// or if an order contradicts. others counts the orders that differ from the verified total in another way.
func (c *Orders) count(least int, counts, is func(int) bool) (differ, others int) {
	customers, amounts := make(map[string]bool), make(map[string]bool)
	isFirst := true
	for i, o := range c.orders {
		switch {
		case !counts(i) || o.hasNegativePrice():
			continue
		case !is(i) && o.value != o.total:
			others++
		case !is(i) && !isFirst:
			return 0, 0
		case !is(i):
			least = max(least, comparison.MinButFirst)
		case o.value != o.total:
			customers[o.customer], amounts[o.value+" "+o.total] = true, true
		}
		isFirst = false
	}
	if len(customers) < least || len(amounts) < minOrders {
		return 0, others
	}
	return len(customers), others
}

// every counts every order.
func every(int) bool { return true }

// state reports the orders that differ.
func (c *Orders) state(fail func(order) func(string), message string) {
	c.stateThose(every, fail, message)
}

// stateThose reports those orders that differ in one way.
func (c *Orders) stateThose(is func(int) bool, fail func(order) func(string), message string) {
	stated := 0
	for i, o := range c.orders {
		if report := fail(o); report != nil && o.value != o.total && is(i) && stated < requests.MaxFails {
			report(message)
			stated++
		}
	}
}
