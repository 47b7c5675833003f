package carts

import "math/big"

// units compares amounts with other amounts that should be equal, to find those in another unit,
// such as cents. One amount that is 100 times the other may be chance. If all of several are, they
// are in another unit.
type units struct {
	seen, hundredfold, hundredth int
	charges                      []func()
}

// see takes an amount and the amount that it should be.
func (u *units) see(amount, should string, charge Charge) {
	a, b := number(amount), number(should)
	if a == nil || b == nil {
		return
	}
	u.seen++
	hundred := big.NewInt(100)
	switch {
	case a.Sign() <= 0 || b.Sign() <= 0:
		return
	case a.Cmp(new(big.Int).Mul(b, hundred)) == 0:
		u.hundredfold++
	case b.Cmp(new(big.Int).Mul(a, hundred)) == 0:
		u.hundredth++
	default:
		return
	}
	if len(u.charges) < maxCharges {
		if state := charge(); state != nil {
			u.charges = append(u.charges, state)
		}
	}
}

// leastAlike is how often a difference must occur to be no chance.
const leastAlike = 2

// isOther reports whether all amounts are in another unit, in the same direction.
func (u *units) isOther() bool {
	return u.seen >= leastAlike && (u.hundredfold == u.seen || u.hundredth == u.seen)
}

// fits returns how many amounts are in the same unit as the others.
func (u *units) fits() int { return u.seen - u.hundredfold - u.hundredth }

func (u *units) state() {
	for _, state := range u.charges {
		state()
	}
}

// Total adds up whole amounts. It returns "" if one of them is none.
func Total(amounts []string) string {
	total := new(big.Int)
	for _, amount := range amounts {
		n := number(amount)
		if n == nil {
			return ""
		}
		total.Add(total, n)
	}
	return total.String()
}
