package journeys

import (
	"cmp"
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Journeys contains the sentences about the whole way from an OTP to a delivered purchase.
type Journeys struct{ *scenario.Scenario }

// TheCustomerGoesTheWholeWay makes the calls that a store makes for a customer. They are plain, so
// every rule of the run judges them too. It ends at the first call about an item that is not
// served. The customer comes back in any case, because rules about customers judge the answers to
// those calls.
func (s Journeys) TheCustomerGoesTheWholeWay(ctx context.Context) error {
	err := inTurn(ctx, s.verifyBefore, s.lookBefore, s.buyTwo, s.collectFirst, s.cancelSecond, s.lookAtSecond, s.buyAnother)
	if err != nil && !call.IsBreak(err) {
		return err
	}
	if later := s.comesBack(ctx); err == nil {
		err = later
	}
	if err != nil {
		return err
	}
	return inTurn(ctx, s.fetchFirst, s.cancelCollected, s.lookAtSecond, s.fetchAnother)
}

func inTurn(ctx context.Context, legs ...func(context.Context) error) error {
	for _, leg := range legs {
		if err := leg(ctx); err != nil {
			return err
		}
	}
	return nil
}

// comesBack makes the calls for a customer who comes back after a purchase. It continues after a
// call that is not served, and returns the first error.
func (s Journeys) comesBack(ctx context.Context) (first error) {
	legs := s.later()
	if !s.hasBought() {
		legs = slices.Insert(legs, 0, s.buyOne)
	}
	for _, leg := range legs {
		err := leg(ctx)
		first = cmp.Or(first, err)
		if err != nil && !call.IsBreak(err) {
			return first
		}
	}
	return first
}

// later returns the calls for a customer who comes back.
func (s Journeys) later() []func(context.Context) error {
	switch s.Customer.Kind {
	case customer.Government: // the customer still has a limit while the OTP is sent but not verified
		return []func(context.Context) error{s.sendAnOTP, s.lookUpSelf, s.fetchOwnLimit, s.verifyTheOTP, s.askAgain}
	case customer.SelfEmployed: // a wrong OTP does not change any purchase; it comes last among the OTP calls, because it may lock the customer out
		return []func(context.Context) error{s.sendAnOTP, s.verifyTheOTP, s.mistypeTheOTP, s.lookUpSelf, s.fetchOwnLimit, s.askAgain}
	}
	return []func(context.Context) error{s.sendAnOTP, s.verifyTheOTP, s.lookUpSelf, s.fetchOwnLimit, s.askAgain}
}

// hasBought reports whether the target took an order of the customer.
func (s Journeys) hasBought() bool {
	another := scenario.State[waitingOrder](s.Scenario).placed
	return s.Order != nil && s.Order.OK() || another != nil && another.OK()
}

// sentOTP says whether the OTP of a journey can be verified.
type sentOTP struct{ readable bool }

// sendAnOTP sends an OTP. The journey goes on even if the OTP cannot be read.
func (s Journeys) sendAnOTP(ctx context.Context) error {
	err := s.Session.OTPs.SendAndRead(ctx, s.Customer)
	scenario.State[sentOTP](s.Scenario).readable = err == nil
	if call.IsUntested(err) {
		return nil
	}
	return err
}

func (s Journeys) verifyTheOTP(ctx context.Context) error {
	if !scenario.State[sentOTP](s.Scenario).readable {
		return nil
	}
	return s.leg(s.afterPurchase(s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue())))
}

// mistypeTheOTP verifies an OTP with another last digit. The rules about wrong OTPs judge the
// answer.
func (s Journeys) mistypeTheOTP(ctx context.Context) error {
	if !scenario.State[sentOTP](s.Scenario).readable || !spec.IsOTP(s.Customer.OTP) {
		return nil
	}
	last := len(s.Customer.OTP) - 1
	wrong := s.Customer.OTP[:last] + scenario.OtherDigit(s.Customer.OTP[last])
	s.Customer.WrongOTPs++
	c, err := s.VerifyAs(ctx, s.Customer, call.Probe, wrong, s.Customer.CartValue())
	if err == nil {
		s.Session.Calls.Label(c, scenario.MistypedOTPLabel)
	}
	return err
}

// leg adds one call to the journey, and returns an error if the call is not served.
func (s Journeys) leg(c *driver.Call, err error) error {
	if err != nil {
		return err
	}
	s.Answers = append(s.Answers, c)
	return c.Served()
}

func (s Journeys) fetchOwnLimit(ctx context.Context) error {
	return s.leg(s.afterPurchase(s.Session.Limits.FetchLimit(ctx, s.Customer)))
}

// afterPurchase labels an answer that shows a limit after a purchase.
func (s Journeys) afterPurchase(c *driver.Call, err error) (*driver.Call, error) {
	if err == nil && s.hasBought() {
		s.Session.Calls.Label(c, driver.AfterPurchaseLabel)
	}
	return c, err
}

// askAgain repeats the customer's own request. For a listed customer that request is unknown, so
// nothing is sent. The rule about repeated requests judges the answer.
func (s Journeys) askAgain(ctx context.Context) error {
	if s.Customer.Existing || s.Customer.Request == nil {
		return nil
	}
	_, err := s.afterPurchase(s.AskAgain(ctx, s.Customer, s.Customer.Request))
	return err
}

