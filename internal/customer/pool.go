package customer

import (
	"slices"
	"sync"
)

// Pool lends customers whom nobody else touches meanwhile.
type Pool struct {
	mu   sync.Mutex
	free map[Kind][]*Customer
}

// MaxOTPs bounds how many OTPs one phone gets: a target may limit the
// rate, and the specification does not say how (section 8).
const MaxOTPs = 3

// Take gives somebody who was sent fewer OTPs than a number and may spend an amount; nil
// where nobody is free.
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

// Release keeps a customer for whom there is still use. One for whom wrong OTPs were
// tried, or a foreign phone, may be locked out: what a target does then is not shown
// (section 8).
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

// Buyers keeps the customer whom checks share to buy things. It is not locked while
// another one is made: who needs one meanwhile waits for the same memo.
type Buyers struct {
	mu      sync.Mutex
	current *Customer
	made    int // how many were made, or could not be
}

func (s *Buyers) Current() (current *Customer, made int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current, s.made
}

// Next makes somebody the current customer; nil leaves it as it is.
func (s *Buyers) Next(c *Customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	if c != nil {
		s.current = c
	}
}
