package comparison

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// Codes are the item codes of a recording, with the items that had them. Section 2.2 calls a code
// the unique identifier of the item. A changed price or description does not make another item.
// Between two orders, a store may correct the entry of one article in its catalogue. So only
// several codes with another item, or one code with several, are a fault. More codes must show it if their
// items have one item_type: a code may be that of a category.
type Codes struct {
	items    map[string]*coded   // by code
	mixed    int                 // the number of codes with another item
	several  bool                // whether a code has more than two items
	renamed  int                 // the number of codes with an item of another brand and description
	failures map[string][]func() // by in what the items differ
}

// coded is the item that had a code first, and the items of later orders that differ from it.
type coded struct {
	first     Item
	others    []Item
	isRenamed bool // whether an item of the same item_type has another brand and description
}

// Item is the identity of an item, without its price. An empty Description is not known.
type Item struct{ Type, Brand, Description string }

const (
	maxCodes   = 10_000
	minRenamed = 3
)

// In what two items with one code differ.
const (
	typeAndBrand        = "an item_type and an item_brand"
	brandAndDescription = "an item_brand and an item_description"
)

// NewCodes returns Codes without any code.
func NewCodes() Codes {
	return Codes{items: make(map[string]*coded), failures: make(map[string][]func())}
}

// Sold takes an item of an order, the first one with its code in the order. fails prepares the failure
// of an item that is not the one of an earlier order with this code, and says in what they differ.
func (c *Codes) Sold(code string, item Item, fails func(what string) func()) {
	known := c.items[code]
	if known == nil {
		if len(c.items) < maxCodes {
			c.items[strings.Clone(code)] = &coded{first: item.clone()}
		}
		return
	}
	what := typeAndBrand
	switch {
	case known.first.isAnother(item):
		c.keep(known, item)
	case known.first.isRenamed(item):
		what = brandAndDescription
		if !known.isRenamed {
			c.renamed++
		}
		known.isRenamed = true
	default:
		return
	}
	if len(c.failures[what]) < maxFailures {
		c.failures[what] = append(c.failures[what], fails(what))
	}
}

// keep keeps another item of a code.
func (c *Codes) keep(of *coded, item Item) {
	for _, other := range of.others {
		if !other.isAnother(item) {
			return
		}
	}
	if len(of.others) == 0 {
		c.mixed++
	}
	c.several = c.several || len(of.others) > 0
	if len(of.others) < MinSimilarValues {
		of.others = append(of.others, item.clone())
	}
}

// End reports the items with the code of another item, if no correction of a catalogue explains
// them. It notes the correction of one code.
func (c *Codes) End(note Note) {
	if c.mixed == 1 && !c.several {
		note(spec.CreatePurchases, "an item_code that an earlier order has for an item of another item_type and item_brand")
		delete(c.failures, typeAndBrand)
	}
	if c.renamed < minRenamed {
		delete(c.failures, brandAndDescription)
	}
	for _, failures := range c.failures {
		for _, state := range failures {
			state()
		}
	}
}

// isAnother reports whether two items of different orders differ in type and brand. One of the two
// may have been corrected since.
func (i Item) isAnother(other Item) bool { return i.Type != other.Type && !i.hasBrand(other) }

// isRenamed reports whether two items of different orders have one type, and differ in brand and description.
func (i Item) isRenamed(other Item) bool {
	one, another := strings.TrimSpace(i.Description), strings.TrimSpace(other.Description)
	return i.Type == other.Type && !i.hasBrand(other) && one != "" && another != "" && !strings.EqualFold(one, another)
}

// Differs returns in what two items of one order differ, or "" if they may be the same.
func (i Item) Differs(other Item) string {
	switch {
	case i.isAnother(other):
		return typeAndBrand
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

func (i Item) clone() Item {
	return Item{strings.Clone(i.Type), strings.Clone(i.Brand), strings.Clone(i.Description)}
}
