package refused

import (
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// available is where the record of a limit says what is left of it (section 2.8).
const available = "data.credit_limit_details.available_limit"

// refusedOrders are orders between two looks at the buyer's limit.
type refusedOrders struct {
	all   bool         // each was refused for certain
	after *driver.Call // the limit that was fetched after them
}

// ordersThatCannotBeServed are likely to be refused: one with a good item and one that
// is empty, and one with a good item and one that is worth more than the limit. A target
// may book an item before it has looked at the next one. Whether a target bounds orders by the limit is not
// shown (section 8), so the order that may use it up comes last.
func (s Calls) ordersThatCannotBeServed(ctx context.Context) error {
	all, err := s.refuseOrdersOf(ctx, s.Customer)
	scenario.State[refusedOrders](s.Scenario).all = all
	return err
}

func (s Calls) refuseOrdersOf(ctx context.Context, buyer *customer.Customer) (all bool, err error) {
	f, err := s.Session.Orders.OrderBase(ctx)
	if err != nil {
		return false, err
	}
	good := s.Items(3, nil)
	good[2].Price = 3*customer.Spendable(buyer.Limit) + 1
	for n, items := range [][]any{{good[0].Request(f), map[string]any{}}, {good[1].Request(f), good[2].Request(f)}} {
		answer, err := s.orderOf(ctx, f, s.Session.Orders.NextOrder(), buyer, items, good[n:2*n+1]...)
		if err != nil || !surelyRefused(answer) {
			s.expectCancelled(buyer, answer)
			return false, err
		}
	}
	return true, nil
}

// expectCancelled has what was bought after all cancelled before a listed customer
// serves again.
func (s Calls) expectCancelled(buyer *customer.Customer, answer *driver.Call) {
	if answer == nil || !answer.OK() {
		return
	}
	for _, record := range answer.Records() {
		s.Session.Customers.Expect(buyer, &driver.Item{ID: record.Get("id").String(), Buyer: buyer})
	}
}

// theLimitAfterRefusals fetches the limit where nothing was bought since the last look.
func (s Calls) theLimitAfterRefusals(ctx context.Context) (fetched *driver.Call, err error) {
	orders := scenario.State[refusedOrders](s.Scenario)
	if !orders.all {
		return nil, nil
	}
	orders.after, err = s.theLimitAgain(ctx)
	return orders.after, err
}

// isLeftAsBefore holds what is available after refused orders against what was before
// them. When a purchase is taken off a limit is not shown, so where the two differ,
// somebody who bought nothing is refused the same orders.
func (s Calls) isLeftAsBefore(ctx context.Context, c *driver.Call) {
	if c != scenario.State[refusedOrders](s.Scenario).after {
		return
	}
	n := slices.Index(s.Answers, c)
	before := s.Answers[n-1]
	if s.sameIsLeft(before, c) || s.isRefusedWithoutEffect(ctx) {
		return
	}
	found := len(s.Report.Failures)
	f := call.Differing(available, before.Body.Get(available), c.Body.Get(available), "2.8")
	f.Message, f.Other = "orders that were refused change what is available", before.ID
	s.Wrong(c, f)
	s.BlameOwner(c.Aspect(judgement.EchoAspect), found) // fetch may give another customer's limit
}

// sameIsLeft compares two looks at a limit; what is no number, the rule about its form
// judges.
func (s Calls) sameIsLeft(before, after *driver.Call) bool {
	was, is := before.Body.Get(available), after.Body.Get(available)
	return was.Type != gjson.Number || is.Type != gjson.Number || judgement.Equal(was, is)
}

// isRefusedWithoutEffect tells whether the orders change nothing for a customer with no
// purchase that the target may still have to take off the limit, or whether a limit
// changes without any order.
func (s Calls) isRefusedWithoutEffect(ctx context.Context) bool {
	buyer := s.Customer
	if !s.Session.Customers.AreFew() {
		var err error
		if buyer, err = s.Session.Customers.NewCustomerWithLimit(ctx, customer.Employed); err != nil {
			return true
		}
	}
	var looks []*driver.Call
	for range 3 {
		if len(looks) == 2 {
			if all, err := s.refuseOrdersOf(ctx, buyer); err != nil || !all {
				return true
			}
		}
		look, err := s.Session.Limits.FetchLimitAs(ctx, buyer, call.Probe)
		if err != nil || !look.OK() {
			return true
		}
		looks = append(looks, look)
	}
	return !s.sameIsLeft(looks[0], looks[1]) || s.sameIsLeft(looks[1], looks[2])
}
