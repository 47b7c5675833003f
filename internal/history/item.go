package history

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// Item is one thing in a cart and, once bought, the record of it.
type Item struct {
	Details         map[string]any // what the request says, in the normative form
	Price           int64
	OrderID         int64
	Buyer           *customer.Customer
	ItemsInOrder    int // how many items its order has
	ID              string
	Record          RecordBefore // as the last call that may change it gave it
	DuplicateID     bool         // another item has the same id
	missingInCreate bool         // the answer to its order does not hold its record
	missingInUpdate bool         // the answer to its last update does not hold its record
}

// Request writes the item as the form has it (section 2.2).
func (i *Item) Request(f payload.Form) map[string]any {
	return payload.ItemRequest(i.Details, i.Price, f)
}

// SentValue is what the request said of an item. The plain values of a profile are
// not among the item's own details, so the request itself is read.
func (i *Item) SentValue(c *Call, member string) (string, bool) {
	v := c.SentItem(fmt.Sprint(i.Details["item_code"])).Get(member)
	return v.String(), v.Exists()
}

// CancelCase says in which way an item departs from the plainest one to cancel:
// alone in its order, waiting, to be picked up at the store.
func (i *Item) CancelCase() string {
	switch {
	case i.Record.By != nil && i.Record.By.Endpoint == spec.UpdatePurchases:
		return "collected"
	case i.ItemsInOrder > 1:
		return "of-several"
	case i.Details["delivery_option"] != nil:
		return call.DeliveryCase
	}
	return ""
}

// RecordBefore is a record as some call gave it.
type RecordBefore struct {
	Raw string
	By  *Call
	At  string // where it stood in that call's answer, "data.0"
}

// Malformed tells the same of a member of the record.
func (k RecordBefore) Malformed(member string) bool {
	return k.By != nil && k.By.Malformed(k.At+"."+member)
}

// KeepCreated gives each item the record that answers it. Records are told
// apart by item_code, since the order of data is not documented; equal codes,
// and records whose code is not the item's, go by their order.
func (c *Call) KeepCreated() {
	records := c.Records()
	left := make(map[string][]int)
	for n, record := range records {
		code := record.Get("item_code").String()
		left[code] = append(left[code], n)
	}
	c.answers = make([]*Item, len(records))
	for n, i := range c.Items {
		code := fmt.Sprint(i.Details["item_code"])
		place := -1
		switch {
		case len(left[code]) > 0:
			place, left[code] = left[code][0], left[code][1:]
		case len(records) == len(c.Items):
			place = n
		}
		i.missingInCreate = place < 0
		if place >= 0 {
			c.answers[place] = i
			i.ID = records[place].Get("id").String()
			i.Record = RecordBefore{Raw: records[place].Raw, By: c, At: c.RecordPath(place)}
		}
	}
}

// KeepUpdated gives each item the record that the update answered it with.
func (c *Call) KeepUpdated() {
	for _, i := range c.Items {
		i.missingInUpdate = true
	}
	for n, record := range c.Records() {
		for _, i := range c.Items {
			if strings.EqualFold(record.Get("id").String(), i.ID) {
				i.Record, i.missingInUpdate = RecordBefore{Raw: record.Raw, By: c, At: c.RecordPath(n)}, false
			}
		}
	}
}
