package comparison

import "math/big"

// Shift returns the total of an order with the fee that the verified carts contain.
type Shift func(total string) string

func unshifted(total string) string { return total }

// minWithFee is how many different totals must show a fee. With fewer ones, the difference may be
// chance.
const minWithFee = 3

// OneFee returns the one amount by which every total is less than some verified cart value, as a fee
// for the delivery is (section 4.2 does not say whether it belongs to the cart). It returns nil if
// there is no such amount or several, or if a total is a verified value.
func OneFee(values, totals []string) Shift {
	const most = 300 // more totals take too long to compare
	verified, different := make(map[string]bool), make(map[string]bool)
	for _, value := range values {
		verified[value] = true
	}
	for _, total := range totals {
		if verified[total] || number(total) == nil {
			return nil
		}
		different[total] = true
	}
	if len(different) < minWithFee || len(different) > most {
		return nil
	}
	var found []*big.Int
	for value := range verified {
		if fee := difference(value, totals[0]); fee != nil && isFeeOf(fee, different, verified) {
			found = append(found, fee)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return func(total string) string { return plus(total, found[0]) }
}

// difference returns by how much a cart value is more than a total, or nil if it is not.
func difference(value, total string) *big.Int {
	a, b := number(value), number(total)
	if a == nil || b == nil || a.Cmp(b) <= 0 {
		return nil
	}
	return a.Sub(a, b)
}

func isFeeOf(fee *big.Int, totals, verified map[string]bool) bool {
	for total := range totals {
		if !verified[plus(total, fee)] {
			return false
		}
	}
	return true
}

// plus adds a fee to a total. It returns the total if that is no number.
func plus(total string, fee *big.Int) string {
	n := number(total)
	if n == nil {
		return total
	}
	return n.Add(n, fee).String()
}
