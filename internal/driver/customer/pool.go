package customer

import (
	"slices"
	"sync"
)

// Pool lends customers to one check at a time.
type Pool struct {
	mu   sync.Mutex
	free map[Kind][]*Customer
}

// Take returns a free customer of a kind that was sent fewer than otps OTPs and may spend the
// amount, or nil if there is none.
func (p *Pool) Take(kind Kind, otps int, amount int64) *Customer {
	p.mu.Lock()
	defer p.mu.Unlock()
	kinds := []Kind{kind}
	if kind == AnyEmployee {
		kinds = []Kind{Government, Employed}
	}
	for _, kind := range kinds {
		free := p.free[kind]
		for n := len(free) - 1; n >= 0; n-- {
			if c := free[n]; c.OTPSends < otps && c.Available() >= amount {
				p.free[kind] = slices.Delete(free, n, n+1)
				return c
			}
		}
	}
	return nil
}

// Release takes a customer back if it can serve again. It drops a customer for whom a wrong OTP was
// tried, or an OTP requested as for somebody else, because the target may have locked it out: the
// specification does not show what a target does then (section 8).
func (p *Pool) Release(c *Customer) {
	if !c.Unspent() || c.OTPSends >= MaxOTPs || c.WrongOTPs > 0 || c.Foreign > 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = make(map[Kind][]*Customer)
	}
	p.free[c.Kind] = append(p.free[c.Kind], c)
}

// Buyers keeps the customer that checks share to buy things. It is not locked while a new one is
// made: checks that need one at that time wait for the same memo.
type Buyers struct {
	mu      sync.Mutex
	current *Customer
	made    int // how many were made, including failures
}

func (s *Buyers) Current() (current *Customer, made int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current, s.made
}

// Leave makes no customer the current one, so the next order has a new buyer.
func (s *Buyers) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = nil
}

// Next makes c the current customer, unless it is nil. It counts as a new one in both cases.
func (s *Buyers) Next(c *Customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	if c != nil {
		s.current = c
	}
}
