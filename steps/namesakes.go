package steps

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// namesakes are two orders that have something in common which does not make
// them one. The second may be refused, where the specification leaves that
// open; the first is the first in either case.
type namesakes struct {
	first, second *call
	now           []*call // what get gives of the first, and of the second where it was taken
}

// inCommon is what the second order takes from the first, by the words of the
// feature.
var inCommon = map[string]func(first, second *item, c *cart){
	"order_id":  func(first, _ *item, c *cart) { c.orderID = first.orderID },
	"item_code": func(first, second *item, _ *cart) { second.details["item_code"] = first.details["item_code"] },
	"details": func(first, second *item, _ *cart) {
		code := second.details["item_code"]
		second.details, second.price = maps.Clone(first.details), first.price
		second.details["item_code"] = code
	},
}

// twoOrders places two orders that share something, by one customer or two.
func (s *Scenario) twoOrders(ctx context.Context, what, who string) (err error) {
	s.namesakes, err = shared(ctx, s.run, "namesakes "+what+" "+who, func(ctx context.Context) (*namesakes, error) {
		return s.placeNamesakes(ctx, what, who)
	})
	if err == nil {
		s.order, s.second = s.namesakes.first, s.namesakes.second
	}
	return err
}

func (s *Scenario) placeNamesakes(ctx context.Context, what, who string) (*namesakes, error) {
	first, err := s.run.purchase(ctx, "namesakes "+what+who, 1, nil)
	if err != nil {
		return nil, err
	}
	buyer, again := first.customer, s.items(1, nil)[0]
	k := cart{items: []*item{again}, kind: probe, sure: what != "details"}
	inCommon[what](first.items[0], again, &k)
	if who == "another customer" {
		s.order = first // so that it is somebody else who is lent
		if buyer, err = (sharing{s}).anotherBuyer(ctx); err != nil {
			return nil, err
		}
	}
	k.buyer = buyer
	if err := s.run.book(buyer, again.price); err != nil {
		return nil, err
	}
	second, err := s.run.buy(ctx, s.by(), k)
	if err != nil {
		return nil, err
	}
	if second.Response == nil {
		return nil, errored("%s was not answered: %v", spec.Line(createOrder), second.Err)
	}
	return s.fetchNamesakes(ctx, &namesakes{first: first, second: second})
}

func (s *Scenario) fetchNamesakes(ctx context.Context, n *namesakes) (*namesakes, error) {
	items := []*item{n.first.items[0]}
	if own := n.second.items[0]; n.taken() && own.id != "" && !own.taken {
		items = append(items, own)
	}
	for _, i := range items {
		answer, err := s.run.fetch(ctx, s.by(), i, special)
		if err != nil {
			return nil, err
		}
		n.now = append(n.now, answer)
	}
	return n, nil
}

// taken tells whether the target took the second order: it may refuse it with
// any HTTP status (section 7), but then there is no record.
func (n *namesakes) taken() bool { return n.second.ok() && len(n.second.records()) > 0 }

func (s *Scenario) bothOrdersAreFetched() error {
	s.subject = s.namesakes.now
	return nil
}

// eachOrderIsItsOwn judges that the two were kept apart: the second, where it
// was taken, has its own record, and get gives each what its create gave.
func (s *Scenario) eachOrderIsItsOwn() error {
	n := s.namesakes
	if n.taken() {
		s.judgeSecond(n)
	}
	for _, c := range n.now {
		if err := c.served(); err != nil {
			s.take(err)
			continue
		}
		found := len(s.report.Failures)
		s.compareRecords(c, "data", c.data, c.items[0], c.before[0], nil)
		s.leaveToOwner(c.aspect(EchoAspect), found)
		s.evidence.decide(c)
	}
	return nil
}

