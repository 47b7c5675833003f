package proof

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// variantDraw draws sets of legal variants, each of which makes one legal build. A variant that was
// in fewer sets so far comes first, so few sets contain nearly every variant. It draws no variant
// that makes a run wait for whole seconds.
type variantDraw struct {
	from  *Catalogue
	rng   *rand.Rand
	turns map[string]int // in how many sets each variant was, or was to be
}

func (c *Catalogue) newVariantDraw(seed int64, size int) *variantDraw {
	return &variantDraw{from: c, rng: rand.New(rand.NewPCG(uint64(seed), uint64(size))), turns: make(map[string]int)}
}

// mostOrders is how many random orders of the variants are tried for one set.
const mostOrders = 30

// next draws a set of n variants, and returns their ids.
func (d *variantDraw) next(n int) ([]string, error) {
	for range mostOrders {
		drawn := d.compatible(n)
		if len(drawn) == n {
			for _, v := range drawn {
				d.turns[v.ID]++
			}
			return ids(drawn), nil
		}
		if len(drawn) > 0 {
			d.turns[drawn[0].ID]++ // it fits to too few others, so let others be first
		}
	}
	return nil, fmt.Errorf("no %d legal variants of the %s side were found that make one legal build: there are %d variants", n, d.from.Side, len(d.from.Variants))
}

// compatible goes through the variants in a random order, and takes each that makes a legal build
// with those taken before it, up to n.
func (d *variantDraw) compatible(n int) []faults.Variant {
	var drawn []faults.Variant
	for _, v := range d.order() {
		if len(drawn) == n {
			break
		}
		more := append(slices.Clone(drawn), v)
		if faults.Compatible(more...) && !v.Coarse && !d.from.disturbed.Between(v, drawn) {
			drawn = more
		}
	}
	return drawn
}

// order returns all variants in a random order, those that were drawn least often first.
func (d *variantDraw) order() []faults.Variant {
	all := slices.Clone(d.from.Variants)
	d.rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	slices.SortStableFunc(all, func(a, b faults.Variant) int { return cmp.Compare(d.turns[a.ID], d.turns[b.ID]) })
	return all
}