// lookUpSelf looks up the customer after a purchase, if lookups are in scope. The rules about
// lookups judge the answer.
func (s Journeys) lookUpSelf(ctx context.Context) error {
	if !s.Session.Config.Covers(spec.CapabilityLookup) {
		return nil
	}
	looked, err := s.Session.Limits.LookedUp(ctx, s.Customer)
	if looked != nil && s.hasBought() {
		s.Session.Calls.Label(looked, driver.AfterPurchaseLabel)
	}
	if call.IsUntested(err) || call.IsBreak(err) {
		return nil
	}
	return err
}

// verifyBefore verifies an OTP before the first purchase. A target that caches the limit in the answer
// returns it again later. It does so for one kind of customer only, which is enough. The rules about
// OTPs judge the answers.
func (s Journeys) verifyBefore(ctx context.Context) error {
	if s.Customer.Kind != customer.Employed {
		return nil
	}
	err := inTurn(ctx, s.sendAnOTP, s.verifyTheOTP)
	if call.IsBreak(err) {
		return nil
	}
	return err
}

// lookBefore fetches the limit before the first purchase. A target that caches this answer returns
// it again later.
func (s Journeys) lookBefore(ctx context.Context) error {
	if _, err := s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Special); err != nil || !s.Session.Config.Covers(spec.CapabilityLookup) {
		return err
	}
	_, err := s.Session.Limits.LookedUp(ctx, s.Customer)
	if call.IsUntested(err) || call.IsBreak(err) {
		return nil
	}
	return err
}

func (s Journeys) buyTwo(ctx context.Context) (err error) {
	details, err := purchases.ItemTypes(s).Details(ctx, 2)
	if err != nil {
		return err
	}
	s.Order, err = s.PurchaseOf(ctx, s.Customer, details)
	return s.leg(s.Order, err)
}

// fetchFirst checks that the item is as the update left it. If the rule about the move found the
// same fault, that rule reports it.
func (s Journeys) fetchFirst(ctx context.Context) error {
	return s.fetchKept(ctx, s.Order.Items[0], call.Plain, scenario.KeptMove)
}

// fetchKept checks that an item is as the last answer about it showed it. If the rule that owns the
// aspect found the same fault, that rule reports it.
func (s Journeys) fetchKept(ctx context.Context, item *driver.Item, k call.Kind, owner judgement.Aspect) error {
	c, err := s.Session.Orders.Fetch(ctx, item, k)
	if err := s.leg(c, err); err != nil {
		return err
	}
	found := len(s.Report.Failures)
	s.CompareRecords(c, "data", c.Data, item, item.Record, nil)
	s.BlameOwner(owner, found)
	return nil
}

func (s Journeys) collectFirst(ctx context.Context) error {
	return s.leg(s.Session.Orders.Update(ctx, s.Order.Items[:1], driver.Collected, call.Plain))
}

func (s Journeys) cancelSecond(ctx context.Context) error {
	return s.leg(s.Session.Orders.Cancel(ctx, s.Order.Items[1], call.Plain))
}

// cancelCollected cancels the item that was collected: section 3 cancels from any state. An employed customer
// keeps it: other rules cancel such items, and the limit is compared once more at the end of the run.
func (s Journeys) cancelCollected(ctx context.Context) error {
	if s.Customer.Kind == customer.Employed {
		return nil
	}
	return s.leg(s.Session.Orders.Cancel(ctx, s.Order.Items[0], call.Plain))
}

// waitingOrder is an order of a journey whose item is neither updated nor cancelled.
type waitingOrder struct{ placed *driver.Call }

// buyOne places an order of one item, if the order of two was not served.
func (s Journeys) buyOne(ctx context.Context) error {
	items, err := scenario.ItemsFor(ctx, s.Scenario, s.Customer, "purchase of one ", scenario.PlainItemDetails(1))
	if err != nil {
		return err
	}
	placed, err := s.Session.Orders.RequireOrder(ctx, driver.Cart{Buyer: s.Customer, Items: items, Kind: call.Special})
	scenario.State[waitingOrder](s.Scenario).placed = placed
	return err
}

// buyAnother places an order whose item waits to be collected while the customer makes other calls.
func (s Journeys) buyAnother(ctx context.Context) error {
	placed, err := s.PurchaseOf(ctx, s.Customer, scenario.PlainItemDetails(1))
	if call.IsUntested(err) {
		return nil // the remaining limit does not cover it
	}
	scenario.State[waitingOrder](s.Scenario).placed = placed
	return s.leg(placed, err)
}

// fetchAnother checks that the item of that order is as it was created.
func (s Journeys) fetchAnother(ctx context.Context) error {
	placed := scenario.State[waitingOrder](s.Scenario).placed
	if placed == nil {
		return nil
	}
	return s.fetchKept(ctx, placed.Items[0], call.Special, scenario.EchoOfPurchase)
}

// lookAtSecond checks that the cancelled item is gone or has another status.
func (s Journeys) lookAtSecond(ctx context.Context) error {
	item := s.Order.Items[1]
	before := gjson.Get(item.Record.Raw, "facility_status")
	c, err := purchases.LookAt(ctx, s.Session, item)
	if err != nil || !c.OK() || !c.HasServedData(false) || c.Body.Get("data.facility_status").String() != before.String() {
		return err
	}
	found := len(s.Report.Failures)
	s.FailValue(c, purchases.StillHasStatus(before.String(), before))
	s.BlameOwner(scenario.LeftMove, found)
	return nil
}
