package faults

import "sync"

// SoldItem is one item, as the order that sold it had it.
type SoldItem struct {
	Id, Buyer, Order string
	Place            int        // in its order
	Item             Object     // as the request had it
	Placed           *SoldOrder // the order that it came with
}

// SoldOrder is what one create sold, and how it was answered.
type SoldOrder struct {
	Items  []*SoldItem
	Answer *Answer
}

// ItemKey tells by a key which items a build takes for one another. An item
// with the key "" is taken for no other.
type ItemKey func(*SoldItem) string

// The keys that a build may take for an identity, though they are none.
var (
	SameOrder    ItemKey = func(s *SoldItem) string { return s.Order + "#" + string(rune('0'+s.Place)) }
	SameOwnOrder ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameOrder(s) }
	SameCode     ItemKey = func(s *SoldItem) string { return Text(s.Item["item_code"]) }
	SameOwnCode  ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameCode(s) }
	SameLooks    ItemKey = func(s *SoldItem) string { return Text(s.Item["item_type"]) + "|" + Description(s.Item) }
	SameOwnLooks ItemKey = func(s *SoldItem) string { return s.Buyer + "|" + SameLooks(s) }
	SameOwnAll   ItemKey = func(s *SoldItem) string { return SameOwnCode(s) + "|" + SameLooks(s) }
)

// Sales remembers what was sold, and finds what a build would mix up. It is
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

// add keeps the items of an order that was served.
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

// Namesakes are the items of other orders that have the key of this one.
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

// Earlier is the oldest namesake of what an order is about to sell; nil where
// there is none.
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

// RecordSales makes a server remember what it sells, before a deviation sees it.
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

// Has tells whether something of a key was sold.
func (k *Sales) Has(s *SoldItem) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.groups[k.same(s)]) > 0
}

// Description is what two things have in common that only their item_code, unique
// to each (section 2.2), tells apart.
func Description(item Object) string {
	return Text(item["item_brand"]) + "|" + Text(item["item_description"]) + "|" + Text(item["item_value"])
}
