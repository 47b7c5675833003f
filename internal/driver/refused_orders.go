package driver

import (
	"context"
	"fmt"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// A target that refuses a documented value of an item also refuses every other order with it. Only the rule about
// this value reports that, so an order that is refused is taken apart.

// blame finds out why a target refused an order that has several items, or one with several documented details.
// It may refuse any order of several items. Then their number is the reason, and not the details.
func (s orders) blame(ctx context.Context, refused *Call) error {
	if len(refused.Items) == 1 {
		if len(payload.DocumentedDetails(refused.Items[0].Details)) < 2 {
			return nil // the variant of the order names them
		}
		return s.blameItem(ctx, refused)
	}
	takesTwo, err := Shared(ctx, s.Run, "order of two items", func(ctx context.Context) (bool, error) {
		answer, err := s.tryCart(ctx, SeveralSurely)
		return err != nil || !call.IsSurelyRefused(&answer.Answer), err
	})
	switch {
	case err != nil:
		return err
	case !takesTwo:
		s.Calls.Relabel(refused, call.SeveralItems)
		return nil
	}
	return s.blameItem(ctx, refused)
}

// blameItem finds out whether a target also refuses one item of an order alone, because of documented values.
// Then these are the reason.
func (s orders) blameItem(ctx context.Context, refused *Call) error {
	for _, i := range refused.Items {
		for _, details := range payload.DocumentedDetails(i.Details) {
			refusesAlone, err := Shared(ctx, s.Run, fmt.Sprint("an item alone, with ", details), func(ctx context.Context) (bool, error) {
				rng := s.Rand("an item alone")
				answer, err := s.Buy(ctx, Cart{Items: []*Item{s.NewItem(rng, details, s.SmallPrice(rng))}, Kind: call.Probe})
				return err == nil && call.IsSurelyRefused(&answer.Answer), err
			})
			if err != nil {
				return err
			}
			if refusesAlone {
				_, variant := call.OrderVariant(1, details)
				s.Calls.Relabel(refused, variant)
				return nil
			}
		}
	}
	return nil
}
