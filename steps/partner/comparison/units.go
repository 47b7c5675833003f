package comparison

import (
	"math/big"
)

// units compares amounts with other amounts that should be equal, to find those in another unit,
// such as cents. One amount that is 100 times the other may be chance. If all of several are, they
// are in another unit.
type units struct {
	seen     int
	equal    int            // how many amounts are the other ones
	first    int            // 1 if the first amount is the other one
	times    map[string]int // how many amounts are other ones, by the factor and the direction
	failures []func()
	// aTenthIsMeant says that a tenth of the other amount is no other unit: a store may finance this part.
	aTenthIsMeant bool
}

// factors are the units of an amount, and how many amounts must be in them. Few programs confuse the
// others than cents, so more amounts must show that.
var factors = map[int64]int{100: MinSimilarValues, 10: minConstant, 1000: minConstant}

// see takes an amount and the amount that it should be.
func (u *units) see(amount, should string, fails DeferredFailure) {
	a, b := number(amount), number(should)
	if a == nil || b == nil {
		return
	}
	u.seen++
	if a.Cmp(b) == 0 {
		u.equal++
		if u.seen == 1 {
			u.first = 1
		}
	}
	way := factorOf(a, b)
	if way == "" || way == "/10" && u.aTenthIsMeant {
		return
	}
	if u.times == nil {
		u.times = make(map[string]int)
	}
	u.times[way]++
	if len(u.failures) < maxFailures {
		if state := fails(); state != nil {
			u.failures = append(u.failures, state)
		}
	}
}

// factorOf returns by which factor, and in which direction, two amounts differ, or "".
func factorOf(a, b *big.Int) string {
	if a.Sign() <= 0 || b.Sign() <= 0 {
		return ""
	}
	for factor := range factors {
		n := big.NewInt(factor)
		switch {
		case isPart(b, a, n):
			return "*" + n.String()
		case isPart(a, b, n):
			return "/" + n.String()
		}
	}
	switch {
	case isNearlyCentsOf(a, b):
		return "*" + nearly
	case isNearlyCentsOf(b, a):
		return "/" + nearly
	}
	return ""
}

// isPart reports whether an amount is another one divided by n. It may be rounded, up or down, unless
// it is so small that this may be chance.
func isPart(part, whole, n *big.Int) bool {
	rest := new(big.Int).Sub(whole, new(big.Int).Mul(part, n))
	return rest.Sign() == 0 || part.Cmp(big.NewInt(minRounded)) >= 0 && rest.CmpAbs(n) < 0
}

const minRounded = 10

// nearly stands for a factor of about 100: one of the two amounts has a fee, and the other has not.
const nearly = "about 100"

// isNearlyCentsOf reports whether an amount is 90 to 110 times another one.
func isNearlyCentsOf(a, b *big.Int) bool {
	least, most := new(big.Int).Mul(b, big.NewInt(90)), new(big.Int).Mul(b, big.NewInt(110))
	return a.Cmp(least) >= 0 && a.Cmp(most) <= 0
}

// MinSimilarValues is how often a difference must occur to be no chance.
const MinSimilarValues = 2

// isOther reports whether the amounts, or all but the first, are in another unit, in the same direction. A few
// others may differ in another way, if none is right.
func (u *units) isOther() bool {
	for way, least := range u.minWays() {
		if u.first > 0 {
			least = max(least, MinButFirst)
		}
		if times := u.times[way]; times >= least && u.equal == u.first && MayHaveChanged(u.seen-u.first-times, times) {
			return true
		}
	}
	return false
}

// minWays returns how many amounts must differ in each way.
func (u *units) minWays() map[string]int {
	all := map[string]int{"*" + nearly: minConstant, "/" + nearly: minConstant}
	for factor, least := range factors {
		n := big.NewInt(factor).String()
		all["*"+n], all["/"+n] = least, least
	}
	return all
}

// MayHaveChanged reports whether so few amounts are neither right nor wrong in the way of the others that
// their customers may have changed the cart in between.
func MayHaveChanged(others, alike int) bool {
	const part = 3
	return others == 0 || alike >= minConstant && part*others <= alike
}

// fits returns how many amounts are in the same unit as the others.
func (u *units) fits() int {
	fits := u.seen
	for _, other := range u.times {
		fits -= other
	}
	return fits
}

func (u *units) state() {
	for _, state := range u.failures {
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
