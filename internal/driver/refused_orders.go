package driver

import (
	"context"
	"fmt"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// blame finds out why a target refused an order of several items, or of one with several documented details: it may
// refuse any order of several, or a value of one item. Only the rule about that reports it.
func (s orders) blame(ctx context.Context, refused *Call) error {
	if len(refused.Items) == 1 && len(payload.DocumentedDetails(refused.Items[0].Details)) < 2 {
		return nil // the variant of the order names them
	}
	takesTwo, err := Shared(ctx, s.Run, "order of two items", func(ctx context.Context) (bool, error) {
		answer, err := s.tryCart(ctx, SeveralSurely)
		return err != nil || !call.IsSurelyRefused(&answer.Answer), err
	})
	if err != nil {
		return err
	}
	if len(refused.Items) > 1 && !takesTwo {
		s.Calls.Relabel(refused, call.SeveralItems)
		return nil
	}
	return s.blameItem(ctx, refused)
}

// blameItem finds out whether a target also refuses one item of an order alone, for its documented values.
func (s orders) blameItem(ctx context.Context, refused *Call) error {
	for _, i := range refused.Items {
		for _, details := range payload.DocumentedDetails(i.Details) {
			refusesAlone, err := Shared(ctx, s.Run, fmt.Sprint("an item alone, with ", details), func(ctx context.Context) (bool, error) {
				rng := s.Rand("an item alone")
				answer, err := s.Buy(ctx, Cart{Items: []*Item{s.NewItem(rng, details, s.SmallPrice(rng))}, Kind: call.Probe})
				return err == nil && call.IsSurelyRefused(&answer.Answer), err
			})
			if refusesAlone {
				_, variant := call.OrderVariant(1, details)
				s.Calls.Relabel(refused, variant)
			}
			if err != nil || refusesAlone {
				return err
			}
		}
	}
	return nil
}
