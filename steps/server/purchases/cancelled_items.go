package purchases

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// CancelledItems contains the sentences about what get shows of a cancelled item.
type CancelledItems struct{ *scenario.Scenario }

// cancelledItem is an item as the answers before the cancel showed it, and the answer of get after
// the cancel.
type cancelledItem struct {
	before        []gjson.Result
	cancel, after *driver.Call
}

// ACancelledItemIsLookedAt cancels an item after some call and fetches it. All checks that judge
// the result share these calls.
func (s CancelledItems) ACancelledItemIsLookedAt(ctx context.Context, made string) error {
	found, err := driver.Shared(ctx, s.Session.Run, "look at a cancelled item that was "+made, func(ctx context.Context) (*cancelledItem, error) {
		defer s.DrawnAs("cancelled item that was " + made)()
		return s.cancelAfter(ctx, made)
	})
	return s.lookedAt(found, err)
}

// AnItemByIsCancelled cancels an item with some delivery. The rules about the cancel and about the
// item after it share these calls.
func (s CancelledItems) AnItemByIsCancelled(ctx context.Context, delivery, preferred string) error {
	found, err := s.cancelDelivery(ctx, delivery, preferred)
	if err != nil {
		return err
	}
	return s.SetAnswer(found.cancel, nil)
}

func (s CancelledItems) ACancelledItemByIsLookedAt(ctx context.Context, delivery, preferred string) error {
	return s.lookedAt(s.cancelDelivery(ctx, delivery, preferred))
}

// lookedAt makes the fetch of a cancelled item the answer of the check.
func (s CancelledItems) lookedAt(found *cancelledItem, err error) error {
	if err != nil {
		return err
	}
	if err := found.cancel.Served(); err != nil {
		return err
	}
	*scenario.State[cancelledItem](s.Scenario) = *found
	return s.SetAnswer(found.after, nil)
}

// ACancelledItemIsLookedAtLater fetches a cancelled item after another item of its order was
// collected.
func (s CancelledItems) ACancelledItemIsLookedAtLater(ctx context.Context) error {
	details, err := ItemTypes(s).from(ctx, "tv", 2)
	if err != nil {
		return err
	}
	order, err := s.Session.For("cancelled item").Orders.PurchaseOf(ctx, details)
	if err != nil {
		return err
	}
	s.Order = order
	if err := Givens(s).OneItemWasCancelled(ctx, "first"); err != nil {
		return err
	}
	if err := Givens(s).OneItemWasUpdated(ctx, "second", driver.Collected); err != nil {
		return err
	}
	return s.SetAnswer(LookAt(ctx, s.Session, order.Items[0]))
}

func (s CancelledItems) cancelAfter(ctx context.Context, made string) (*cancelledItem, error) {
	itemType := map[string]string{"bought": "laptop", "collected": "tv", "collected and fetched": "home_theater", cancelledBefore: "tablet"}[made]
	details, err := ItemTypes(s).from(ctx, itemType, 1)
	if err == nil {
		s.Order, err = s.Session.For("cancelled item").Orders.PurchaseOf(ctx, details)
	}
	if err != nil {
		return nil, err
	}
	item := s.Order.Items[0]
	before := []gjson.Result{gjson.Parse(item.Record.Raw)}
	if strings.HasPrefix(made, "collected") {
		if err := Givens(s).OneItemWasUpdated(ctx, "first", driver.Collected); err != nil {
			return nil, err
		}
	}
	if made == "collected and fetched" { // the cancel must also change what a get has cached
		if err := Sequences(s).OneItemWasFetched(ctx, "first"); err != nil {
			return nil, err
		}
		before = append(before, gjson.Parse(item.Record.Raw))
	}
	return s.cancelAndLook(ctx, item, before, call.Plain, made == cancelledBefore)
}

// AnItemCancelledTwiceIsLookedAt cancels an item a second time and fetches it. The target may
// refuse the second cancel, but the item must not get back the status that it had before the first
// one (section 3).
func (s CancelledItems) AnItemCancelledTwiceIsLookedAt(ctx context.Context) error {
	return s.ACancelledItemIsLookedAt(ctx, cancelledBefore)
}

