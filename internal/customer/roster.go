package customer

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

// Roster keeps the people that the config lists, and says who serves next. They
// are few: what one check is done with, the next one takes. So a run with a
// roster makes one check at a time.
type Roster struct {
	mu            sync.Mutex
	invents       bool        // new people are invented, and only the existing ones listed
	fresh         []*Customer // whom the target has not met, as the config says
	OtpOnly       *Customer   // the one of them who is sent OTPs and nothing else
	known         []*Customer // with a credit limit, whoever asked for it
	WithoutALimit []*Customer // whom the target knows, without a limit
	busy          map[*Customer]bool
	Misdeclared   int // people listed as new who turned out to have a limit
}

// maxMisdeclared is after how many people that were no longer new the others are
// taken to be as well: to ask each would cost an OTP each.
const maxMisdeclared = 3

// NewRoster takes over who is listed; nobody listed is no roster.
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

// All is all who are listed, for their details to be kept secret. Of no roster it is nobody.
func (l *Roster) All() []*Customer {
	if l == nil {
		return nil
	}
	return slices.Concat(l.fresh, l.known, l.WithoutALimit)
}

// ListsNew tells whether new people, too, are only those of the config.
func (l *Roster) ListsNew() bool { return !l.invents }

// NextNew gives somebody new and, when all others have served, the one who only gets OTPs.
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

// Spare gives somebody new who is listed for this kind, else one listed for any.
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

// PutBack takes somebody back whom the target refused: they are still new.
func (l *Roster) PutBack(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Details = nil
	l.fresh = append(l.fresh, c)
}

// nobodyNew says that nobody is left who could be a new customer.
func (l *Roster) nobodyNew(kind Kind) error {
	why := "all of them are used"
	if l.Misdeclared > 0 {
		why = fmt.Sprintf("the target returned the existing limit for %d of them", l.Misdeclared)
	}
	return judgement.Untested("this needs a new customer (%s), and no person under identities.new is left (%s): list more people who are new to the target, or set identities.generate", kind, why)
}

// IsNoLongerNew moves somebody who was listed as new to those with a limit.
func (l *Roster) IsNoLongerNew(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Existing = true
	l.known = append(l.known, c)
	if l.Misdeclared++; l.Misdeclared >= maxMisdeclared {
		l.fresh, l.OtpOnly = nil, nil
	}
}

// AddWithLimit adds somebody to those with a limit.
func (l *Roster) AddWithLimit(c *Customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.known, c) {
		l.known = append(l.known, c)
	}
}

// Borrow borrows somebody with a limit: of the kind, with nobody at work on them,
// and none of those who are to be somebody else.
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

// WithLimit lists those with a limit, whoever is not at work first.
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

// NobodyKnown says that nobody listed has the limit that is needed.
func NobodyKnown(kind Kind) error {
	return judgement.Untested("this needs one more customer (%s) with a credit limit than are listed: list one under identities.existing (has_limit, kind), or people under identities.new", kind)
}
