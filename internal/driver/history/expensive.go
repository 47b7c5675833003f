package history

import (
	"sync"

	"github.com/credit-partner/assay/internal/driver/customer"
)

// ExpensiveItems are the items that listed customers bought at a price that uses much of their
// limit.
type ExpensiveItems struct {
	mu  sync.Mutex
	all map[*customer.Customer][]*Item
}

// Add keeps an item that a customer bought.
func (e *ExpensiveItems) Add(buyer *customer.Customer, bought *Item) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = make(map[*customer.Customer][]*Item)
	}
	e.all[buyer] = append(e.all[buyer], bought)
}

// Of returns the items that a customer bought and that are not cancelled yet.
func (e *ExpensiveItems) Of(buyer *customer.Customer) []*Item {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.all[buyer]
}

// Cancelled removes the items of a customer, because they were cancelled.
func (e *ExpensiveItems) Cancelled(buyer *customer.Customer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.all, buyer)
}
