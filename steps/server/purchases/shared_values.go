package purchases

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SharedValues contains the sentences about orders that have values in common.
type SharedValues struct{ *scenario.Scenario }

// ordersWithSharedValues are two orders that have values in common but must stay separate. The
// second may be refused if the specification leaves that open.
type ordersWithSharedValues struct {
	first, second *driver.Call
	cancelled     bool           // the first was cancelled before the second was placed
	now           []*driver.Call // the get calls for the first item, and for the second if it was taken
}

// inCommon copies values of the first order into the second, by the words of the feature.
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

// anotherProduct returns details that differ from the plain items of a run. A target with a table
// of products by code would show a later order with the details of the first one. For one customer,
// the delivery differs too. For two customers it does not, because a delivered item may change its
// status by itself.
func anotherProduct(who string) map[string]any {
	product := map[string]any{"item_type": "cooker", "item_brand": "Mbuni Works", "item_description": "four burners"}
	if who != "another customer" {
		maps.Copy(product, deliveryDetails("agent_delivery", "delivery"))
	}
	return product
}

// ordersKey names the two orders with a value in common, in the run and in the recording.
func ordersKey(what, who string) string { return "orders with the same " + what + " by " + who }

// TwoOrders places two orders with values in common, for one customer or two.
func (s SharedValues) TwoOrders(ctx context.Context, what, who string) error {
	found, err := driver.Shared(ctx, s.Session.Run, ordersKey(what, who), func(ctx context.Context) (*ordersWithSharedValues, error) {
		var details map[string]any
		if what == "item_code" {
			details = anotherProduct(who)
		}
		first, err := s.Session.For(ordersKey(what, who)).Orders.Purchase(ctx, 1, details)
		if err != nil {
			return nil, err
		}
		return s.placeSecond(ctx, &ordersWithSharedValues{first: first}, what, who)
	})
	return s.keepBoth(found, err)
}

// ALaterOrderAfterACancel places two orders of one customer with a value in common, and cancels the
// first one between them. Both orders are plain, so that an update of the later one is documented
// (section 3).
func (s SharedValues) ALaterOrderAfterACancel(ctx context.Context, what string) error {
	const who = "the same customer"
	first, err := s.Session.For(ordersKey(what, who)+", the first cancelled").Orders.Purchase(ctx, 1, nil)
	if err != nil {
		return err
	}
	if _, err := s.MoveSpecial(ctx, "cancelled", first.Items[0]); err != nil {
		return err
	}
	found, err := s.placeSecond(ctx, &ordersWithSharedValues{first: first, cancelled: true}, what, who)
	if err == nil && !found.taken() {
		return call.Inapplicable("the target refuses the repeated value, as it may")
	}
	return s.keepBoth(found, err)
}

func (s SharedValues) keepBoth(found *ordersWithSharedValues, err error) error {
	if err == nil {
		*scenario.State[ordersWithSharedValues](s.Scenario) = *found
		s.Order, s.Second = found.first, found.second
	}
	return err
}

// placeSecond places the second of two orders, and fetches the items of both.
func (s SharedValues) placeSecond(ctx context.Context, both *ordersWithSharedValues, what, who string) (_ *ordersWithSharedValues, err error) {
	first, again := both.first, s.Items(1, nil)[0]
	k := driver.Cart{Buyer: first.Customer, Items: []*driver.Item{again}, Kind: call.Probe, DoNotExplainRefusal: !strings.HasPrefix(what, "item details"), SameBuyer: who != "another customer"}
	inCommon[what](first.Items[0], again, &k)
	if who == "another customer" {
		s.Order = first // so that the other order gets another customer
		if k.Buyer, err = SharedOrders(s).anotherBuyer(ctx); err != nil {
			return nil, err
		}
	}
	if err := s.Session.Customers.Spend(k.Buyer, again.Price); err != nil {
		return nil, err
	}
	if both.second, err = s.Session.Orders.Buy(ctx, k); err != nil {
		return nil, err
	}
	if both.second.Response == nil {
		return nil, judgement.Errored("%s was not answered: %v", spec.Line(spec.CreatePurchases), both.second.Err)
	}
	return s.fetchBoth(ctx, both)
}

