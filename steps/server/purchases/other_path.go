package purchases

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// OtherPath contains the sentences about an update with the form of its path that the run does not
// use. Section 4.8 shows two forms. A target may serve only one of them, but if it serves an update
// at the other one, the update must be correct.
type OtherPath struct{ *scenario.Scenario }

// updatedElsewhere contains an order of three items and the update of two of them.
type updatedElsewhere struct{ order, update *driver.Call }

// TwoItemsWereUpdated prepares an order of which two items were updated at the other path.
func (s OtherPath) TwoItemsWereUpdated(ctx context.Context) error {
	found, err := s.updatedTwo(ctx)
	if err != nil {
		return err
	}
	s.Order = found.order
	return found.update.Answered()
}

func (s OtherPath) TwoItemsAreUpdated(ctx context.Context) error {
	found, err := s.updatedTwo(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(found.update, nil)
}

// updatedTwo makes the update once for all checks.
func (s OtherPath) updatedTwo(ctx context.Context) (*updatedElsewhere, error) {
	found, err := driver.Shared(ctx, s.Session.Run, "update at the other path", s.updateTwo)
	if err == nil && !scenario.LooksServed(found.update) {
		return nil, call.Inapplicable("the target serves one form of the path only, as it may")
	}
	return found, err
}

func (s OtherPath) updateTwo(ctx context.Context) (*updatedElsewhere, error) {
	f, err := s.Session.Orders.UpdateBase(ctx)
	if err != nil {
		return nil, err
	}
	details, err := ItemTypes(s).from(ctx, "tablet", driver.Few)
	if err != nil {
		return nil, err
	}
	order, err := s.Session.For("updated at the other path").Orders.PurchaseOf(ctx, details)
	if err != nil {
		return nil, err
	}
	// A target that keeps what get has shown may clear it at one form of the path only.
	if _, err := s.Session.Orders.Fetch(ctx, order.Items[0], call.Special); err != nil {
		return nil, err
	}
	update, err := s.Session.Orders.UpdateAs(ctx, order.Items[:driver.SeveralSurely], driver.Collected, call.Probe, s.OtherForm(f))
	if err == nil && scenario.LooksServed(update) {
		s.Session.Calls.JudgeByAllRules(update)
	}
	return &updatedElsewhere{order, update}, err
}

// OtherForm returns the form with the path that the run does not use.
func (s OtherPath) OtherForm(f payload.Form) payload.Form {
	withoutID := f.Readings[payload.UpdatePath] == payload.NoID
	for _, reading := range s.Session.PermittedReadings(payload.UpdatePath) {
		if (reading == payload.NoID) != withoutID {
			return f.With(payload.UpdatePath, reading)
		}
	}
	return f
}
