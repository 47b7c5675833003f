package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/spec"
)

// SeveralSurely is a number of items that every target must take in one order:
// "several" is stated (section 4.6), while the most that it takes is not shown
// (section 8).
const SeveralSurely, Few, Many = 2, 3, 12

// CartSize bounds a cart by what the target was seen to take. A target that
// refuses a large cart is within its rights.
func (s orders) CartSize(ctx context.Context, count int) (int, error) {
	if count <= SeveralSurely {
		return count, nil
	}
	most, err := Shared(ctx, s.Run, "cart size", func(ctx context.Context) (int, error) {
		for _, size := range []int{Many, Few} {
			answer, err := s.tryCart(ctx, size)
			if err != nil || answer.Response == nil {
				return size, err
			}
			if broken, err := s.BreaksOn(ctx, answer); err != nil || broken {
				return size, err // the check that buys so many items says so
			}
			if answer.OK() {
				s.Bounds.Take(spec.CreatePurchases+" items", int64(size))
				return size, nil
			}
			if answer.RefusedForCertain() {
				s.Bounds.Refuse(spec.CreatePurchases+" items", int64(size), &answer.Answer)
			}
		}
		return SeveralSurely, nil
	})
	return min(count, most), err
}

func (s orders) tryCart(ctx context.Context, count int) (*Call, error) {
	rng := s.Rand("cart size")
	items := make([]*Item, count)
	var total int64
	for n := range items {
		items[n] = s.plainItem(rng, s.SmallPrice(rng))
		total += items[n].Price
	}
	buyer, err := s.Customers.SharedBuyer(ctx, total)
	if err != nil {
		return nil, err
	}
	return s.Buy(ctx, Cart{Buyer: buyer, Items: items, Kind: call.Probe})
}
