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
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Sequences contains the sentences about calls that follow each other.
type Sequences struct{ *scenario.Scenario }

// A call that works alone may fail in a sequence: after a read that filled a cache, at the same
// time as another call, or after a call that was refused.

// OneItemWasFetched fetches an item, which fills a cache of the target.
func (s Sequences) OneItemWasFetched(ctx context.Context, nth string) error {
	answer, err := s.Session.Orders.Fetch(ctx, scenario.Nth(s.Order, nth), call.Special)
	if err != nil {
		return err
	}
	return answer.Served()
}

func (s Sequences) OneItemIsFetched(ctx context.Context, nth, times string) error {
	for range scenario.NumberOr1(times) {
		if err := Calls(s).fetchInto(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}); err != nil {
			return err
		}
	}
	return nil
}

// itemsAtOnce is how many items of one order are moved at the same time. The more there are, the
// more often two calls of a target meet.
const itemsAtOnce = 4

// movedTogether contains an order, the updates of all its items but the last, the cancel of the last
// at the same time, and the fetch of the last after that.
type movedTogether struct {
	order         *driver.Call
	updates       []*driver.Call
	cancel, after *driver.Call
}

// movedAtOnce makes these calls once for all checks that judge them.
func (s Sequences) movedAtOnce(ctx context.Context) (*movedTogether, error) {
	return driver.Shared(ctx, s.Session.Run, "updates and a cancel at once", func(ctx context.Context) (*movedTogether, error) {
		details, err := ItemTypes(s).from(ctx, "laptop", itemsAtOnce)
		if err != nil {
			return nil, err
		}
		order, err := s.Session.For("moved at once").Orders.PurchaseOf(ctx, details)
		if err != nil {
			return nil, err
		}
		last := len(order.Items) - 1
		m := &movedTogether{order: order}
		m.updates, m.cancel, err = s.Session.Orders.MoveTogether(ctx, order.Items[:last], order.Items[last], call.Special)
		if err == nil && m.cancel.OK() {
			m.after, err = LookAt(ctx, s.Session, order.Items[last])
		}
		return m, err
	})
}

// APurchaseMovedAtOnce prepares an order whose items were updated while the last one was cancelled,
// as two agents and a customer may do. A service that writes whole orders back loses some of the
// changes.
func (s Sequences) APurchaseMovedAtOnce(ctx context.Context) error {
	m, err := s.movedAtOnce(ctx)
	if err != nil {
		return err
	}
	s.Order = m.order
	_, err = m.updated()
	return err
}

// updated returns the items whose updates were served. A target may refuse the later of two calls
// that arrive at the same time.
func (m *movedTogether) updated() ([]*driver.Item, error) {
	var items []*driver.Item
	for _, update := range m.updates {
		if call.IsRefusedByValidation(&update.Answer) {
			continue
		}
		if err := update.Answered(); err != nil {
			return nil, err
		}
		items = append(items, update.Items...)
	}
	if len(items) == 0 {
		return nil, m.updates[0].Answered()
	}
	return items, nil
}

// EachUpdatedItemIsFetched fetches those items.
func (s Sequences) EachUpdatedItemIsFetched(ctx context.Context) error {
	m, err := s.movedAtOnce(ctx)
	if err != nil {
		return err
	}
	items, err := m.updated()
	if err != nil {
		return err
	}
	return Calls(s).fetchInto(ctx, items)
}

// TheCancelledOneIsLookedAt fetches the last item of that order. A target may refuse the later of
// two calls that arrive at the same time.
func (s Sequences) TheCancelledOneIsLookedAt(ctx context.Context) error {
	m, err := s.movedAtOnce(ctx)
	if err != nil {
		return err
	}
	if m.cancel.Response != nil && m.cancel.IsRefused() {
		return call.Inapplicable("the target refuses a cancel beside an update, which it may")
	}
	if err := m.cancel.Served(); err != nil {
		return err
	}
	s.Order = m.order
	*scenario.State[cancelledItem](s.Scenario) = cancelledItem{cancel: m.cancel, after: m.after}
	return s.SetAnswer(m.after, nil)
}

