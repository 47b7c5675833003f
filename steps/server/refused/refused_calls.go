package refused

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Calls contains the sentences about valid calls that follow calls which the target is likely to
// refuse.
type Calls struct{ *scenario.Scenario }

// validCall makes a call that the target must serve. It returns nil if there is no call to make.
type validCall = func(context.Context) (*driver.Call, error)

// callPair is a call that the target is likely to refuse, and the calls that it must serve after it.
type callPair struct {
	refused func(context.Context) error
	served  []validCall
}

// RefusedAndServed makes calls that the target is likely to refuse. After each, it makes calls that
// the target must serve. The specification does not say what happens to the former. The calls that
// need no purchase come first, so they are made even if orders are broken. The first orders show
// whether the target wants an OTP for each, so that no later order is refused for that reason.
func (s Calls) RefusedAndServed(ctx context.Context) error {
	var number int64 // the number of the order that was refused
	empty := func(ctx context.Context) (err error) {
		number, err = s.anOrderOfNothing(ctx)
		return err
	}
	sameNumber := func(ctx context.Context) (*driver.Call, error) { return s.orderOne(ctx, number, true) }
	return s.play(ctx, []callPair{
		s.likelyRefusedLimit(func(body map[string]any) { delete(body, "email") }),
		s.likelyRefusedLimit(func(body map[string]any) { body["gender"] = "unstated" }),
		{s.anIncompleteLimit, []validCall{s.theLimitAgain}},
		{s.anOTPToAnotherPhone, []validCall{s.anOTPToTheirs}},
		{nil, []validCall{s.anOrder, s.anOrder}},
		{s.aWrongPath, []validCall{s.theItemAgain}},
		{empty, []validCall{s.theItemAgain, sameNumber, s.theLimitAgain}},
		s.likelyRefused(s.emptyItemIsRefused), s.likelyRefused(s.beyondTheLimitIsRefused(1)), s.likelyRefused(s.beyondTheLimitIsRefused(0)),
		{s.anUndocumentedStatus, []validCall{s.theItemAfterRefusal, s.theItemCollected}},
		{s.anUndocumentedStatus, []validCall{s.theItemCancelled}},
	})
}

// play takes the turns one after another. It stops at the first valid call that is not served.
func (s Calls) play(ctx context.Context, turns []callPair) error {
	for _, turn := range turns {
		if turn.refused != nil {
			if err := turn.refused(ctx); err != nil {
				return err
			}
		}
		for _, make := range turn.served {
			answer, err := make(ctx)
			if answer == nil && err == nil {
				continue
			}
			if err := UnknownIDs(s).add(answer, err); err != nil {
				return err
			}
			if err := s.Served(answer); err != nil {
				return err
			}
		}
	}
	return nil
}

// somebodyWhoMayAsk returns a new customer who is ready to ask for a limit but has not asked. It
// returns nil if the new people are listed, because they are not used up for this.
func (s Calls) somebodyWhoMayAsk(ctx context.Context) (*customer.Customer, error) {
	if s.Session.Customers.NewAreListed() {
		return nil, nil
	}
	return s.Session.Customers.NewApplicant(ctx, s.CheckName(), customer.Employed)
}

// limitOf asks for the limit of a new customer. It does nothing if the customer is nil.
func (s Calls) limitOf(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
	if c == nil {
		return nil, nil
	}
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, err
	}
	return s.Session.Customers.AskForLimit(ctx, c, base.Form, call.Special)
}

// surelyRefused reports whether a call was refused and the target cannot have carried it out.
func surelyRefused(c *driver.Call) bool {
	return c.Response != nil && call.IsSurelyRefused(&c.Answer)
}

func (s Calls) aWrongPath(ctx context.Context) error {
	_, err := s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.GetPurchase, Kind: call.Probe}, Customer: s.Customer, Items: []*driver.Item{{}}},
		driver.Request{Path: "/api/v2/purchase-items/" + uuid.NewString()})
	return err
}

// refusedOTP is a request for an OTP that the target may have refused.
type refusedOTP struct{ answer *driver.Call }

// anOTPToAnotherPhone requests an OTP for the customer with an unknown phone. It does nothing if
// customers are listed, because OTPs are only sent to numbers in the config. It also does nothing
// if the target sends one person only one or two OTPs.
func (s Calls) anOTPToAnotherPhone(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() || s.Session.OTPs.AreCapped(ctx) {
		return nil
	}
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	s.Customer.Foreign++
	phone := s.Session.Customers.Stranger(s.Session.Rand("another phone " + s.Check.Key)).Phone
	scenario.State[refusedOTP](s.Scenario).answer, err = s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.SendOTP, Kind: call.Probe}, Customer: s.Customer},
		driver.Request{Path: f.OTPPath(spec.SendOTP), Body: map[string]any{"phone_number": f.Phone(phone), "id_number": s.Customer.Who.IDNumber}})
	return err
}

