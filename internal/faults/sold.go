package faults

import "sync"

// SoldItem is one item, with the values of the order that sold it.
type SoldItem struct {
	Id, Buyer, Order string
	Place            int        // its index in the order
	Item             Object     // as in the request
	Placed           *SoldOrder // the order that sold it
}

// SoldOrder is the items that one create sold, and the answer to it.
type SoldOrder struct {
	Items  []*SoldItem
	Answer *Answer
}

// ItemKey returns a key for an item. A build mixes up items that have the same key. An item with
// the key "" is never mixed up.
type ItemKey func(*SoldItem) string

// These keys look like the identity of an item, but are not. A build may wrongly use one of them
// as the identity.
var (
	SameOrder      ItemKey = func(s *SoldItem) string { return s.Order + "#" + string(rune('0'+s.Place)) }
	SameOwnOrder   ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameOrder(s) }
	SameCode       ItemKey = func(s *SoldItem) string { return Text(s.Item["item_code"]) }
	SameOwnCode    ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameCode(s) }
	SameDetails    ItemKey = func(s *SoldItem) string { return Text(s.Item["item_type"]) + "|" + Description(s.Item) }
	SameOwnDetails ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameDetails(s) }
	SameOwnAll     ItemKey = func(s *SoldItem) string { return SameOwnCode(s) + "|" + SameDetails(s) }
)

// Sales remembers which items were sold, and finds the items that a build would mix up. It is
// safe for concurrent use.
type Sales struct {
	same   ItemKey
	mu     sync.Mutex
	byID   map[string]*SoldItem
	groups map[string][]*SoldItem // oldest first
}

func NewSales(same ItemKey) *Sales {
	return &Sales{same: same, byID: make(map[string]*SoldItem), groups: make(map[string][]*SoldItem)}
}

// add stores the items of an order that was served.
func (k *Sales) add(c *Call, a *Answer) *SoldOrder {
	placed := &SoldOrder{Answer: a}
	items := c.Items()
	for n, r := range a.Records() {
		s := &SoldItem{Id: Text(r["id"]), Buyer: c.Text("customer_id"), Order: c.Text("order_id"), Place: n, Item: r, Placed: placed}
		if n < len(items) {
			s.Item = items[n]
		}
		placed.Items = append(placed.Items, s)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range placed.Items {
		k.byID[s.Id] = s
		if key := k.same(s); key != "" {
			k.groups[key] = append(k.groups[key], s)
		}
	}
	return placed
}

func (k *Sales) Find(id string) *SoldItem {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byID[id]
}

// Namesakes returns the items of other orders that have the same key as this item.
func (k *Sales) Namesakes(s *SoldItem) []*SoldItem {
	if s == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	var all []*SoldItem
	for _, other := range k.groups[k.same(s)] {
		if other.Placed != s.Placed {
			all = append(all, other)
		}
	}
	return all
}

// Earlier returns the oldest namesake of an item, or nil if there is none.
func (k *Sales) Earlier(s *SoldItem) *SoldItem {
	if all := k.Namesakes(s); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (k *Sales) Later(s *SoldItem) *SoldItem {
	if all := k.Namesakes(s); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// RecordSales makes a server remember its sales before a deviation changes the answer.
func RecordSales(k *Sales, next Responder, then func(c *Call, a *Answer, placed *SoldOrder) *Answer) Responder {
	return func(c *Call) *Answer {
		a := next(c)
		if c.Endpoint != CreateOrder || !a.Served() {
			return a
		}
		placed := k.add(c, a.Copy())
		if then == nil {
			return a
		}
		return then(c, a, placed)
	}
}

// Has reports whether an item with the same key was sold.
func (k *Sales) Has(s *SoldItem) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.groups[k.same(s)]) > 0
}

// Description is what two items may have in common. Only their item_code, which is unique to each
// item (section 2.2), distinguishes such items.
func Description(item Object) string {
	return Text(item["item_brand"]) + "|" + Text(item["item_description"]) + "|" + Text(item["item_value"])
}
