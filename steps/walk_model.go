package steps

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// walked is a walk as it was made, to its end or to the first answer that the
// model of section 3 does not have.
type walked struct {
	done   []deed
	calls  []*call
	wrong  *astray
	orders map[int]*call
	states map[*item]int
	before map[*item]string // the status that a cancelled item had
}

// astray is an answer that the state table does not have, and the aspects of
// which it may be a break.
type astray struct {
	result.Failure
	aspects []Aspect
}

// The aspects of the moves, each owned by the rule that judges the one move.
var (
	answeredMove = Aspect{Endpoint: updateItems, Name: "answered"}
	keptMove     = Aspect{Endpoint: getItem, Name: "kept"}
	untouched    = Aspect{Endpoint: updateItems, Name: "untouched"}
	leftMove     = Aspect{Endpoint: cancelItem, Name: "left"}
)

// walk makes the deeds one after another. A call that is not served ends it
// with what broke.
func (s *Scenario) walk(ctx context.Context, buyers []*customer, plan []deed) (*walked, error) {
	w := &walked{orders: make(map[int]*call), states: make(map[*item]int), before: make(map[*item]string)}
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

// can tells whether a deed is documented where the walk is: a shrunk walk may
// lack what it builds on.
func (w *walked) can(d deed) bool {
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

func (w *walked) itemsOf(d deed) []*item {
	order := w.orders[d.order]
	if order == nil {
		return nil
	}
	items := make([]*item, len(d.items))
	for n, i := range d.items {
		items[n] = order.items[i]
	}
	return items
}

func (s *Scenario) do(ctx context.Context, w *walked, buyers []*customer, d deed) (*call, error) {
	items := w.itemsOf(d)
	switch d.verb {
	case "create":
		c, err := s.purchaseBy(ctx, buyers[d.buyer], d.count)
		w.orders[d.order] = c
		return c, err
	case "update":
		c, err := s.run.update(ctx, s.by(), items, collected, plain)
		if err == nil {
			err = c.served()
		}
		if err == nil {
			err = c.answered()
		}
		if err == nil {
			w.moved(c, items)
		}
		return c, err
	case "cancel":
		w.before[items[0]] = gjson.Get(items[0].record.raw, "facility_status").String()
		w.states[items[0]] = gone
		c, err := s.run.cancel(ctx, s.by(), items[0], plain)
		if err == nil {
			err = c.served()
		}
		return c, err
	}
	return s.lookAt(ctx, w, items[0])
}

// moved judges the answer to an update by the model.
func (w *walked) moved(c *call, items []*item) {
	for _, i := range items {
		w.states[i] = inHand
		got := gjson.Get(i.record.raw, "facility_status")
		if got.String() != collected {
			w.stray(c, i.record.at+".facility_status", collected, show(got), "the updated item is not in the state that was asked for", answeredMove)
		}
	}
}

// lookAt gets an item and judges it by the model: cancelled, it is gone or has
// left its state; else it is as the last move left it.
func (s *Scenario) lookAt(ctx context.Context, w *walked, i *item) (*call, error) {
	if w.states[i] == gone {
		c, err := s.run.fetch(ctx, s.by(), i, probe)
		if got := c.body.Get("data.facility_status"); err == nil && c.ok() && c.bearsData(false) && got.String() == w.before[i] {
			w.stray(c, "data.facility_status", "any status but "+w.before[i], show(got), "the cancelled item is back in the state that it had left", leftMove)
		}
		return c, err
	}
	c, err := s.run.fetch(ctx, s.by(), i, plain)
	if err == nil {
		err = c.served()
	}
	if err != nil {
		return c, err
	}
	found := len(s.report.Failures)
	s.compareRecords(c, "data", c.data, i, i.record, nil)
	for _, f := range s.withdraw(found) {
		w.stray(c, f.Path, f.Expected, f.Actual, "the item is not as its last move left it", keptMove, untouched, echoOfPurchase)
		break
	}
	return c, nil
}

func (w *walked) stray(c *call, path, expected, actual, message string, aspects ...Aspect) {
	if w.wrong == nil {
		w.wrong = &astray{c.fault(result.Failure{Path: path, Section: "3", Expected: expected, Actual: actual, Message: message}), aspects}
	}
}
