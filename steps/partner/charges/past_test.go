package charges

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCartsThatAreNotEmptied holds that a verified cart value with carts before, and an order with items
// before, are faults of the program, and that customers who change their carts are none.
func TestCartsThatAreNotEmptied(t *testing.T) {
	prices := []int{419, 125, 890, 733, 256, 614}
	for name, c := range map[string]struct {
		order func(n int, o *order)
		said  string
	}{
		"right carts":                     {func(int, *order) {}, ""},
		"a total that grows":              {func(n int, o *order) { o.value, o.before = sumOf(prices[:n+1]), sumOf(prices[:n]) }, "cart"},
		"the total of an earlier visit":   {func(n int, o *order) { o.value, o.earlier = "1"+o.total, "1"+o.total }, "cart"},
		"the total of both visits":        {func(n int, o *order) { o.value, o.earlier = sumOf([]int{500, prices[n]}), "500" }, "cart"},
		"an item of the order before":     {func(n int, o *order) { o.isAfterItems(prices[max(n-1, 0)], n > 0) }, "items"},
		"an item more, of some customers": {func(n int, o *order) { o.isAfterItems(prices[max(n-1, 0)], n == 2 || n == 4) }, ""},
	} {
		said := ""
		cart := New()
		for n, price := range prices {
			as := func(what string) func(string) { return func(string) { said = what } }
			one := strconv.Itoa(price)
			o := order{cartValue: cartValue{value: one, fail: as("cart")}, customer: strconv.Itoa(n), total: one, prices: []string{one}, texts: []string{one}, codes: []string{one}, failItems: as("items")}
			c.order(n, &o)
			cart.orders = append(cart.orders, o)
		}
		cart.End()
		require.Equal(t, c.said, said, name)
	}
}

// isAfterItems puts an item before the others, if it is there.
func (o *order) isAfterItems(price int, is bool) {
	if is {
		one := strconv.Itoa(price)
		o.total = sumOf([]int{price, number(o.total)})
		o.prices, o.texts, o.codes = append([]string{one}, o.prices...), append([]string{one}, o.texts...), append([]string{one}, o.codes...)
	}
}

func sumOf(prices []int) string {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	return strconv.Itoa(sum)
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
