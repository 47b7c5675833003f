package sequences

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// A program may treat customers or items of one kind in code of its own. So a trait of them makes a branch,
// as an occupation does. There are many traits, so more requests must show a fault than in other branches.

// inTrait begins the name of the branch for a trait in the name of a group.
const inTrait = inBranch + "trait "

// minTrait is how many customers or items with a trait a program must treat alike.
const minTrait = 5

// largeOrder is an item that only large orders have: they are few, and to read all items for each is slow.
const largeOrder = "items.12"

// traitBranches returns the branches for the traits of the customer of a limit, of an order, or of an item in it.
func traitBranches(q *requests.Request, path string) []branch {
	var all []branch
	switch q.Endpoint {
	case spec.CreateLimit:
		for _, trait := range q.Traits() {
			all = append(all, branch{inTrait + trait, "for all customers " + trait})
		}
	case spec.CreatePurchases:
		if q.Get(largeOrder).Exists() {
			return nil
		}
		if items := len(q.Get("items").Array()); items > 1 {
			all = append(all, branch{inTrait + requests.SizeOf(items), "in all orders " + requests.SizeOf(items)})
		}
		if item, isItem := placeOfItem(path); isItem {
			kind := "with item_type " + q.Get(item+".item_type").String()
			all = append(all, branch{inTrait + kind, "in all items " + kind})
		}
	}
	return all
}

// placeOfItem returns the path of the item that a path belongs to: "items.0" of "items.0.item_code".
func placeOfItem(path string) (item string, isItem bool) {
	end := strings.LastIndexByte(path, '.')
	return path[:max(0, end)], end > 0 && strings.HasPrefix(path, "items.")
}
