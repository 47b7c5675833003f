package comparison

import (
	"slices"
	"strings"
)

// ordersOfOtherCustomers finds orders with the id of a customer whose cart it is not. One such order proves
// nothing: it may be meant for another customer, or another customer may buy the same thing. Two
// cases prove that a program mixed up the ids. In the first, orders of several customers each have
// exactly the total that the customer before verified and never ordered. In the second, two orders
// each have the total that the other customer verified. If sessions run at the same time, no order
// follows its own verify. So there is a third case: most orders have a total that only other
// customers verified and never ordered.
type ordersOfOtherCustomers struct {
	customer, value string                     // the customer who verified last, and the cart value
	fresh           string                     // the same customer, until an order follows
	areItemsWrong   bool                       // whether the items of the orders are those of other customers
	carts           map[string]map[string]bool // the verified cart values, by customer
	loans           map[string]map[string]bool // the loan amounts, by customer
	orders          map[string]map[string]bool // the ordered totals, by customer
	verifiers       map[string][]string        // the customers who verified a cart value, by value
	own             int                        // how many orders have a total that their customer verified
	suspects        []suspect
	placed          []suspect // orders whose total their customer did not verify; two of them may be swapped
	events          []event   // what was seen, to compare it once more with a fee
}

// suspect is an order of one customer with the total of another customer's cart.
type suspect struct {
	by, of, total string
	others        []string // the customers who had verified the total before
	isFresh       bool     // the order follows a verify of its customer directly
	fails         func()   // nil if enough failures were kept before
}

func newForeign() ordersOfOtherCustomers {
	return ordersOfOtherCustomers{
		carts: make(map[string]map[string]bool), loans: make(map[string]map[string]bool), orders: make(map[string]map[string]bool),
		verifiers: make(map[string][]string),
	}
}

// event is a request that the comparison has seen.
type event func(f *ordersOfOtherCustomers, by Shift)

// see takes an event.
func (f *ordersOfOtherCustomers) see(s event) {
	s(f, unshifted)
	if len(f.events) < maxEvents {
		f.events = append(f.events, s)
	}
}

// maxEvents is how many events are kept.
const maxEvents = 4 * maxCustomers

// orderOnce takes an order. Its failure is prepared at most once, and only while the request is
// available.
func (f *ordersOfOtherCustomers) orderOnce(customer, total string, fails DeferredFailure) {
	var state func()
	f.order(customer, total, func() func() {
		if state == nil {
			state = fails()
		}
		return state
	})
	if total = strings.Clone(total); len(f.events) < maxEvents {
		f.events = append(f.events, func(f *ordersOfOtherCustomers, by Shift) {
			f.order(customer, by(total), func() func() { return state })
		})
	}
}

func (f *ordersOfOtherCustomers) verify(customer, value string) {
	f.customer, f.value, f.fresh = customer, value, customer
	keep(f.carts, customer, value)
	if of := f.verifiers[value]; !slices.Contains(of, customer) && len(of) < maxVerifiers && len(f.verifiers) < maxCustomers {
		f.verifiers[value] = append(of, customer)
	}
}

// maxVerifiers is how many customers are kept for one cart value. More of them only say that the
// value is common.
const maxVerifiers = 10

// meets notes a customer who asked for a limit. The next order is from this customer.
func (f *ordersOfOtherCustomers) meets(customer string) {
	if customer != f.customer {
		f.customer = ""
	}
}

func (f *ordersOfOtherCustomers) order(customer, total string, fails DeferredFailure) {
	if customer == "" || total == "" {
		return
	}
	keep(f.orders, customer, total)
	f.place(customer, total, fails)
	f.fresh = ""
	isOfOther := f.customer != "" && f.customer != customer && number(f.value) != nil && number(f.value).Cmp(number(total)) == 0
	if isOfOther && number(total).Sign() > 0 && len(f.suspects) < maxFailures {
		if state := fails(); state != nil {
			f.suspects = append(f.suspects, suspect{by: customer, of: f.customer, total: total, fails: state})
		}
	}
}

// place keeps an order whose total its customer did not verify.
func (f *ordersOfOtherCustomers) place(customer, total string, fails DeferredFailure) {
	if f.carts[customer][total] || f.loans[customer][total] {
		f.own++
	}
	if f.carts[customer][total] || len(f.placed) >= maxCustomers {
		return
	}
	s := suspect{by: customer, total: total, others: slices.Clone(f.verifiers[total]), isFresh: f.fresh == customer}
	if len(f.placed) < maxFailures {
		s.fails = fails()
	}
	f.placed = append(f.placed, s)
}

