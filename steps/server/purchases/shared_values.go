package purchases

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SharedValues are the sentences about orders that have something in common.
type SharedValues struct{ *scenario.Scenario }

// ordersWithSharedValues are two orders that have something in common which does not make
// them one. The second may be refused, where the specification leaves that
// open; the first is the first in either case.
type ordersWithSharedValues struct {
	first, second *driver.Call
	now           []*driver.Call // what get gives of the first, and of the second where it was taken
}

// inCommon is what the second order takes from the first, by the words of the
// feature.
var inCommon = map[string]func(first, second *driver.Item, c *driver.Cart){
	"order_id": func(first, _ *driver.Item, c *driver.Cart) { c.OrderID = first.OrderID },
	"item_code": func(first, second *driver.Item, _ *driver.Cart) {
		second.Details["item_code"] = first.Details["item_code"]
	},
	"item details and item_code": func(first, second *driver.Item, _ *driver.Cart) {
		second.Details, second.Price = maps.Clone(first.Details), first.Price
	},
	"item details": func(first, second *driver.Item, _ *driver.Cart) {
		code := second.Details["item_code"]
		second.Details, second.Price = maps.Clone(first.Details), first.Price
		second.Details["item_code"] = code
	},
}

// anotherProduct is what the plain items of a run are not: a table of products by code
// would show a later order what the first one of the code was. Of one customer it is also
// delivered otherwise; of two it is not, for what is delivered may move on by itself.
func anotherProduct(who string) map[string]any {
	product := map[string]any{"item_type": "cooker", "item_brand": "Mbuni Works"}
	if who != "another customer" {
		maps.Copy(product, deliveryDetails("agent_delivery", "delivery"))
	}
	return product
}

// TwoOrders places two orders that share something, by one customer or two.
func (s SharedValues) TwoOrders(ctx context.Context, what, who string) error {
	found, err := driver.Shared(ctx, s.Session.Run, "namesakes "+what+" "+who, func(ctx context.Context) (*ordersWithSharedValues, error) {
		return s.placeBoth(ctx, what, who)
	})
	if err == nil {
		*scenario.State[ordersWithSharedValues](s.Scenario) = *found
		s.Order, s.Second = found.first, found.second
	}
	return err
}

func (s SharedValues) placeBoth(ctx context.Context, what, who string) (*ordersWithSharedValues, error) {
	var details map[string]any
	if what == "item_code" { // the later order is plain, so that an update of it is documented (section 3)
		details = anotherProduct(who)
	}
	first, err := s.Session.For("namesakes "+what+who).Orders.Purchase(ctx, 1, details)
	if err != nil {
		return nil, err
	}
	buyer, again := first.Customer, s.Items(1, nil)[0]
	k := driver.Cart{Items: []*driver.Item{again}, Kind: call.Probe, DoNotExplainRefusal: !strings.HasPrefix(what, "item details"), SameBuyer: who != "another customer"}
	inCommon[what](first.Items[0], again, &k)
	if who == "another customer" {
		s.Order = first // so that it is somebody else who is lent
		if buyer, err = SharedOrders(s).anotherBuyer(ctx); err != nil {
			return nil, err
		}
	}
	k.Buyer = buyer
	if err := s.Session.Customers.Spend(buyer, again.Price); err != nil {
		return nil, err
	}
	second, err := s.Session.Orders.Buy(ctx, k)
	if err != nil {
		return nil, err
	}
	if second.Response == nil {
		return nil, judgement.Errored("%s was not answered: %v", spec.Line(spec.CreatePurchases), second.Err)
	}
	return s.fetchNamesakes(ctx, &ordersWithSharedValues{first: first, second: second})
}

func (s SharedValues) fetchNamesakes(ctx context.Context, n *ordersWithSharedValues) (*ordersWithSharedValues, error) {
	items := []*driver.Item{n.first.Items[0]}
	if own := n.second.Items[0]; n.taken() && own.ID != "" && !own.DuplicateID {
		items = append(items, own)
	}
	for _, i := range items {
		answer, err := s.Session.Orders.Fetch(ctx, i, call.Special)
		if err != nil {
			return nil, err
		}
		n.now = append(n.now, answer)
	}
	return n, nil
}

