package customer

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

// Roster keeps the people that the config lists, and chooses which one serves next. They are
// few, so the checks use them one after the other. A run with a roster runs one check at a time.
type Roster struct {
	mu            sync.Mutex
	invents       bool        // new people are invented, and only existing customers are listed
	fresh         []*Customer // people that the target does not know, according to the config
	OtpOnly       *Customer   // the new person that only receives OTPs
	known         []*Customer // customers with a credit limit, from the config or from this run
	WithoutALimit []*Customer // customers that the target knows and that have no limit
	busy          map[*Customer]bool
	Misdeclared   int // people that are listed as new but have a limit
}

// maxMisdeclared is how many people that are listed as new may turn out to have a limit. After
// that, the roster takes all of them as known, because to ask each one would cost an OTP each.
const maxMisdeclared = 3

// NewRoster makes a roster of the listed people. It returns nil if there is no list.
func NewRoster(listed *identity.Identities) *Roster {
	if listed == nil {
		return nil
	}
	l := &Roster{invents: listed.Invent, busy: make(map[*Customer]bool)}
	for _, p := range listed.New {
		l.fresh = append(l.fresh, &Customer{Who: p.Identity(), Listing: Listing{Only: Kind(p.Kind)}})
	}
	for _, p := range listed.Existing {
		c := &Customer{Kind: Kind(cmp.Or(p.Kind, string(Employed))), Who: p.Identity(), Listing: Listing{Existing: true}}
		if p.HasLimit {
			l.known = append(l.known, c)
		} else {
			l.WithoutALimit = append(l.WithoutALimit, c)
		}
	}
	return l
}

// All returns all listed people, so that their details can be kept secret. It returns none for a
// nil roster.
func (l *Roster) All() []*Customer {
	if l == nil {
		return nil
	}
	return slices.Concat(l.fresh, l.known, l.WithoutALimit)
}

// ListsNew reports whether new people come only from the config, too.
func (l *Roster) ListsNew() bool { return !l.invents }

// NextNew returns a new person. If no other is left, it returns the one that only receives OTPs.
func (l *Roster) NextNew(kind Kind) (*Customer, error) {
	c, err := l.Spare(kind)
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.OtpOnly; err != nil && n != nil && (n.Only == "" || n.Only == kind) {
		l.OtpOnly = nil
		return n, nil
	}
	return c, err
}

// Spare returns a new person that is listed for this kind, or one that is listed for any kind.
func (l *Roster) Spare(kind Kind) (*Customer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, wanted := range []Kind{kind, ""} {
		if n := slices.IndexFunc(l.fresh, func(c *Customer) bool { return c.Only == wanted }); n >= 0 {
			c := l.fresh[n]
			l.fresh = slices.Delete(l.fresh, n, n+1)
			return c, nil
		}
	}
	return nil, l.nobodyNew(kind)
}

// PutBack takes back a person that the target refused: the person is still new.
func (l *Roster) PutBack(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Details = nil
	l.fresh = append(l.fresh, c)
}

// nobodyNew is the error that no new person is left.
func (l *Roster) nobodyNew(kind Kind) error {
	why := "all of them are used"
	if l.Misdeclared > 0 {
		why = fmt.Sprintf("the target returned the existing limit for %d of them", l.Misdeclared)
	}
	return judgement.Untested("this needs a new customer (%s), and no person under identities.new is left (%s): list more people who are new to the target, or set identities.generate", kind, why)
}

// IsNoLongerNew moves a person that was listed as new to the customers with a limit.
func (l *Roster) IsNoLongerNew(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Existing = true
	l.known = append(l.known, c)
	if l.Misdeclared++; l.Misdeclared >= maxMisdeclared {
		l.fresh, l.OtpOnly = nil, nil
	}
}

// AddWithLimit adds a customer to those with a limit.
func (l *Roster) AddWithLimit(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.known, c) {
		l.known = append(l.known, c)
	}
}

// Borrow lends the least used customer of a kind that has a limit, is not busy and is not in
// not.
func (l *Roster) Borrow(kind Kind, not []*Customer) *Customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var best *Customer
	for _, c := range l.known {
		if c.Kind != kind || l.busy[c] || slices.Contains(not, c) {
			continue
		}
		if best == nil || c.strain() < best.strain() {
			best = c
		}
	}
	if best != nil {
		l.busy[best] = true
	}
	return best
}

func (l *Roster) Release(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.busy, c)
}

func (l *Roster) MarkBusy(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy[c] = true
}

// WithLimit lists the customers with a limit that keep selects. Those that are not busy come
// first.
func (l *Roster) WithLimit(keep func(*Customer) bool) []*Customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var idle, busy []*Customer
	for _, c := range l.known {
		switch {
		case !keep(c):
		case l.busy[c]:
			busy = append(busy, c)
		default:
			idle = append(idle, c)
		}
	}
	return append(idle, busy...)
}

// NobodyKnown is the error that no listed customer has the limit that a check needs.
func NobodyKnown(kind Kind) error {
	return judgement.Untested("this needs one more customer (%s) with a credit limit than are listed: list one under identities.existing (has_limit, kind), or people under identities.new", kind)
}
