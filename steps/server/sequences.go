package server

import (
	"context"
	"maps"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// sequences are the sentences about calls that follow each other.
type sequences struct{ *Scenario }

// What works for one call may go wrong in a row of them: after a read that
// filled a cache, beside another call, or behind one that was refused.

// oneItemWasFetched fills whatever cache the target has.
func (s sequences) oneItemWasFetched(ctx context.Context, nth string) error {
	answer, err := s.session.Orders.Fetch(ctx, s.order.Items[ordinal[nth]], call.Special)
	if err != nil {
		return err
	}
	return answer.Served()
}

func (s sequences) oneItemIsFetched(ctx context.Context, nth, times string) error {
	for range repeats(times) {
		if err := purchaseCalls(s).fetchInto(ctx, []*driver.Item{s.order.Items[ordinal[nth]]}); err != nil {
			return err
		}
	}
	return nil
}

// itsItemsWereUpdatedAtOnce updates each item by a call of its own, all side by
// side, as two agents do that hand out one order.
func (s sequences) itsItemsWereUpdatedAtOnce(ctx context.Context, status string) error {
	answers, err := s.session.Orders.UpdateTogether(ctx, s.order.Items, status, call.Special)
	if err != nil {
		return err
	}
	for _, answer := range answers {
		if err := answer.Answered(); err != nil {
			return err
		}
	}
	return nil
}

// twoOrdersAtOnce places two orders of one customer side by side.
func (s sequences) twoOrdersAtOnce(ctx context.Context) error {
	if err := purchaseCalls(s).theCustomerBuysAtOnce(ctx, 2); err != nil {
		return err
	}
	placed := s.answers
	s.answers = nil
	for _, c := range placed {
		if err := c.Served(); err != nil {
			return err
		}
		if err := c.Known(c.Items[0]); err != nil {
			return err
		}
	}
	s.order, s.second = placed[0], placed[1]
	return nil
}

// refusedAndServed makes calls that the target is likely to refuse, each
// followed by some that it must serve. What becomes of the former the
// specification does not say. What needs no purchase comes first: it is shown
// where orders are broken, too. The first orders show whether the target wants an
// OTP for each, so that a later one is not refused for that.
func (s sequences) refusedAndServed(ctx context.Context) error {
	type made = func(context.Context) (*driver.Call, error)
	applicant, err := s.somebodyWhoMayAsk(ctx)
	if err != nil {
		return err
	}
	theirLimit := func(ctx context.Context) (*driver.Call, error) { return s.limitOf(ctx, applicant) }
	for _, turn := range []struct {
		refused func(context.Context) error
		served  []made
	}{
		{s.aLimitWithoutEmail, []made{theirLimit}},
		{s.aLimitWithoutEmail, []made{s.theLimitAgain}},
		{nil, []made{s.anOrder, s.anOrder}},
		{s.aWrongPath, []made{s.theItemAgain}},
		{s.anOrderOfNothing, []made{s.theItemAgain, s.theLimitAgain, s.aSureOrder}},
		{s.anUndocumentedStatus, []made{s.theItemCancelled}},
	} {
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
			if err := unknownIDs(s).add(answer, err); err != nil {
				return err
			}
			if err := answer.Served(); err != nil {
				return err
			}
		}
	}
	return nil
}

// somebodyWhoMayAsk is a new customer who has done all that the target wants before
// it gives a limit, and has not asked for it. Listed customers are not used up for
// this: then it is nobody.
func (s sequences) somebodyWhoMayAsk(ctx context.Context) (*customer.Customer, error) {
	if s.session.Roster.IsListed() {
		return nil, nil
	}
	c, err := s.session.Customers.NewCustomer(s.checkName(), customer.Employed, nil)
	if err != nil || s.session.Combos.GivesUnasked(ctx, customer.Employed) {
		return c, err
	}
	return c, s.session.Customers.VerifyPhone(ctx, c)
}

