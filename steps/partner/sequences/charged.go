package sequences

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// A customer may change a cart after its value was verified. But if the values of all customers differ
// from their orders in one way, the program made the difference (sections 2.1, 2.2 and 4.2).

// ordersAfterVerify are the orders of customers who verified a cart value before.
type ordersAfterVerify struct {
	waiting map[string]cartValue // by customer id in lower case
	numbers map[string]string    // the customer ids in waiting, by id number
	buyers  map[string]buyer     // by customer id
	orders  []chargedOrder
	placed  int      // all orders, also those that cannot be compared
	sum     string   // the total of all orders, also of those
	running []string // the total of all orders up to each of orders
	past    pastCarts
	// isUnknown is set if the last order cannot be compared.
	isUnknown bool
	// areValuesOther is set in the end if the verified values are not those of carts.
	areValuesOther bool
}

// cartValue is a verified cart value without an order yet.
type cartValue struct {
	value   string
	before  string // the cart value of the verify before, of anybody
	earlier string // the total of the customer's order before
	isTime  bool
	fail    func(message string)
}

// buyer is a customer of whom a limit says more.
type buyer struct {
	incomes []string // the amounts of the occupation
	traits  []string // with those of the occupation
}

// chargedOrder is an order with the cart value that its customer verified before.
type chargedOrder struct {
	cartValue
	customer, id, total string
	prices, codes       []string
	texts               []string // brand, description and price of each item
	isAfterUnknown      bool     // the order before it cannot be compared
	buyer
	failItems  func(message string)
	failPrices func(message string)
	failSecond func(message string) // of the price of the second item
}

// minCarts is how many customers must have a wrong cart value, and minOrders how many a wrong
// order.
const (
	minCarts  = 5
	minOrders = 3
	// maxPrepared is for how many orders failures are prepared: the orders of one kind may come late.
	maxPrepared = 200
)

func newCharged() ordersAfterVerify {
	return ordersAfterVerify{waiting: make(map[string]cartValue), numbers: make(map[string]string), buyers: make(map[string]buyer), past: pastCarts{ordered: make(map[string]string)}}
}

// noteCharged takes a cart value, the incomes in a limit, or an order.
func (s *Comparisons) noteCharged(q *Request) {
	c := &s.charged
	switch q.Endpoint {
	case spec.VerifyOTP:
		value := strings.Clone(q.Sound("item_value"))
		if id := strings.ToLower(q.returnedID("data.id")); id != "" && value != "" && len(c.waiting) < maxKept {
			c.waiting[strings.Clone(id)] = cartValue{value, c.past.verified, c.past.ordered[id], isTimeOf(value, q.Exchange.Started), q.Defer("item_value", "the cart value")}
			if number := formats.PlainID(q.Text("id_number")); number != "" {
				c.numbers[strings.Clone(number)] = strings.Clone(id)
			}
		}
		c.past.verified = value
	case spec.CreateLimit:
		if id := strings.ToLower(q.returnedID("data.customer_details.id")); id != "" && len(c.buyers) < maxKept {
			c.buyers[strings.Clone(id)] = buyer{incomesOf(q), append(traitsOf(q), occupationOf(q).Names()...)}
			c.move(c.numbers[formats.PlainID(q.Text("id_number"))], id)
		}
	case spec.CreatePurchases:
		c.placed++
		c.order(q)
	}
}

// move gives a cart value to the customer id that create limit returned for the same id number. A service may
// take one that is written with blanks for another one.
func (c *ordersAfterVerify) move(from, to string) {
	value, known := c.waiting[from] // no customer has the id "", if a number is unknown
	if _, isThere := c.waiting[to]; known && !isThere && from != to {
		delete(c.waiting, from)
		c.waiting[strings.Clone(to)] = value
	}
}

// isUndecided reports whether there are enough orders to show that they have the wrong items, and most
// of them do not have the total that their own customer verified.
func (c *ordersAfterVerify) isUndecided() bool {
	fits := 0
	for i, o := range c.orders {
		if c.followsAnother(i) && o.value == o.total {
			fits++
		}
	}
	return c.placed >= minOrders && 2*fits < c.placed
}

// incomeMembers are the amounts of the occupation (2.5, 2.6).
var incomeMembers = []string{bodies.Employed + ".net_income", bodies.Employed + ".expenses", bodies.SelfEmployed + ".gross_monthly_revenue", bodies.SelfEmployed + ".average_monthly_expenses"}

