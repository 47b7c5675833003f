package purchases

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AnOrderOfTwoCases places an order of two items whose item_codes differ only in upper and lower
// case. The target may refuse it, because the specification does not say how similar two codes may
// be.
func (s SharedValues) AnOrderOfTwoCases(ctx context.Context) error {
	items := s.Items(2, nil)
	code := fmt.Sprint(items[0].Details["item_code"])
	items[0].Details["item_code"], items[1].Details["item_code"] = strings.ToUpper(code), strings.ToLower(code)
	if err := s.tryBoth(ctx, items); err != nil {
		return err
	}
	return s.taken(s.Answers[0])
}

// TheItemsOfOneCode prepares an order of two identical items, which the check may move. Each use
// has its own order: an order to collect is not the one to cancel an item of.
func (s SharedValues) TheItemsOfOneCode(ctx context.Context, use string) error {
	if err := s.orderOfOneCode(ctx, use); err != nil {
		return err
	}
	return SharedOrders(s).orderIs(nil)
}

// AnOrderOfOneCode places an order of two items that are equal in every member. The target may
// refuse it, because the specification does not say whether item_code must be unique.
func (s SharedValues) AnOrderOfOneCode(ctx context.Context) error {
	return s.orderOfOneCode(ctx, "")
}

func (s SharedValues) orderOfOneCode(ctx context.Context, use string) error {
	key := "two identical items" + use
	placed, err := driver.Shared(ctx, s.Session.Run, key, func(ctx context.Context) (*driver.Call, error) {
		defer s.DrawnAs(key)()
		items := s.Items(2, nil)
		items[1].Details, items[1].Price = maps.Clone(items[0].Details), items[0].Price
		if err := s.tryBoth(ctx, items); err != nil {
			return nil, err
		}
		return s.Answers[0], nil
	})
	if err != nil {
		return err
	}
	return s.taken(placed)
}

// ACollectedItemIsBoughtAgain places an order of a product that the customer has already collected.
// A target with a table of products by code would show it with the status of the first. The target
// may refuse it, because the specification does not say whether item_code must be unique.
func (s SharedValues) ACollectedItemIsBoughtAgain(ctx context.Context) error {
	first, err := s.PurchaseOf(ctx, s.Customer, scenario.PlainItemDetails(1))
	if err != nil {
		return err
	}
	collected, err := s.Session.Orders.Update(ctx, first.Items, driver.Collected, call.Special)
	if err != nil {
		return err
	}
	if err := collected.Served(); err != nil {
		return err
	}
	again := s.Items(1, nil)[0]
	inCommon["item details and item_code"](first.Items[0], again, nil)
	if err := s.Session.Customers.Spend(s.Customer, again.Price); err != nil {
		return err
	}
	placed, err := s.Session.Orders.Buy(ctx, driver.Cart{Buyer: s.Customer, Items: []*driver.Item{again}, Kind: call.Probe, SameBuyer: true})
	if err != nil {
		return err
	}
	return s.taken(placed)
}

func (s SharedValues) tryBoth(ctx context.Context, items []*driver.Item) error {
	return s.SetAnswer(s.Session.Orders.Buy(ctx, driver.Cart{Items: items, Kind: call.Probe}))
}

// taken makes an order the answer of the check, if the target took it.
func (s SharedValues) taken(c *driver.Call) error {
	if c.Response == nil {
		return c.Served() // a target that does not answer fails for that reason
	}
	if !c.OK() || len(c.Records()) == 0 {
		return call.Inapplicable("the target refuses such an order, which it may")
	}
	return s.SetAnswer(c, nil)
}

// EachCodeIsKept judges that similar items are not recorded as one.
func (s SharedValues) EachCodeIsKept() error {
	c := s.Answers[0]
	scenario.ExpectRecords(s.Scenario, c, len(c.Items))
	if len(c.Records()) != len(c.Items) {
		s.Evidence.Decide(c)
		return nil
	}
	given, wanted := make(map[string]int), make(map[string]int)
	for _, r := range c.Records() {
		given[r.Get("item_code").String()]++
	}
	for _, i := range c.Items {
		wanted[fmt.Sprint(i.Details["item_code"])]++
	}
	for n, i := range c.Items {
		if code := fmt.Sprint(i.Details["item_code"]); given[code] != wanted[code] {
			found := len(s.Report.Failures)
			s.Fail(c, result.Failure{
				Path: "data.#.item_code", Section: "2.3", Kind: result.WrongCount, Expected: fmt.Sprintf("%d of the records with the item_code %s", wanted[code], code), Actual: fmt.Sprintf("%d such records", given[code]),
				Message: fmt.Sprintf("item %d of the order is not recorded under its own item_code", n+1),
			})
			s.BlameOwner(c.Aspect(judgement.EchoAspect), found)
		}
	}
	s.Evidence.Decide(c)
	return nil
}
