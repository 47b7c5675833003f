package carts

import "math/big"

// units compare an amount with another one that says the same, as in cents and in whole
// units. One that is 100 times the other may be chance. All of several are in another unit.
type units struct {
	seen, hundredfold, hundredth int
	charges                      []func()
}

// see takes in an amount, and the one that it should be.
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

// leastAlike is how often a difference shows at least that is no chance.
const leastAlike = 2

// isOther tells whether all amounts are in another unit, in the same direction.
func (u *units) isOther() bool {
	return u.seen >= leastAlike && (u.hundredfold == u.seen || u.hundredth == u.seen)
}

func (u *units) state() {
	for _, state := range u.charges {
		state()
	}
}

// Total adds up whole amounts; it is empty where one is none.
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
