package driver

import (
	"context"
	"sync"

	"github.com/credit-partner/assay/internal/customer"
)

// mostApplicants bounds how many people ask for a limit until one is given enough, and
// manyAlike how many who are given as little as each other.
const mostApplicants, manyAlike = 10, 5

// newCustomerWhoCanPay gives the first of some new customers who may spend an amount, or
// else the one who may spend most. A target scores people as it likes (section 1): the
// limits of two may differ much, and a purchase beyond the limit may be refused.
func (s customers) newCustomerWhoCanPay(ctx context.Context, kind customer.Kind, amount int64) (best *customer.Customer, err error) {
	alike, tries := 0, mostApplicants
	if s.people.most.isNothing(kind) {
		tries = 1
	}
	for n := range tries {
		c, err := s.newCustomer(ctx, oneOf(kind, n))
		if err != nil {
			return nil, err
		}
		s.people.most.keep(kind, c.Available())
		switch {
		case best == nil || c.Available() > best.Available():
			best, alike = c, 1
		case c.Available() == best.Available():
			alike++
		}
		if best.Available() >= amount || s.Customers.NewAreFew() || (alike == manyAlike && s.people.most.is(kind, best.Available())) {
			break
		}
	}
	s.people.most.tried(kind)
	return best, nil
}

// oneOf is the kind of the nth applicant. Where anybody will do, every second one is of a
// kind of their own: the others may all be of one kind that is given little.
func oneOf(kind customer.Kind, n int) customer.Kind {
	if kind == customer.Anybody && n%2 == 1 {
		return customer.Employed
	}
	return kind
}

// payable is what a customer must be able to spend to be lent: half of what the first
// customer could, or of what anybody of the kind can.
func (s customers) payable(kind customer.Kind) int64 {
	return s.people.most.bound(kind, max(s.affordable.Load()*s.Customers.priceShare()/2, usualPrice))
}

// mostAvailable is the most that a customer of each kind may spend. It bounds what is
// asked for once several people of a kind were seen: none of them may have as much.
type mostAvailable struct {
	mu     sync.Mutex
	byKind map[customer.Kind]int64
	sought map[customer.Kind]bool
}

func (m *mostAvailable) bound(kind customer.Kind, amount int64) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sought[kind] {
		return min(amount, m.byKind[kind]/2)
	}
	return amount
}

func (m *mostAvailable) keep(kind customer.Kind, available int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byKind == nil {
		m.byKind, m.sought = make(map[customer.Kind]int64), make(map[customer.Kind]bool)
	}
	m.byKind[kind] = max(m.byKind[kind], available)
}

// is tells whether nobody of a kind was seen to have more than an amount, if it is any.
func (m *mostAvailable) is(kind customer.Kind, amount int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return amount > 0 && amount >= m.byKind[kind]
}

// isNothing tells whether several people of a kind were asked for, and none may spend
// anything.
func (m *mostAvailable) isNothing(kind customer.Kind) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sought[kind] && m.byKind[kind] == 0
}

func (m *mostAvailable) tried(kind customer.Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sought[kind] = true
}
