package scenario

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// An update and a cancel name items by id (sections 4.8, 4.9). If a target also moves or removes
// other items, every later call about those looks wrong. So before assay blames such a call, it
// tries on a new order what a move of one item does to the others, and to the order that another
// customer placed before. It does so only after a failure.

var untouched = judgement.Aspect{Endpoint: spec.UpdatePurchases, Name: "untouched"}

var moveInWords = map[string]string{spec.CancelPurchase: "a cancel", spec.UpdatePurchases: "an update"}

// itemsOfATrial is the size of the order that assay tries it on. One item is moved; a target may
// move the next one, or all.
const itemsOfATrial = 3

// effectOnOthers says what a call about one item of a kind of customer does to items that it does not
// name, or nothing.
func effectOnOthers(ctx context.Context, s *driver.Session, endpoint string, kind customer.Kind) result.EffectOnOthers {
	effect, _ := driver.Shared(ctx, s.Run, fmt.Sprintf("what %s does to other items of a customer who is %s", endpoint, kind), func(ctx context.Context) (result.EffectOnOthers, error) {
		earlier, items, err := trialOrders(ctx, s, kind)
		if err != nil {
			return "", err
		}
		watched := slices.Concat(items[1:], earlier)
		earliest, before, err := seenTwice(ctx, s, watched)
		if err != nil {
			return "", err
		}
		if err := moveForTrial(ctx, s, endpoint, items[0]); err != nil {
			return "", err
		}
		after, latest, err := seenTwice(ctx, s, watched)
		if err != nil {
			return "", err
		}
		// what changes without a call about any item is not an effect of the move
		stable := slices.DeleteFunc(slices.Clone(moved), func(member string) bool {
			return differs(member, earliest, before) || differs(member, after, latest)
		})
		ofOrder := len(items) - 1
		return cmp.Or(
			compareOthers(stable, before[:ofOrder], after[:ofOrder], result.ChangesOthers, result.RemovesOthers),
			compareOthers(stable, before[ofOrder:], after[ofOrder:], result.ChangesAnother, result.RemovesAnother),
		), nil
	})
	return effect
}

// seenTwice fetches items twice.
func seenTwice(ctx context.Context, s *driver.Session, items []*driver.Item) (first, second []*driver.Call, err error) {
	if first, err = seenByGet(ctx, s, items); err != nil {
		return nil, nil, err
	}
	second, err = seenByGet(ctx, s, items)
	return first, second, err
}

// differs reports whether two gets of one of some items show another value of a member.
func differs(member string, before, after []*driver.Call) bool {
	for n, was := range before {
		if is := after[n]; was.OK() && is.OK() && is.HasServedData(false) && !judgement.Equal(was.Data.Get(member), is.Data.Get(member)) {
			return true
		}
	}
	return false
}

// trialOrders returns the item of an order, and the items of a later one. Each is the order of a new
// customer, for whom no other check orders anything at the same time. If the customers are listed,
// the run may have no other: then there is no earlier order.
func trialOrders(ctx context.Context, s *driver.Session, kind customer.Kind) (earlier, items []*driver.Item, err error) {
	if s.Customers.ExistingAreListed() || s.Customers.NewAreListed() {
		order, err := s.Orders.Purchase(ctx, itemsOfATrial, nil)
		if err != nil {
			return nil, nil, err
		}
		return nil, order.Items, nil
	}
	if earlier, err = trialOrder(ctx, s, "order of another customer", customer.AnyEmployee, 1); err != nil {
		return nil, nil, err
	}
	items, err = trialOrder(ctx, s, "order of a trial", kind, itemsOfATrial)
	return earlier, items, err
}

func trialOrder(ctx context.Context, s *driver.Session, label string, kind customer.Kind, count int) ([]*driver.Item, error) {
	buyer, err := s.Customers.NewCustomerWithLimit(ctx, kind)
	if err != nil {
		return nil, err
	}
	if err := s.Orders.FindPrices(ctx); err != nil {
		return nil, err
	}
	rng := s.Rand(label)
	items := make([]*driver.Item, count)
	for n := range items {
		items[n] = s.Orders.NewItem(rng, nil, min(s.Orders.SmallPrice(rng), max(buyer.Available()/int64(2*count), 1)))
	}
	k, variant := call.OrderVariant(count, nil)
	order, err := s.Orders.RequireOrder(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, Variant: variant})
	if err != nil {
		return nil, err
	}
	return order.Items, nil
}

