package faults

import "sync"

// sold is one item, as the order that sold it had it.
type sold struct {
	id, buyer, order string
	place            int    // in its order
	item             object // as the request had it
	placed           *order // the order that it came with
}

// order is what one create sold, and how it was answered.
type order struct {
	items  []*sold
	answer *answer
}

// sameness tells by a key which items a build takes for one another. An item
// with the key "" is taken for no other.
type sameness func(*sold) string

// The keys that a build may take for an identity, though they are none.
var (
	sameOrder    sameness = func(s *sold) string { return s.order + "#" + string(rune('0'+s.place)) }
	sameOwnOrder sameness = func(s *sold) string { return s.buyer + "|" + sameOrder(s) }
	sameCode     sameness = func(s *sold) string { return text(s.item["item_code"]) }
	sameOwnCode  sameness = func(s *sold) string { return s.buyer + "|" + sameCode(s) }
	sameLooks    sameness = func(s *sold) string { return text(s.item["item_type"]) + "|" + likeness(s.item) }
	sameOwnLooks sameness = func(s *sold) string { return s.buyer + "|" + sameLooks(s) }
)

// shelf remembers what was sold, and finds what a build would mix up. It is
// safe for concurrent use.
type shelf struct {
	same   sameness
	mu     sync.Mutex
	byID   map[string]*sold
	groups map[string][]*sold // oldest first
}

func newShelf(same sameness) *shelf {
	return &shelf{same: same, byID: make(map[string]*sold), groups: make(map[string][]*sold)}
}

// add keeps the items of an order that was served.
func (k *shelf) add(c *call, a *answer) *order {
	placed := &order{answer: a}
	items := c.items()
	for n, r := range a.records() {
		s := &sold{id: text(r["id"]), buyer: c.text("customer_id"), order: c.text("order_id"), place: n, item: r, placed: placed}
		if n < len(items) {
			s.item = items[n]
		}
		placed.items = append(placed.items, s)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range placed.items {
		k.byID[s.id] = s
		if key := k.same(s); key != "" {
			k.groups[key] = append(k.groups[key], s)
		}
	}
	return placed
}

func (k *shelf) find(id string) *sold {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byID[id]
}

// namesakes are the items of other orders that have the key of this one.
func (k *shelf) namesakes(s *sold) []*sold {
	if s == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	var all []*sold
	for _, other := range k.groups[k.same(s)] {
		if other.placed != s.placed {
			all = append(all, other)
		}
	}
	return all
}

// earlier is the oldest namesake of what an order is about to sell; nil where
// there is none.
func (k *shelf) earlier(s *sold) *sold {
	if all := k.namesakes(s); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (k *shelf) later(s *sold) *sold {
	if all := k.namesakes(s); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// stocking makes a server remember what it sells, before a deviation sees it.
func stocking(k *shelf, next server, then func(c *call, a *answer, placed *order) *answer) server {
	return func(c *call) *answer {
		a := next(c)
		if c.endpoint != createOrder || !a.ok() {
			return a
		}
		placed := k.add(c, &answer{status: a.status, header: a.header.Clone(), tree: copied(a.body()), touched: true})
		if then == nil {
			return a
		}
		return then(c, a, placed)
	}
}