// limitOf asks for the limit of somebody new; of nobody, nothing is asked.
func (s sequences) limitOf(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
	if c == nil {
		return nil, nil
	}
	base, err := s.session.Limits.LimitBase(ctx, customer.Employed)
	if err != nil {
		return nil, err
	}
	return s.session.Customers.AskForLimit(ctx, c, base.Form, call.Special)
}

func (s sequences) aWrongPath(ctx context.Context) error {
	_, err := s.session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.GetPurchase, Kind: call.Probe}, Customer: s.customer, Items: []*driver.Item{{}}},
		driver.Request{Path: "/api/v2/purchase-items/" + uuid.NewString()})
	return err
}

func (s sequences) anOrderOfNothing(ctx context.Context) error {
	f, err := s.session.Orders.OrderBase(ctx)
	if err != nil {
		return err
	}
	_, err = s.session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.CreatePurchases, Kind: call.Probe}, Customer: s.customer},
		driver.Request{Path: spec.Of(spec.CreatePurchases).Path, Body: map[string]any{
			"customer_id": s.customer.ID, "order_id": payload.Integer(s.session.Orders.NextOrder(), f.Readings[payload.OrderID]), "items": []any{},
		}})
	return err
}

// anUndocumentedStatus is an update that names the item and may be refused; if
// it is not, the item can be cancelled all the same (section 3).
func (s sequences) anUndocumentedStatus(ctx context.Context) error {
	_, err := s.session.Orders.Update(ctx, s.order.Items[:1], "delivered_to_customer", call.Probe)
	return err
}

// aLimitWithoutEmail asks once more for the limit that the customer has, and
// leaves a member out. Of a listed customer the request is not known.
func (s sequences) aLimitWithoutEmail(ctx context.Context) error {
	if s.customer.Request == nil {
		return nil
	}
	body := maps.Clone(s.customer.Request)
	delete(body, "email")
	_, err := s.session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: call.AgainVariant, Kind: call.Probe}, Customer: s.customer},
		driver.Request{Path: spec.Of(spec.CreateLimit).Path, Body: body})
	return err
}

func (s sequences) anOrder(ctx context.Context) (*driver.Call, error) { return s.orderOne(ctx, false) }
func (s sequences) aSureOrder(ctx context.Context) (*driver.Call, error) {
	return s.orderOne(ctx, true)
}

// orderOne places an order of the customer whose calls were refused.
func (s sequences) orderOne(ctx context.Context, sure bool) (*driver.Call, error) {
	one := s.items(1, nil)
	if err := s.session.Customers.Book(s.customer, one[0].Price); err != nil {
		return nil, err
	}
	placed, err := s.session.Orders.Buy(ctx, driver.Cart{Buyer: s.customer, Items: one, Kind: call.Special, Sure: sure})
	if err != nil {
		return nil, err
	}
	if placed.Served() == nil {
		err = placed.Known(one[0])
	}
	s.order = placed
	return placed, err
}

func (s sequences) theItemAgain(ctx context.Context) (*driver.Call, error) {
	return s.session.Orders.Fetch(ctx, s.order.Items[0], call.Special)
}

func (s sequences) theItemCancelled(ctx context.Context) (*driver.Call, error) {
	return s.session.Orders.Cancel(ctx, s.order.Items[0], call.Special)
}

func (s sequences) theLimitAgain(ctx context.Context) (*driver.Call, error) {
	return s.session.Limits.FetchLimitAs(ctx, s.customer, call.Special)
}

// eachWasServedAsEver judges the calls in between: each was served, an order
// with one record, and get with what create gave.
func (s sequences) eachWasServedAsEver() error {
	return s.each(func(c *driver.Call) {
		switch c.Endpoint {
		case spec.CreatePurchases:
			if got := len(c.Records()); got != len(c.Items) {
				s.wrong(c, wrongCount(c, len(c.Items), got))
			}
		case spec.GetPurchase:
			found := len(s.report.Failures)
			s.compareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
			s.blameOwner(c.Aspect(judgement.EchoAspect), found)
		}
	})
}

