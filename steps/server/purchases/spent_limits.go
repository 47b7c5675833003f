package purchases

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SpentLimits contains the sentences about a customer who spent nearly the whole limit and then
// cancelled the purchase. The customer still has a limit (sections 2.8, 2.10).
type SpentLimits struct{ *scenario.Scenario }

// spentLimit contains the calls about that customer. If the cancel is not served, there are none
// after it.
type spentLimit struct {
	item            cancelledItem
	fetched, looked []*driver.Call
}

func (s SpentLimits) TheItemIsCancelled(ctx context.Context) error {
	found, err := s.spent(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(found.item.cancel, nil)
}

// TheCancelledItemIsLookedAt makes the fetch of the item after the cancel the answer of the check.
func (s SpentLimits) TheCancelledItemIsLookedAt(ctx context.Context) error {
	found, err := s.spent(ctx)
	if err != nil {
		return err
	}
	return CancelledItems(s).lookedAt(&found.item, nil)
}

func (s SpentLimits) TheLimitIsFetched(ctx context.Context) error {
	found, err := s.spent(ctx)
	if err != nil {
		return err
	}
	s.Answers = found.fetched
	return nil
}

func (s SpentLimits) TheCustomerIsLookedUp(ctx context.Context) error {
	found, err := s.spent(ctx)
	if err != nil {
		return err
	}
	s.Answers = found.looked
	return nil
}

// spent makes the calls once for all checks.
func (s SpentLimits) spent(ctx context.Context) (*spentLimit, error) {
	return driver.Shared(ctx, s.Session.Run, "a limit that was spent", func(ctx context.Context) (*spentLimit, error) {
		defer s.DrawnAs("a limit that was spent")()
		if err := SharedOrders(s).APurchaseOfItsOwnWorth(ctx, "nearly the whole limit"); err != nil {
			s.unseen(err)
			return nil, err
		}
		found, item := &spentLimit{}, s.Order.Items[0]
		if created := item.Buyer.Created(); created != nil { // otherwise it is unknown how much that is
			_, err := created.Value("data.credit_limit_details.available_limit", gjson.Number)
			s.unseen(err)
		}
		last, err := s.spendTheRest(ctx, item)
		if err != nil {
			return nil, err
		}
		if err := s.look(ctx, found, item.Buyer, driver.AfterPurchaseLabel); err != nil {
			return nil, err
		}
		looked, err := CancelledItems(s).cancelAndLook(ctx, item, []gjson.Result{gjson.Parse(item.Record.Raw)}, call.Special, false)
		if err != nil {
			return nil, err
		}
		if found.item = *looked; looked.cancel.Served() != nil {
			return found, nil
		}
		if last != nil && last.OK() && last.Known(last.Items[0]) == nil { // then the customer has cancelled everything
			if _, err := s.Session.Orders.Cancel(ctx, last.Items[0], call.Probe); err != nil {
				return nil, err
			}
		}
		return found, s.look(ctx, found, item.Buyer, "")
	})
}

// spendTheRest buys an item for exactly what is left of the limit, so that the available limit is 0. It
// returns nil if it buys nothing. A target may refuse it, because the specification does not say what a purchase uses up besides its price.
func (s SpentLimits) spendTheRest(ctx context.Context, bought *driver.Item) (*driver.Call, error) {
	limit := bought.Buyer.Limit.Get("credit_limit_details.available_limit")
	rest := limit.Int() - bought.Price
	if s.Session.Customers.ExistingAreListed() || limit.Type != gjson.Number || rest <= 0 {
		return nil, nil
	}
	last := s.Session.Orders.NewItem(s.Session.Rand("the rest of a limit"), nil, rest)
	return s.Session.Orders.Buy(ctx, driver.Cart{Buyer: bought.Buyer, Items: []*driver.Item{last}, Kind: call.Probe, SameBuyer: true, DoNotExplainRefusal: true})
}

// unseen notes that no limit was nearly spent, with the reason.
func (s SpentLimits) unseen(err error) {
	s.Session.Unseen.AddError(history.SpentLimits, []string{spec.FetchLimit, spec.CustomerLookup}, err)
}

// look fetches the limit and, if lookups are in scope, looks up the customer.
func (s SpentLimits) look(ctx context.Context, found *spentLimit, c *customer.Customer, label string) error {
	fetched, err := s.Session.Limits.FetchLimit(ctx, c)
	if err != nil {
		return err
	}
	found.fetched = append(found.fetched, fetched)
	if s.Session.Config.Covers(spec.CapabilityLookup) {
		q, err := s.Session.Limits.LookupQuery(ctx)
		if err != nil {
			return err
		}
		looked, err := s.Session.Limits.LookUp(ctx, c, q.Field, q.Value(c), call.Plain)
		if err != nil {
			return err
		}
		found.looked = append(found.looked, looked)
		s.label(looked, label)
	}
	s.label(fetched, label)
	return nil
}

func (s SpentLimits) label(c *driver.Call, label string) {
	if label != "" {
		s.Session.Calls.Label(c, label)
	}
}
