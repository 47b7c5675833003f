package purchases

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// CancelledItems are the sentences about what get shows of a cancelled item.
type CancelledItems struct{ *scenario.Scenario }

// cancelledItem is an item as answers showed it before the cancel, and as get gave it
// after the cancel.
type cancelledItem struct {
	before        []gjson.Result
	cancel, after *driver.Call
}

// ACancelledItemIsLookedAt cancels an item after some call and looks at it, once for
// all checks that judge what it shows.
func (s CancelledItems) ACancelledItemIsLookedAt(ctx context.Context, made string) error {
	found, err := driver.Shared(ctx, s.Session.Run, "look at a cancelled item that was "+made, func(ctx context.Context) (*cancelledItem, error) {
		return s.cancelAfter(ctx, made)
	})
	if err != nil {
		return err
	}
	*scenario.State[cancelledItem](s.Scenario) = *found
	return s.SetAnswer(found.after, nil)
}

// ACancelledItemIsLookedAtLater looks at a cancelled item after another one of its order
// was collected.
func (s CancelledItems) ACancelledItemIsLookedAtLater(ctx context.Context) error {
	order, err := s.Session.For("cancelled item").Orders.Purchase(ctx, 2, nil)
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
	return s.SetAnswer(lookAt(ctx, s.Session, order.Items[0]))
}

func (s CancelledItems) cancelAfter(ctx context.Context, made string) (*cancelledItem, error) {
	var details map[string]any
	if made == "bought for delivery" {
		details = deliveryDetails("store_delivery", "delivery")
	}
	bought, err := s.Session.For("cancelled item").Orders.Purchase(ctx, 1, details)
	if err != nil {
		return nil, err
	}
	s.Order = bought
	found := &cancelledItem{before: []gjson.Result{gjson.Parse(bought.Items[0].Record.Raw)}}
	if made == "collected and fetched" { // what a get keeps, a cancel must not leave as it is
		if err = Givens(s).OneItemWasUpdated(ctx, "first", driver.Collected); err == nil {
			err = Sequences(s).OneItemWasFetched(ctx, "first")
		}
		found.before = append(found.before, gjson.Parse(bought.Items[0].Record.Raw))
	}
	if err == nil {
		found.cancel, err = s.Session.Orders.Cancel(ctx, bought.Items[0], call.Plain)
	}
	if err == nil {
		err = found.cancel.Served()
	}
	if err != nil {
		return nil, err
	}
	found.after, err = lookAt(ctx, s.Session, bought.Items[0])
	return found, err
}

// nameTheCancel adds the cancel to the evidence of a check that has judged what came
// after it.
func (s CancelledItems) nameTheCancel() {
	if c := scenario.State[cancelledItem](s.Scenario).cancel; c != nil {
		s.Answers = append(s.Answers, c)
	}
}

// lookAt fetches an item that may be gone. If the target shows the item, the answer
// is one of section 4.7, and the rules about every answer judge it too.
func lookAt(ctx context.Context, s *driver.Session, i *driver.Item) (*driver.Call, error) {
	answer, err := s.Orders.Fetch(ctx, i, call.Probe)
	if err == nil && answer.OK() && answer.Body.Get("data.facility_status").Type == gjson.String {
		s.Calls.Include(answer)
	}
	return answer, err
}

// GoneOrStillShows compares what get gives of a cancelled item with what create, or an
// update, gave before the cancel, in the members that a feature names.
func (s CancelledItems) GoneOrStillShows(members string) error {
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
	s.BlameOwner(scenario.EchoOfPurchase, found) // get may tell it wrong before a cancel, too
	return nil
}