const cancelledBefore = "cancelled"

// AnItemUpdatedAfterItsCancelIsLookedAt updates an item that was cancelled. If the target refuses
// that, the item must not be collected. If the target serves it, the specification does not say
// which status the item then has (section 3). After a refusal, the other item of the order is
// updated, so that a side effect of the refusal does not reach a call of another check.
func (s CancelledItems) AnItemUpdatedAfterItsCancelIsLookedAt(ctx context.Context) error {
	details, err := ItemTypes(s).from(ctx, "tv", 2)
	if err == nil {
		s.Order, err = s.Session.For("item updated after its cancel").Orders.PurchaseOf(ctx, details)
	}
	if err != nil {
		return err
	}
	items := s.Order.Items
	found, err := s.cancelAndLook(ctx, items[0], []gjson.Result{gjson.Parse(items[0].Record.Raw)}, call.Plain, false)
	if err != nil || found.cancel.Served() != nil {
		return s.lookedAt(found, err)
	}
	update, err := s.Session.Orders.Update(ctx, items[:1], driver.Collected, call.Probe)
	if err != nil {
		return err
	}
	if !call.IsSurelyRefused(&update.Answer) {
		return call.Inapplicable("the target serves an update of a cancelled item")
	}
	if _, err := s.Session.Orders.Update(ctx, items[1:], driver.Collected, call.Probe); err != nil {
		return err
	}
	found.after, err = LookAt(ctx, s.Session, items[0])
	return s.lookedAt(found, err)
}

func (s CancelledItems) cancelDelivery(ctx context.Context, delivery, preferred string) (*cancelledItem, error) {
	way := delivery + " " + preferred
	return driver.Shared(ctx, s.Session.Run, "cancel an item by "+way, func(ctx context.Context) (*cancelledItem, error) {
		defer s.DrawnAs("cancelled item by " + way)()
		if err := SharedOrders(s).aPurchaseOfItsOwnBy(ctx, delivery, preferred); err != nil {
			return nil, err
		}
		return s.cancelAndLook(ctx, s.Order.Items[0], []gjson.Result{gjson.Parse(s.Order.Items[0].Record.Raw)}, call.Plain, false)
	})
}

// ACollectedItemByIsCancelled cancels an item with some delivery after it was collected.
func (s CancelledItems) ACollectedItemByIsCancelled(ctx context.Context, delivery, preferred string) error {
	if err := SharedOrders(s).aPurchaseOfItsOwnBy(ctx, delivery, preferred); err != nil {
		return err
	}
	if err := Givens(s).ItemsHaveTheStatusBeforeUpdate(spec.PendingCollection); err != nil {
		return err
	}
	if err := Givens(s).OneItemWasUpdated(ctx, "first", driver.Collected); err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Orders.Cancel(ctx, s.Order.Items[0], call.Plain))
}

// TheLastOfTwoIsLookedAt cancels the items of an order one after the other. At the last one, a
// target may close the order and lose the item.
func (s CancelledItems) TheLastOfTwoIsLookedAt(ctx context.Context) error {
	details, err := ItemTypes(s).from(ctx, "cooker", 2)
	if err == nil {
		s.Order, err = s.Session.For("order of cancelled items").Orders.PurchaseOf(ctx, details)
	}
	if err != nil {
		return err
	}
	if err := Givens(s).OneItemWasCancelled(ctx, "first"); err != nil {
		return err
	}
	last := s.Order.Items[len(s.Order.Items)-1]
	return s.lookedAt(s.cancelAndLook(ctx, last, []gjson.Result{gjson.Parse(last.Record.Raw)}, call.Plain, false))
}

// OneOfManyIsCancelled cancels one of 12 items of an order. The rules about the cancel and about
// the item after it share these calls.
func (s CancelledItems) OneOfManyIsCancelled(ctx context.Context, which string) error {
	found, err := s.cancelOneOfMany(ctx, which)
	if err != nil {
		return err
	}
	return s.SetAnswer(found.cancel, nil)
}

