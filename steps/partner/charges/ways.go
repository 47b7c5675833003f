package charges

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// valueWays are the other values that a cart value may be.
var valueWays = []orderWay{
	{name: "the prices of the order that follows, one after the other", isSure: true, is: func(o order) bool { return strings.Join(o.prices, "") == o.value }},
	{name: "the price of the first item of the order that follows", isPrice: true, is: func(o order) bool { return len(o.prices) > 0 && o.prices[0] == o.value }},
	{name: "the price of the last item of the order that follows", isPrice: true, is: func(o order) bool { return len(o.prices) > 0 && o.prices[len(o.prices)-1] == o.value }},
	{name: "the price of the dearest item of the order that follows", isPrice: true, is: order.isDearest},
	{name: "the price of the cheapest item of the order that follows", isPrice: true, is: order.isCheapest},
	{name: "the order_id of the order that follows", isSure: true, is: func(o order) bool { return o.id == o.value }},
	{name: "the time of the request", isSure: true, is: func(o order) bool { return o.isTime }},
	{name: "an income or an expense in the limit of the customer", is: func(o order) bool { return slices.Contains(o.incomes, o.value) }},
}

// priceWays are the other values that all prices of an order may be. Several pieces of one article
// have one price.
var priceWays = []orderWay{
	{name: "the verified cart value", is: func(o order) bool { return o.isOnePrice() && o.prices[0] == o.value }},
	{name: "the same amount, and their total is not the verified cart value", is: func(o order) bool {
		return o.hasSeveralArticles() && o.isOnePrice() && o.total != o.value
	}},
}

// hasNegativePrice reports whether the total shows nothing: another rule reports such a price.
func (o order) hasNegativePrice() bool {
	return slices.ContainsFunc(o.prices, func(price string) bool { return strings.HasPrefix(price, "-") })
}

func (o order) isOnePrice() bool {
	return !slices.ContainsFunc(o.prices, func(price string) bool { return price != o.prices[0] })
}

// isFarAbove reports whether the total is more than ten times the cart value. No fee explains that.
func (o order) isFarAbove() bool {
	const far = 10
	value, ok := new(big.Int).SetString(o.value, 10)
	total, isTotal := new(big.Int).SetString(o.total, 10)
	return ok && isTotal && value.Sign() > 0 && total.Cmp(value.Mul(value, big.NewInt(far))) > 0
}

// amounts are a cart value and the total of the order that follows.
type amounts struct{ value, total float64 }

// amounts returns the two amounts as numbers, or nil if one is none.
func (o order) amounts() *amounts {
	value, err := strconv.ParseFloat(o.value, 64)
	total, errTotal := strconv.ParseFloat(o.total, 64)
	if err != nil || errTotal != nil || total == 0 {
		return nil
	}
	return &amounts{value, total}
}

// hasSeveralArticles reports whether the articles of an order differ: their codes differ or, if all codes are
// lost, their brands or descriptions.
func (o order) hasSeveralArticles() bool {
	differ := func(all []string) bool { return len(slices.Compact(slices.Sorted(slices.Values(all)))) > 1 }
	return differ(o.codes) || differ(o.texts)
}

// isOneItem reports whether all items are one article, and the customer verified neither its price
// nor the total. The store may have verified the price of one piece.
func (o order) isOneItem() bool {
	return !o.hasSeveralArticles() && o.isOnePrice() && o.value != o.total && o.value != o.prices[0]
}
