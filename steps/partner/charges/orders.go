// Package charges compares the cart values that customers verified with their orders. A customer may
// change a cart after its value was verified. But if the values of all customers differ from their
// orders in one way, the program made the difference (sections 2.1, 2.2 and 4.2).
package charges

import (
	"cmp"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// Orders are the orders of customers who verified a cart value before.
type Orders struct {
	waiting map[string]cartValue // by customer id in lower case
	numbers map[string]string    // the customer ids in waiting, by id number
	buyers  map[string]buyer     // by customer id
	orders  orderList
	placed  int      // all orders, also those that cannot be compared
	sum     string   // the total of all orders, also of those
	running []string // the total of all orders up to each of orders
	past    pastCarts
	// isUnknown is set if the last order cannot be compared.
	isUnknown bool
	// areValuesOther is set in the end if the verified values are not those of carts.
	areValuesOther bool
	// Articles compares the items of all orders, whatever their customers verified.
	Articles Articles
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

// order is an order with the cart value that its customer verified before.
type order struct {
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

// orderList contains orders, in the sequence in which they came.
type orderList []order

// MinCarts is how many customers must have a wrong cart value, and minOrders how many a wrong
// order.
const (
	MinCarts  = 5
	minOrders = 3
	// maxPrepared is for how many orders failures are prepared: the orders of one kind may come late.
	maxPrepared = 200
)

// New returns Orders without any order.
func New() Orders {
	return Orders{waiting: make(map[string]cartValue), numbers: make(map[string]string), buyers: make(map[string]buyer), past: pastCarts{ordered: make(map[string]string)}}
}

// Note takes a verified cart value, what a limit says of a customer, or an order.
func (c *Orders) Note(q *requests.Request) {
	switch q.Endpoint {
	case spec.VerifyOTP:
		c.verified(q)
	case spec.CreateLimit:
		if id := strings.ToLower(q.ReturnedID("data.customer_details.id")); id != "" && len(c.buyers) < requests.MaxKept {
			c.buyers[strings.Clone(id)] = buyer{q.Incomes(), append(q.Traits(), q.Occupation().Names()...)}
			c.move(c.numbers[formats.PlainID(q.Text("id_number"))], id)
		}
	case spec.CreatePurchases:
		c.placed++
		c.add(q)
		c.Articles.Note(q)
	}
}

// NoteUnread takes an order of which nothing can be compared.
func (c *Orders) NoteUnread() {
	c.placed++
	c.isUnknown = true
}

// Waiting returns the cart value that a customer verified and has not ordered yet, or "".
func (c *Orders) Waiting(customer string) string { return c.waiting[strings.ToLower(customer)].value }

// AreValuesOther reports, in the end, whether the verified values are not those of carts.
func (c *Orders) AreValuesOther() bool { return c.areValuesOther }

// HaveOtherCarts reports whether the orders have the carts of other customers.
func (c *Orders) HaveOtherCarts() bool {
	_, who := c.withFee().cartWay()
	return who != ""
}

// verified keeps the cart value of a customer.
func (c *Orders) verified(q *requests.Request) {
	value := strings.Clone(q.Sound("item_value"))
	if id := strings.ToLower(q.ReturnedID("data.id")); id != "" && value != "" && len(c.waiting) < requests.MaxKept {
		c.waiting[strings.Clone(id)] = cartValue{value, c.past.verified, c.past.ordered[id], requests.IsTimeOf(value, q.Exchange.Started), q.Defer("item_value", "the cart value")}
		if number := formats.PlainID(q.Text("id_number")); number != "" {
			c.numbers[strings.Clone(number)] = strings.Clone(id)
		}
	}
	c.past.verified = value
}

// move gives a cart value to the customer id that create limit returned for the same id number. A service may
// take one that is written with blanks for another one.
func (c *Orders) move(from, to string) {
	value, known := c.waiting[from] // no customer has the id "", if a number is unknown
	if _, isThere := c.waiting[to]; known && !isThere && from != to {
		delete(c.waiting, from)
		c.waiting[strings.Clone(to)] = value
	}
}

// IsUndecided reports whether there are enough orders to show that they have the wrong items, and most
// of them do not have the total that their own customer verified.
func (c *Orders) IsUndecided() bool {
	fits := 0
	for i, o := range c.orders {
		if c.followsAnother(i) && o.value == o.total {
			fits++
		}
	}
	return c.placed >= minOrders && 2*fits < c.placed
}

// order takes an order whose customer verified a cart value before.
func (c *Orders) add(q *requests.Request) {
	customer := strings.ToLower(q.Text("customer_id"))
	c.sum = comparison.Total([]string{q.Total(), cmp.Or(c.sum, "0")})
	isAfterUnknown := c.isUnknown
	c.isUnknown = true
	value, known := c.waiting[customer]
	delete(c.waiting, customer)
	c.past.order(customer, q.Total())
	o := order{cartValue: value, customer: strings.Clone(customer), id: strings.Clone(q.Get("order_id").String()), total: q.Total(), buyer: c.buyers[customer], isAfterUnknown: isAfterUnknown}
	if !known || o.total == "" || len(c.orders) >= requests.MaxKept {
		return
	}
	for _, price := range q.Prices() {
		o.prices = append(o.prices, strings.Clone(price))
	}
	for _, code := range q.Each("items.#.item_code") {
		o.codes = append(o.codes, strings.Clone(code.String()))
	}
	o.texts = q.ItemTexts()
	if len(c.orders) < maxPrepared && len(o.prices) > 0 {
		o.failItems, o.failPrices = q.Defer("items", "the items of the cart"), q.Defer("items.0.item_value", "the price of the item")
		if len(o.prices) > 1 {
			o.failSecond = q.Defer("items.1.item_value", "the price of the item")
		}
	}
	c.orders, c.running, c.isUnknown = append(c.orders, o), append(c.running, c.sum), false
}
