package carts

import "strings"

// Codes are the item codes of a recording, each with what it was the code of. Section 2.2
// calls a code the unique identifier of the item. A changed price or description is no other
// item.
type Codes map[string]Item

// Item is what an item is, whatever it costs.
type Item struct{ Type, Brand string }

const maxCodes = 10_000

// Other says what an item of an order has other than another item with its code: one of the
// same order, or one of an order before. It is empty where the code may be that of both. An
// order is the items that were seen under one code so far.
func (c Codes) Other(order map[string]Item, code string, item Item) string {
	if before, known := order[code]; known {
		return before.differs(item)
	}
	order[code] = item
	before, known := c[code]
	if !known {
		if len(c) < maxCodes {
			c[strings.Clone(code)] = Item{strings.Clone(item.Type), strings.Clone(item.Brand)}
		}
		return ""
	}
	if before.Type == item.Type || before.hasBrand(item) { // one of them may have been corrected since
		return ""
	}
	return before.differs(item)
}

// differs says in what an item is another one; it is empty where it may be the same.
func (i Item) differs(other Item) string {
	switch {
	case i.Type != other.Type && !i.hasBrand(other):
		return "an item_type and an item_brand"
	case i.Type != other.Type:
		return "an item_type"
	case !i.hasBrand(other):
		return "an item_brand"
	}
	return ""
}

func (i Item) hasBrand(other Item) bool {
	return strings.EqualFold(strings.TrimSpace(i.Brand), strings.TrimSpace(other.Brand))
}
