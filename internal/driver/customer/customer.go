package customer

import (
	"cmp"
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/memo"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// Kind is how a customer earns money. It decides which occupational member the request contains
// (sections 2.4 to 2.6).
type Kind string

const (
	Employed     Kind = "employed"
	Government   Kind = "government"
	SelfEmployed Kind = "self-employed"
)

// A check that does not depend on the kind of customer asks for one of these.
const (
	AnyEmployee Kind = "any employee" // of the private sector or of the government
	Anybody     Kind = "anybody"      // an employee for most checks, and a self-employed customer for some
)

// Variant is the case of the calls for such a customer. It is empty for an employed customer,
// the plain case.
func (k Kind) Variant() string {
	if k == Employed {
		return ""
	}
	return string(k)
}

// Customer is a person that the target knows, or will know after the next calls.
type Customer struct {
	Kind    Kind
	Who     identity.Identity
	Details map[string]any // members of the limit request that replace the usual ones
	Renamed bool           // the scenario chose the names
	Unusual bool           // the customer's details are not plain: long names, large amounts
	Grant
	OTPHistory
	Listing
	Budget

	PurchaseTurn memo.Turn // held while an OTP is verified for a purchase and the purchase is made
}

// Grant is a limit: the request for it, and the limit that the target gave.
type Grant struct {
	Request map[string]any // the limit request as it was sent
	ID      string         // customer_details.id, after there is a limit
	Limit   gjson.Result   // data of the answer that created the limit
	created *call.Answer
}

// OTPHistory is the OTPs that a customer was sent.
type OTPHistory struct {
	OTP       string       // the last OTP that was sent to the phone
	Sent      *call.Answer // the answer to the call that sent it
	OTPSends  int
	OTPAgain  int // how often it was sent to the customer as an existing one
	WrongOTPs int // wrong OTPs that were tried since the last right one
	Foreign   int // how often an OTP was requested as for somebody else: with another phone, or with the details of a new customer
	verified  atomic.Int64
}

// NoteVerified notes that an OTP was verified for a cart value.
func (h *OTPHistory) NoteVerified(value int64) { h.verified.Store(value) }

// VerifiedCart is the cart value of the last OTP that was verified, or the usual one if none was. A
// target may take no larger order (section 4.2).
func (h *OTPHistory) VerifiedCart() int64 { return cmp.Or(h.verified.Load(), UsualCart) }

// Listing is the data that the config has about a customer, and what the target has shown since.
type Listing struct {
	Only     Kind           // the only kind as which a listed person may ask for a limit; empty: any
	Existing bool           // the target knew the customer before the run
	HadLimit LimitKnowledge // whether the customer had a limit before asking for one
	Loaded   bool           // whether the target was asked about the customer
	LoadErr  error          // the error of that, if any
}

// LimitKnowledge says whether a person had a limit before asking for one, as far as the run
// knows.
type LimitKnowledge int

// These are the values of LimitKnowledge.
const (
	LimitUnknown LimitKnowledge = iota
	HasLimit
	HasNoLimit
)

// Budget is the amount that a customer may still spend, and the orders that the customer placed.
type Budget struct {
	mu        sync.Mutex
	available int64 // the amount that may still be spent, as far as the run knows
	spent     bool
	booked    int64 // orders that the checks that share the customer will place
	orders    int64 // orders that the target has taken
	placing   int64 // orders that are not answered yet
}

// Reserve reserves an amount of the customer's limit. It returns false if the limit does not
// cover the amount: a target may refuse a purchase beyond it.
func (b *Budget) Reserve(amount int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.take(amount)
}

// ReserveOrder reserves the amount of an order. It also returns false if the customer may place
// no more orders. A bound of 0 means no bound.
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

// Available is the amount that may still be spent, as far as the run knows. Checks that share
// the customer may spend it at any time.
func (b *Budget) Available() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.available
}

// Ordered notes an order that the target took, and returns the number of such orders.
func (b *Budget) Ordered() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.orders++
	return b.orders
}

// Orders is the number of orders that the target took.
func (b *Budget) Orders() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders
}

