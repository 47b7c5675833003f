package steps

import (
	"context"
	"maps"
	"math"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// What works for one call may go wrong in a row of them: after a read that
// filled a cache, beside another call, or behind one that was refused.

// oneItemWasFetched fills whatever cache the target has.
func (s *Scenario) oneItemWasFetched(ctx context.Context, nth string) error {
	answer, err := s.run.fetch(ctx, s.by(), s.order.items[ordinal[nth]], special)
	if err != nil {
		return err
	}
	return answer.served()
}

func (s *Scenario) oneItemIsFetched(ctx context.Context, nth, times string) error {
	for range repeats(times) {
		if err := s.fetchInto(ctx, []*item{s.order.items[ordinal[nth]]}); err != nil {
			return err
		}
	}
	return nil
}

// itsItemsWereUpdatedAtOnce updates each item by a call of its own, all side by
// side, as two agents do that hand out one order.
func (s *Scenario) itsItemsWereUpdatedAtOnce(ctx context.Context, status string) error {
	answers, err := s.run.updateTogether(ctx, s.by(), s.order.items, status, special)
	if err != nil {
		return err
	}
	for _, answer := range answers {
		if err := answer.answered(); err != nil {
			return err
		}
	}
	return nil
}

// twoOrdersAtOnce places two orders of one customer side by side.
func (s *Scenario) twoOrdersAtOnce(ctx context.Context) error {
	if err := s.theCustomerBuysAtOnce(ctx, 2); err != nil {
		return err
	}
	placed := s.subject
	s.subject = nil
	for _, c := range placed {
		if err := c.served(); err != nil {
			return err
		}
		if err := c.known(c.items[0]); err != nil {
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
func (s *Scenario) refusedAndServed(ctx context.Context) error {
	type made = func(context.Context) (*call, error)
	for _, turn := range []struct {
		refused func(context.Context) error
		served  []made
	}{
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
			if err := s.add(answer, err); err != nil {
				return err
			}
			if err := answer.served(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Scenario) aWrongPath(ctx context.Context) error {
	_, err := s.run.perform(ctx, s.by(), &call{endpoint: getItem, kind: probe, customer: s.customer, items: []*item{{}}},
		request{path: "/api/v2/purchase-items/" + uuid.NewString()})
	return err
}

func (s *Scenario) anOrderOfNothing(ctx context.Context) error {
	f, err := s.run.orderBase(ctx, s.by())
	if err != nil {
		return err
	}
	_, err = s.run.perform(ctx, s.by(), &call{endpoint: createOrder, kind: probe, customer: s.customer},
		request{path: spec.Of(createOrder).Path, body: map[string]any{
			"customer_id": s.customer.id, "order_id": integer(s.run.nextOrder(), f.readings[orderID]), "items": []any{},
		}})
	return err
}

// anUndocumentedStatus is an update that names the item and may be refused; if
// it is not, the item can be cancelled all the same (section 3).
func (s *Scenario) anUndocumentedStatus(ctx context.Context) error {
	_, err := s.run.update(ctx, s.by(), s.order.items[:1], "delivered_to_customer", probe)
	return err
}

// aLimitWithoutEmail asks once more for the limit that the customer has, and
// leaves a member out. Of a listed customer the request is not known.
func (s *Scenario) aLimitWithoutEmail(ctx context.Context) error {
	if s.customer.request == nil {
		return nil
	}
	body := maps.Clone(s.customer.request)
	delete(body, "email")
	_, err := s.run.perform(ctx, s.by(), &call{endpoint: createLimit, variant: againVariant, kind: probe, customer: s.customer},
		request{path: spec.Of(createLimit).Path, body: body})
	return err
}

func (s *Scenario) anOrder(ctx context.Context) (*call, error)    { return s.orderOne(ctx, false) }
func (s *Scenario) aSureOrder(ctx context.Context) (*call, error) { return s.orderOne(ctx, true) }

// orderOne places an order of the customer whose calls were refused.
func (s *Scenario) orderOne(ctx context.Context, sure bool) (*call, error) {
	one := s.items(1, nil)
	if err := s.run.book(s.customer, one[0].price); err != nil {
		return nil, err
	}
	placed, err := s.run.buy(ctx, s.by(), cart{buyer: s.customer, items: one, kind: special, sure: sure})
	if err != nil {
		return nil, err
	}
	if placed.served() == nil {
		err = placed.known(one[0])
	}
	s.order = placed
	return placed, err
}

func (s *Scenario) theItemAgain(ctx context.Context) (*call, error) {
	return s.run.fetch(ctx, s.by(), s.order.items[0], special)
}

func (s *Scenario) theItemCancelled(ctx context.Context) (*call, error) {
	return s.run.cancel(ctx, s.by(), s.order.items[0], special)
}

func (s *Scenario) theLimitAgain(ctx context.Context) (*call, error) {
	return s.run.fetchLimitAs(ctx, s.by(), s.customer, special)
}

// eachWasServedAsEver judges the calls in between: each was served, an order
// with one record, and get with what create gave.
func (s *Scenario) eachWasServedAsEver() error {
	return s.each(func(c *call) {
		switch c.endpoint {
		case createOrder:
			if got := len(c.records()); got != len(c.items) {
				s.wrong(c, wrongCount(c, len(c.items), got))
			}
		case getItem:
			found := len(s.report.Failures)
			s.compareRecords(c, "data", c.data, c.items[0], c.before[0], nil)
			s.leaveToOwner(c.aspect(EchoAspect), found)
		}
	})
}

// aStrangerWasLookedUpFirst looks somebody up who has no limit yet, and then
// gives them one.
func (s *Scenario) aStrangerWasLookedUpFirst(ctx context.Context) error {
	if s.run.roll.lists() {
		return &inapplicableError{"nobody is invented here, and who is listed as new is not spent on this"}
	}
	base, err := s.run.limitBase(ctx, s.by(), employed)
	if err != nil {
		return err
	}
	q, err := s.run.lookupQuery(ctx, s.by())
	if err != nil {
		return err
	}
	if s.customer, err = s.run.newCustomer(s.check.Key, employed, nil); err != nil {
		return err
	}
	if _, err := s.run.lookUp(ctx, s.by(), s.customer, q.field, q.value(s.customer), probe); err != nil {
		return err
	}
	return s.run.openLimit(ctx, s.by(), s.customer, base.form, special)
}

// birthdaysAreNoted says in which unit a lookup writes the date_of_birth that
// was sent: neither the unit nor the zone is documented, so no other number is
// wrong, but a swap of day and month is worth knowing.
func (s *Scenario) birthdaysAreNoted() error {
	seen := make(map[string]bool)
	return s.each(func(c *call) {
		sent, _ := c.customer.request["date_of_birth"].(string)
		born, err := time.Parse("01/02/2006", sent)
		got := c.body.Get("data.baseInfo.birthday")
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
func (s *Scenario) noAnswerShares(path, names string) error {
	own := s.subject
	s.gather(strings.Split(names, ", "), func(*call) bool { return true })
	others := make(map[string]*call)
	for _, c := range s.run.calls.andProbes(s.subject) {
		if v := c.body.Get(path); v.Type == gjson.String {
			others[v.String()] = c
		}
	}
	s.subject = own
	return s.each(func(c *call) {
		v := c.body.Get(path)
		if other, ok := others[v.String()]; ok && v.Type == gjson.String {
			s.fail(c, result.Failure{
				Path: path, Section: "1", Expected: "a value of its own", Actual: show(v) + ", as in exchange " + other.ID,
				Message: path + " repeats that of another endpoint",
			})
		}
	})
}
