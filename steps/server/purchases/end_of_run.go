package purchases

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// EndOfRun contains the sentences about items that the run left alone. They must be unchanged,
// whatever happened to other items.
type EndOfRun struct{ *scenario.Scenario }

// ItemsAreFetched fetches some items that no call has moved: the first that was bought, and others
// from the whole run.
func (s EndOfRun) ItemsAreFetched(ctx context.Context, most int) error {
	items := s.Session.Calls.UntouchedItems()
	if len(items) == 0 || s.Session.Customers.ExistingAreListed() { // purchases of listed customers are cancelled soon
		return call.Inapplicable("the run left no item as it was bought")
	}
	some := make([]*driver.Item, min(most, len(items)))
	for n := range some {
		some[n] = items[n*len(items)/len(some)]
	}
	return s.fetchServed(ctx, some)
}

// UpdatedItemsAreFetched fetches the first items that were updated and then left alone.
func (s EndOfRun) UpdatedItemsAreFetched(ctx context.Context, most int) error {
	items := s.Session.Calls.UpdatedItems()
	if len(items) == 0 || s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("the run left no item as it was updated")
	}
	return s.fetchServed(ctx, items[:min(most, len(items))])
}

// CancelledItemsAreFetched fetches the first items that were cancelled and then left alone.
func (s EndOfRun) CancelledItemsAreFetched(ctx context.Context, most int) error {
	items := s.Session.Calls.CancelledItems()
	if len(items) == 0 {
		return call.Inapplicable("the run cancelled no item")
	}
	return s.fetch(items[:min(most, len(items))], func(item *driver.Item) (*driver.Call, error) { return LookAt(ctx, s.Session, item) })
}

// fetchServed fetches items that the target must show.
func (s EndOfRun) fetchServed(ctx context.Context, items []*driver.Item) error {
	return s.fetch(items, func(item *driver.Item) (*driver.Call, error) { return s.Session.Orders.Fetch(ctx, item, call.Special) })
}

// fetch fetches items all at the same time. The answers are in the order of the items.
func (s EndOfRun) fetch(items []*driver.Item, do func(*driver.Item) (*driver.Call, error)) error {
	answers, err := scenario.AtTheSameTime(items, do)
	if err != nil {
		return err
	}
	s.Answers = append(s.Answers, answers...)
	return nil
}

// moversOfOthers are the aspects whose break may have moved an item that no call named. Their rules
// report it.
var moversOfOthers = []judgement.Aspect{
	scenario.EchoOfPurchase, scenario.KeptMove, scenario.UntouchedByMove, scenario.LeftMove,
	{Endpoint: spec.CreatePurchases, Name: "independent"}, {Endpoint: spec.GetPurchase, Name: "own-purchases"},
	{Endpoint: spec.UpdatePurchases, Name: "other-orders"}, {Endpoint: spec.UpdatePurchases, Name: "unknown-id"}, {Endpoint: spec.CancelPurchase, Name: "unknown-id"},
	{Endpoint: spec.GetPurchase, Name: judgement.StatusAspect}, {Endpoint: spec.GetPurchase, Name: judgement.DataAspect},
}

// EachItemIsAsAfterItsLastCall compares what get shows with the record in the last answer about the item.
func (s EndOfRun) EachItemIsAsAfterItsLastCall() error {
	found := len(s.Report.Failures)
	for _, c := range s.Answers {
		var broken *call.BreakError
		switch err := c.Served(); {
		case errors.As(err, &broken) && broken.Aspect.Name == judgement.JSONAspect: // it does not show how the item is
			s.BlockBy(c, broken.Aspect, broken.Failure)
		case errors.As(err, &broken):
			s.FailValue(c, broken.Failure)
		case err != nil:
			return err
		default:
			s.CompareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
			s.Evidence.Decide(c)
		}
	}
	s.leaveToMovers(found)
	return nil
}

// leaveToMovers turns failures into breaks of the aspects in moversOfOthers.
func (s EndOfRun) leaveToMovers(found int) {
	for _, f := range s.TakeFailuresSince(found) {
		for _, a := range moversOfOthers {
			s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: a, Failure: f})
		}
	}
}

// blameMovers leaves failures that a call with a wrong token seems to have caused to
// moversOfOthers, if an item of the same customer moved that no call named at all.
func (s EndOfRun) blameMovers(ctx context.Context, buyer *customer.Customer, found int) error {
	for _, item := range s.Session.Calls.UntouchedItems() {
		if item.Buyer != buyer {
			continue
		}
		now, err := s.Session.Orders.Fetch(ctx, item, call.Probe)
		if err != nil {
			return err
		}
		was := gjson.Get(item.Record.Raw, "facility_status")
		if is := now.Data.Get("facility_status"); now.OK() && is.Exists() && !judgement.Equal(was, is) {
			s.leaveToMovers(found)
		}
		return nil
	}
	return nil
}
