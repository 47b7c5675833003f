package charges

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/steps/partner/comparison"
)

// cartsWith returns orders of one to three items, of customers with and without a trait, with cart values that some
// of them have wrong, and where the failures are kept.
func cartsWith(value func(nth int, trait string, prices []string) string) (cart Orders, said *[]string) {
	cart, said = New(), new([]string)
	fail := func(message string) { *said = append(*said, message) }
	for nth := range 36 {
		trait := []string{"with gender female", "with gender male"}[nth%2]
		var prices []string
		for item := range 1 + nth%3 {
			prices = append(prices, strconv.Itoa(12500+1700*nth+970*item))
		}
		total := comparison.Total(prices)
		cart.orders = append(cart.orders, order{
			cartValue: cartValue{value: value(nth, trait, prices), fail: fail}, customer: strconv.Itoa(nth), total: total, buyer: buyer{traits: []string{trait}},
			prices: prices, codes: prices, texts: prices, failItems: fail, failPrices: fail,
		})
		cart.running = append(cart.running, "")
	}
	return cart, said
}

// TestSomeWrongCarts holds that cart values which no customer brings about are wrong though others are right, and
// that other ones must be those of all orders of one kind, or of all customers with one trait.
func TestSomeWrongCarts(t *testing.T) {
	last := func(prices []string) string { return prices[len(prices)-1] }
	for name, c := range map[string]struct {
		value func(nth int, trait string, prices []string) string // "" is the right one
		says  string
		times int
	}{
		"the right one": {func(int, string, []string) string { return "" }, "", 0},
		"zero for some": {func(nth int, _ string, _ []string) string { return map[bool]string{true: "0"}[nth%7 == 0] }, "but 0", 6},
		"the number of items for some": {func(nth int, _ string, prices []string) string {
			return map[bool]string{true: strconv.Itoa(len(prices))}[nth%7 == 0]
		}, "the number of its items", 6},
		"without zeros for some": {func(nth int, _ string, prices []string) string {
			return map[bool]string{true: strings.TrimRight(comparison.Total(prices), "0")}[nth%5 == 0]
		}, "zeros added or left out", 8},
		"four of them": {func(nth int, _ string, _ []string) string { return map[bool]string{true: "0"}[nth%9 == 0] }, "", 0},
		"the last price of orders of three": {func(_ int, _ string, prices []string) string {
			return map[bool]string{true: last(prices)}[len(prices) == 3]
		}, "so for all orders of 3 items", 12},
		"the last price of some orders of three": {func(nth int, _ string, prices []string) string {
			return map[bool]string{true: last(prices)}[len(prices) == 3 && nth > 9]
		}, "", 0},
		"the average price of women": {func(_ int, trait string, prices []string) string {
			total, _ := strconv.Atoi(comparison.Total(prices))
			return map[bool]string{true: strconv.Itoa(total / len(prices))}[trait == "with gender female"]
		}, "so for all orders of customers with gender female", 12},
	} {
		t.Run(name, func(t *testing.T) {
			cart, said := cartsWith(func(nth int, trait string, prices []string) string {
				if value := c.value(nth, trait, prices); value != "" {
					return value
				}
				return comparison.Total(prices)
			})
			cart.End()
			require.Len(t, *said, c.times, *said)
			for _, message := range *said {
				require.Contains(t, message, c.says)
			}
		})
	}
}
