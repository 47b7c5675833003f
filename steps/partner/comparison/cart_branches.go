package comparison

import (
	"maps"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/spec"
)

// cartBranches compares verified cart values with orders for one branch of a program at a time. A store often
// serves new customers, orders of several items or later orders in code of its own. So what all of one branch
// show is a fault, even if the others are right.
type cartBranches struct {
	byName  map[string]*cartBranch
	of      map[string][]string // the branches for a customer, by customer id
	ordered map[string]bool     // ids of customers who have ordered
}

// cartBranch is the comparison for the orders of one branch.
type cartBranch struct {
	hasLoans bool // some of the customers asked for a loan between the verify and the order
	values   units
	members  mistaken
	previous mistaken
	constant constant
}

// note marks the verified cart value of a customer who gets a limit.
func (b *cartBranches) note(all map[string]verified, customer string, branches []string) {
	customer = lower(customer)
	if b.of == nil {
		b.of = make(map[string][]string)
	}
	if len(b.of) < maxCustomers {
		b.of[customer] = branches
	}
	if v, known := all[customer]; known {
		v.isNew = true
		all[customer] = v
	}
}

// names returns the branches that a cart value and its order belong to, and notes the order.
func (b *cartBranches) names(v verified, customer string, types []string) []string {
	names := []string{"returning customers", "orders of one item"}
	if v.isNew {
		names[0] = "new customers"
	}
	if len(types) > 1 {
		names[1] = "orders of several items"
		names = append(names, "orders of "+strconv.Itoa(len(types))+" items")
	}
	if same := slices.Compact(slices.Clone(types)); len(same) == 1 && slices.Contains(spec.ItemTypes(), same[0]) {
		names = append(names, "orders of the type "+same[0])
	}
	names = append(names, b.of[customer]...)
	if b.ordered == nil {
		b.ordered = make(map[string]bool)
	}
	if b.ordered[customer] {
		names = append(names, "later orders")
	}
	if len(b.ordered) < maxCustomers {
		b.ordered[customer] = true
	}
	return names
}

// see reads a cart value with the order that follows, and the order before. Which of the two is in another unit
// is known only if there are loans: inOtherUnit then reports the wrong one, and otherwise the cart value.
func (b *cartBranches) see(v verified, before, now order, types []string, inOtherUnit func()) {
	if b.byName == nil {
		b.byName = make(map[string]*cartBranch)
	}
	for _, name := range b.names(v, now.customer, types) {
		one := b.byName[name]
		if one == nil {
			one = new(cartBranch)
			b.byName[name] = one
		}
		one.hasLoans = one.hasLoans || v.isNew
		one.values.see(v.value, now.total, func() func() {
			return func() {
				if one.hasLoans {
					inOtherUnit()
				} else if v.unit != nil {
					v.unit()
				}
			}
		})
		one.members.see(v.isOther, func() func() { return v.member })
		one.previous.seeCart(v, before, now)
		one.constant.see(v, now.total, len(types))
	}
}

// any reports whether one branch with enough orders states its failures.
func (b *cartBranches) any(end func(*cartBranch) bool) bool {
	for _, name := range slices.Sorted(maps.Keys(b.byName)) {
		if one := b.byName[name]; one.values.seen >= minConstant && end(one) {
			return true
		}
	}
	return false
}

// end states the failures of one branch, and reports whether it did.
func (b *cartBranches) end() bool {
	return b.any(func(one *cartBranch) bool {
		if one.values.isOther() {
			one.values.state()
			return true
		}
		return one.members.end() || one.constant.end()
	})
}

// endPrevious states the cart values of one branch that are the total of the order before, and reports whether
// it did.
func (b *cartBranches) endPrevious() bool {
	return b.any(func(one *cartBranch) bool { return one.previous.seen >= minConstant && one.previous.end() })
}

// loanUnits compares all loans with verified cart values, and those of each occupation.
type loanUnits struct {
	units
	of loanBranches
}

// loanBranches compares loans with verified cart values, for the customers with one occupation at a time: a
// store has a form of its own for each (sections 2.5 and 2.6).
type loanBranches map[Occupation]*units

// see reads a loan_amount with the cart value that its customer verified.
func (b loanBranches) see(of Occupation, loan, cart string, fails DeferredFailure) {
	if of.Kind == "" {
		return
	}
	for _, of := range slices.Compact([]Occupation{of.whole(), of}) {
		if b[of] == nil {
			b[of] = &units{aTenthIsMeant: true}
		}
		b[of].see(loan, cart, fails)
	}
}

// end states the loans of one occupation that are all in another unit.
func (b loanBranches) end() {
	for of, one := range b {
		isWider := of.Sector != "" && b[of.whole()].isOther()
		if !isWider && one.seen >= minCounts && one.isOther() {
			one.state()
		}
	}
}
