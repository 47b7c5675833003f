package steps

import (
	"context"
	"fmt"
	"sync"

	"github.com/tidwall/gjson"
)

// customerKind is how a customer earns: it decides which occupational member
// the request carries (sections 2.4 to 2.6).
type customerKind string

const (
	employed     customerKind = "employed"
	government   customerKind = "government"
	selfEmployed customerKind = "self-employed"
)

// anybody is whoever is employed, by the government or not: a check that is about
// no kind of customer is lent one.
const anybody customerKind = "anybody"

// variant is the case label of the calls made for such a customer; the
// employed customer is the plain case.
func (k customerKind) variant() string {
	if k == employed {
		return ""
	}
	return string(k)
}

// customer is somebody the target knows, or is about to.
type customer struct {
	kind     customerKind
	who      identity
	details  map[string]any // overrides of what the limit request says, by member
	request  map[string]any // the limit request as it was sent
	id       string         // customer_details.id, once there is a limit
	limit    gjson.Result   // data of the answer that created the limit
	created  *call
	renamed  bool   // the scenario gave the names
	otp      string // the last OTP that was sent to the phone
	sent     *call  // how it was sent
	otpSends int
	otpAgain int // how often as an existing customer
	misled   int // wrong OTPs that were tried since the last right one

	only    customerKind // the one kind as which a listed person may ask for a limit; empty: any
	regular bool         // the target knew them before the run
	had     knowledge    // whether they had a limit before they asked for one
	met     bool         // acquaint was tried, and
	trouble error        // what it said
	dear    []*item      // what they bought at a price that leaves little of the limit

	purchaseTurn turn // while an OTP is verified for a purchase and the purchase made

	mu        sync.Mutex
	available int64 // what is still to be spent, as far as we know
	spent     bool
}

// spend takes an amount from what the customer may still buy for. It says no
// when the purchases of this run would come near the limit: a target may
// refuse what is beyond it.
func (c *customer) spend(amount int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if amount > c.available {
		return false
	}
	c.available -= amount
	c.spent = c.spent || amount > 0
	return true
}

// touch says that the limit is no longer as it was when it was looked at.
func (c *customer) touch() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent = true
}

// cartValue is a cart that the customer can surely pay; of somebody without a
// limit nothing is known.
func (c *customer) cartValue() int64 {
	const usual = 1000
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id == "" {
		return usual
	}
	return min(usual, max(c.available/2, 1))
}

func (c *customer) unspent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.spent
}

// pool lends customers whom nobody else touches meanwhile.
type pool struct {
	mu   sync.Mutex
	free map[customerKind][]*customer
}

// sendsPerCustomer bounds how many OTPs one phone gets: a target may limit the
// rate, and the specification does not say how (section 8).
const sendsPerCustomer = 4

// lease lends a customer with a credit limit and no purchases, other than
// those who are to be somebody else.
func (r *Run) lease(ctx context.Context, by string, kind customerKind, not ...*customer) (*customer, error) {
	if r.roll != nil && kind == anybody {
		kind = employed
	}
	if r.roll != nil {
		return r.leaseListed(ctx, by, kind, not)
	}
	if c := r.pool.take(kind); c != nil {
		return c, nil
	}
	return r.newCustomerWithLimit(ctx, by, kind)
}

func (p *pool) take(kind customerKind) *customer {
	p.mu.Lock()
	defer p.mu.Unlock()
	kinds := []customerKind{kind}
	if kind == anybody {
		kinds = []customerKind{government, employed}
	}
	for _, kind := range kinds {
		if free := p.free[kind]; len(free) > 0 {
			c := free[len(free)-1]
			p.free[kind] = free[:len(free)-1]
			return c
		}
	}
	return nil
}

// release takes a customer back.
func (r *Run) release(c *customer) {
	if r.roll != nil {
		r.roll.release(c)
		return
	}
	r.pool.release(c)
}

// release keeps a customer for whom there is still use. One for whom wrong OTPs
// were tried may be locked out: what a target does then is not shown (section 8).
func (p *pool) release(c *customer) {
	if !c.unspent() || c.otpSends >= sendsPerCustomer || c.misled > 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = make(map[customerKind][]*customer)
	}
	p.free[c.kind] = append(p.free[c.kind], c)
}

// resident is the customer of a kind whom all checks share that change nothing
// of what they look at.
func (r *Run) resident(ctx context.Context, by string, kind customerKind) (*customer, error) {
	if r.roll != nil {
		return r.residentListed(ctx, by, kind)
	}
	return shared(ctx, r, "resident "+string(kind), func(ctx context.Context) (*customer, error) {
		found, err := r.limitBase(ctx, by, kind)
		if err != nil {
			return nil, err
		}
		return found.first, nil
	})
}

// shop keeps the customer whom checks share to buy things. It is not locked while
// another one is made: who needs one meanwhile waits for the same memo.
type shop struct {
	mu      sync.Mutex
	current *customer
	made    int // how many were made, or could not be
}

func (s *shop) open() (current *customer, made int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current, s.made
}

// next makes somebody the current customer; nil leaves it as it is.
func (s *shop) next(c *customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	if c != nil {
		s.current = c
	}
}

// shopper gives a customer who can still spend the amount, and books it.
func (r *Run) shopper(ctx context.Context, by string, amount int64) (*customer, error) {
	if r.roll != nil {
		return r.shopperListed(ctx, by, amount)
	}
	for {
		current, made := r.shop.open()
		if current != nil && current.spend(amount) {
			return current, nil
		}
		mine := false
		c, err := shared(ctx, r, fmt.Sprint("shopper ", made), func(ctx context.Context) (*customer, error) {
			c, err := r.newCustomerWithLimit(ctx, by, anybody)
			mine = true
			if err != nil {
				r.shop.next(nil)
				return nil, err
			}
			c.spend(amount)
			r.shop.next(c)
			return c, nil
		})
		if err != nil || mine {
			return c, err
		}
	}
}