// Place counts an order as under way until the returned function is called.
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

// OrdersSent is the number of orders that the target may have taken: those that it took, and one
// more if another order is under way.
func (b *Budget) OrdersSent() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.orders + min(b.placing, 1)
}

// Touch notes that the limit has changed since it was read.
func (b *Budget) Touch() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = true
}

// UsualCart is the cart value of customers who can pay it.
const UsualCart = 1000

// CartValue is a cart value that the customer can certainly pay. For a customer without a limit
// it is a usual value.
func (c *Customer) CartValue() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ID == "" {
		return UsualCart
	}
	return min(UsualCart, max(c.available/2, 1))
}

// LimitIsBelow reports whether the limit that the target gave the customer does not cover an amount.
// It may be zero: a target scores people as it likes (section 1).
func (c *Customer) LimitIsBelow(amount int64) bool {
	available := c.Limit.Get("credit_limit_details.available_limit")
	return available.Type == gjson.Number && available.Num < float64(amount)
}

// Refresh stores the available amount of a limit that was just read.
func (b *Budget) Refresh(available int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.available, b.spent = available, false
}

// Unspent reports whether the limit is the same as when it was read.
func (b *Budget) Unspent() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.spent
}

// KeepLimit stores the customer's id and limit from the answer that contains them.
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

// Created returns the answer that contained the customer's id and limit, or nil if there is none
// yet. It is safe to call for the customers of other checks, because checks that judge all calls
// of the run do that.
func (c *Customer) Created() *call.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.created
}

// LeftOf returns the available amount of a limit, or 0 if the limit is used up.
func LeftOf(limit gjson.Result) int64 {
	if v := limit.Get("credit_limit_details.available_limit"); v.Type == gjson.Number && v.Num < 1 {
		return 0
	}
	return Spendable(limit)
}

// Spendable returns the amount that a limit allows to spend. If the target does not say, small
// purchases are taken as allowed. A limit below 1 allows nothing.
func Spendable(limit gjson.Result) int64 {
	const unknown, most = 100_000, 1 << 52
	v := limit.Get("credit_limit_details.available_limit")
	if total := limit.Get("credit_limit_details.credit_limit"); v.Type == gjson.Number && total.Type == gjson.Number && v.Num < 1 && total.Num < 1 {
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

// SentMember returns a member of the customer's limit request.
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

// Opened reports whether the customer's limit comes from a limit request of this run, and was
// not read again since.
func (c *Customer) Opened() bool {
	created := c.Created()
	return created != nil && created.Endpoint == spec.CreateLimit
}

// strain is a measure of the customer's use, to choose the least used one: wrong OTPs count
// most, then OTPs, then purchases. A target may limit each of them.
func (c *Customer) strain() int {
	strain := c.WrongOTPs*1000 + max(c.OTPSends-MaxOTPs, 0)*10
	if !c.Opened() || !c.Unspent() {
		strain++
	}
	return strain
}

// KnowledgeFrom reads from the answer to a verify whether the customer has a limit (section 2.9).
func KnowledgeFrom(verified *call.Answer) LimitKnowledge {
	limit := verified.Body.Get("data.credit_limit")
	switch {
	case !verified.OK():
		return LimitUnknown
	case limit.Type == gjson.Number && limit.Num > 0:
		return HasLimit
	case limit.Type == gjson.Number || limit.Type == gjson.Null:
		return HasNoLimit
	}
	return LimitUnknown
}

// TakeDetails takes over the details that the limit shows, as if the customer had sent them. Values from the
// config stay.
func (c *Customer) TakeDetails() {
	record := c.Limit.Get("customer_details")
	c.Request = map[string]any{"id_number": c.Who.IDNumber, "phone_number": c.Who.Phone}
	for _, name := range []string{"first_name", "last_name", "email", "referral_source"} {
		if v := record.Get(name); v.Type == gjson.String {
			c.Request[name] = v.Str
		}
	}
	if c.Who.Email == "" {
		c.Who.Email = c.SentMember("email")
	}
}
