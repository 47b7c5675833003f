package charges

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestItemsOfOtherCustomers holds which carts show, without equal totals, that they have the items of other
// customers. Each order is its customer, the verified value, and its items with their prices.
func TestItemsOfOtherCustomers(t *testing.T) {
	for _, c := range []struct {
		name, orders string
		failed       int
	}{
		{"never emptied", "a:90:A100 b:180:A100,B200 c:45:A100,B200,C50 d:360:A100,B200,C50,D400", 3},
		{"never emptied, later", "x:9:X10 a:90:A100 b:180:A100,B200 c:45:A100,B200,C50 d:360:A100,B200,C50,D400 y:9:Y10", 3},
		{"three orders", "a:90:A100 b:180:A100,B200 c:45:A100,B200,C50", 0},
		{"two customers", "a:90:A100 b:180:A100,B200 a:45:A100,B200,C50 b:360:A100,B200,C50,D400", 0},
		{"one thing more each time", "a:90:A100 b:270:A100,B200 c:315:A100,B200,C50 d:675:A100,B200,C50,D400", 0},
		{"emptied in between", "a:90:A100 b:180:A100,B200 c:45:C50 d:360:C50,D400", 0},
		{"the cart before, with a discount", "a:90:A100 b:180:A100,B200 c:45:B200,C50 d:360:C50,D400 e:63:D400,E70", 4},
		{"the cart before, at its price", "a:90:A100 b:270:A100,B200 c:225:B200,C50 d:405:C50,D400 e:423:D400,E70", 0},
		{"the cart before, three times", "a:90:A100 b:180:A100,B200 c:45:B200,C50 d:360:C50,D400", 0},
		{"the cart before, of one customer", "a:90:A100 a:180:A100,B200 a:45:B200,C50 a:360:C50,D400 a:63:D400,E70", 0},
		{"the cart before, now and then", "a:100:A100 b:200:A100,B200 c:50:C50 d:400:C50,D400 e:70:E70 f:80:E70,F80", 3},
		{"the cart before, twice", "a:100:A100 b:200:A100,B200 c:50:C50 d:400:C50,D400 e:70:E70 f:80:F80", 0},
		{"the cart before, and it was verified", "a:100:A100 b:300:A100,B200 c:50:C50 d:450:C50,D400 e:70:E70 f:150:E70,F80", 0},
		{"the cart before, of one value", "a:100:A100 b:200:A100,B200 c:50:C50 d:200:C50,B200 e:70:E70 f:200:E70,B200", 0},
		{"one cart", "a:90:A100 b:200:A100 c:350:A100 d:40:A100 e:777:A100", 5},
		{"one cart for four", "a:90:A100 b:200:A100 c:350:A100 d:40:A100 d:777:A100", 0},
		{"one cart, and one value twice", "a:90:A100 b:200:A100 c:350:A100 d:40:A100 e:200:A100", 0},
		{"one cart with other fees", "a:110:A100 b:120:A100 c:130:A100 d:140:A100 e:150:A100", 0},
		{"one right cart", "a:90:A100 b:200:A100 c:350:A100 d:40:A100 e:777:B700", 0},
	} {
		failed := 0
		ordersOf(c.orders, &failed).endItems()
		require.Equal(t, c.failed, failed, c.name)
	}
}

func TestAnItemTwice(t *testing.T) {
	for _, c := range []struct {
		name, orders string
		failed       int
	}{
		{"by all", "a:100:A100,A100 b:300:A100,B200,B200 c:50:C50,C50", 3},
		{"by those with three items", "a:100:A100 b:300:A100,B200,B200 c:250:B200,C50,C50 d:150:A100,C50 e:500:B200,D300,D300", 3},
		{"by two", "a:100:A100 b:300:A100,B200,B200 c:250:B200,C50,C50 d:150:A100,C50", 0},
		{"and one bought two pieces", "a:100:A100 b:300:A100,B200,B200 c:250:B200,C50,C50 d:200:A100,A100 e:500:B200,D300,D300", 0},
		{"and one with a fee", "a:100:A100 b:300:A100,B200,B200 c:250:B200,C50,C50 d:210:A100,A100 e:500:B200,D300,D300", 0},
	} {
		failed := 0
		ordersOf(c.orders, &failed).endParts()
		require.Equal(t, c.failed, failed, c.name)
	}
}

// ordersOf reads orders, and counts the failures of their items.
func ordersOf(orders string, failed *int) *Orders {
	cart := New()
	for _, text := range strings.Fields(orders) {
		part := strings.Split(text, ":")
		o := order{cartValue: cartValue{value: part[1]}, customer: part[0], failItems: func(string) { *failed++ }}
		total := 0
		for _, item := range strings.Split(part[2], ",") {
			price, _ := strconv.Atoi(item[1:])
			o.codes, o.texts, o.prices, total = append(o.codes, item[:1]), append(o.texts, item), append(o.prices, item[1:]), total+price
		}
		o.total = strconv.Itoa(total)
		cart.orders = append(cart.orders, o)
	}
	return &cart
}