// incomesOf returns the amounts of the occupation in a limit.
func incomesOf(q *Request) []string {
	var all []string
	for _, member := range incomeMembers {
		if amount := q.Get(member).String(); amount != "" {
			all = append(all, strings.Clone(amount))
		}
	}
	return all
}

// isTimeOf reports whether a number is the time of a request, in seconds or in milliseconds.
func isTimeOf(number string, at time.Time) bool {
	const near = 60_000 // milliseconds
	n, ok := new(big.Int).SetString(number, 10)
	if !ok || !n.IsInt64() || at.IsZero() {
		return false
	}
	isNear := func(ms int64) bool { return max(ms-at.UnixMilli(), at.UnixMilli()-ms) < near }
	return isNear(n.Int64()) || n.Int64() < near*near && isNear(n.Int64()*1000)
}

// order takes an order whose customer verified a cart value before.
func (c *ordersAfterVerify) order(q *Request) {
	customer := strings.ToLower(q.Text("customer_id"))
	c.sum = comparison.Total([]string{orderTotal(q), cmp.Or(c.sum, "0")})
	isAfterUnknown := c.isUnknown
	c.isUnknown = true
	value, known := c.waiting[customer]
	delete(c.waiting, customer)
	c.past.order(customer, orderTotal(q))
	o := chargedOrder{cartValue: value, customer: strings.Clone(customer), id: strings.Clone(q.Get("order_id").String()), total: orderTotal(q), buyer: c.buyers[customer], isAfterUnknown: isAfterUnknown}
	if !known || o.total == "" || len(c.orders) >= maxKept {
		return
	}
	for _, price := range itemPrices(q) {
		o.prices = append(o.prices, strings.Clone(price))
	}
	for _, code := range q.Each("items.#.item_code") {
		o.codes = append(o.codes, strings.Clone(code.String()))
	}
	o.texts = itemTexts(q)
	if len(c.orders) < maxPrepared && len(o.prices) > 0 {
		o.failItems, o.failPrices = q.Defer("items", "the items of the cart"), q.Defer("items.0.item_value", "the price of the item")
		if len(o.prices) > 1 {
			o.failSecond = q.Defer("items.1.item_value", "the price of the item")
		}
	}
	c.orders, c.running, c.isUnknown = append(c.orders, o), append(c.running, c.sum), false
}

