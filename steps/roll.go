package steps

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// roll keeps the people that the config lists, and says who serves next. They
// are few: what one check is done with, the next one takes. So a run with a
// roll makes one check at a time.
type roll struct {
	mu      sync.Mutex
	invents bool        // new people are invented, and only the existing ones listed
	fresh   []*customer // whom the target has not met, as the config says
	novice  *customer   // the one of them who is sent OTPs and nothing else
	known   []*customer // with a credit limit, whoever asked for it
	bare    []*customer // whom the target knows, without a limit
	busy    map[*customer]bool
	stale   int // people listed as new who turned out to have a limit
}

// mostStale is after how many people that were no longer new the others are
// taken to be as well: to ask each would cost an OTP each.
const mostStale = 3

func newRoll(listed *Identities) *roll {
	if listed == nil {
		return nil
	}
	l := &roll{invents: listed.Invent, busy: make(map[*customer]bool)}
	for _, p := range listed.New {
		l.fresh = append(l.fresh, &customer{who: p.identity(), only: customerKind(p.Kind)})
	}
	for _, p := range listed.Existing {
		c := &customer{kind: customerKind(cmp.Or(p.Kind, string(employed))), who: p.identity(), regular: true}
		if p.HasLimit {
			l.known = append(l.known, c)
		} else {
			l.bare = append(l.bare, c)
		}
	}
	return l
}

// everybody is all who are listed, for their details to be kept secret.
func (l *roll) everybody() []*customer {
	if l == nil {
		return nil
	}
	return slices.Concat(l.fresh, l.known, l.bare)
}

// lists tells whether new people, too, are only those of the config.
func (l *roll) lists() bool { return l != nil && !l.invents }

// next gives somebody new and, when all others have served, the novice.
func (l *roll) next(kind customerKind) (*customer, error) {
	c, err := l.spare(kind)
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.novice; err != nil && n != nil && (n.only == "" || n.only == kind) {
		l.novice = nil
		return n, nil
	}
	return c, err
}

// spare gives somebody new who is listed for this kind, else one listed for any.
func (l *roll) spare(kind customerKind) (*customer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, wanted := range []customerKind{kind, ""} {
		if n := slices.IndexFunc(l.fresh, func(c *customer) bool { return c.only == wanted }); n >= 0 {
			c := l.fresh[n]
			l.fresh = slices.Delete(l.fresh, n, n+1)
			return c, nil
		}
	}
	return nil, l.nobodyNew(kind)
}

// giveBack takes somebody back whom the target refused: they are still new.
func (l *roll) giveBack(c *customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.details = nil
	l.fresh = append(l.fresh, c)
}

// nobodyNew says that nobody is left who could be a new customer.
func (l *roll) nobodyNew(kind customerKind) error {
	why := "all of them have served"
	if l.stale > 0 {
		why = fmt.Sprintf("the target gave %d of them the limit that they have already", l.stale)
	}
	return untested("this needs a new customer (%s), and nobody under identities.new is left (%s): list more people whom the target has not met, or set identities.generate", kind, why)
}

// noLonger moves somebody who was listed as new to those with a limit.
func (l *roll) noLonger(c *customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.regular = true
	l.known = append(l.known, c)
	if l.stale++; l.stale >= mostStale {
		l.fresh, l.novice = nil, nil
	}
}

// join adds somebody to those with a limit.
func (l *roll) join(c *customer) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.known, c) {
		l.known = append(l.known, c)
	}
}

// pick borrows somebody with a limit: of the kind, with nobody at work on them,
// and none of those who are to be somebody else.
func (l *roll) pick(kind customerKind, not []*customer) *customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var best *customer
	for _, c := range l.known {
		if c.kind != kind || l.busy[c] || slices.Contains(not, c) {
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

// strain orders customers by how much of what a target may bound they have had:
// wrong OTPs first, then OTPs, then purchases.
func (c *customer) strain() int {
	strain := c.misled*1000 + max(c.otpSends-sendsPerCustomer, 0)*10
	if !c.opened() || !c.unspent() {
		strain++
	}
	return strain
}

func (l *roll) release(c *customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.busy, c)
}

func (l *roll) borrow(c *customer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy[c] = true
}

// withLimit lists those with a limit, whoever is not at work first.
func (l *roll) withLimit(keep func(*customer) bool) []*customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var idle, busy []*customer
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

// nobodyKnown says that nobody listed has the limit that is needed.
func nobodyKnown(kind customerKind) error {
	return untested("this needs one more customer (%s) with a credit limit than are listed: list one under identities.existing (has_limit, kind), or people under identities.new", kind)
}