// anOTPToTheirs sends the customer an OTP, if the OTP to another phone was refused.
func (s Calls) anOTPToTheirs(ctx context.Context) (*driver.Call, error) {
	if refused := scenario.State[refusedOTP](s.Scenario).answer; refused == nil || !surelyRefused(refused) {
		return nil, nil
	}
	sent, err := s.Session.OTPs.SendOTPToExisting(ctx, s.Customer)
	if err == nil {
		err = s.Session.OTPs.RefusalMayBeForOTPs(s.Customer, sent)
	}
	return sent, err
}

// anOrderOfNothing returns the number of an order without items that was refused. It returns 0 if
// the order was not refused, because then the number is used.
func (s Calls) anOrderOfNothing(ctx context.Context) (int64, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return 0, err
	}
	number := s.Session.Orders.NextOrder()
	answer, err := s.orderOf(ctx, f, number, s.Customer, []any{})
	if err != nil || !answer.IsRefused() {
		return 0, err
	}
	return number, nil
}

// orderOf places an order that is likely to be refused, with items as given. known are the items
// that the order may buy.
func (s Calls) orderOf(ctx context.Context, f payload.Form, number int64, buyer *customer.Customer, items []any, known ...*driver.Item) (*driver.Call, error) {
	return s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.CreatePurchases, Kind: call.Probe}, Customer: buyer, Items: known},
		driver.Request{Path: spec.Of(spec.CreatePurchases).Path, Body: map[string]any{
			"customer_id": buyer.ID, "order_id": payload.Integer(number, f.Readings[payload.OrderID]), "items": items,
		}})
}

// anUndocumentedStatus sends an update of the item that may be refused. Even if it is not, the item
// can be cancelled (section 3).
func (s Calls) anUndocumentedStatus(ctx context.Context) (err error) {
	scenario.State[refusedUpdate](s.Scenario).answer, err = s.Session.Orders.Update(ctx, s.Order.Items[:1], "delivered_to_customer", call.Probe)
	return err
}

// refusedUpdate is an update of the item that the target may have refused.
type refusedUpdate struct{ answer *driver.Call }

// theItemAfterRefusal fetches the item if its update was certainly refused. The specification does
// not say what an accepted update with such a status stores (section 3).
func (s Calls) theItemAfterRefusal(ctx context.Context) (*driver.Call, error) {
	if update := scenario.State[refusedUpdate](s.Scenario).answer; !surelyRefused(update) {
		return nil, nil
	}
	return s.theItemAgain(ctx)
}

// likelyRefusedLimit is a turn of a new customer: a limit request with a wrong detail, and the valid
// one.
func (s Calls) likelyRefusedLimit(bend func(body map[string]any)) callPair {
	var applicant *customer.Customer
	return callPair{
		func(ctx context.Context) (err error) {
			applicant, err = s.aNewLimitThatIsWrong(ctx, bend)
			return err
		},
		[]validCall{func(ctx context.Context) (*driver.Call, error) { return s.limitOf(ctx, applicant) }},
	}
}

// aNewLimitThatIsWrong asks for the limit of a new customer with a wrong detail and another name. A
// target that stores the request which it refuses shows that name later. It returns nil if the
// customer was given a limit nevertheless, because there is nothing more to ask for.
func (s Calls) aNewLimitThatIsWrong(ctx context.Context, bend func(body map[string]any)) (*customer.Customer, error) {
	c, err := s.somebodyWhoMayAsk(ctx)
	if err != nil || c == nil {
		return nil, err
	}
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, err
	}
	body := s.Session.Limits.LimitRequest(c, base.Form)
	bend(body)
	body["first_name"] = body["last_name"]
	answer, err := s.Session.Limits.AskAgain(ctx, c, body, call.Probe)
	if err != nil || !surelyRefused(answer) {
		return nil, err
	}
	return c, nil
}

func (s Calls) anOrder(ctx context.Context) (*driver.Call, error) {
	return s.orderOne(ctx, 0, false)
}

// orderOne places an order of the customer whose calls were refused, with the given number or, if
// that is 0, with the next one.
func (s Calls) orderOne(ctx context.Context, number int64, sure bool) (*driver.Call, error) {
	buyer, err := s.nextBuyer(ctx)
	if err != nil {
		return nil, err
	}
	one, err := scenario.ItemsFor(ctx, s.Scenario, buyer, "items ", scenario.PlainItemDetails(1))
	if err != nil {
		return nil, err
	}
	placed, err := s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: one, OrderID: number, Kind: call.Special, DoNotExplainRefusal: sure})
	if err != nil {
		return nil, err
	}
	if placed.Served() == nil {
		err = placed.Known(one[0])
	}
	s.Order = placed
	return placed, err
}

