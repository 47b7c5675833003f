package requests

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/comparison"
)

// Total returns the total of an order, or "" if it is unknown.
func (q *Request) Total() string { return comparison.Total(q.Prices()) }

// Prices returns the prices of the items of an order.
func (q *Request) Prices() []string {
	var prices []string
	for _, value := range q.Each("items.#.item_value") {
		prices = append(prices, value.String())
	}
	return prices
}

// ItemTypes returns the item_type of each item of an order, "" for an unknown one.
func (q *Request) ItemTypes() []string {
	var types []string
	for _, item := range q.Get("items").Array() {
		types = append(types, item.Get("item_type").Str)
	}
	return types
}

// ItemTexts returns the brand, the description and the price of each item of an order.
func (q *Request) ItemTexts() []string {
	var all []string
	for path, price := range q.Each("items.#.item_value") {
		item := strings.TrimSuffix(path, "item_value")
		description := cmp.Or(q.Get(item+"item_description").Str, q.Get(item+spec.MisspeltDescription).Str)
		all = append(all, strings.Join([]string{q.Get(item + "item_brand").Str, description, price.String()}, "\n"))
	}
	return all
}

// SizeOf returns the trait of an order with several items: "of 3 items".
func SizeOf(items int) string { return "of " + strconv.Itoa(items) + " items" }

// IsTimeOf reports whether a number is the time of a request, in seconds or in milliseconds.
func IsTimeOf(number string, at time.Time) bool {
	const near = 60_000 // milliseconds
	n, ok := new(big.Int).SetString(number, 10)
	if !ok || !n.IsInt64() || at.IsZero() {
		return false
	}
	isNear := func(ms int64) bool { return max(ms-at.UnixMilli(), at.UnixMilli()-ms) < near }
	return isNear(n.Int64()) || n.Int64() < near*near && isNear(n.Int64()*1000)
}
