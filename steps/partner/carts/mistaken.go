package carts

// mixedUp compares verified cart values with values that they must not be.
type mixedUp struct {
	members  mistaken // cart values that are the phone number, the id number or the OTP
	previous mistaken // cart values that are the total of the order before
	before   order
}

// order is the customer and the total of an order.
type order struct{ customer, total string }

// mistaken counts the values of a member that belong somewhere else. One such value may be
// chance. If all values belong there, and there are several, a program mixed them up.
type mistaken struct {
	seen, other int
	charges     []func()
}

// see reads one value. isOther says that it belongs somewhere else.
func (m *mistaken) see(isOther bool, charge Charge) {
	m.seen++
	if !isOther {
		return
	}
	m.other++
	if len(m.charges) < maxCharges {
		if state := charge(); state != nil {
			m.charges = append(m.charges, state)
		}
	}
}

// end states the failures if all of several values belong somewhere else, and reports
// whether it did.
func (m *mistaken) end() bool {
	if m.other < leastAlike || m.other < m.seen {
		return false
	}
	for _, state := range m.charges {
		state()
	}
	return true
}