// nextBuyer returns the customer, or a new one if another customer placed the last order because the
// target takes no more orders of this one (section 8).
func (s Calls) nextBuyer(ctx context.Context) (*customer.Customer, error) {
	if s.Order == nil || s.Order.Customer == s.Customer {
		return s.Customer, nil
	}
	return s.Session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
}

func (s Calls) theItemAgain(ctx context.Context) (*driver.Call, error) {
	return s.Session.Orders.Fetch(ctx, s.Order.Items[0], call.Special)
}

// theItemCollected makes the documented move of an item that has its documented status (section 3), if
// the update before was certainly refused.
func (s Calls) theItemCollected(ctx context.Context) (*driver.Call, error) {
	i := s.Order.Items[0]
	status := gjson.Get(i.Record.Raw, "facility_status").Str
	if update := scenario.State[refusedUpdate](s.Scenario).answer; !surelyRefused(update) || status != spec.PendingCollection {
		return nil, nil
	}
	return s.Session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Special)
}

func (s Calls) theItemCancelled(ctx context.Context) (*driver.Call, error) {
	return s.Session.Orders.Cancel(ctx, s.Order.Items[0], call.Special)
}

// EachIsServedAsBefore judges the valid calls. Each must be served: an order with one record, get
// with the record that create returned, and the limit with the same available limit as before
// refused orders, and with the same email as before a refused limit request.
func (s Calls) EachIsServedAsBefore(ctx context.Context) error {
	return s.Each(func(c *driver.Call) {
		switch c.Endpoint {
		case spec.CreatePurchases:
			scenario.ExpectRecords(s.Scenario, c, len(c.Items))
		case spec.GetPurchase:
			found := len(s.Report.Failures)
			s.CompareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
			s.BlameOwner(c.Aspect(judgement.EchoAspect), found)
		case spec.FetchLimit:
			s.isLeftAsBefore(ctx, c)
			s.isTheLimitOfBefore(c)
		}
	})
}

// mixedUpdate is an update of a known item and an unknown item in one call.
type mixedUpdate struct{ order, update *driver.Call }

// AnUnknownItemIsUpdatedToo updates an item and an unknown item in one call, once for all checks.
func (s Calls) AnUnknownItemIsUpdatedToo(ctx context.Context) error {
	m, err := driver.Shared(ctx, s.Session.Run, "a known item and an unknown one", func(ctx context.Context) (*mixedUpdate, error) {
		order, err := s.Session.For("a known item and an unknown one").Orders.Purchase(ctx, 1, nil)
		if err != nil {
			return nil, err
		}
		item := order.Items[0]
		update, err := s.Session.Orders.Update(ctx, []*driver.Item{item, {ID: uuid.NewString(), Buyer: item.Buyer}}, driver.Collected, call.Probe)
		return &mixedUpdate{order, update}, err
	})
	if err != nil {
		return err
	}
	s.Order = m.order
	return s.SetAnswer(m.update, nil)
}

// NoUnnamedItemIsShown judges that an update, if it is served, returns no record of an item that it
// does not name.
func (s Calls) NoUnnamedItemIsShown() error {
	c := s.Answers[0]
	if c.Response == nil && !c.Unanswered {
		return judgement.Errored("%s was not answered: %v", spec.Line(c.Endpoint), c.Err)
	}
	s.Evidence.Decide(c)
	for n, record := range c.Records() {
		id := record.Get("id").String()
		named := slices.ContainsFunc(c.Items, func(i *driver.Item) bool { return strings.EqualFold(i.ID, id) })
		if !c.OK() || named || !judgement.IsUUID(id) {
			continue
		}
		s.Fail(c, result.Failure{
			Path: c.RecordPath(n) + ".id", Section: "4.8", Want: result.ExpectNobody, Expected: "records of the items that the update names", Actual: judgement.Show(record.Get("id")),
			Message: "the response to an update contains an item that the update does not name",
		})
	}
	return nil
}

// ItIsNotedWhetherTheKnownItemWasUpdated notes whether the known item was updated. The specification does not
// say whether an update that cannot be carried out completely is carried out in part.
func (s Calls) ItIsNotedWhetherTheKnownItemWasUpdated(ctx context.Context) error {
	update := s.Answers[0]
	now, err := s.Session.Orders.Fetch(ctx, s.Order.Items[0], call.Probe)
	if err != nil {
		return err
	}
	outcome := "the item stays as it was"
	if status := now.Data.Get("facility_status"); status.Str == driver.Collected {
		outcome = "the item is " + driver.Collected
	}
	if !update.OK() {
		outcome = update.Refusal() + ", and " + outcome
	}
	s.Noted("%s", outcome)
	return nil
}