// taken tells whether the target took the second order: it may refuse it with
// any HTTP status (section 7), but then there is no record.
func (n *ordersWithSharedValues) taken() bool { return n.second.OK() && len(n.second.Records()) > 0 }

func (s SharedValues) BothOrdersAreFetched() error {
	s.Answers = scenario.State[ordersWithSharedValues](s.Scenario).now
	return nil
}

// EachOrderIsItsOwn judges that the two were kept apart: the second, where it
// was taken, has its own record, and get gives each what its create gave.
func (s SharedValues) EachOrderIsItsOwn() error {
	n := scenario.State[ordersWithSharedValues](s.Scenario)
	if n.taken() {
		s.judgeSecond(n)
	}
	for _, c := range n.now {
		if err := c.Served(); err != nil {
			s.RecordError(err)
			continue
		}
		found := len(s.Report.Failures)
		s.CompareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
		s.BlameOwner(c.Aspect(judgement.EchoAspect), found)
		s.Evidence.Decide(c)
	}
	return nil
}

func (s SharedValues) judgeSecond(n *ordersWithSharedValues) {
	c, own := n.second, n.second.Items[0]
	s.Answers = append(s.Answers, c)
	s.Evidence.Decide(c)
	records := c.Records()
	if len(records) != 1 {
		s.FailValue(c, scenario.WrongCount(c, 1, len(records)))
		return
	}
	id := records[0].Get("id")
	if id.Type == gjson.String && (strings.EqualFold(id.String(), n.first.Items[0].ID) || own.DuplicateID) {
		s.Fail(c, result.Failure{
			Path: "data.0.id", Section: "4.6", Expected: "an id of its own", Want: result.ExpectNot, Wanted: id.Raw, Actual: judgement.Show(id) + ", which an earlier item has",
			Message: "a later order is answered with the record of an earlier one, though it was taken",
		})
		return
	}
	for _, member := range []string{"item_code", "item_description", "item_type", "item_brand", "delivery_option", "preferred_option"} {
		want, sent := own.SentValue(c, member)
		if got := records[0].Get(member); sent && (got.Type != gjson.String || got.String() != want) {
			found := len(s.Report.Failures)
			s.FailValue(c, result.Failure{
				Path: "data.0." + member, Section: "2.3", Expected: want, Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got),
				Message: member + " of the later order is not what its request said", Other: n.first.ID,
			})
			s.BlameOwner(c.Aspect(judgement.EchoAspect), found)
		}
	}
	if price := records[0].Get("item_value"); !judgement.SameNumber(fmt.Sprint(own.Price), price.Raw) {
		found := len(s.Report.Failures)
		s.FailValue(c, result.Failure{
			Path: "data.0.item_value", Section: "2.3", Expected: fmt.Sprint(own.Price), Want: result.ExpectEqual, Wanted: fmt.Sprint(own.Price), Actual: judgement.Show(price),
			Message: "item_value of the later order is not what its request said", Other: n.first.ID,
		})
		s.BlameOwner(c.Aspect(judgement.PriceAspect), found)
	}
	Records(s).orderIDIs(c, fmt.Sprint(own.OrderID))
}

// TheSecondIsMoved updates the item of the later order and then cancels it, and
// looks at the earlier one after each.
func (s SharedValues) TheSecondIsMoved(ctx context.Context) error {
	n := scenario.State[ordersWithSharedValues](s.Scenario)
	if !n.taken() || len(n.now) < 2 {
		return &call.InapplicableError{Reason: "the target refuses such an order, which it may"}
	}
	moves := []string{"updated", "cancelled"}
	if status := gjson.Get(n.second.Items[0].Record.Raw, "facility_status"); status.Str != spec.PendingCollection {
		moves = moves[1:] // of another status no update is documented (section 3)
	}
	for _, move := range moves {
		moved, err := s.MoveSpecial(ctx, move, n.second.Items[0])
		if err != nil {
			return err
		}
		if err := moved.Served(); err != nil {
			return err
		}
		now, err := s.Session.Orders.Fetch(ctx, n.first.Items[0], call.Special)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, now)
	}
	return nil
}

