package scenario

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
)

// VerifyAs verifies an OTP at the path that the target serves.
func (s *Scenario) VerifyAs(ctx context.Context, c *customer.Customer, k call.Kind, otp string, value int64) (*driver.Call, error) {
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return nil, err
	}
	return s.Session.OTPs.Verify(ctx, c, k, driver.Verification{Reading: path, OTP: otp, Value: value})
}

// PlainItemDetails are the details of so many items without special values.
func PlainItemDetails(count int) []map[string]any { return make([]map[string]any, count) }

// PurchaseOf places an order of one item for each of some details.
func (s *Scenario) PurchaseOf(ctx context.Context, buyer *customer.Customer, details []map[string]any) (*driver.Call, error) {
	items, err := ItemsFor(ctx, s, buyer, "purchase of another ", details)
	if err != nil {
		return nil, err
	}
	k, variant := driver.OrderVariant(len(items), nil)
	return s.Session.Orders.Bought(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, Variant: variant})
}

// ItemsFor invents what goes into a cart of a customer, who may be given less than others
// (section 1), and books it. An item may have a least price (section 8): the first order
// of the run has found it.
func ItemsFor(ctx context.Context, s *Scenario, buyer *customer.Customer, label string, details []map[string]any) ([]*driver.Item, error) {
	if err := s.Session.Orders.Priced(ctx); err != nil {
		return nil, err
	}
	rng := s.Session.Rand(label + s.Check.Key)
	items := make([]*driver.Item, len(details))
	most := max(buyer.Available()/int64(2*len(items)), 1)
	for n := range items {
		price := min(s.Session.Orders.SmallPrice(rng), most)
		items[n] = s.Session.Orders.NewItem(rng, details[n], price)
		left := buyer.Available()
		if err := s.Session.Customers.Spend(buyer, price); err != nil {
			return nil, err
		}
		if left < price { // a target may refuse what is beyond the limit that it gave (section 8)
			return nil, judgement.Untested("the customer (%s) has %d left to spend, and a purchase of %d is not within that", buyer.Kind, left, price)
		}
	}
	return items, nil
}

// anyAmount draws an amount up to a bound, each number of digits as likely.
func anyAmount(rng *rand.Rand, most int64) int64 {
	bound := int64(10)
	for range rng.IntN(len(strconv.FormatInt(most, 10))) {
		bound *= 10
	}
	return 1 + rng.Int64N(min(bound, most))
}

// notRound is an amount a little smaller, all of whose digits count: what rounds a price,
// or keeps fewer of its digits, shows.
func notRound(amount int64) int64 {
	if amount < 100 {
		return max(amount, 1)
	}
	return amount/10*10 - 3
}

// Amount reads a price in words. What is available bounds the largest: beyond
// it a target may refuse, and the specification does not say (section 8).
func (s *Scenario) Amount(words string, available int64) int64 {
	switch words {
	case "half the limit":
		return notRound(available / 2)
	case "nine tenths of the limit":
		return notRound(available - available/10)
	case "a random amount":
		return anyAmount(s.Session.Rand("amount "+s.Check.Key), max(available/3, 1))
	}
	n, err := strconv.ParseInt(words, 10, 64)
	if err != nil {
		return 1
	}
	return min(n, max(available, 1))
}

var Ordinal = map[string]int{"first": 0, "second": 1, "third": 2, "fifth": 4, "last": math.MaxInt}

// Nth is the item of a purchase at a place in words; the last one, where the target
// takes fewer items in one order.
func Nth(purchase *driver.Call, words string) *driver.Item {
	return purchase.Items[min(Ordinal[words], len(purchase.Items)-1)]
}

// What an example asks to be drawn from the seed stands for the whole documented
// range: no table limits the scripts or the length of a name or a text.
const (
	DrawnName   = "a random name"
	drawnText   = "a random text"
	DrawnCount  = "a random number of"
	DrawnAmount = "a random amount"
)

// Text returns the text that an example means: itself, the long text, or a random text.
func (s *Scenario) Text(words string) string {
	switch words {
	case "a long text":
		return driver.LongText()
	case DrawnName:
		return identity.RandomName(s.Session.Rand("text " + s.Check.Key))
	case drawnText:
		return identity.RandomText(s.Session.Rand("text " + s.Check.Key))
	}
	return words
}

// DrawnAs makes what is drawn from the seed depend on what several checks share, and
// not on which of them came first, until the returned function is called.
func (s *Scenario) DrawnAs(name string) (own func()) {
	key := s.Check.Key
	s.Check.Key = name
	return func() { s.Check.Key = key }
}

// LargestTaken makes a call in falling sizes until one is served, and keeps that
// one to be judged. A refusal for the size is the target's right; that of the
// smallest size is judged as any other, and so is an error of the server.
func (s *Scenario) LargestTaken(ctx context.Context, bound string, sizes []int64, try func(size int64, k call.Kind) (*driver.Call, error)) error {
	var refused []func() // that it is for the size shows where a smaller one is taken
	for n, size := range sizes {
		k := call.Special
		if n < len(sizes)-1 {
			k = call.Probe
		}
		answer, err := try(size, k)
		if err != nil {
			return err
		}
		broken, err := s.Session.BreaksOn(ctx, answer)
		if err != nil {
			return err
		}
		if k == call.Probe && answer.Response != nil && !answer.OK() && !broken {
			if answer.RefusedForCertain() {
				refused = append(refused, func() { s.Session.Bounds.Refuse(answer.Endpoint+" "+bound, size, &answer.Answer) })
			}
			continue
		}
		if answer.OK() {
			s.Session.Calls.JudgeByAllRules(answer)
			for _, note := range refused {
				note()
			}
			if len(sizes) > 1 {
				s.Session.Bounds.Take(answer.Endpoint+" "+bound, size)
			}
		}
		return s.SetAnswer(answer, nil)
	}
	return judgement.Errored("no size of %s was tried", bound)
}

// MayBeRefused ends a check whose free text the target refuses: how it validates, the
// specification does not show (section 7), and no record shows what became of the text.
func MayBeRefused(s *Scenario, member, text string) error {
	answer := s.Answers[0]
	if !call.IsRefusedByValidation(&answer.Answer) {
		return nil
	}
	s.Session.Bounds.RefuseText(answer.Endpoint, fmt.Sprintf("%s %q", member, text))
	return &call.InapplicableError{Reason: fmt.Sprintf("the target refuses %s %q with %d, as it may", member, text, answer.Status())}
}

// OtherDigit is a digit in the place of another.
func OtherDigit(digit byte) string {
	if digit == '7' {
		return "8"
	}
	return "7"
}

// NumberOr1 reads a number of an example; words without one mean 1.
func NumberOr1(words string) int {
	if n, err := strconv.Atoi(words); err == nil {
		return n
	}
	return 1
}

// Items invents what goes into a cart.
func (s *Scenario) Items(count int, details map[string]any) []*driver.Item {
	rng := s.Session.Rand("items " + s.Check.Key)
	items := make([]*driver.Item, count)
	for n := range items {
		items[n] = s.Session.Orders.NewItem(rng, details, s.Session.Orders.SmallPrice(rng))
	}
	return items
}
