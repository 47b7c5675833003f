package steps

import "context"

// severalSurely is a number of items that every target must take in one order:
// "several" is stated (section 4.6), while the most that it takes is not shown
// (section 8).
const severalSurely, many = 3, 12

// cartSize bounds a cart by what the target was seen to take. A target that
// refuses a large cart is within its rights.
func (r *Run) cartSize(ctx context.Context, by string, count int) (int, error) {
	if count <= severalSurely {
		return count, nil
	}
	most, err := shared(ctx, r, "cart size", func(ctx context.Context) (int, error) {
		answer, err := r.tryCart(ctx, by, many)
		if err != nil || answer.Response == nil {
			return many, err
		}
		if answer.ok() {
			r.bounds.take(createOrder+" items", many)
			return many, nil
		}
		if answer.refusedForCertain() {
			r.bounds.refuse(createOrder+" items", many, answer)
		}
		return severalSurely, nil
	})
	return min(count, most), err
}

func (r *Run) tryCart(ctx context.Context, by string, count int) (*call, error) {
	rng := r.rng("cart size")
	items := make([]*item, count)
	var total int64
	for n := range items {
		items[n] = r.plainItem(rng, r.smallPrice(rng))
		total += items[n].price
	}
	buyer, err := r.shopper(ctx, by, total)
	if err != nil {
		return nil, err
	}
	return r.buy(ctx, by, cart{buyer: buyer, items: items, kind: probe})
}