func (s SharedValues) MoveSpecial(ctx context.Context, move string, i *driver.Item) (*driver.Call, error) {
	if move == "updated" {
		return s.Session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Special)
	}
	return s.Session.Orders.Cancel(ctx, i, call.Special)
}

// TheFirstStaysWhereItWas compares what get gives of the earlier item with what
// it gave before the later one moved.
func (s SharedValues) TheFirstStaysWhereItWas() error {
	was := scenario.State[ordersWithSharedValues](s.Scenario).now[0]
	if err := was.Served(); err != nil {
		return err
	}
	const state = "data.facility_status"
	if !was.Body.Get(state).Exists() {
		s.BlockBy(was, was.FormAspect(state), result.Failure{
			Path: state, Section: "2.3", Expected: "a facility_status", Want: result.ExpectThere, Actual: "absent", Message: "where the earlier item was cannot be told",
		})
	}
	UnchangedMayBeStale(s.Scenario, was)
	return s.Each(func(c *driver.Call) {
		for _, member := range call.RecordMembers {
			before, now := was.Data.Get(member), c.Data.Get(member)
			if !before.Exists() || judgement.Equal(before, now) || s.MayHaveMoved(member, was.Data, c.Data) {
				continue
			}
			found := len(s.Report.Failures)
			s.FailDiffers(c, "data."+member, before, now, "3")
			if member != "facility_status" && member != "updated_at" { // no move touches it: get may tell it wrong by itself
				s.BlameOwner(scenario.EchoOfPurchase, found)
			}
		}
	})
}

// AnOrderOfTwoCases places an order of two items whose item_codes differ in the
// case of their letters only. It may be refused: how alike two codes may be is
// not shown.
func (s SharedValues) AnOrderOfTwoCases(ctx context.Context) error {
	items := s.Items(2, nil)
	code := fmt.Sprint(items[0].Details["item_code"])
	items[0].Details["item_code"], items[1].Details["item_code"] = strings.ToUpper(code), strings.ToLower(code)
	if err := s.tryBoth(ctx, items); err != nil {
		return err
	}
	return s.taken(s.Answers[0])
}

// TheItemsOfOneCode are such an order, which the check may move. One that is to be
// collected is not the one of which an item is cancelled.
func (s SharedValues) TheItemsOfOneCode(ctx context.Context, use string) error {
	if err := s.orderOfOneCode(ctx, use); err != nil {
		return err
	}
	return SharedOrders(s).orderIs(nil)
}

// AnOrderOfOneCode places an order of two items that are alike in every member. It
// may be refused: whether item_code must be unique is not shown.
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

// ACollectedItemIsBoughtAgain places an order of a product that the customer has collected:
// a table of products by code would show it with the status of the first. It may be refused:
// whether item_code must be unique is not shown.
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
	buyer, err := s.Session.Customers.SharedBuyer(ctx, items[0].Price+items[1].Price)
	if err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: call.Probe}))
}

// taken makes an order the answer of the check, if the target takes it.
func (s SharedValues) taken(c *driver.Call) error {
	if c.Response == nil {
		return c.Served() // who never answers is to blame for that
	}
	if !c.OK() || len(c.Records()) == 0 {
		return &call.InapplicableError{Reason: "the target refuses such an order, which it may"}
	}
	return s.SetAnswer(c, nil)
}

// EachCodeIsKept judges that such items were not taken for one.
func (s SharedValues) EachCodeIsKept() error {
	c := s.Answers[0]
	if got := len(c.Records()); got != len(c.Items) {
		s.FailValue(c, scenario.WrongCount(c, len(c.Items), got))
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
