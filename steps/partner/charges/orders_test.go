package charges

import (
	"slices"
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
			cart := New()
			for i, price := range []int{41999, 1250, 89000, 7330} {
				fail := func(message string) { said = append(said, message) }
				one := strconv.Itoa(price)
				cart.orders = append(cart.orders, order{
					cartValue: cartValue{value: strconv.Itoa(c.value(2 * price)), fail: fail}, customer: strconv.Itoa(i),
					total: strconv.Itoa(2 * price), prices: []string{one, one}, codes: []string{one, one}, failItems: fail, failPrices: fail,
				})
			}
			cart.End()
			require.Equal(t, c.wrong, len(said) > 0, said)
		})
	}
}

// TestPricesThatAreTheTotal holds that articles which all cost what was verified have wrong prices, also
// beside pieces of one article, and that pieces alone may be a cart value of one piece.
func TestPricesThatAreTheTotal(t *testing.T) {
	said := func(articles int) (all []string) {
		cart := New()
		for i, total := range []string{"100", "230", "310", "470", "590"} {
			codes := []string{"A", "A"}
			if i < articles {
				codes = []string{"A", "B"}
			}
			twice := strconv.Itoa(2 * []int{100, 230, 310, 470, 590}[i])
			as := func(what string) func(string) { return func(string) { all = append(all, what) } }
			cart.orders = append(cart.orders, order{
				cartValue: cartValue{value: total, fail: as("cart")}, customer: strconv.Itoa(i), total: twice,
				prices: []string{total, total}, codes: codes, failItems: as("items"), failPrices: as("prices"),
			})
		}
		cart.End()
		return all
	}
	require.Equal(t, slices.Repeat([]string{"prices"}, 5), said(2))
	require.Equal(t, slices.Repeat([]string{"cart"}, 5), said(1))
}

// TestEveryItemTwice holds that a cart with every article twice is a fault, unless each customer may
// have bought two pieces of one article.
func TestEveryItemTwice(t *testing.T) {
	said := func(articles int) (all []string) {
		carts := New()
		for n := range 5 {
			o := order{customer: strconv.Itoa(n), failItems: func(string) { all = append(all, "items") }}
			value := 0
			for a := range min(articles, n+1) {
				value += 100*n + a + 7
				price := strconv.Itoa(100*n + a + 7)
				o.prices, o.codes, o.texts = append(o.prices, price, price), append(o.codes, price, price), append(o.texts, price, price)
			}
			o.value, o.total, o.fail = strconv.Itoa(value), strconv.Itoa(2*value), func(string) { all = append(all, "cart") }
			carts.orders = append(carts.orders, o)
		}
		carts.End()
		return all
	}
	require.Equal(t, slices.Repeat([]string{"items"}, 5), said(2))
	require.Equal(t, slices.Repeat([]string{"cart"}, 5), said(1))
}

// TestAnOrderOfNothing holds that an order without items, of a cart of zero, is compared without a panic
// with orders that have every item twice.
func TestAnOrderOfNothing(t *testing.T) {
	var said []string
	carts := New()
	carts.orders = append(carts.orders, order{customer: "nobody", cartValue: cartValue{value: "0"}, total: "0"})
	for n := range 5 {
		price := strconv.Itoa(100 * (n + 1))
		four := slices.Repeat([]string{price}, 4)
		carts.orders = append(carts.orders, order{
			customer: strconv.Itoa(n), cartValue: cartValue{value: strconv.Itoa(200 * (n + 1)), fail: func(string) {}}, total: strconv.Itoa(400 * (n + 1)),
			prices: four, codes: four, texts: four, failItems: func(string) { said = append(said, "items") },
		})
	}
	carts.End()
	require.Len(t, said, 5)
}

// TestAChangedCartHidesNoOther holds that one customer who changed the cart does not hide that all others
// verified the price of their first item, and is not reported. A right cart shows that they did not.
func TestAChangedCartHidesNoOther(t *testing.T) {
	said := func(last string) (all []string) {
		carts := New()
		for n := range 6 {
			price, total := strconv.Itoa(100*(n+1)), strconv.Itoa(170*(n+1))
			value := price
			if n == 5 {
				value = last
			}
			fail := func(message string) { all = append(all, message) }
			carts.orders = append(carts.orders, order{
				cartValue: cartValue{value: value, fail: fail}, customer: strconv.Itoa(n), total: total,
				prices: []string{price, strconv.Itoa(70 * (n + 1))}, codes: []string{"A", "B"},
			})
		}
		carts.End()
		return all
	}
	all := said("77")
	require.Len(t, all, 5)
	require.Contains(t, all[0], "and so for nearly all customers")
	require.Empty(t, said("1020"), "the last one is right")
}

