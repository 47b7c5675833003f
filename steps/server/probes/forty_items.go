package probes

import (
	"context"
	"strconv"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// FortyItems contains the sentences about an order that the target was free to refuse, because the
// specification does not say how many items one order may have (section 8).
type FortyItems struct{ *scenario.Scenario }

// TheLastIsFetched fetches the last item of the order, once for all checks.
func (s FortyItems) TheLastIsFetched(ctx context.Context) error {
	items, err := s.bought(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(driver.Shared(ctx, s.Session.Run, "the last of forty items", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Fetch(ctx, items[len(items)-1], call.Plain)
	}))
}

// AllAreUpdated updates all items of the order in one call, after the last one was fetched. The
// target may refuse so many. If it serves the call, no item may be left out (section 4.8).
func (s FortyItems) AllAreUpdated(ctx context.Context) error {
	if err := s.TheLastIsFetched(ctx); err != nil {
		return err
	}
	items, err := s.bought(ctx)
	if err != nil {
		return err
	}
	updated, err := s.Session.Orders.Update(ctx, items, driver.Collected, call.Probe)
	if err != nil {
		return err
	}
	if updated.Response == nil && !updated.Unanswered {
		return judgement.Errored("%s was not answered: %v", spec.Line(spec.UpdatePurchases), updated.Err)
	}
	if !updated.OK() || len(updated.Records()) == 0 {
		return &call.InapplicableError{Reason: "the target refuses an update of so many items, which it may"}
	}
	return s.SetAnswer(updated, nil)
}

// bought returns the items of the order.
func (s FortyItems) bought(ctx context.Context) ([]*driver.Item, error) {
	if s.Session.Customers.ExistingAreListed() {
		return nil, &call.InapplicableError{Reason: "what a listed customer buys is cancelled before anybody looks at it"}
	}
	return driver.Shared(ctx, s.Session.Run, "forty items", func(ctx context.Context) ([]*driver.Item, error) {
		if err := Unspecified(s).IsTried(ctx, spec.CreatePurchases, manyItems); err != nil {
			return nil, err
		}
		placed := s.Answers[0]
		s.Answers = nil
		records := placed.Records()
		if !scenario.LooksServed(placed) || len(records) == 0 || !judgement.IsUUID(records[len(records)-1].Get("id").String()) {
			return nil, &call.InapplicableError{Reason: "the target refuses so many items, which it may"}
		}
		sent, _ := placed.SentString("order_id")
		number, err := strconv.ParseInt(sent, 10, 64)
		if err != nil {
			return nil, judgement.Errored("order_id %q of the order of forty items is no number: %v", sent, err)
		}
		var items []*driver.Item
		for n, record := range records {
			items = append(items, &driver.Item{
				ID: record.Get("id").String(), OrderID: number, Buyer: placed.Customer, ItemsInOrder: len(records),
				Details: map[string]any{"item_code": record.Get("item_code").String()},
				Record:  driver.RecordBefore{Raw: record.Raw, By: placed, At: placed.RecordPath(n)},
			})
		}
		return items, nil
	})
}
