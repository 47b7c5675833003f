package driver

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// CustomerKind is how a customer earns: it decides which occupational member
// the request carries (sections 2.4 to 2.6).
type CustomerKind string

const (
	Employed     CustomerKind = "employed"
	Government   CustomerKind = "government"
	SelfEmployed CustomerKind = "self-employed"
)

// Anybody is whoever is employed, by the government or not: a check that is about
// no kind of customer is lent one.
const Anybody CustomerKind = "anybody"

// Variant is the case label of the calls made for such a customer; the
// employed customer is the plain case.
func (k CustomerKind) Variant() string {
	if k == Employed {
		return ""
	}
	return string(k)
}

// Customer is somebody the target knows, or is about to.
type Customer struct {
	Kind      CustomerKind
	Who       identity.Identity
	Details   map[string]any // overrides of what the limit request says, by member
	Request   map[string]any // the limit request as it was sent
	ID        string         // customer_details.id, once there is a limit
	Limit     gjson.Result   // data of the answer that created the limit
	Created   *Call
	Renamed   bool   // the scenario gave the names
	OTP       string // the last OTP that was sent to the phone
	Sent      *Call  // how it was sent
	OTPSends  int
	OTPAgain  int // how often as an existing customer
	WrongOTPs int // wrong OTPs that were tried since the last right one

	only      CustomerKind // the one kind as which a listed person may ask for a limit; empty: any
	Existing  bool         // the target knew them before the run
	hadLimit  knowledge    // whether they had a limit before they asked for one
	loaded    bool         // loadListed was tried, and
	loadErr   error        // what it said
	nearLimit []*Item      // what they bought at a price that leaves little of the limit

	purchaseTurn Turn // while an OTP is verified for a purchase and the purchase made

	mu        sync.Mutex
	Available int64 // what is still to be spent, as far as we know
	spent     bool
}

// reserve takes an amount from what the customer may still buy for. It says no
// when the purchases of this run would come near the limit: a target may
// refuse what is beyond it.
func (c *Customer) reserve(amount int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if amount > c.Available {
		return false
	}
	c.Available -= amount
	c.spent = c.spent || amount > 0
	return true
}

// Touch says that the limit is no longer as it was when it was looked at.
func (c *Customer) Touch() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent = true
}

// CartValue is a cart that the customer can surely pay; of somebody without a
// limit nothing is known.
func (c *Customer) CartValue() int64 {
	const usual = 1000
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ID == "" {
		return usual
	}
	return min(usual, max(c.Available/2, 1))
}

func (c *Customer) Unspent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.spent
}

// pool lends customers whom nobody else touches meanwhile.
type pool struct {
	mu   sync.Mutex
	free map[CustomerKind][]*Customer
}

// sendsPerCustomer bounds how many OTPs one phone gets: a target may limit the
// rate, and the specification does not say how (section 8).
const sendsPerCustomer = 4

// Lease lends a customer with a credit limit and no purchases, other than
// those who are to be somebody else.
func (s customers) Lease(ctx context.Context, kind CustomerKind, not ...*Customer) (*Customer, error) {
	if s.Roster != nil && kind == Anybody {
		kind = Employed
	}
	if s.Roster != nil {
		return s.leaseListed(ctx, kind, not)
	}
	if c := s.pool.take(kind); c != nil {
		return c, nil
	}
	return s.NewCustomerWithLimit(ctx, kind)
}

func (p *pool) take(kind CustomerKind) *Customer {
	p.mu.Lock()
	defer p.mu.Unlock()
	kinds := []CustomerKind{kind}
	if kind == Anybody {
		kinds = []CustomerKind{Government, Employed}
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

// Release takes a customer back.
func (s customers) Release(c *Customer) {
	if s.Roster != nil {
		s.Roster.release(c)
		return
	}
	s.pool.release(c)
}

// release keeps a customer for whom there is still use. One for whom wrong OTPs
// were tried may be locked out: what a target does then is not shown (section 8).
func (p *pool) release(c *Customer) {
	if !c.Unspent() || c.OTPSends >= sendsPerCustomer || c.WrongOTPs > 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = make(map[CustomerKind][]*Customer)
	}
	p.free[c.Kind] = append(p.free[c.Kind], c)
}

// SharedCustomer is the customer of a kind whom all checks share that change nothing
// of what they look at.
func (s customers) SharedCustomer(ctx context.Context, kind CustomerKind) (*Customer, error) {
	if s.Roster != nil {
		return s.sharedListed(ctx, kind)
	}
	return Shared(ctx, s.Run, "resident "+string(kind), func(ctx context.Context) (*Customer, error) {
		found, err := s.Limits.LimitBase(ctx, kind)
		if err != nil {
			return nil, err
		}
		return found.First, nil
	})
}

// shop keeps the customer whom checks share to buy things. It is not locked while
// another one is made: who needs one meanwhile waits for the same memo.
type shop struct {
	mu      sync.Mutex
	current *Customer
	made    int // how many were made, or could not be
}

func (s *shop) open() (current *Customer, made int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current, s.made
}

// next makes somebody the current customer; nil leaves it as it is.
func (s *shop) next(c *Customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	if c != nil {
		s.current = c
	}
}

// SharedBuyer gives a customer who can still spend the amount, and books it.
func (s customers) SharedBuyer(ctx context.Context, amount int64) (*Customer, error) {
	if s.Roster != nil {
		return s.listedBuyer(ctx, amount)
	}
	for {
		current, made := s.shop.open()
		if current != nil && current.reserve(amount) {
			return current, nil
		}
		mine := false
		c, err := Shared(ctx, s.Run, fmt.Sprint("shopper ", made), func(ctx context.Context) (*Customer, error) {
			c, err := s.NewCustomerWithLimit(ctx, Anybody)
			mine = true
			if err != nil {
				s.shop.next(nil)
				return nil, err
			}
			c.reserve(amount)
			s.shop.next(c)
			return c, nil
		})
		if err != nil || mine {
			return c, err
		}
	}
}

// UntouchedCustomers are the customers who were given a limit once and have done nothing that
// may change it.
func (l *callLog) UntouchedCustomers() []*Customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var idle []*Customer
	busy := make(map[*Customer]bool)
	for _, c := range l.All {
		switch {
		case c.Customer == nil:
		case c.Endpoint == spec.CreatePurchases, c.Endpoint == spec.CreateLimit && c.Customer.Created != c:
			busy[c.Customer] = true
		case c.Endpoint == spec.CreateLimit && c.OK():
			idle = append(idle, c.Customer)
		}
	}
	return slices.DeleteFunc(idle, func(c *Customer) bool { return busy[c] })
}

// Book spends an amount of a buyer. A listed one may have a limit that is used
// up: a target may refuse what is beyond it.
func (s customers) Book(buyer *Customer, amount int64) error {
	if buyer.reserve(amount) || s.Roster == nil {
		return nil
	}
	return judgement.Untested("the limit of a listed customer no longer covers %d: list a customer with a higher available limit under identities.existing", amount)
}

// Expect keeps in mind what took much of a listed customer's limit: it is
// cancelled before they serve again.
func (r *Run) Expect(buyer *Customer, bought *Item) {
	if r.Roster != nil && bought.ID != "" {
		buyer.nearLimit = append(buyer.nearLimit, bought)
	}
}