// ACancelledOneOfManyIsLookedAt leaves an answer about another item to the rule about get.
func (s CancelledItems) ACancelledOneOfManyIsLookedAt(ctx context.Context, which string) error {
	found, err := s.cancelOneOfMany(ctx, which)
	if err == nil && found.after != nil && found.after.HasServedData(false) { // else the item is gone
		asked, got := found.after.Items[0].ID, found.after.Data.Get("id")
		if got.Type == gjson.String && !strings.EqualFold(got.Str, asked) {
			return found.after.Breaks(scenario.EchoOfPurchase.Name, "data.id", asked, judgement.Show(got))
		}
	}
	return s.lookedAt(found, err)
}

func (s CancelledItems) cancelOneOfMany(ctx context.Context, which string) (*cancelledItem, error) {
	return driver.Shared(ctx, s.Session.Run, "cancel the "+which+" item of many", func(ctx context.Context) (*cancelledItem, error) {
		defer s.DrawnAs("cancelled " + which + " item")()
		order, err := s.Session.Orders.Purchase(ctx, driver.Many, nil)
		if err != nil {
			return nil, err
		}
		if len(order.Items) < driver.Many {
			return nil, call.Inapplicable("the target takes fewer items in one order, as it may")
		}
		one := scenario.Nth(order, which)
		return s.cancelAndLook(ctx, one, []gjson.Result{gjson.Parse(one.Record.Raw)}, call.Plain, false)
	})
}

// cancelAndLook cancels an item and, if that is served, fetches it. If twice is true, it first
// sends a second cancel, which the target may refuse.
func (s CancelledItems) cancelAndLook(ctx context.Context, item *driver.Item, before []gjson.Result, kind call.Kind, twice bool) (*cancelledItem, error) {
	cancel, err := s.Session.Orders.Cancel(ctx, item, kind)
	if err != nil {
		return nil, err
	}
	found := &cancelledItem{before: before, cancel: cancel}
	if cancel.Served() != nil {
		return found, nil
	}
	if twice {
		if _, err := s.Session.Orders.Cancel(ctx, item, call.Probe); err != nil {
			return nil, err
		}
	}
	found.after, err = LookAt(ctx, s.Session, item)
	return found, err
}

// nameTheCancel adds the cancel to the evidence of a check that judged the fetch after it.
func (s CancelledItems) nameTheCancel() {
	if c := scenario.State[cancelledItem](s.Scenario).cancel; c != nil {
		s.Answers = append(s.Answers, c)
	}
}

// LookAt fetches an item that may be gone. If the target shows the item, the answer is one of
// section 4.7, and the rules about every answer judge it too.
func LookAt(ctx context.Context, s *driver.Session, i *driver.Item) (*driver.Call, error) {
	answer, err := s.Orders.Fetch(ctx, i, call.Probe)
	if err == nil && answer.OK() && (answer.Body.Get("data.facility_status").Type == gjson.String || answer.HasServedData(false)) {
		s.Calls.JudgeByAllRules(answer)
	}
	return answer, err
}

// NotFoundOrUnchanged compares a cancelled item in get with the answers to create or update before the
// cancel, in the members that the feature names.
func (s CancelledItems) NotFoundOrUnchanged(members string) error {
	before, c := scenario.State[cancelledItem](s.Scenario).before, s.Answers[0]
	defer s.nameTheCancel()
	if c.Response == nil {
		return c.Served()
	}
	s.Evidence.Decide(c)
	if !c.OK() || !c.HasServedData(false) {
		return nil // gone
	}
	found := len(s.Report.Failures)
	for member := range strings.SplitSeq(members, ", ") {
		was, now := before[0].Get(member), c.Data.Get(member)
		if was.Exists() && !slices.ContainsFunc(before, func(r gjson.Result) bool { return judgement.Equal(r.Get(member), now) }) {
			s.FailDiffers(c, "data."+member, was, now, "3")
		}
	}
	s.BlameOwner(scenario.EchoOfPurchase, found) // get may show it wrong before a cancel too
	return nil
}
