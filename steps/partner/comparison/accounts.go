package comparison

import (
	"slices"
	"strings"
)

// accounts finds customers to whom a service gives another id in verify OTP than in create limit.
// Section 2.9 calls both the customer's id, but a store can do nothing about it: it orders with
// either.
type accounts struct {
	byNumber map[string]account // by id number, in at most maxCustomers
	limits   map[string]bool    // the customer ids of limits
	others   map[string]string  // the customer ids of limits, by the other id that a verify gave
}

// account is what the service calls the customer with an id number: in a limit, and in a verify.
type account struct{ limit, verified string }

func newAccounts() accounts {
	return accounts{byNumber: make(map[string]account), limits: make(map[string]bool), others: make(map[string]string)}
}

// owner returns the customer of an order: the one of the limit, if the order has the id that verify
// gave.
func (a *accounts) owner(customer string) string {
	if limit := a.others[customer]; limit != "" && !a.limits[customer] {
		return limit
	}
	return customer
}

// verify returns the customer who verified: the one of the limit for the same id number, if no limit
// has the id that the service returned.
func (a *accounts) verify(customer, number string) string {
	known := a.byNumber[number]
	if customer == "" || number == "" || a.limits[customer] {
		return customer
	}
	known.verified = strings.Clone(customer)
	a.keep(number, known)
	if known.limit != "" {
		a.others[known.verified] = known.limit
		return known.limit
	}
	return customer
}

// ask takes the customer of a limit, and returns the id in an earlier verify for the same id number, if
// the service gave another one there.
func (a *accounts) ask(customer, number string) (other string, isOther bool) {
	if customer == "" || len(a.limits) >= maxCustomers {
		return "", false
	}
	a.limits[strings.Clone(customer)] = true
	known := a.byNumber[number]
	known.limit = strings.Clone(customer)
	if number != "" {
		a.keep(number, known)
	}
	if known.verified != "" {
		a.others[known.verified] = known.limit
	}
	return known.verified, known.verified != "" && !a.limits[known.verified]
}

func (a *accounts) keep(number string, known account) {
	if _, isKnown := a.byNumber[number]; isKnown || len(a.byNumber) < maxCustomers {
		a.byNumber[strings.Clone(number)] = known
	}
}

// rename gives all that is known about a customer to another id of the same customer.
func (c *Carts) rename(from, to string) {
	if v, known := c.verified[from]; known {
		delete(c.verified, from)
		c.verified[to] = v
	}
	delete(c.arrivals.waiting, from)
	c.foreign.see(func(f *ordersOfOtherCustomers, _ Shift) { f.rename(from, to) })
}

// rename does the same for the carts that may be those of others.
func (f *ordersOfOtherCustomers) rename(from, to string) {
	for value := range f.carts[from] {
		keep(f.carts, to, value)
		of := f.verifiers[value]
		if at := slices.Index(of, from); at >= 0 {
			of[at] = to
		}
	}
	delete(f.carts, from)
	for _, customer := range []*string{&f.customer, &f.fresh} {
		if *customer == from {
			*customer = to
		}
	}
}

// arrivals are the customers who verified an OTP or got a limit, by their ids.
type arrivals struct {
	waiting map[string]bool // those who have not ordered yet
	last    string          // who came last
	count   int             // how often somebody came
	before  map[string]int  // how often somebody had come when a customer ordered last
}

func newArrivals() arrivals {
	return arrivals{waiting: make(map[string]bool), before: make(map[string]int)}
}

func (a *arrivals) come(customer string) {
	if customer != "" && len(a.waiting) < maxCustomers {
		a.last = customer
		a.waiting[customer] = true
		a.count++
	}
}

// order takes an order, and reports whether it may be that of the last one who came: its own customer has not
// come since the last order, and somebody else has.
func (a *arrivals) order(customer string) bool {
	before, isKnown := a.before[customer]
	isOther := customer != "" && !a.waiting[customer] && a.waiting[a.last] && before < a.count
	delete(a.waiting, customer)
	if isKnown || len(a.before) < maxCustomers {
		a.before[customer] = a.count
	}
	return isOther
}