func (s *Scenario) judgeSecond(n *namesakes) {
	c, own := n.second, n.second.items[0]
	s.subject = append(s.subject, c)
	s.evidence.decide(c)
	records := c.records()
	if len(records) != 1 {
		s.wrong(c, wrongCount(c, 1, len(records)))
		return
	}
	id := records[0].Get("id")
	if id.Type == gjson.String && (strings.EqualFold(id.String(), n.first.items[0].id) || own.taken) {
		s.fail(c, result.Failure{
			Path: "data.0.id", Section: "4.6", Expected: "an id of its own", Actual: show(id) + ", which an earlier item has",
			Message: "a later order is answered with the record of an earlier one, though it was taken",
		})
		return
	}
	for member, want := range map[string]string{"item_code": fmt.Sprint(own.details["item_code"]), "item_description": fmt.Sprint(own.details["item_description"])} {
		if got := records[0].Get(member); got.Type != gjson.String || got.String() != want {
			found := len(s.report.Failures)
			s.wrong(c, result.Failure{
				Path: "data.0." + member, Section: "2.3", Expected: want, Actual: show(got),
				Message: member + " of the later order is not what its request said",
			})
			s.leaveToOwner(c.aspect(EchoAspect), found)
		}
	}
	s.orderIDIs(c, fmt.Sprint(own.orderID))
}

// theSecondIsMoved updates the item of the later order and then cancels it, and
// looks at the earlier one after each.
func (s *Scenario) theSecondIsMoved(ctx context.Context) error {
	n := s.namesakes
	if !n.taken() || len(n.now) < 2 {
		return &inapplicableError{"the target refuses such an order, which it may"}
	}
	for _, move := range []string{"updated", "cancelled"} {
		moved, err := s.moveSpecial(ctx, move, n.second.items[0])
		if err != nil {
			return err
		}
		if err := moved.served(); err != nil {
			return err
		}
		now, err := s.run.fetch(ctx, s.by(), n.first.items[0], special)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, now)
	}
	return nil
}

func (s *Scenario) moveSpecial(ctx context.Context, move string, i *item) (*call, error) {
	if move == "updated" {
		return s.run.update(ctx, s.by(), []*item{i}, collected, special)
	}
	return s.run.cancel(ctx, s.by(), i, special)
}

// theFirstStaysWhereItWas compares what get gives of the earlier item with what
// it gave before the later one moved.
func (s *Scenario) theFirstStaysWhereItWas() error {
	was := s.namesakes.now[0]
	if err := was.served(); err != nil {
		return err
	}
	return s.each(func(c *call) {
		for _, member := range recordMembers {
			before, now := was.data.Get(member), c.data.Get(member)
			if !before.Exists() || judgement.Equal(before, now) {
				continue
			}
			found := len(s.report.Failures)
			s.differs(c, "data."+member, before, now, "3")
			if member != "facility_status" && member != "updated_at" { // no move touches it: get may tell it wrong by itself
				s.leaveToOwner(echoOfPurchase, found)
			}
		}
	})
}

// anOrderOfTwoCases places an order of two items whose item_codes differ in the
// case of their letters only. It may be refused: how alike two codes may be is
// not shown.
func (s *Scenario) anOrderOfTwoCases(ctx context.Context) error {
	items := s.items(2, nil)
	code := fmt.Sprint(items[0].details["item_code"])
	items[0].details["item_code"], items[1].details["item_code"] = strings.ToUpper(code), strings.ToLower(code)
	buyer, err := s.run.shopper(ctx, s.by(), items[0].price+items[1].price)
	if err != nil {
		return err
	}
	return s.asked(s.run.buy(ctx, s.by(), cart{buyer: buyer, items: items, kind: probe}))
}

// eachCodeIsKept judges that such items were not taken for one.
func (s *Scenario) eachCodeIsKept() error {
	c := s.subject[0]
	if c.Response == nil {
		return errored("%s was not answered: %v", spec.Line(c.endpoint), c.Err)
	}
	if !c.ok() || len(c.records()) == 0 {
		return &inapplicableError{"the target refuses such an order, which it may"}
	}
	if got := len(c.records()); got != len(c.items) {
		s.wrong(c, wrongCount(c, len(c.items), got))
		s.evidence.decide(c)
		return nil
	}
	given := make(map[string]int)
	for _, r := range c.records() {
		given[r.Get("item_code").String()]++
	}
	for n, i := range c.items {
		if code := fmt.Sprint(i.details["item_code"]); given[code] != 1 {
			found := len(s.report.Failures)
			s.fail(c, result.Failure{
				Path: "data.#.item_code", Section: "2.3", Expected: "one record with the item_code " + code, Actual: fmt.Sprintf("%d such records", given[code]),
				Message: fmt.Sprintf("item %d of the order is not recorded under its own item_code", n+1),
			})
			s.leaveToOwner(c.aspect(EchoAspect), found)
		}
	}
	s.evidence.decide(c)
	return nil
}
