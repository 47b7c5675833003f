package refused

import (
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// available is the path of the available limit in a limit record (section 2.8).
const available = "data.credit_limit_details.available_limit"

// refusedOrders are the orders that were certainly refused, by the call that fetched the limit
// after them.
type refusedOrders map[*driver.Call]orderTry

// orderTry places an order that is likely to be refused, and returns whether it certainly was.
type orderTry func(context.Context, *customer.Customer) (bool, error)

// likelyRefused returns a turn with an order of the customer. If the order was certainly refused,
// the limit is fetched after it. Nothing else was bought since the limit was fetched before.
func (s Calls) likelyRefused(try orderTry) callPair {
	certain := false
	return callPair{func(ctx context.Context) (err error) {
		certain, err = try(ctx, s.Customer)
		return err
	}, []validCall{func(ctx context.Context) (*driver.Call, error) {
		if !certain {
			return nil, nil
		}
		fetched, err := s.theLimitAgain(ctx)
		if err == nil {
			s.refusedOrders()[fetched] = try
		}
		return fetched, err
	}}}
}

func (s Calls) refusedOrders() refusedOrders {
	orders := scenario.State[refusedOrders](s.Scenario)
	if *orders == nil {
		*orders = make(refusedOrders)
	}
	return *orders
}

// emptyItemIsRefused orders an item and an empty item. A target may book the first item before it
// checks the next one.
func (s Calls) emptyItemIsRefused(ctx context.Context, buyer *customer.Customer) (bool, error) {
	good := s.Items(1, nil)
	return s.isRefused(ctx, buyer, good, map[string]any{})
}

// beyondTheLimitIsRefused orders an item that costs more than the limit, after some that do not.
// The specification does not say whether a target refuses orders beyond the limit (section 8), so
// the orders that may use the limit up come last.
func (s Calls) beyondTheLimitIsRefused(good int) orderTry {
	return func(ctx context.Context, buyer *customer.Customer) (bool, error) {
		all := s.Items(good+1, nil)
		all[good].Price = 3*customer.Spendable(buyer.Limit) + 1
		return s.isRefused(ctx, buyer, all)
	}
}

// isRefused reports whether an order of some items, and of others as given, is certainly refused.
func (s Calls) isRefused(ctx context.Context, buyer *customer.Customer, items []*driver.Item, others ...any) (bool, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return false, err
	}
	var sent []any
	for _, i := range items {
		sent = append(sent, i.Request(f))
	}
	answer, err := s.orderOf(ctx, f, s.Session.Orders.NextOrder(), buyer, append(sent, others...), items...)
	if err != nil || !surelyRefused(answer) {
		s.expectCancelled(buyer, answer)
		return false, err
	}
	return true, nil
}

// expectCancelled makes sure that an accepted order is cancelled before other checks use a listed
// customer.
func (s Calls) expectCancelled(buyer *customer.Customer, answer *driver.Call) {
	if answer == nil || !answer.OK() {
		return
	}
	for _, record := range answer.Records() {
		s.Session.Customers.NoteExpensive(buyer, &driver.Item{ID: record.Get("id").String(), Buyer: buyer})
	}
}

// isLeftAsBefore compares the available limit after refused orders with that before them. The
// specification does not say when a purchase reduces the limit. So if the two differ, a customer
// who bought nothing places the same order.
func (s Calls) isLeftAsBefore(ctx context.Context, c *driver.Call) {
	refuse := s.refusedOrders()[c]
	if refuse == nil {
		return
	}
	n := slices.Index(s.Answers, c)
	before := s.Answers[n-1]
	if s.isSameAvailable(before, c) || s.isRefusedWithoutEffect(ctx, refuse) {
		return
	}
	found := len(s.Report.Failures)
	f := call.Differing(available, before.Body.Get(available), c.Body.Get(available), "2.8")
	f.Message, f.Other = "orders that were refused change what is available", before.ID
	s.FailValue(c, f)
	s.BlameOwner(c.Aspect(judgement.EchoAspect), found) // fetch may return another customer's limit
}

// isSameAvailable compares two fetched limits. If a value is no number, the rule about its form judges
// it.
func (s Calls) isSameAvailable(before, after *driver.Call) bool {
	was, is := before.Body.Get(available), after.Body.Get(available)
	return was.Type != gjson.Number || is.Type != gjson.Number || judgement.Equal(was, is)
}

// isRefusedWithoutEffect reports whether the order changes nothing for a customer without a
// purchase that may still reduce the limit, or whether a limit changes without any order.
func (s Calls) isRefusedWithoutEffect(ctx context.Context, refuse orderTry) bool {
	buyer := s.Customer
	if !s.Session.Customers.ExistingAreListed() {
		var err error
		if buyer, err = s.Session.Customers.NewCustomerWithLimit(ctx, customer.Employed); err != nil {
			return true
		}
	}
	var looks []*driver.Call
	for range 3 {
		if len(looks) == 2 {
			if certain, err := refuse(ctx, buyer); err != nil || !certain {
				return true
			}
		}
		look, err := s.Session.Limits.FetchLimitAs(ctx, buyer, call.Probe)
		if err != nil || !look.OK() {
			return true
		}
		looks = append(looks, look)
	}
	return !s.isSameAvailable(looks[0], looks[1]) || s.isSameAvailable(looks[1], looks[2])
}
