package carts

import "slices"

// foreign finds orders with the id of a customer whose cart it is not. One such order proves
// nothing: it may be meant for another customer, or another customer may buy the same thing. Two
// cases prove that a program mixed up the ids. In the first, orders of several customers each have
// exactly the total that the customer before verified and never ordered. In the second, two orders
// each have the total that the other customer verified.
type foreign struct {
	customer, value string                     // the customer who verified last, and the cart value
	carts           map[string]map[string]bool // the verified cart values, by customer
	orders          map[string]map[string]bool // the ordered totals, by customer
	suspects        []suspect
	placed          []suspect // orders whose total their customer did not verify; two of them may be swapped
}

// suspect is an order of one customer with the total of another customer's cart.
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

// meets notes a customer who asked for a limit. The next order is from this customer.
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

// swapped returns the orders of pairs of customers that each have the total of the other's cart.
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

// end reports the orders that belong to another customer.
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
