package journeys

import (
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// trace is a walk that was made, up to its end or to the first answer that the model of section 3
// does not allow.
type trace struct {
	done   []action
	calls  []*driver.Call
	wrong  *wrongAnswer
	orders map[int]*driver.Call
	states map[*driver.Item]int
	before map[*driver.Item]string // the status of an item before its cancel
}

// wrongAnswer is an answer that the state table does not allow, and the aspects that may be broken.
type wrongAnswer struct {
	result.Failure
	aspects []judgement.Aspect
}

// walk makes the actions of a plan one after another. A call that is not served ends it with an
// error.
func (s StateWalk) walk(ctx context.Context, buyers []*customer.Customer, plan []action) (*trace, error) {
	w := &trace{orders: make(map[int]*driver.Call), states: make(map[*driver.Item]int), before: make(map[*driver.Item]string)}
	for _, d := range plan {
		if !w.can(d) {
			continue
		}
		c, err := s.do(ctx, w, buyers, d)
		if err != nil {
			return w, err
		}
		w.done, w.calls = append(w.done, d), append(w.calls, c)
		if w.wrong != nil {
			break
		}
	}
	return w, nil
}

// can reports whether an action is documented at this point of the walk. A shortened walk may lack
// an earlier action that it needs.
func (w *trace) can(d action) bool {
	if d.verb == "create" {
		return true
	}
	for _, i := range w.itemsOf(d) {
		state := w.states[i]
		if (d.verb == "update" && state != waiting) || (d.verb == "cancel" && state == gone) {
			return false
		}
	}
	return w.orders[d.order] != nil
}

func (w *trace) itemsOf(d action) []*driver.Item {
	order := w.orders[d.order]
	if order == nil {
		return nil
	}
	items := make([]*driver.Item, len(d.items))
	for n, i := range d.items {
		items[n] = order.Items[i]
	}
	return items
}

func (s StateWalk) do(ctx context.Context, w *trace, buyers []*customer.Customer, d action) (*driver.Call, error) {
	items := w.itemsOf(d)
	switch d.verb {
	case "create":
		c, err := s.PurchaseOf(ctx, buyers[d.buyer], d.details)
		w.orders[d.order] = c
		return c, err
	case "update":
		return s.update(ctx, w, items)
	case "cancel":
		w.before[items[0]] = gjson.Get(items[0].Record.Raw, "facility_status").String()
		w.states[items[0]] = gone
		c, err := s.Session.Orders.Cancel(ctx, items[0], call.Plain)
		if err == nil {
			err = c.Served()
		}
		return c, err
	}
	return s.lookAt(ctx, w, items[0])
}

func (s StateWalk) update(ctx context.Context, w *trace, items []*driver.Item) (*driver.Call, error) {
	answers, err := purchases.UpdateInParts(ctx, s.Scenario, items, driver.Collected)
	for _, c := range answers {
		if err == nil {
			err = c.Served()
		}
		if err == nil {
			err = c.Answered()
		}
		if err == nil {
			w.moved(c, c.Items)
		}
	}
	if len(answers) == 0 {
		return nil, err
	}
	return answers[len(answers)-1], err
}

// moved judges the answer to an update by the model.
func (w *trace) moved(c *driver.Call, items []*driver.Item) {
	for _, i := range items {
		w.states[i] = inHand
		got := gjson.Get(i.Record.Raw, "facility_status")
		if got.String() != driver.Collected {
			w.stray(c, result.Failure{
				Path: i.Record.At + ".facility_status", Expected: driver.Collected, Want: result.ExpectEqual, Wanted: judgement.Quoted(driver.Collected),
				Actual: judgement.Show(got), Message: "the updated item is not in the state that was asked for",
			}, scenario.AnsweredMove)
		}
	}
}

// lookAt fetches an item and judges it by the model. A cancelled item is gone or has left its
// status; any other item is as the last move left it.
func (s StateWalk) lookAt(ctx context.Context, w *trace, i *driver.Item) (*driver.Call, error) {
	if w.states[i] == gone {
		c, err := s.Session.Orders.Fetch(ctx, i, call.Probe)
		if got := c.Body.Get("data.facility_status"); err == nil && c.OK() && c.HasServedData(false) && got.String() == w.before[i] {
			w.stray(c, result.Failure{
				Path: "data.facility_status", Expected: "any status but " + w.before[i], Want: result.ExpectNot, Wanted: judgement.Quoted(w.before[i]),
				Actual: judgement.Show(got), Message: "the cancelled item has its earlier state again",
			}, scenario.LeftMove)
		}
		return c, err
	}
	c, err := s.Session.Orders.Fetch(ctx, i, call.Plain)
	if err == nil {
		err = c.Served()
	}
	if err != nil {
		return c, err
	}
	if c.Data.Get("facility_status").String() != gjson.Get(i.Record.Raw, "facility_status").String() {
		if err := s.knowCancelled(ctx); err != nil {
			return c, err
		}
	}
	found := len(s.Report.Failures)
	s.CompareRecords(c, "data", c.Data, i, i.Record, nil)
	for _, f := range s.TakeFailuresSince(found) {
		f.Message = "the item is not as its last move left it"
		w.stray(c, f, scenario.KeptMove, scenario.UntouchedByMove, scenario.EchoOfPurchase)
		break
	}
	return c, nil
}

// knowCancelled finds out, once, how get shows a cancelled item. Without that, it is not known
// whether an item with another status was cancelled or has moved on by itself (section 3).
func (s StateWalk) knowCancelled(ctx context.Context) error {
	if _, known := s.Session.Calls.ShowsCancelledAs(""); known {
		return nil
	}
	_, err := driver.Shared(ctx, s.Session.Run, "a cancelled item", func(ctx context.Context) (*driver.Call, error) {
		bought, err := s.Session.Orders.Purchase(ctx, 1, nil)
		if err != nil {
			return nil, err
		}
		if c, err := s.Session.Orders.Cancel(ctx, bought.Items[0], call.Probe); err != nil || !c.OK() {
			return c, err
		}
		return s.Session.Orders.Fetch(ctx, bought.Items[0], call.Probe)
	})
	return err
}

func (w *trace) stray(c *driver.Call, f result.Failure, aspects ...judgement.Aspect) {
	if w.wrong == nil {
		f.Section = "3"
		w.wrong = &wrongAnswer{c.Fault(f), aspects}
	}
}

// mostWalks is how often a walk is repeated to find a shorter one with the fault.
const mostWalks = 24

// shrink removes every action from a walk that the fault does not need: first all other orders,
// then one action after another. If the fault does not occur again, the original walk is kept.
func (s StateWalk) shrink(ctx context.Context, buyers []*customer.Customer, w *trace) *trace {
	left := mostWalks
	retry := func(plan []action) bool {
		if left--; left < 0 || ctx.Err() != nil || len(plan) == 0 {
			return false
		}
		again, err := s.walk(ctx, buyers, plan)
		if err != nil || again.wrong == nil {
			return false
		}
		w = again
		return true
	}
	order := w.done[len(w.done)-1].order
	retry(slices.DeleteFunc(slices.Clone(w.done), func(d action) bool { return d.order != order }))
	for n := len(w.done) - 2; n >= 0; n-- {
		if n < len(w.done)-1 {
			retry(slices.Delete(slices.Clone(w.done), n, n+1))
		}
	}
	return w
}
