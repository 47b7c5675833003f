package sequences

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAFeeIsNoWrongCart holds that pieces of one article are a fair order where all cart values have
// the same fee, voucher or discount, and wrong items where they differ from the totals in many ways.
func TestAFeeIsNoWrongCart(t *testing.T) {
	for name, c := range map[string]struct {
		value func(total int) int
		wrong bool
	}{
		"a fee":                      {func(total int) int { return total + 350 }, false},
		"a voucher":                  {func(total int) int { return total - 500 }, false},
		"a surcharge of two percent": {func(total int) int { return total * 102 / 100 }, false},
		"other items in the cart":    {func(total int) int { return total + total%7*1000 + 1 }, true},
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			cart := newCharged()
			for i, price := range []int{41999, 1250, 89000, 7330} {
				fail := func(message string) { said = append(said, message) }
				one := strconv.Itoa(price)
				cart.orders = append(cart.orders, chargedOrder{
					cartValue: cartValue{value: strconv.Itoa(c.value(2 * price)), fail: fail}, customer: strconv.Itoa(i),
					total: strconv.Itoa(2 * price), prices: []string{one, one}, codes: []string{one, one}, failItems: fail, failPrices: fail,
				})
			}
			cart.end()
			require.Equal(t, c.wrong, len(said) > 0, said)
		})
	}
}