// TestTheCartIsOnePrice holds that a cart value which is the price of one item is a fault, and that a
// cart of one article may have the delivery as a second item.
func TestTheCartIsOnePrice(t *testing.T) {
	said := func(prices func(n int) (one, other, cart int)) (all []string) {
		carts := New()
		for n := range 5 {
			one, other, cart := prices(100 * (n + 1))
			fail := func(string) { all = append(all, "cart") }
			carts.orders = append(carts.orders, order{
				cartValue: cartValue{value: strconv.Itoa(cart), fail: fail}, customer: strconv.Itoa(n), total: strconv.Itoa(one + other),
				prices: []string{strconv.Itoa(one), strconv.Itoa(other)}, codes: []string{strconv.Itoa(one), strconv.Itoa(other)},
			})
		}
		carts.End()
		return all
	}
	require.Len(t, said(func(n int) (int, int, int) { return n, n*n + 7, n }), 5, "the first")
	require.Len(t, said(func(n int) (int, int, int) { return n, n*n + 7, n*n + 7 }), 5, "the last")
	require.Empty(t, said(func(n int) (int, int, int) { return n, 350, n }), "an article and the delivery")
	require.Empty(t, said(func(n int) (int, int, int) { return n, n / 10, n }), "an article and a warranty")
}

// TestAnOrderAfterAnUnknownOne holds that such an order does not hide the items of the customer before,
// unless it has its own total.
func TestAnOrderAfterAnUnknownOne(t *testing.T) {
	carts := func(own string) string {
		cart := New()
		for i, o := range [][2]string{{"10", "10"}, {own, "77"}, {"30", own}, {"40", "30"}, {"50", "40"}} {
			cart.orders = append(cart.orders, order{cartValue: cartValue{value: o[0]}, customer: strconv.Itoa(i), total: o[1], isAfterUnknown: i == 1})
		}
		way, _ := cart.cartWay()
		return way.name
	}
	require.Equal(t, "the cart of the customer before", carts("20"))
	require.Empty(t, carts("77"), "the first one after it is right, and few others are wrong")
}

// A store may sell one article, and orders may come without a code.
func TestOrdersWithoutACode(t *testing.T) {
	c := New()
	require.False(t, c.orders.sellsSeveral())
	c.orders = []order{{}, {codes: []string{"A"}}, {codes: []string{"A", "A"}}}
	require.False(t, c.orders.sellsSeveral())
	c.orders = append(c.orders, order{codes: []string{"B"}})
	require.True(t, c.orders.sellsSeveral())
	c.End()
}

// TestACartValueMovesToTheOtherID holds that a cart value belongs to the customer id of the limit, if that has
// none of its own.
func TestACartValueMovesToTheOtherID(t *testing.T) {
	carts := New()
	carts.waiting["of the verify"] = cartValue{value: "100"}
	carts.move("of the verify", "of the limit")
	require.Equal(t, map[string]cartValue{"of the limit": {value: "100"}}, carts.waiting)
	carts.waiting["of another verify"] = cartValue{value: "200"}
	carts.move("of another verify", "of the limit")
	carts.move("", "of somebody")
	require.Len(t, carts.waiting, 2)
}

func TestTheCartIsTheDearestOrTheCheapestPrice(t *testing.T) {
	for value, is := range map[string][2]bool{"90": {true, false}, "7": {false, true}, "40": {}, "137": {}, "": {}} {
		o := order{cartValue: cartValue{value: value}, total: "137", prices: []string{"40", "90", "7"}}
		require.Equal(t, is, [2]bool{o.isDearest(), o.isCheapest()}, value)
	}
	require.False(t, order{cartValue: cartValue{value: "7"}, prices: []string{"7", "free"}}.isCheapest())
}

// TestAnOrderBeforeTheMixUpIsNoneOfIt holds that only orders are reported that follow one of another customer: the
// first order of all has none before it, though it may have no right total either.
func TestAnOrderBeforeTheMixUpIsNoneOfIt(t *testing.T) {
	var said []string
	cart := New()
	values := []string{"1500", "3230", "4960", "6690", "8420"}
	for i, value := range values {
		total := "77"
		if i > 0 {
			total = values[i-1]
		}
		cart.orders = append(cart.orders, order{
			cartValue: cartValue{value: value}, customer: value, total: total, prices: []string{total}, codes: []string{value},
			failItems: func(string) { said = append(said, value) },
		})
	}
	cart.End()
	require.Equal(t, values[1:], said)
}