func seenByGet(ctx context.Context, s *driver.Session, items []*driver.Item) ([]*driver.Call, error) {
	var seen []*driver.Call
	for _, i := range items {
		c, err := s.Orders.Fetch(ctx, i, call.Probe)
		if err != nil {
			return nil, err
		}
		seen = append(seen, c)
	}
	return seen, nil
}

func moveForTrial(ctx context.Context, s *driver.Session, endpoint string, i *driver.Item) error {
	if endpoint == spec.CancelPurchase {
		_, err := s.Orders.Cancel(ctx, i, call.Probe)
		return err
	}
	_, err := s.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Probe)
	return err
}

// compareOthers compares members that get showed of items before and after a call that did not name them.
func compareOthers(members []string, before, after []*driver.Call, changes, removes result.EffectOnOthers) result.EffectOnOthers {
	for n := range before {
		was, is := before[n:n+1], after[n:n+1]
		switch {
		case !was[0].OK() || !was[0].HasServedData(false):
		case !is[0].OK() && MaybeNotFound(is[0]):
			return removes
		case slices.ContainsFunc(members, func(member string) bool { return differs(member, was, is) }):
			return changes
		}
	}
	return ""
}

// MovedWithAnother returns the break of a call that failed only because a call about another item
// moved or removed its item. ok is false if that is not so.
func MovedWithAnother(ctx context.Context, s *driver.Session, c *driver.Call, f result.Failure) (broken judgement.Break, ok bool) {
	if c == nil || !c.IsOfItems() || !mayBeMoved(c, f) {
		return judgement.Break{}, false
	}
	moves := s.Calls.MovesOfOthers(c)
	if len(moves) > 0 && moveInWords[c.Endpoint] != "" {
		moves = append(moves, c.Endpoint) // it may be refused because it reaches an item that cannot be moved again
	}
	kind := customer.AnyEmployee
	if len(c.Items) > 0 && c.Items[0].Buyer != nil && c.Items[0].Buyer.Kind == customer.SelfEmployed {
		kind = customer.SelfEmployed
	}
	for _, endpoint := range moves {
		if effect := effectOnOthers(ctx, s, endpoint, kind); effect != "" {
			f.Message = result.OfOtherItems(moveInWords[endpoint], effect)
			return judgement.Break{Aspect: untouched, Failure: f}, true
		}
	}
	return judgement.Break{}, false
}

// mayBeMoved reports whether a failure is what a move of the item causes: the call is refused, or
// the record has another status or another updated_at.
func mayBeMoved(c *driver.Call, f result.Failure) bool {
	member := f.Path[strings.LastIndexByte(f.Path, '.')+1:]
	switch {
	case f.Path == "status" && f.Want == result.ExpectStatus:
		return call.IsRefusedByValidation(&c.Answer)
	case c.OK() && (member == moved[0] || member == moved[1]):
		return gjson.GetBytes(c.Response.Body, "data").Exists()
	}
	return false
}

// leaveToOtherItems gives the failures that a call about another item caused to the rule about
// other items.
func leaveToOtherItems(ctx context.Context, s *Scenario) {
	kept := s.Report.Failures[:0:0]
	for _, f := range s.Report.Failures {
		if broken, ok := MovedWithAnother(ctx, s.Session, s.Session.Calls.OfExchange(f.Exchange), f); ok {
			s.Report.Breaks = append(s.Report.Breaks, broken)
			continue
		}
		kept = append(kept, f)
	}
	s.Report.Failures = kept
	for n, b := range s.Report.Breaks {
		if b.HidesEvidence || result.IsOfOtherItems(b.Failure.Message) {
			continue
		}
		if broken, ok := MovedWithAnother(ctx, s.Session, s.Session.Calls.OfExchange(b.Failure.Exchange), b.Failure); ok {
			s.Report.Breaks[n] = broken
		}
	}
}
