package purchases

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/customer"
)

// mostWalks bounds how often a walk is made again to find the shortest that
// still goes astray.
const mostWalks = 24

// shrink leaves out of a walk that went astray whatever it can do without:
// first all other orders, then one deed after another. A target that does not
// go astray again is left with the walk that did.
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
