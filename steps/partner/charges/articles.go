package charges

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/steps/partner/requests"
)

// Articles compares the items of all orders by brand and description. An order of several items may
// give each of them the type of the first one, or the first and the last one each other's price
// (section 2.2). The other orders of these articles show it.
type Articles struct{ orders [][]article }

// article is an item of an order.
type article struct {
	name, kind, price string
	fail              func(message string) // of the price of the first item, of the type of another one
}

// minTypes is the number of articles, and minSwapped the number of orders and of articles, from
// which on a change of the catalogue does not explain the difference.
const (
	minTypes   = 3
	minSwapped = 3
)

// Note takes an order. One that cannot be read as a whole is left out.
func (a *Articles) Note(q *requests.Request) {
	if items := articlesOf(q); len(items) > 0 && len(a.orders) < requests.MaxKept {
		a.orders = append(a.orders, items)
	}
}

func articlesOf(q *requests.Request) []article {
	var all []article
	names := q.ItemTexts()
	for path, price := range q.Each("items.#.item_value") {
		typePath := strings.TrimSuffix(path, "item_value") + "item_type"
		kind := q.Get(typePath).Str
		name, _ := strings.CutSuffix(names[len(all)], "\n"+price.String())
		if kind == "" || strings.Trim(name, "\n ") == "" || q.IsCut(name+kind+price.String()) {
			return nil
		}
		one := article{name: strings.Clone(name), kind: strings.Clone(kind), price: strings.Clone(price.String())}
		if len(all) == 0 {
			one.fail = q.Defer(path, "the price of the item")
		} else {
			one.fail = q.Defer(typePath, "the item_type of the item")
		}
		all = append(all, one)
	}
	if int(q.Get("items.#").Int()) != len(all) { // an item has no price
		return nil
	}
	return all
}

// End reports the items whose type or price is that of another item of their order.
func (a *Articles) End() {
	state(a.withTypeOfFirst(), "item_type is that of the first item of the order, and so in all orders of several items: as the first item of another order, this item has another type")
	state(a.withSwappedPrices(), "item_value of the first and of the last item are in each other's place, and so in all orders of several items: then each item has one price, otherwise it has several")
}

func state(wrong []article, message string) {
	for _, item := range wrong[:min(len(wrong), requests.MaxFails)] {
		if item.fail != nil {
			item.fail(message)
		}
	}
}

// withTypeOfFirst returns the items that have the type of the first item and another one elsewhere,
// if no item of any order has another type than the first.
func (a *Articles) withTypeOfFirst() (wrong []article) {
	types, names := a.typesAsFirst(), make(map[string]bool)
	for _, items := range a.orders {
		for _, item := range items[1:] {
			if item.kind != items[0].kind {
				return nil
			}
			if own := types[item.name]; own != "" && own != item.kind {
				wrong, names[item.name] = append(wrong, item), true
			}
		}
	}
	if len(names) < minTypes {
		return nil
	}
	return wrong
}

// typesAsFirst returns the type of each article that is the first one of an order, or "" if it has
// several.
func (a *Articles) typesAsFirst() map[string]string {
	types := make(map[string]string)
	for _, items := range a.orders {
		first := items[0]
		if before, known := types[first.name]; known && before != first.kind {
			types[first.name] = ""
		} else {
			types[first.name] = first.kind
		}
	}
	return types
}

// withSwappedPrices returns the first items of the orders in which the first and the last price
// differ, if each article has one price only when all these are swapped.
func (a *Articles) withSwappedPrices() (wrong []article) {
	for _, items := range a.orders {
		if items[0].price != items[len(items)-1].price {
			wrong = append(wrong, items[0])
		}
	}
	swapped := func(items []article) []article {
		items = slices.Clone(items)
		last := len(items) - 1
		items[0].price, items[last].price = items[last].price, items[0].price
		return items
	}
	asSent := func(items []article) []article { return items }
	if len(wrong) < minSwapped || a.withSeveralPrices(asSent) < minSwapped || a.withSeveralPrices(swapped) > 0 {
		return nil
	}
	return wrong
}

// withSeveralPrices counts the articles that have more than one price.
func (a *Articles) withSeveralPrices(as func([]article) []article) int {
	prices, several := make(map[string]string), make(map[string]bool)
	for _, items := range a.orders {
		for _, item := range as(items) {
			if before, known := prices[item.name]; known && before != item.price {
				several[item.name] = true
			}
			prices[item.name] = item.price
		}
	}
	return len(several)
}
