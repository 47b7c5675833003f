package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// LaterOrders contains the sentence about an order that has the item_code of an item that moved. A
// target that finds the item by its code puts it back to the status of a new one (section 3).
type LaterOrders struct{ *scenario.Scenario }

// ACollectedItemIsFetched fetches a collected item after an order with its item_code. The
// specification does not say that item_code is unique, so the target may refuse the order.
func (s LaterOrders) ACollectedItemIsFetched(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return &call.InapplicableError{Reason: "purchases of listed customers are cancelled soon"}
	}
	moved, err := TokenCases(s).movedItems(ctx)
	if err != nil {
		return err
	}
	later, buyer := s.Items(1, nil)[0], moved.collected.Buyer
	later.Details["item_code"] = moved.collected.Details["item_code"]
	if err := s.Session.Customers.Spend(buyer, later.Price); err != nil {
		return err
	}
	placed, err := s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: []*driver.Item{later}, Kind: call.Probe, DoNotExplainRefusal: true, SameBuyer: true})
	switch {
	case err != nil:
		return err
	case placed.Response == nil:
		return judgement.Errored("%s was not answered: %v", spec.Line(spec.CreatePurchases), placed.Err)
	case !placed.OK() || len(placed.Records()) == 0:
		return &call.InapplicableError{Reason: "the target refuses such an order, which it may"}
	}
	return s.SetAnswer(s.Session.Orders.Fetch(ctx, moved.collected, call.Special))
}