// end reports what all orders show.
func (c *ordersAfterVerify) end() {
	if c.endPrices(priceWays[:1]) { // the price of the first item is then the cart value too
		return
	}
	if c.withFee().endCarts() { // the order_id may be the cart value, and the items those of another customer
		return
	}
	if c.endDoubled() {
		return
	}
	hasFee := c.haveOneFee()
	isFeeAnItem := hasFee && slices.ContainsFunc(c.orders, func(o chargedOrder) bool { return !o.isOnePrice() })
	for _, way := range valueWays {
		is := func(i int) bool { return way.is(c.orders[i]) }
		if who := c.most(minCarts, every, is); who != "" && !(isFeeAnItem && way.isPrice) {
			c.areValuesOther = true
			c.stateThose(is, func(o chargedOrder) func(string) { return o.fail }, "item_value is "+way.name+" and not its total, and so for "+who)
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
	failItems := func(o chargedOrder) func(string) { return o.failItems }
	if !hasFee && c.sellsSeveral() && c.all(minOrders, c.isSeveral, func(i int) bool { return c.orders[i].isOneItem() }) {
		c.state(failItems, "items is one item several times, and so for all customers with several items")
	} else if c.all(minCarts, every, func(i int) bool { return c.orders[i].isFarAbove() }) {
		c.areValuesOther = true
		c.state(func(o chargedOrder) func(string) { return o.fail }, "item_value is less than a tenth of the order that follows, and so for all customers")
	} else if !c.endSure() {
		c.endTraits()
	}
}

// haveOneFee reports whether all cart values differ from the totals of the orders by one amount or by
// one rate, as with a fee for the delivery, a voucher or a discount. Then the prices need not be wrong.
func (c *ordersAfterVerify) haveOneFee() bool {
	if len(c.orders) == 0 {
		return false
	}
	first, amount, rate := c.orders[0].amounts(), true, true
	for _, o := range c.orders[1:] {
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
func (c *ordersAfterVerify) withFee() *ordersAfterVerify {
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

// endCarts reports orders with the carts of other customers, and whether there are any.
func (c *ordersAfterVerify) endCarts() bool {
	way, who := c.cartWay()
	if who != "" {
		is := func(i int) bool { return way.is(c, i) }
		c.stateThose(is, func(o chargedOrder) func(string) { return o.failItems }, "items is "+way.name+", and so for "+who)
	}
	return who != ""
}

// otherCarts says which carts of other customers all orders have, or returns "".
func (c *ordersAfterVerify) otherCarts() string {
	way, _ := c.cartWay()
	return way.name
}

// cartWay returns the way in which the orders have the carts of other customers, and for whom.
func (c *ordersAfterVerify) cartWay() (way cartWay, who string) {
	for _, way := range cartWays {
		if who := c.most(minOrders, c.followsAnother, func(i int) bool { return way.is(c, i) }); who != "" {
			return way, who
		}
	}
	return cartWay{}, ""
}

// isSeveral reports whether an order has several items that could show that they are one item, or have
// one price. Several pieces of one article, with the verified total, cannot.
func (c *ordersAfterVerify) isSeveral(i int) bool {
	o := c.orders[i]
	isOfPieces := len(o.prices) > 0 && o.isOnePrice() && o.total == o.value
	return len(o.prices) > 1 && len(o.codes) == len(o.prices) && !isOfPieces
}

// endPrices reports wrong prices of orders with several items, and whether there are any.
func (c *ordersAfterVerify) endPrices(ways []orderWay) bool {
	for _, way := range ways {
		if c.hasArticles() && c.all(minOrders, c.isSeveral, func(i int) bool { return way.is(c.orders[i]) }) {
			c.state(func(o chargedOrder) func(string) { return o.failPrices }, "every item_value of an order is "+way.name+", and so for all customers with several items")
			return true
		}
	}
	return false
}

// hasArticles reports whether several orders have several articles and another total than was verified.
// If all have only pieces of one article, the verified value may be the price of one piece.
func (c *ordersAfterVerify) hasArticles() bool {
	found := 0
	for _, o := range c.orders {
		if o.hasSeveralArticles() && o.value != o.total {
			found++
		}
	}
	return found >= comparison.MinSimilarValues
}

// orderWay is a way in which an order differs from the verified cart value.
type orderWay struct {
	name string
	is   func(chargedOrder) bool
	// isPrice says that the value is the price of one item. A cart of one article with a fee as an
	// item beside it looks the same.
	isPrice bool
	isSure  bool // no customer changes a cart in this way
}

// all reports whether all orders that count differ in one way, for enough customers and amounts.
// An order that has the verified total shows nothing, but must not contradict. Only the first one may,
// if there are more others.
func (c *ordersAfterVerify) all(least int, counts, is func(int) bool) bool {
	differ, others := c.count(least, counts, is)
	return differ > 0 && others == 0
}

// most says for whom orders differ in one way: for all customers, or for all but a few, who may have
// changed their carts after they verified them. It returns "" if the orders do not.
func (c *ordersAfterVerify) most(least int, counts, is func(int) bool) (who string) {
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
func (c *ordersAfterVerify) count(least int, counts, is func(int) bool) (differ, others int) {
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
func (c *ordersAfterVerify) state(fail func(chargedOrder) func(string), message string) {
	c.stateThose(every, fail, message)
}

// stateThose reports those orders that differ in one way.
func (c *ordersAfterVerify) stateThose(is func(int) bool, fail func(chargedOrder) func(string), message string) {
	stated := 0
	for i, o := range c.orders {
		if report := fail(o); report != nil && o.value != o.total && is(i) && stated < maxFails {
			report(message)
			stated++
		}
	}
}

// valueWays are the other values that a cart value may be.
var valueWays = []orderWay{
	{name: "the prices of the order that follows, one after the other", isSure: true, is: func(o chargedOrder) bool { return strings.Join(o.prices, "") == o.value }},
	{name: "the price of the first item of the order that follows", isPrice: true, is: func(o chargedOrder) bool { return len(o.prices) > 0 && o.prices[0] == o.value }},
	{name: "the price of the last item of the order that follows", isPrice: true, is: func(o chargedOrder) bool { return len(o.prices) > 0 && o.prices[len(o.prices)-1] == o.value }},
	{name: "the price of the dearest item of the order that follows", isPrice: true, is: chargedOrder.isDearest},
	{name: "the price of the cheapest item of the order that follows", isPrice: true, is: chargedOrder.isCheapest},
	{name: "the order_id of the order that follows", isSure: true, is: func(o chargedOrder) bool { return o.id == o.value }},
	{name: "the time of the request", isSure: true, is: func(o chargedOrder) bool { return o.isTime }},
	{name: "an income or an expense in the limit of the customer", is: func(o chargedOrder) bool { return slices.Contains(o.incomes, o.value) }},
}

// priceWays are the other values that all prices of an order may be. Several pieces of one article
// have one price.
var priceWays = []orderWay{
	{name: "the verified cart value", is: func(o chargedOrder) bool { return o.isOnePrice() && o.prices[0] == o.value }},
	{name: "the same amount, and their total is not the verified cart value", is: func(o chargedOrder) bool {
		return o.hasSeveralArticles() && o.isOnePrice() && o.total != o.value
	}},
}

// hasNegativePrice reports whether the total shows nothing: another rule reports such a price.
func (o chargedOrder) hasNegativePrice() bool {
	return slices.ContainsFunc(o.prices, func(price string) bool { return strings.HasPrefix(price, "-") })
}

func (o chargedOrder) isOnePrice() bool {
	return !slices.ContainsFunc(o.prices, func(price string) bool { return price != o.prices[0] })
}

// isFarAbove reports whether the total is more than ten times the cart value. No fee explains that.
func (o chargedOrder) isFarAbove() bool {
	const far = 10
	value, ok := new(big.Int).SetString(o.value, 10)
	total, isTotal := new(big.Int).SetString(o.total, 10)
	return ok && isTotal && value.Sign() > 0 && total.Cmp(value.Mul(value, big.NewInt(far))) > 0
}

// amounts are a cart value and the total of the order that follows.
type amounts struct{ value, total float64 }

// amounts returns the two amounts as numbers, or nil if one is none.
func (o chargedOrder) amounts() *amounts {
	value, err := strconv.ParseFloat(o.value, 64)
	total, errTotal := strconv.ParseFloat(o.total, 64)
	if err != nil || errTotal != nil || total == 0 {
		return nil
	}
	return &amounts{value, total}
}

// hasSeveralArticles reports whether the articles of an order differ: their codes differ or, if all codes are
// lost, their brands or descriptions.
func (o chargedOrder) hasSeveralArticles() bool {
	differ := func(all []string) bool { return len(slices.Compact(slices.Sorted(slices.Values(all)))) > 1 }
	return differ(o.codes) || differ(o.texts)
}

// isOneItem reports whether all items are one article, and the customer verified neither its price
// nor the total. The store may have verified the price of one piece.
func (o chargedOrder) isOneItem() bool {
	return !o.hasSeveralArticles() && o.isOnePrice() && o.value != o.total && o.value != o.prices[0]
}

// cartWay is a way in which an order has the cart of another customer.
type cartWay struct {
	name string
	is   func(c *ordersAfterVerify, i int) bool
}

// cartWays are the carts of other customers that an order may contain.
var cartWays = []cartWay{
	{"the cart of the customer before", func(c *ordersAfterVerify, i int) bool {
		return c.orders[i].total == c.orders[i-1].value && c.orders[i].total != c.orders[i].value
	}},
	{"the cart of the customer before, and that of the customer", func(c *ordersAfterVerify, i int) bool {
		return c.orders[i].total == comparison.Total([]string{c.orders[i-1].value, c.orders[i].value})
	}},
	{"the carts of customers before, and not that of the customer", (*ordersAfterVerify).isOfOthers},
	{"the cart of the first customer, and not that of the customer", func(c *ordersAfterVerify, i int) bool {
		return c.orders[i].total == c.orders[0].value && c.orders[i].total != c.orders[i].value
	}},
	{"the carts of all customers before, and that of the customer", func(c *ordersAfterVerify, i int) bool {
		var all []string
		for _, o := range c.orders[:i+1] {
			all = append(all, o.value)
		}
		return i < maxFails && c.orders[i].total == comparison.Total(all)
	}},
}

// isOfOthers reports whether an order has the total of one or several of the last cart values of other
// customers together, and not that of its own customer.
func (c *ordersAfterVerify) isOfOthers(i int) bool {
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
func (c *ordersAfterVerify) followsAnother(i int) bool {
	o := c.orders[i]
	return i > 0 && c.orders[i-1].customer != o.customer && (!o.isAfterUnknown || o.value == o.total)
}