// aStrangerWasLookedUpFirst looks somebody up who has no limit yet, and then
// gives them one.
func (s sequences) aStrangerWasLookedUpFirst(ctx context.Context) error {
	if s.session.Roster.IsListed() {
		return &call.InapplicableError{Reason: "the run does not invent people, and does not use listed new people for this"}
	}
	base, err := s.session.Limits.LimitBase(ctx, customer.Employed)
	if err != nil {
		return err
	}
	q, err := s.session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	if s.customer, err = s.session.Customers.NewCustomer(s.check.Key, customer.Employed, nil); err != nil {
		return err
	}
	before, err := s.session.Limits.LookUp(ctx, s.customer, q.Field, q.Value(s.customer), call.Probe)
	if err != nil {
		return err
	}
	if hasCredit(before) { // then the target has nothing to remember that a limit would change
		s.session.Calls.Include(before)
		s.halfSeenFor(before.Breaks(judgement.DataAspect, "data.creditLimitInfo", "null, of a customer without a limit", judgement.Show(before.Data.Get("creditLimitInfo"))))
	}
	return s.session.Customers.OpenLimit(ctx, s.customer, base.Form, call.Special)
}

// birthdaysAreNoted says in which unit a lookup writes the date_of_birth that
// was sent: neither the unit nor the zone is documented, so no other number is
// wrong, but a swap of day and month is worth knowing.
func (s sequences) birthdaysAreNoted() error {
	seen := make(map[string]bool)
	return s.each(func(c *driver.Call) {
		sent, _ := c.Customer.Request["date_of_birth"].(string)
		born, err := time.Parse("01/02/2006", sent)
		got := c.Body.Get("data.baseInfo.birthday")
		if err != nil || got.Type != gjson.Number {
			return
		}
		if unit := unitOf(got.Num, born); !seen[unit] {
			seen[unit] = true
			s.noted("%s", unit)
		}
	})
}

// unitOf names the unit in which a timestamp is a day, in some zone.
func unitOf(stamp float64, born time.Time) string {
	const day = 24 * 60 * 60
	swapped := time.Date(born.Year(), time.Month(born.Day()), int(born.Month()), 0, 0, 0, 0, time.UTC)
	for _, unit := range []struct {
		name      string
		perSecond float64
	}{{"seconds", 1}, {"milliseconds", 1e3}, {"microseconds", 1e6}, {"days", 1.0 / day}} {
		switch seconds := stamp / unit.perSecond; {
		case math.Abs(seconds-float64(born.Unix())) <= 1.5*day:
			return "the customer's date_of_birth, in " + unit.name
		case math.Abs(seconds-float64(swapped.Unix())) <= 1.5*day:
			return "in " + unit.name + ", the customer's date_of_birth with day and month swapped"
		}
	}
	return "not the customer's date_of_birth in seconds, milliseconds, microseconds or days"
}

// noAnswerShares holds the answers against those of other endpoints, too.
func (s sequences) noAnswerShares(path, names string) error {
	own := s.answers
	s.gather(strings.Split(names, ", "), func(*driver.Call) bool { return true })
	others := make(map[string]*driver.Call)
	for _, c := range s.session.Calls.AndProbes(s.answers) {
		if v := c.Body.Get(path); v.Type == gjson.String {
			others[v.String()] = c
		}
	}
	s.answers = own
	return s.each(func(c *driver.Call) {
		v := c.Body.Get(path)
		if other, ok := others[v.String()]; ok && v.Type == gjson.String {
			s.fail(c, result.Failure{
				Path: path, Section: "1", Expected: "a value of its own", Actual: judgement.Show(v) + ", as in exchange " + other.ID,
				Message: path + " repeats that of another endpoint",
			})
		}
	})
}
