package customer

import (
	"encoding/json"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/memo"
	"github.com/credit-partner/assay/internal/spec"
)

// Kind is how a customer earns: it decides which occupational member
// the request carries (sections 2.4 to 2.6).
type Kind string

const (
	Employed     Kind = "employed"
	Government   Kind = "government"
	SelfEmployed Kind = "self-employed"
)

// AnyEmployee is an employee of the private sector or of the government. A check that does
// not depend on the kind of customer asks for one.
const AnyEmployee Kind = "anybody"

// Variant is the case label of the calls made for such a customer; the
// employed customer is the plain case.
func (k Kind) Variant() string {
	if k == Employed {
		return ""
	}
	return string(k)
}

// Customer is somebody the target knows, or is about to.
type Customer struct {
	Kind    Kind
	Who     identity.Identity
	Details map[string]any // overrides of what the limit request says, by member
	Renamed bool           // the scenario gave the names
	Unusual bool           // what the customer says of themselves is not plain: long names, large amounts
	Grant
	OTPHistory
	Listing
	Budget

	PurchaseTurn memo.Turn // while an OTP is verified for a purchase and the purchase made
}

// Grant is a limit as it was asked for and given.
type Grant struct {
	Request map[string]any // the limit request as it was sent
	ID      string         // customer_details.id, once there is a limit
	Limit   gjson.Result   // data of the answer that created the limit
	created *call.Answer
}

// OTPHistory is what OTPs a customer was sent.
type OTPHistory struct {
	OTP       string       // the last one that was sent to the phone
	Sent      *call.Answer // how it was sent
	OTPSends  int
	OTPAgain  int // how often as an existing customer
	WrongOTPs int // wrong ones that were tried since the last right one
	Foreign   int // how often one was asked for with a phone that is not theirs
}

// Listing is what the config says of a customer, and what the target has said since.
type Listing struct {
	Only     Kind           // the one kind as which a listed person may ask for a limit; empty: any
	Existing bool           // the target knew them before the run
	HadLimit LimitKnowledge // whether they had a limit before they asked for one
	Loaded   bool           // whether the target was asked about them, and
	LoadErr  error          // what came of it
}

// LimitKnowledge is what is known of a person's limit before they asked for one.
type LimitKnowledge int

// What may be known.
const (
	LimitUnknown LimitKnowledge = iota
	HasLimit
	HasNoLimit
)

// Budget is what a customer may still spend.
type Budget struct {
	mu        sync.Mutex
	available int64 // what is still to be spent, as far as we know
	spent     bool
	booked    int64 // orders that checks which share the customer are to place
	orders    int64 // orders that the target has taken
	placing   int64 // orders under way
}

// Reserve takes an amount from what the customer may still buy for. It says no
// when the purchases of this run would come near the limit: a target may
// refuse what is beyond it.
func (b *Budget) Reserve(amount int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.take(amount)
}

// ReserveOrder takes the amount of an order, and also says no where the customer may
// place no more orders. A bound of 0 is none.
func (b *Budget) ReserveOrder(amount, bound int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bound > 0 && max(b.booked, b.orders) >= bound || !b.take(amount) {
		return false
	}
	b.booked++
	return true
}

func (b *Budget) take(amount int64) bool {
	if amount > b.available {
		return false
	}
	b.available -= amount
	b.spent = b.spent || amount > 0
	return true
}

// Available is what is still to be spent, as far as we know. Checks that share the
// customer spend it meanwhile.
func (b *Budget) Available() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.available
}

// Ordered notes an order that the target has taken, and returns how many it has.
func (b *Budget) Ordered() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.orders++
	return b.orders
}

// Orders is how many orders the target has taken.
func (b *Budget) Orders() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders
}

// Place counts an order that is under way, until the returned function is called.
func (b *Budget) Place() (answered func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.placing++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.placing--
	}
}

// OrdersSent is how many orders the target may have taken: those that it took, and one more
// where another order is still under way.
func (b *Budget) OrdersSent() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders + min(b.placing, 1)
}

// Touch says that the limit is no longer as it was when it was looked at.
func (b *Budget) Touch() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = true
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
	return min(usual, max(c.available/2, 1))
}

// Refresh notes what the limit leaves now.
func (b *Budget) Refresh(available int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.available, b.spent = available, false
}

// Unspent tells whether the limit is as it was when it was looked at.
func (b *Budget) Unspent() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.spent
}

// KeepLimit takes the customer's id and limit from the answer that gave them.
func (c *Customer) KeepLimit(answer *call.Answer) error {
	id, err := answer.Value("data.customer_details.id", gjson.String)
	if err == nil && !judgement.IsUUID(id.Str) {
		err = answer.Breaks(judgement.DataAspect, "data.customer_details.id", "a UUID", judgement.Show(id))
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ID, c.Limit, c.created = id.String(), answer.Data, answer
	c.available = Spendable(c.Limit)
	return nil
}

// Created is the answer that gave the customer's id and limit; nil before there is one.
// Checks that judge all calls of the run ask for customers of other checks, too.
func (c *Customer) Created() *call.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.created
}

// Spendable reads what the customer may spend; a target that does not say is taken to
// allow small purchases. Who was given a limit of 0 may spend nothing.
func Spendable(limit gjson.Result) int64 {
	const unknown, most = 100_000, 1 << 52
	v := limit.Get("credit_limit_details.available_limit")
	if total := limit.Get("credit_limit_details.credit_limit"); v.Type == gjson.Number && total.Type == gjson.Number && v.Num == 0 && total.Num == 0 {
		return 0
	}
	if v.Type != gjson.Number || v.Num < 1 {
		return unknown
	}
	if v.Num > most {
		return most
	}
	return int64(v.Num)
}

// SentMember reads a member of the customer's limit request as it was sent.
func (c *Customer) SentMember(name string) string {
	v, ok := c.Request[name]
	if !ok {
		return ""
	}
	raw, err := json.Marshal(map[string]any{"v": v})
	if err != nil {
		return ""
	}
	return gjson.GetBytes(raw, "v").String()
}

// Opened tells whether this run asked for the limit, and nobody has looked at
// it anew since.
func (c *Customer) Opened() bool {
	created := c.Created()
	return created != nil && created.Endpoint == spec.CreateLimit
}

// strain orders customers by how much of what a target may bound they have had:
// wrong OTPs first, then OTPs, then purchases.
func (c *Customer) strain() int {
	strain := c.WrongOTPs*1000 + max(c.OTPSends-MaxOTPs, 0)*10
	if !c.Opened() || !c.Unspent() {
		strain++
	}
	return strain
}
