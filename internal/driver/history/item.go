package history

import (
	"fmt"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// Item is one item of a cart and, after it was bought, its record.
type Item struct {
	Details         map[string]any // the members of the request, in the normative form
	Price           int64
	OrderID         int64
	Buyer           *customer.Customer
	ItemsInOrder    int // the number of items in its order
	ID              string
	Record          RecordBefore // from the last call that may change it
	DuplicateID     bool         // another item has the same id
	missingInCreate bool         // the answer to its order does not contain its record
	missingInUpdate bool         // the answer to its last update does not contain its record
}

// Request returns the item as a request has it in the given form (section 2.2).
func (i *Item) Request(f payload.Form) map[string]any {
	return payload.ItemRequest(i.Details, i.Price, f)
}

// SentValue returns the value that a call's request has for a member of the item. It reads the
// request itself, because the item's Details do not contain the plain values of a profile. The
// request may have the other spelling of a member.
func (i *Item) SentValue(c *Call, member string) (string, bool) {
	sent := c.SentItem(fmt.Sprint(i.Details["item_code"]))
	v := sent.Get(member)
	if !v.Exists() && member == "item_description" {
		v = sent.Get(payload.OtherSpelling)
	}
	return v.String(), v.Exists()
}

// CancelCase returns the variant of a cancel of the item. It is "" for the plainest item: the
// only one in its order, not collected yet, without a delivery option.
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

// RecordBefore is the record of an item in the answer of a call.
type RecordBefore struct {
	Raw string
	By  *Call
	At  string // its place in the answer of that call, "data.0"
}

// Malformed reports whether a member of the record breaks the schema.
func (k RecordBefore) Malformed(member string) bool {
	return k.By != nil && k.By.Malformed(k.At+"."+member)
}

// KeepCreated stores in each item the record of the answer that belongs to it. It matches
// records by item_code, because the order of data is not documented. Records with equal codes,
// or with a code that no item has, are matched by their order.
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

// KeepUpdated stores in each item its record of the answer to an update.
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

// MarkDuplicates keeps the ids of new items, in lower case, and marks an item whose id another item already has.
func MarkDuplicates(ids *sync.Map, items []*Item) {
	for _, i := range items {
		if _, known := ids.LoadOrStore(strings.ToLower(i.ID), i); known && i.ID != "" {
			i.DuplicateID = true
		}
	}
}