func keep(all map[string]map[string]bool, customer, amount string) {
	if all[customer] == nil && len(all) < maxCustomers {
		all[customer] = make(map[string]bool)
	}
	if of := all[customer]; of != nil && len(of) < maxCustomers {
		of[amount] = true
	}
}

// isOnlyVerified reports whether a customer verified a cart and never ordered it.
func (f *ordersOfOtherCustomers) isOnlyVerified(customer, value string) bool {
	return f.carts[customer][value] && !f.orders[customer][value]
}

// swapped returns the orders of pairs of customers that each have the total of the other's cart.
func (f *ordersOfOtherCustomers) swapped() (all []suspect) {
	for _, s := range f.placed {
		if slices.ContainsFunc(f.placed, func(o suspect) bool {
			return o.by != s.by && !f.hasOwnCustomer(s) && !f.hasOwnCustomer(o) && f.isOnlyVerified(o.by, s.total) && f.isOnlyVerified(s.by, o.total) && !f.carts[s.by][s.total] && !f.carts[o.by][o.total]
		}) {
			all = append(all, s)
		}
	}
	return all
}

// hasOwnCustomer reports whether an order has its own customer, and the items of another one: it follows
// the verify of its customer directly, and so do the others.
func (f *ordersOfOtherCustomers) hasOwnCustomer(s suspect) bool { return f.areItemsWrong && s.isFresh }

// minScattered is how many customers must have lost their orders to another one if no order
// follows its own verify.
const minScattered = 3

// scattered returns the orders with a total that only other customers verified and never ordered.
// They must be the most of all orders, because a customer who changes the cart may come to the
// total of another one by chance. If only one customer verified each total, and each order names
// someone else, it is enough that they are the most of the orders with a total that their customer
// did not verify.
func (f *ordersOfOtherCustomers) scattered() (all []suspect) {
	customers, totals, named, isOne := make(map[string]bool), make(map[string]bool), make(map[string]bool), true
	for _, s := range f.placed {
		s.others = slices.DeleteFunc(s.others, func(of string) bool { return f.orders[of][s.total] })
		if len(s.others) > 0 && !f.hasOwnCustomer(s) && !f.carts[s.by][s.total] && !f.loans[s.by][s.total] {
			all = append(all, s)
			customers[s.others[0]], totals[s.total], named[s.by] = true, true, true
			isOne = isOne && len(s.others) == 1
		}
	}
	isMost := 2*len(all) > len(f.placed) && (len(all) >= f.own || isOne && len(named) >= minScattered)
	if !isMost || len(customers) < minScattered || len(totals) < minScattered {
		return nil
	}
	return all
}

// proven returns the orders that have the total of the customer who had just verified it, if there
// are several such customers and totals.
func (f *ordersOfOtherCustomers) proven() (all []suspect) {
	customers, totals := make(map[string]bool), make(map[string]bool)
	for _, s := range f.suspects {
		if !f.carts[s.by][s.total] && !f.orders[s.of][s.total] {
			all = append(all, s)
			customers[s.of], totals[s.total] = true, true
		}
	}
	if len(customers) < MinSimilarValues || len(totals) < MinSimilarValues {
		return nil
	}
	return all
}

// end reports the orders that belong to another customer, and whether there are any. If the carts have
// one fee that no order has as an item, the totals with this fee are compared. areItemsWrong says that the
// orders have the items of other customers.
func (f *ordersOfOtherCustomers) end(areItemsWrong bool) bool {
	f.areItemsWrong = areItemsWrong
	if f.report() {
		return true
	}
	by := f.fee()
	if by == nil {
		return false
	}
	again := newForeign()
	again.areItemsWrong = areItemsWrong
	for _, s := range f.events {
		s(&again, by)
	}
	return again.report()
}

// fee returns how the totals of the orders differ from the verified carts, or nil if they do not all
// differ by one amount.
func (f *ordersOfOtherCustomers) fee() Shift {
	var values, totals []string
	for value := range f.verifiers {
		values = append(values, value)
	}
	for _, of := range f.orders {
		for total := range of {
			totals = append(totals, total)
		}
	}
	return OneFee(values, totals)
}

// report reports the orders that belong to another customer, and whether there are any.
func (f *ordersOfOtherCustomers) report() bool {
	wrong := f.swapped()
	if len(wrong) == 0 {
		wrong = f.proven()
	}
	if len(wrong) == 0 {
		wrong = f.scattered()
	}
	stated := false
	for _, s := range wrong {
		if s.fails != nil {
			s.fails()
			stated = true
		}
	}
	return stated
}
