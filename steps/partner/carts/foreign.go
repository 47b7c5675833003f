package carts

import "slices"

// foreign are orders under the id of a customer whose cart it is not. An order for somebody
// else may be meant, and another customer may buy the same thing: one such order proves
// nothing. Several of several customers, each with the very total that the customer before
// verified and never ordered, are ids that a program mixed up; and so are two orders each of
// which has the total that the other customer verified.
type foreign struct {
	customer, value string                     // who verified last, and which cart value
	carts           map[string]map[string]bool // customer to the cart values that were verified
	orders          map[string]map[string]bool // customer to the totals that were ordered
	suspects        []suspect
	placed          []suspect // all orders, in which two may have been swapped
}

// suspect is an order for one customer that has the total of the cart of another one.
type suspect struct {
	by, of, total string
	charge        func()
}

func newForeign() foreign {
	return foreign{carts: make(map[string]map[string]bool), orders: make(map[string]map[string]bool)}
}

func (f *foreign) verify(customer, value string) {
	f.customer, f.value = customer, value
	keep(f.carts, customer, value)
}

// meets takes in a customer who asked for a limit: the next order is theirs.
func (f *foreign) meets(customer string) {
	if customer != f.customer {
		f.customer = ""
	}
}

func (f *foreign) order(customer, total string, charge Charge) {
	if customer == "" || total == "" {
		return
	}
	keep(f.orders, customer, total)
	if !f.carts[customer][total] && len(f.placed) < maxCharges {
		if state := charge(); state != nil {
			f.placed = append(f.placed, suspect{by: customer, total: total, charge: state})
		}
	}
	isOfOther := f.customer != "" && f.customer != customer && number(f.value) != nil && number(f.value).Cmp(number(total)) == 0
	if isOfOther && number(total).Sign() > 0 && len(f.suspects) < maxCharges {
		if state := charge(); state != nil {
			f.suspects = append(f.suspects, suspect{by: customer, of: f.customer, total: total, charge: state})
		}
	}
}

func keep(all map[string]map[string]bool, customer, amount string) {
	if all[customer] == nil && len(all) < maxCustomers {
		all[customer] = make(map[string]bool)
	}
	if of := all[customer]; of != nil && len(of) < maxCustomers {
		of[amount] = true
	}
}

// swapped are the orders of two customers each of which has the total of the other one.
func (f *foreign) swapped() (all []suspect) {
	for _, s := range f.placed {
		if slices.ContainsFunc(f.placed, func(o suspect) bool {
			return o.by != s.by && f.carts[o.by][s.total] && f.carts[s.by][o.total] && !f.carts[s.by][s.total] && !f.carts[o.by][o.total]
		}) {
			all = append(all, s)
		}
	}
	return all
}

// end states the orders that are another customer's.
func (f *foreign) end() {
	if swapped := f.swapped(); len(swapped) > 0 {
		for _, s := range swapped {
			s.charge()
		}
		return
	}
	var proven []suspect
	customers, totals := make(map[string]bool), make(map[string]bool)
	for _, s := range f.suspects {
		if !f.carts[s.by][s.total] && !f.orders[s.of][s.total] {
			proven = append(proven, s)
			customers[s.of], totals[s.total] = true, true
		}
	}
	if len(customers) < leastAlike || len(totals) < leastAlike {
		return
	}
	for _, s := range proven {
		s.charge()
	}
}