// TwoOrdersAtOnce places two orders of one customer at the same time.
func (s Sequences) TwoOrdersAtOnce(ctx context.Context) error {
	if err := Calls(s).TheCustomerBuysAtOnce(ctx, 2); err != nil {
		return err
	}
	placed := s.Answers
	s.Answers = nil
	for _, c := range placed {
		if err := c.Served(); err != nil {
			return err
		}
		if err := c.Known(c.Items[0]); err != nil {
			return err
		}
	}
	s.Order, s.Second = placed[0], placed[1]
	return nil
}

// AStrangerWasLookedUpFirst looks up a customer who has no limit yet, and then creates the limit.
func (s Sequences) AStrangerWasLookedUpFirst(ctx context.Context) error {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("the run does not invent people, and does not use listed new people for this")
	}
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return err
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil); err != nil {
		return err
	}
	for _, by := range q.AndAnother() { // one field may find the customer, and another may not
		before, err := s.Session.Limits.LookUp(ctx, s.Customer, by.Field, by.Value(s.Customer), call.Probe)
		if err != nil {
			return err
		}
		if scenario.HasCredit(before) { // then a limit would not change anything that the target may have cached
			s.Session.Calls.JudgeByAllRules(before)
			s.NoteMissingEvidenceFor(before.Breaks(judgement.DataAspect, "data.creditLimitInfo", "null, of a customer without a limit", judgement.Show(before.Data.Get("creditLimitInfo"))))
		}
	}
	return s.Session.Customers.OpenLimit(ctx, s.Customer, base.Form, call.Special)
}

// valuesOf returns the values at a path in the answers of an endpoint. If no value can be read, or
// most are equal, it notes that evidence is missing.
func (s Sequences) valuesOf(endpoint, path string) map[string]*driver.Call {
	found, read := make(map[string]*driver.Call), 0
	all := s.Session.Calls.Of(endpoint, func(*driver.Call) bool { return true })
	for _, c := range s.Session.Calls.WithServedProbes(all) {
		if v := c.Body.Get(path); v.Type == gjson.String {
			found[v.String()] = c
			read++
		}
	}
	switch {
	case len(all) == 0:
	case read == 0:
		c := all[0]
		s.NoteMissingEvidenceFor(cmp.Or(s.Served(c), c.Breaks(c.FormAspect(path).Name, path, "a value to compare with", judgement.Show(c.Body.Get(path)))))
	case read > 2*len(found):
		s.NoteMissingEvidence(judgement.Break{Aspect: judgement.Aspect{Endpoint: spec.SendOTP, Name: judgement.UniqueAspect}, Failure: all[0].Fault(result.Failure{
			Path: path, Section: "1", Expected: "a value of its own in each response", Actual: fmt.Sprintf("%d values in %d responses", len(found), read),
			Message: "most responses of the other endpoint share " + path,
		})})
	}
	return found
}

// NoAnswerShares compares the answers also with those of other endpoints.
func (s Sequences) NoAnswerShares(path, names string) error {
	others := make(map[string]*driver.Call)
	for name := range strings.SplitSeq(names, ", ") {
		maps.Copy(others, s.valuesOf(name, path))
	}
	return s.Each(func(c *driver.Call) {
		v := c.Body.Get(path)
		if other, ok := others[v.String()]; ok && v.Type == gjson.String {
			s.Fail(c, result.Failure{
				Path: path, Section: "1", Expected: "a value of its own", Want: result.ExpectNot, Wanted: v.Raw, Other: other.ID, Actual: judgement.Show(v) + ", as in exchange " + other.ID,
				Message: path + " repeats that of another endpoint",
			})
		}
	})
}