func (s SharedValues) fetchBoth(ctx context.Context, n *ordersWithSharedValues) (*ordersWithSharedValues, error) {
	var items []*driver.Item
	if !n.cancelled { // what get returns for a cancelled item is judged by other rules
		items = append(items, n.first.Items[0])
	}
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

// taken reports whether the target took the second order. It may refuse the order with any HTTP
// status (section 7), but then there is no record.
func (n *ordersWithSharedValues) taken() bool { return n.second.OK() && len(n.second.Records()) > 0 }

func (s SharedValues) BothOrdersAreFetched() error {
	s.Answers = scenario.State[ordersWithSharedValues](s.Scenario).now
	return nil
}

// EachOrderIsItsOwn judges that the two orders are kept apart: the second, if it was taken, has its
// own record, and get returns for each item what create returned.
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
	if n.cancelled {
		s.startsLikeTheFirst(n, records[0])
	}
}

// startsLikeTheFirst judges that a new item has the first status of the item before it, which had the
// same delivery and has been cancelled since.
func (s SharedValues) startsLikeTheFirst(n *ordersWithSharedValues, record gjson.Result) {
	const status = "facility_status"
	first := n.first.Records()
	if len(first) != 1 || first[0].Get(status).Type != gjson.String || record.Get(status).Type != gjson.String || record.Get(status).Str == first[0].Get(status).Str {
		return // the rule about the form judges a status that is no string
	}
	found := len(s.Report.Failures)
	s.FailValue(n.second, result.Failure{
		Path: "data.0." + status, Section: "3", Expected: first[0].Get(status).Str, Want: result.ExpectEqual, Wanted: first[0].Get(status).Raw, Actual: judgement.Show(record.Get(status)),
		Message: "a new item does not start with the status of a new item: an earlier item with the same value was cancelled", Other: n.first.ID,
	})
	s.BlameOwner(n.second.FormAspect("data.0."+status), found)
}

// TheSecondIsMoved updates the item of the later order and then cancels it. It fetches the item of
// the earlier order after each.
func (s SharedValues) TheSecondIsMoved(ctx context.Context) error {
	n := scenario.State[ordersWithSharedValues](s.Scenario)
	if !n.taken() || len(n.now) < 2 {
		return call.Inapplicable("the target refuses such an order, which it may")
	}
	moves := []string{"updated", "cancelled"}
	if status := gjson.Get(n.second.Items[0].Record.Raw, "facility_status"); status.Str != spec.PendingCollection {
		moves = moves[1:] // no update is documented for an item with another status (section 3)
	}
	for _, move := range moves {
		moved, err := s.MoveSpecial(ctx, move, n.second.Items[0])
		if err != nil {
			return err
		}
		if err := moved.Served(); err != nil {
			return s.whyNotMoved(ctx, n.second.Items[0], err)
		}
		now, err := s.Session.Orders.Fetch(ctx, n.first.Items[0], call.Special)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, now)
	}
	return nil
}

// whyNotMoved says why an item cannot be moved. If get does not find it either, the target has lost it,
// whatever the orders have in common.
func (s SharedValues) whyNotMoved(ctx context.Context, i *driver.Item, refused error) error {
	seen, err := s.Session.Orders.Fetch(ctx, i, call.Special)
	if err != nil {
		return err
	}
	return cmp.Or(seen.Served(), refused)
}

func (s SharedValues) MoveSpecial(ctx context.Context, move string, i *driver.Item) (*driver.Call, error) {
	if move == "updated" {
		return s.Session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Special)
	}
	return s.Session.Orders.Cancel(ctx, i, call.Special)
}

// EarlierOrderUnchanged compares what get returns for the earlier item with what it returned
// before the later one moved.
func (s SharedValues) EarlierOrderUnchanged(ctx context.Context) error {
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
	scenario.UnchangedMayBeStale(s.Scenario, was)
	all := len(s.Report.Failures)
	defer func() { scenario.AttributeIfGetDiffersToo(ctx, s.Scenario, all) }()
	return s.Each(func(c *driver.Call) {
		if scenario.ShowsAnother(s.Scenario, was) || scenario.ShowsAnother(s.Scenario, c) {
			return
		}
		for _, member := range call.RecordMembers {
			before, now := was.Data.Get(member), c.Data.Get(member)
			if !before.Exists() || judgement.Equal(before, now) || s.MayHaveMoved(member, was.Data, c.Data) {
				continue
			}
			found := len(s.Report.Failures)
			s.FailDiffers(c, "data."+member, before, now, "3")
			if member != "facility_status" && member != "updated_at" { // no move changes this member: get may show it wrong by itself
				s.BlameOwner(scenario.EchoOfPurchase, found)
			}
		}
	})
}
