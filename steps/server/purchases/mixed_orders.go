package purchases

import (
	"context"
	"maps"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// mixedOrder is an order of two items that differ in every member, and the get calls for its items.
// There are no get calls if the order was not served.
type mixedOrder struct {
	placed  *driver.Call
	fetched []*driver.Call
}

// mixed places the order and fetches its items at once. All checks that judge either share the
// calls. Another rule judges get calls after purchases of other customers.
func (s SharedOrders) mixed(ctx context.Context) (*mixedOrder, error) {
	return driver.Shared(ctx, s.Session.Run, "order of two types", func(ctx context.Context) (*mixedOrder, error) {
		if err := s.Session.Orders.FindPrices(ctx); err != nil {
			return nil, err
		}
		defer s.DrawnAs("order of two types")()
		if err := Calls(s).buyTwoTypes(ctx); err != nil {
			return nil, err
		}
		m := &mixedOrder{placed: s.Answers[0]}
		if s.orderIs(nil) != nil {
			return m, nil // the check that fetches the items reports it
		}
		err := Calls(s).EachItemIsFetched(ctx)
		m.fetched = s.Answers
		return m, err
	})
}

func (s SharedOrders) TheCustomerBuysTwoTypes(ctx context.Context) error {
	m, err := s.mixed(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(m.placed, nil)
}

func (s SharedOrders) EachOfTwoTypesIsFetched(ctx context.Context) error {
	m, err := s.mixed(ctx)
	if err != nil {
		return err
	}
	if err := s.orderIs(s.SetAnswer(m.placed, nil)); err != nil {
		return err
	}
	s.Answers = m.fetched
	return nil
}

// APurchaseOfTwoTypes prepares an order of two items that have no detail in common. The check may
// move them.
func (s SharedOrders) APurchaseOfTwoTypes(ctx context.Context) error {
	if err := s.Session.Orders.FindPrices(ctx); err != nil {
		return err
	}
	return s.orderIs(Calls(s).buyTwoTypes(ctx))
}

// BuyWithoutAnOption buys two items: the first chooses both options, and the second leaves one out.
// A target may require the option for each item, because only a table of section 2.2 shows the
// default.
func (s SharedOrders) BuyWithoutAnOption(ctx context.Context, member string) error {
	return s.buyWithout(ctx, member)
}

// BuyWithNeitherOption is the same with an item that has neither of the two.
func (s SharedOrders) BuyWithNeitherOption(ctx context.Context) error {
	return s.buyWithout(ctx, "delivery_option", "preferred_option")
}

func (s SharedOrders) buyWithout(ctx context.Context, members ...string) error {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return err
	}
	for _, member := range members {
		without, permitted := payload.Without(member, f, s.Session.PermittedReadings)
		if !permitted {
			return call.Inapplicable("the configuration permits no item without %s", member)
		}
		f = without
	}
	items := s.Items(2, nil)
	maps.Copy(items[0].Details, deliveryDetails("agent_delivery", spec.PickUp))
	placed, err := s.Session.Orders.Place(ctx, driver.Cart{Items: items, Kind: call.Probe}, f)
	if err != nil {
		return err
	}
	return SharedValues(s).taken(placed)
}

// buyTwoTypes buys two items that have no detail in common. If the target refuses them, the types
// are swapped, because the refusal may be about a combination of details.
func (s Calls) buyTwoTypes(ctx context.Context) error {
	var first *driver.Call
	for range 2 {
		one, two := maps.Clone(payload.ItemProfiles[1]), maps.Clone(payload.ItemProfiles[0]) // pick-up at the store comes last
		if first != nil {
			one["item_type"], two["item_type"] = two["item_type"], one["item_type"]
		}
		if err := s.buyItems(ctx, s.unlike(one, two), map[string]any{"item_type": "two"}); err != nil || !s.Answers[0].IsRefused() {
			return err
		}
		if first == nil {
			first = s.Answers[0]
		}
	}
	s.Answers = []*driver.Call{first}
	return nil
}

// unlike creates two items whose texts and prices differ too. If no customer can pay more than a
// price of 1, the prices may be equal.
func (s Calls) unlike(one, two map[string]any) []*driver.Item {
	rng := s.Session.Rand("unlike items " + s.Check.Key)
	invent := func(details map[string]any) *driver.Item {
		return s.Session.Orders.NewItem(rng, details, s.Session.Orders.SmallPrice(rng))
	}
	a, b := invent(one), invent(two)
	for range 50 {
		if a.Price != b.Price && a.Details["item_brand"] != b.Details["item_brand"] && a.Details["item_description"] != b.Details["item_description"] {
			break
		}
		b = invent(two)
	}
	return []*driver.Item{a, b}
}
