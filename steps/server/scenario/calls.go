package scenario

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
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

// PlainItemDetails returns the details of count items without special values.
func PlainItemDetails(count int) []map[string]any { return make([]map[string]any, count) }

// PurchaseOf places an order with one item for each of the given details.
func (s *Scenario) PurchaseOf(ctx context.Context, buyer *customer.Customer, details []map[string]any) (*driver.Call, error) {
	items, err := ItemsFor(ctx, s, buyer, "purchase of another ", details)
	if err != nil {
		return nil, err
	}
	k, variant := call.OrderVariant(len(items), nil)
	return s.Session.Orders.RequireOrder(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, Variant: variant})
}

// ItemsFor creates the items of a cart for a customer, whose limit may be smaller than that of
// others (section 1), and counts their prices as spent. An item may have a minimum price (section
// 8), which the first order of the run has found.
func ItemsFor(ctx context.Context, s *Scenario, buyer *customer.Customer, label string, details []map[string]any) ([]*driver.Item, error) {
	if err := s.Session.Orders.FindPrices(ctx); err != nil {
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
		if buyer.LimitIsBelow(price) {
			return nil, call.Inapplicable("the target gives no customer (%s) a limit that covers a purchase of %d, as it may", buyer.Kind, price)
		}
		if left < price { // a target may refuse an order beyond the limit that it gave (section 8)
			return nil, judgement.Untested("the customer (%s) has %d left to spend, and a purchase of %d is not within that", buyer.Kind, left, price)
		}
	}
	return items, nil
}

// anyAmount returns a random amount up to most. Each number of digits is equally likely.
func anyAmount(rng *rand.Rand, most int64) int64 {
	bound := int64(10)
	for range rng.IntN(len(strconv.FormatInt(most, 10))) {
		bound *= 10
	}
	return 1 + rng.Int64N(min(bound, most))
}

// notRound returns a slightly smaller amount with no trailing zero. A target that rounds a price,
// or keeps fewer of its digits, shows a different value.
func notRound(amount int64) int64 {
	if amount < 100 {
		return max(amount, 1)
	}
	return amount/10*10 - 3
}

// Amount returns the price that the words mean. It is never more than what is available, because a
// target may refuse more, and the specification does not say (section 8).
func (s *Scenario) Amount(words string, available int64) int64 {
	switch words {
	case "half the limit":
		return notRound(available / 2)
	case "nine tenths of the limit":
		return notRound(available - available/10)
	case "nearly the whole limit":
		return notRound(available - available/50)
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

// Nth returns the item of a purchase at the place in words. It returns the last one if the target
// takes fewer items in one order.
func Nth(purchase *driver.Call, words string) *driver.Item {
	return purchase.Items[min(Ordinal[words], len(purchase.Items)-1)]
}

// LongName stands for a name that is longer than many programs expect.
const LongName = "a long name"

// A value that an example asks to be drawn at random stands for the whole documented range. No
// table limits the scripts or the length of a name or a text.
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
		return payload.LongText()
	case DrawnName:
		return identity.RandomName(s.Session.Rand("text " + s.Check.Key))
	case drawnText:
		return identity.RandomText(s.Session.Rand("text " + s.Check.Key))
	}
	return words
}

// DrawnAs makes random values depend on a name that several checks share, and not on the check that
// comes first, until the returned function is called.
func (s *Scenario) DrawnAs(name string) (own func()) {
	key := s.Check.Key
	s.Check.Key = name
	return func() { s.Check.Key = key }
}

// LargestTaken makes a call in decreasing sizes until one is served, and makes it the answer to
// judge. A target may refuse a large size. The refusal of the smallest size is judged like any
// other, and so is a server error of any size.
func (s *Scenario) LargestTaken(ctx context.Context, bound string, sizes []int64, try func(size int64, k call.Kind) (*driver.Call, error)) error {
	var refused []func() // notes refusals once a smaller size is taken, which shows that the size was the reason
	for n, size := range sizes {
		k := call.Special
		if n < len(sizes)-1 {
			k = call.Probe
		}
		answer, err := try(size, k)
		if err != nil {
			return err
		}
		broken, err := s.Session.FailsWithServerError(ctx, answer)
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

// MayBeRefused ends a check whose free text the target refuses. The specification does not show how
// a target validates texts (section 7), and no record shows the text.
func MayBeRefused(s *Scenario, member, text string) error {
	answer := s.Answers[0]
	if !call.IsRefusedByValidation(&answer.Answer) {
		return nil
	}
	s.Session.Bounds.RefuseText(answer.Endpoint, fmt.Sprintf("%s %q", member, text))
	return call.Inapplicable("the target refuses %s %q with %d, as it may", member, text, answer.Status())
}

// OtherDigit returns a digit other than the given one.
func OtherDigit(digit byte) string {
	if digit == '7' {
		return "8"
	}
	return "7"
}

// NumberOr1 returns the number in an example, or 1 if the words contain none.
func NumberOr1(words string) int {
	if n, err := strconv.Atoi(words); err == nil {
		return n
	}
	return 1
}

// Items creates the items of a cart.
func (s *Scenario) Items(count int, details map[string]any) []*driver.Item {
	rng := s.Session.Rand("items " + s.Check.Key)
	items := make([]*driver.Item, count)
	for n := range items {
		items[n] = s.Session.Orders.NewItem(rng, details, s.Session.Orders.SmallPrice(rng))
	}
	return items
}

// AtTheSameTime makes one call for each of all, all at the same time. It returns the answers in the
// order of all, without those of calls that could not be made, and the first error.
func AtTheSameTime[T any](all []T, do func(T) (*driver.Call, error)) ([]*driver.Call, error) {
	answers := make([]*driver.Call, len(all))
	var calls errgroup.Group
	for n, one := range all {
		calls.Go(func() (err error) {
			answers[n], err = do(one)
			return err
		})
	}
	err := calls.Wait()
	return slices.DeleteFunc(answers, func(c *driver.Call) bool { return c == nil }), err
}

// AskAgain sends a limit request for a customer who has a limit already. If the target refuses it,
// and gives limits only after an OTP, the customer verifies another OTP and asks once more: section
// 4.2 does not show for how many requests a verify holds.
func (s *Scenario) AskAgain(ctx context.Context, c *customer.Customer, body map[string]any) (*driver.Call, error) {
	refused, err := s.Session.Limits.AskAgain(ctx, c, body, call.Special)
	if err != nil || !call.IsSurelyRefused(&refused.Answer) || s.Session.Combinations.GivesUnasked(ctx, c.Kind) {
		return refused, err
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); call.IsUntested(err) {
		s.Session.Calls.JudgeByNoRule(refused)
		return nil, call.Inapplicable("the target refuses another limit request, and sends the customer no OTP that may be missing")
	} else if err != nil {
		return refused, nil
	}
	if _, err := s.VerifyAs(ctx, c, call.Probe, c.OTP, c.CartValue()); err != nil {
		return refused, nil
	}
	given, err := s.Session.Limits.AskAgain(ctx, c, body, call.Special)
	if err != nil || !given.OK() {
		return refused, err
	}
	s.Session.Calls.JudgeByNoRule(refused)
	return given, nil
}
