package purchases

import (
	"context"
	"maps"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// mixedOrder is an order of two items that differ in every member, and what get gives
// of each: nothing where the order was not served.
type mixedOrder struct {
	placed  *driver.Call
	fetched []*driver.Call
}

// mixed places the order and fetches its items at once, for all checks that judge
// either. What other customers buy in between, another rule judges.
func (s SharedOrders) mixed(ctx context.Context) (*mixedOrder, error) {
	return driver.Shared(ctx, s.Session.Run, "order of two types", func(ctx context.Context) (*mixedOrder, error) {
		if err := s.Session.Orders.Priced(ctx); err != nil {
			return nil, err
		}
		defer s.DrawnAs("order of two types")()
		if err := Calls(s).buyTwoTypes(ctx); err != nil {
			return nil, err
		}
		m := &mixedOrder{placed: s.Answers[0]}
		if s.orderIs(nil) != nil {
			return m, nil // whoever fetches says so
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

// APurchaseOfTwoTypes is an order of two items that share nothing, which the check may move.
func (s SharedOrders) APurchaseOfTwoTypes(ctx context.Context) error {
	if err := s.Session.Orders.Priced(ctx); err != nil {
		return err
	}
	return s.orderIs(Calls(s).buyTwoTypes(ctx))
}

// BuyWithoutAnOption buys an item without an option behind one that chose both. A target
// may want the option of each: what is left out has a default in a table only (section 2.2).
func (s SharedOrders) BuyWithoutAnOption(ctx context.Context, member string) error {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return err
	}
	f, permitted := payload.Without(member, f, s.Session.PermittedReadings)
	if !permitted {
		return &call.InapplicableError{Reason: "the configuration permits no item without " + member}
	}
	items := s.Items(2, nil)
	maps.Copy(items[0].Details, deliveryDetails("agent_delivery", spec.PickUp))
	buyer, err := s.Session.Customers.SharedBuyer(ctx, items[0].Price+items[1].Price)
	if err != nil {
		return err
	}
	placed, err := s.Session.Orders.Place(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: call.Probe}, f)
	if err != nil {
		return err
	}
	return SharedValues(s).taken(placed)
}

// buyTwoTypes puts things into one cart that share no detail. Where a cart is
// refused, the types change places: it may be for what goes with what.
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

// unlike invents two items of which the texts and the prices differ, too. Where no
// customer can pay more than a price of 1, the prices may be the same.
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
