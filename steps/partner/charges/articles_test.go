package charges

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// In these orders, an item is "article type price", and the items of an order stand between commas.
func TestArticles(t *testing.T) {
	for name, c := range map[string]struct {
		orders        []string
		types, prices int
	}{
		"each its own type": {[]string{"a tv 10, b phone 20", "b phone 20, c sofa 30", "c sofa 30, a tv 10"}, 0, 0},
		"the type of the first item": {[]string{
			"a tv 10, b tv 20", "b phone 20, c phone 30", "c sofa 30, a sofa 10", "a tv 10",
		}, 3, 0},
		"two articles in another class":     {[]string{"a tv 10, b tv 20", "b phone 20, a phone 10", "a tv 10"}, 0, 0},
		"one order has two types":           {[]string{"a tv 10, b tv 20", "b phone 20, c phone 30", "c sofa 30, a sofa 10", "d tv 1, e phone 2"}, 0, 0},
		"an article of several types":       {[]string{"a tv 10, b tv 20", "b phone 20, c phone 30", "c sofa 30, a sofa 10", "a phone 10"}, 0, 0},
		"prices in each other's place":      {[]string{"a x 20, b x 10", "b x 30, c x 20", "c x 10, a x 30", "a x 10"}, 0, 3},
		"swapped, without a single order":   {[]string{"a x 20, b x 10", "b x 30, c x 20", "c x 10, a x 30"}, 0, 3},
		"two prices have changed":           {[]string{"a x 20, b x 10", "a x 20, b x 10", "a x 20, b x 10", "a x 10", "b x 20"}, 0, 0},
		"prices as they are":                {[]string{"a x 10, b x 20", "b x 20, c x 30", "c x 30, a x 10", "a x 10"}, 0, 0},
		"one order is right":                {[]string{"a x 20, b x 10", "b x 30, c x 20", "c x 10, a x 30", "a x 10, b x 20"}, 0, 0},
		"every order has prices of its own": {[]string{"a x 1, b x 2", "b x 3, c x 4", "c x 5, a x 6"}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			types, prices := 0, 0
			var all Articles
			for _, text := range c.orders {
				var items []article
				for n, item := range strings.Split(text, ", ") {
					words := strings.Fields(item)
					of := &types
					if n == 0 {
						of = &prices
					}
					items = append(items, article{words[0], words[1], words[2], func(string) { *of++ }})
				}
				all.orders = append(all.orders, items)
			}
			all.End()
			require.Equal(t, []int{c.types, c.prices}, []int{types, prices}, "failures of item_type and item_value")
		})
	}
}
