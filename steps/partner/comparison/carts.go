package comparison

import (
	"math/big"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// DeferredFailure prepares a failure that only the whole recording can prove. It must be called
// while the request is available. The function that it returns reports the failure.
type DeferredFailure func() func()

// Note takes an observation that is not judged, and the endpoint that it is about.
type Note func(endpoint, what string)

// Carts are the carts of one recording, from its start to its end: the values that customers verified,
// the loans that they asked for, and their orders (sections 2.2, 2.4 and 4.2). One difference may be
// a customer who changed the cart, so it is only a note. The same difference in all of them is a fault
// of the program.
type Carts struct {
	note     Note
	verified map[string]verified // the cart value that was verified last, by customer id in lower case
	byNumber map[string]string   // the cart value that was verified last, by id number
	asked    map[string]string   // the loan_amount of the limit, by customer id, until the first order
	arrivals arrivals            // who may order next
	values   units               // the comparison of verified cart values with orders
	loans    loanUnits           // the comparison of loan amounts with cart values
	buyers
	mixedUp    mixedUp
	unread     unreadAmounts
	failureMax int
}

// buyers finds the orders with the id of another customer: by their totals, and by who was served before.
type buyers struct {
	foreign  ordersOfOtherCustomers
	served   served
	accounts accounts
}

// verified is a cart value for which there is no order yet, and the failure that it may be.
type verified struct {
	value   string
	unit    func() // the value is in another unit
	carried func() // the value is that of the order before
	other   func() // the value is a constant, or the number of items
	member  func() // the value has the digits of another member of its request
	last    order  // the last order before it
	isNew   bool   // the customer got a limit since
	isOther bool   // the value has the digits of another member of its request
}

// CartFailures are the failures that a verified cart value may be.
type CartFailures struct {
	Unit    DeferredFailure // a value in another unit
	Carried DeferredFailure // the total of an earlier order
	Other   DeferredFailure // a constant, or the number of items
	Member  DeferredFailure // the digits of another member of the request; nil if it has none of these
}

// OrderFailures are the failures that an order may be.
type OrderFailures struct {
	Customer DeferredFailure // the customer_id of somebody else
	Prices   DeferredFailure // prices in another unit
}

// Limits for what is kept: how many customers, for how many of them the failures are prepared, and how many
// failures of one kind are reported. The customers of one branch may come late in a recording.
const (
	maxCustomers = 1000
	maxPrepared  = 200
	maxFailures  = 20
)

// NewCarts returns Carts that have seen no cart yet.
func NewCarts(note Note) *Carts {
	return &Carts{
		note: note, verified: make(map[string]verified), byNumber: make(map[string]string), asked: make(map[string]string),
		arrivals: newArrivals(), buyers: buyers{foreign: newForeign(), accounts: newAccounts()}, failureMax: maxPrepared,
		loans: loanUnits{units{aTenthIsMeant: true}, make(loanBranches)},
	}
}

// Verified takes a verified cart value (section 4.2), the id number of the request and the customer
// id of the answer. An unknown id or number is "".
func (c *Carts) Verified(customer, number, value string, failures CartFailures) {
	c.unread.verifies++
	c.mixedUp.members.see(failures.Member != nil, failures.Member)
	if number != "" && len(c.byNumber) < maxCustomers {
		c.byNumber[strings.Clone(number)] = strings.Clone(value)
	}
	customer = c.accounts.verify(lower(customer), number)
	c.comes(customer)
	if customer == "" || len(c.verified) >= maxCustomers {
		return
	}
	v := verified{value: strings.Clone(value), last: c.mixedUp.before, isOther: failures.Member != nil}
	if c.failureMax > 0 {
		c.failureMax--
		v.unit, v.carried, v.other = failures.Unit(), failures.Carried(), failures.Other()
		if v.isOther {
			v.member = failures.Member()
		}
	}
	c.verified[customer] = v
	c.foreign.see(func(f *ordersOfOtherCustomers, _ Shift) { f.verify(customer, v.value) })
}

// Came takes a customer id that the service returned. The next order may be from this customer.
func (c *Carts) Came(customer string) {
	if customer = lower(customer); customer != "" {
		c.served.noteCustomer(customer, false)
		c.foreign.see(func(f *ordersOfOtherCustomers, _ Shift) { f.meets(customer) })
	}
}

// AreBuyersWrong reports whether a failure says that the orders name customers who were not served. Then it is unknown whose
// cart an order should be.
func (c *Carts) AreBuyersWrong() bool { return c.served.isStated }

// NoteUnknownCustomer takes a request for a customer that cannot be read.
func (c *Carts) NoteUnknownCustomer() { c.served.noteCustomer("", true) }

// comes notes a customer who verified an OTP or got a limit, and has not ordered since.
func (c *Carts) comes(customer string) {
	c.served.noteCustomer(lower(customer), true)
	c.arrivals.come(lower(customer))
}

// Asked takes the loan_amount of a limit (section 2.4), and the occupation and the other traits of the customer.
func (c *Carts) Asked(customer, number, loan string, of Occupation, traits []string, fails DeferredFailure) {
	if other, isOther := c.accounts.ask(lower(customer), number); isOther {
		c.rename(other, lower(customer))
	}
	c.comes(customer)
	c.Came(customer)
	if id, amount := lower(customer), strings.Clone(loan); id != "" {
		c.foreign.see(func(f *ordersOfOtherCustomers, _ Shift) { keep(f.loans, id, amount) })
	}
	c.mixedUp.branches.note(c.verified, customer, append(traits, of.Names()...))
	c.unread.asks++
	cart, known := c.byNumber[number]
	switch {
	case known:
		c.compare(loan, cart, "the item_value that was verified for this id_number")
		c.loans.see(loan, cart, fails)
		c.loans.of.see(of, loan, cart, fails)
		if len(c.mixedUp.asked) < maxCustomers {
			c.mixedUp.asked = append(c.mixedUp.asked, askedFor{strings.Clone(loan), cart})
		}
	case customer != "" && len(c.asked) < maxCustomers:
		c.asked[lower(customer)] = strings.Clone(loan)
	}
}

// compare notes a loan_amount that is less than the customer's cart. It is no fault, because the
// customer may pay a part in another way.
func (c *Carts) compare(loan, cart, of string) {
	asked, needed := number(loan), number(cart)
	if asked != nil && needed != nil && asked.Cmp(needed) < 0 {
		c.note(spec.CreateLimit, "a loan_amount below "+of)
	}
}

// NoCartFits reports whether several cart values were verified, and no order has the total that its
// customer verified.
func (c *Carts) NoCartFits() bool {
	return c.unread.verifies >= MinSimilarValues && c.mixedUp.constant.equal == 0
}

// NoLoanFits reports whether several customers ask for a loan, and none for the verified cart value. Few
// customers may ask for more.
func (c *Carts) NoLoanFits() bool { return c.unread.asks >= minConstant && c.loans.equal == 0 }

// NoteBuyer takes the customer whom an order names, "" if that is unknown. It must be called before Ordered.
func (c *Carts) NoteBuyer(customer string, fails DeferredFailure) {
	if customer = c.accounts.owner(lower(customer)); c.isOfNobody(customer) {
		customer = ""
	}
	c.served.order(customer, fails)
}

// Ordered takes an order with its total and the item_type of each item. An unknown total or type is "".
func (c *Carts) Ordered(customer, total string, types []string, failures OrderFailures) {
	customer = c.accounts.owner(lower(customer))
	c.mixedUp.keepTotal(total)
	if total != "" && c.asked[customer] != "" {
		c.compare(c.asked[customer], total, "the first order of the customer")
	}
	delete(c.asked, customer)
	if c.arrivals.order(customer) {
		c.note(spec.CreatePurchases, "the customer_id of another customer than the one of the OTP or the limit before")
	}
	if !c.isOfNobody(customer) {
		c.foreign.orderOnce(customer, total, failures.Customer)
	}
	v, known := c.verified[customer]
	delete(c.verified, customer)
	before := c.mixedUp.before
	c.mixedUp.before = order{customer, total}
	if !known || total == "" || number(v.value) == nil {
		return
	}
	if number(v.value).Cmp(number(total)) != 0 { // the specification does not say whether fees belong to the cart
		c.note(spec.CreatePurchases, "items that do not add up to the item_value that was verified before")
	}
	inOtherUnit := func() {} // for the first customers only, as the failures of a cart value
	if v.unit != nil {
		inOtherUnit = c.ofTheThird(v.unit, failures.Prices())
	}
	c.values.see(v.value, total, func() func() { return inOtherUnit })
	c.mixedUp.constant.see(v, total, len(types))
	c.mixedUp.branches.see(v, before, order{customer, total}, types, inOtherUnit)
	c.mixedUp.previous.seeCart(v, before, order{customer, total})
	c.mixedUp.carried.seeCart(v, v.last, order{customer, total})
}

// ofTheThird returns the failure of a cart value in another unit than the order, or that of the prices
// of the order, if all loans agree with their cart values: then the third request of a customer is wrong.
func (c *Carts) ofTheThird(value, prices func()) func() {
	return func() {
		state := value
		if c.loans.seen >= minCounts && c.loans.equal == c.loans.seen {
			state = prices
		}
		if state != nil {
			state()
		}
	}
}

// End reports the failures that the whole recording proves, and whether the cart values are wrong. isUnsure
// says that other requests have the id numbers of other customers, so that no order shows whose it is, and
// areItemsWrong that the orders have the items of other customers.
func (c *Carts) End(isUnsure, areItemsWrong bool) (isCartWrong bool) {
	isCartWrong = c.mixedUp.members.end()
	if !isCartWrong && c.values.isOther() {
		c.values.state()
		isCartWrong = true
	}
	isCartWrong = isCartWrong || c.mixedUp.branches.end()
	isCarried := !isUnsure && !isCartWrong && c.mixedUp.carried.end()                           // the verify came after the order that it repeats
	isOrderWrong := !isUnsure && (!isCarried && c.foreign.end(areItemsWrong) || c.served.end()) // then the cart value is that of its customer, and the order is not
	isCartWrong = isCartWrong || isCarried || !isUnsure && !isOrderWrong && (c.mixedUp.previous.end() || c.mixedUp.branches.endPrevious()) || c.mixedUp.constant.end()
	switch isOther := c.loans.isOther(); {
	case isCartWrong:
	case !isOther:
		c.loans.of.end()
	case c.mixedUp.areLoansRight(): // the orders name other customers, but the amounts show who is right
		for _, v := range c.verified {
			if v.unit != nil && !c.mixedUp.totals[v.value] {
				v.unit()
			}
		}
	case c.isCartUnknown() && c.unread.units.Count > 0: // the cart values may be in the other unit
		c.unread.units.Block()
	default:
		c.loans.state()
	}
	c.block()
	return isCartWrong
}

// number returns a whole amount, or nil if the text is none.
func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return n
}

func lower(id string) string { return strings.ToLower(strings.Clone(id)) }
