package sequences

import (
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// A program may treat customers or items of one kind in code of its own. So a trait of them makes a branch,
// as an occupation does. There are many traits, so more requests must show a fault than in other branches.

// inTrait begins the name of the branch for a trait in the name of a group.
const inTrait = inBranch + "trait "

// minTrait is how many customers or items with a trait a program must treat alike.
const minTrait = 5

// traitMembers are the members of a limit that say of which kind the customer is (2.4, 2.6).
var traitMembers = []string{"gender", "marital_status", "country_code", bodies.SelfEmployed + ".business_type"}

// traitsOf returns the traits of the customer of a limit: "with gender female".
func traitsOf(q *Request) []string {
	const longest = 30
	var all []string
	for _, member := range traitMembers {
		if value := strings.ToLower(strings.TrimSpace(q.Get(member).String())); value != "" && len(value) <= longest && !q.IsCut(value) {
			all = append(all, "with "+bodies.LastName(member)+" "+value)
		}
	}
	return all
}

// sizeOf returns the trait of an order with several items: "of 3 items".
func sizeOf(items int) string { return "of " + strconv.Itoa(items) + " items" }

// largeOrder is an item that only large orders have: they are few, and to read all items for each is slow.
const largeOrder = "items.12"

// traitBranches returns the branches for the traits of the customer of a limit, of an order, or of an item in it.
func traitBranches(q *Request, path string) []branch {
	var all []branch
	switch q.Endpoint {
	case spec.CreateLimit:
		for _, trait := range traitsOf(q) {
			all = append(all, branch{inTrait + trait, "for all customers " + trait})
		}
	case spec.CreatePurchases:
		if q.Get(largeOrder).Exists() {
			return nil
		}
		if items := len(q.Get("items").Array()); items > 1 {
			all = append(all, branch{inTrait + sizeOf(items), "in all orders " + sizeOf(items)})
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
