package purchases

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SeveralOrders contains the sentences about one update with items of several orders. Section 4.8
// does not show such an update, so the target may refuse it. If it is served, the ids identify the
// items (section 3), and no section says that their order matters.
type SeveralOrders struct{ *scenario.Scenario }

// sameCarts is how often the rule about ids buys the same cart.
const sameCarts = 10

// TwoPurchases prepares two orders, of one customer or of two. No other check moves them.
func (s SeveralOrders) TwoPurchases(ctx context.Context, whose string) error {
	if whose == "two customers" {
		return s.twoOfTwo(ctx)
	}
	if err := SharedOrders(s).TheCustomerBuysAgain(ctx, sameCarts); err != nil {
		return err
	}
	placed := s.Answers
	s.Answers = nil
	first := placed[0]
	for _, c := range placed[1:] {
		if first.Customer == c.Customer { // if a customer's limit is used up, another customer buys
			return s.ordersAre(first, c)
		}
		first = c
	}
	return call.Inapplicable("no two orders of the cart are of one customer")
}

func (s SeveralOrders) twoOfTwo(ctx context.Context) error {
	first, err := s.Session.For("update of two customers").Orders.Purchase(ctx, 1, nil)
	if err != nil {
		return err
	}
	s.Order = first // so that the other order gets another customer
	other, err := SharedOrders(s).anotherBuyer(ctx)
	if err != nil {
		return err
	}
	second, err := s.PurchaseOf(ctx, other, scenario.PlainItemDetails(1))
	if err != nil {
		return err
	}
	return s.ordersAre(first, second)
}

func (s SeveralOrders) ordersAre(first, second *driver.Call) error {
	for _, c := range []*driver.Call{first, second} {
		if err := c.Served(); err != nil {
			return err
		}
		if err := c.Known(c.Items[0]); err != nil {
			return err
		}
	}
	s.Order, s.Second = first, second
	return nil
}

// ItemsOfBothAreUpdated makes the update once for all checks that judge it.
func (s SeveralOrders) ItemsOfBothAreUpdated(ctx context.Context, status string) error {
	updated, err := driver.Shared(ctx, s.Session.Run, "update of two orders of "+s.Order.Customer.ID+" "+s.Second.Customer.ID, func(ctx context.Context) (*driver.Call, error) {
		items := append(append([]*driver.Item(nil), s.Order.Items...), s.Second.Items...)
		return s.Session.Orders.Update(ctx, items, status, call.Probe)
	})
	if err != nil {
		return err
	}
	broken, err := s.Session.FailsWithServerError(ctx, updated)
	switch {
	case err != nil:
		return err
	case broken:
		s.Session.Calls.SetPlain(updated) // this is no refusal, so the rule about updates judges it
	case updated.Response != nil && (!updated.OK() || len(updated.Records()) == 0):
		return call.Inapplicable("the target refuses such an update, which it may")
	}
	return s.SetAnswer(updated, nil)
}

func (s SeveralOrders) ItemsOfBothWereUpdated(ctx context.Context, status string) error {
	if err := s.ItemsOfBothAreUpdated(ctx, status); err != nil {
		return err
	}
	updated := s.Answers[0]
	s.Answers = nil
	return updated.Answered()
}

func (s SeveralOrders) ItemsOfTheOtherAreFetched(ctx context.Context) error {
	return Calls(s).fetchInto(ctx, s.Second.Items)
}
