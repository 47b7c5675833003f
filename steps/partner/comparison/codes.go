package comparison

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// Codes are the item codes of a recording, with the items that had them. Section 2.2 calls a code
// the unique identifier of the item. A changed price or description does not make another item.
// Between two orders, a store may correct the entry of one article in its catalogue. So only
// several codes with another item, or one code with several, are a fault.
type Codes struct {
	items    map[string]*coded // by code
	mixed    int               // the number of codes with another item
	several  bool              // whether a code has more than two items
	failures []func()
}

// coded is the item that had a code first, and the items of later orders that differ from it.
type coded struct {
	first  Item
	others []Item
}

// Item is the identity of an item, without its price.
type Item struct{ Type, Brand string }

const maxCodes = 10_000

// NewCodes returns Codes without any code.
func NewCodes() Codes { return Codes{items: make(map[string]*coded)} }

// Sold takes an item of an order, the first one with its code in the order. fails is the failure
// of an item that is not the one of an earlier order with this code.
func (c *Codes) Sold(code string, item Item, fails DeferredFailure) {
	known := c.items[code]
	if known == nil {
		if len(c.items) < maxCodes {
			c.items[strings.Clone(code)] = &coded{first: item.clone()}
		}
		return
	}
	if !known.first.isAnother(item) {
		return
	}
	c.keep(known, item)
	if len(c.failures) < maxFailures {
		c.failures = append(c.failures, fails())
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
		return
	}
	for _, state := range c.failures {
		state()
	}
}

// isAnother reports whether two items of different orders differ in type and brand. One of the two
// may have been corrected since.
func (i Item) isAnother(other Item) bool { return i.Type != other.Type && !i.hasBrand(other) }

// Differs returns in what two items of one order differ, or "" if they may be the same.
func (i Item) Differs(other Item) string {
	switch {
	case i.isAnother(other):
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

func (i Item) clone() Item { return Item{strings.Clone(i.Type), strings.Clone(i.Brand)} }
