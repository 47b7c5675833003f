package comparison

import "strings"

// newcomers compares the verified cart values of new customers alone: those who got their limit
// between the verify and the order. A store serves them in another branch of its program than
// customers who come back. So what all new customers show is a fault, even if the others are right.
type newcomers struct {
	values   units
	members  mistaken
	constant constant
}

// note marks the verified cart value of a customer who gets a limit.
func (n *newcomers) note(all map[string]verified, customer string) {
	customer = strings.ToLower(customer)
	if v, known := all[customer]; known {
		v.isNew = true
		all[customer] = v
	}
}

// see reads a cart value with the order that follows.
func (n *newcomers) see(v verified, total string, items int, inOtherUnit DeferredFailure) {
	if v.isNew {
		n.values.see(v.value, total, inOtherUnit)
		n.members.see(v.isOther, func() func() { return v.member })
		n.constant.see(v, total, items)
	}
}

// end states the failures, and reports whether it did.
func (n *newcomers) end() bool {
	if n.values.seen < minConstant {
		return false
	}
	if n.values.isOther() {
		n.values.state()
		return true
	}
	return n.members.end() || n.constant.end()
}
