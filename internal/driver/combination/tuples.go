package combination

import (
	"slices"

	"github.com/credit-partner/assay/internal/driver/covering"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// MaxCombined is the largest number of values in the combinations that are counted.
const MaxCombined = 3

// Tuple is some values of a row, each after the number of its parameter. Both numbers begin with
// 1, so that 0 marks an unused place.
type Tuple [2 * MaxCombined]int8

// Tuples calls give with every combination of size values of a row.
func (b *Body) Tuples(v Row, size int, give func(Tuple)) {
	at := make([]int8, len(v))
	for n, value := range v {
		at[n] = int8(slices.Index(b.Parameters[n].values, value) + 1)
	}
	var t Tuple
	var next func(from, have int)
	next = func(from, have int) {
		if have == size {
			give(t)
			return
		}
		for n := from; n < len(v); n++ {
			if at[n] == 0 {
				continue // absent, or not documented
			}
			t[2*have], t[2*have+1] = int8(n+1), at[n]
			next(n+1, have+1)
		}
	}
	next(0, 0)
}

// EachTuple calls give with every combination of size documented values that one request can
// contain. Only a government employee has a job_group.
func (b *Body) EachTuple(size int, give func(Tuple)) {
	levels := make([]int, len(b.Parameters))
	parameters := make([]int, len(b.Parameters))
	for n, p := range b.Parameters {
		levels[n], parameters[n] = len(p.values), n
	}
	sector, group := b.Index(SectorMember), b.Index(GroupMember)
	forEachSet(parameters, size, func(columns []int) {
		bySector, byGroup := slices.Index(columns, sector), slices.Index(columns, group)
		covering.Each(levels, columns, func(values []int) {
			if bySector >= 0 && byGroup >= 0 && b.Parameters[sector].values[values[bySector]] == spec.PrivateSector {
				return
			}
			var t Tuple
			for i, c := range columns {
				t[2*i], t[2*i+1] = int8(c+1), int8(values[i]+1)
			}
			give(t)
		})
	})
}

// forEachSet calls give with every set of size of the numbers, in ascending order.
func forEachSet(numbers []int, size int, give func([]int)) {
	if size == 0 {
		give(nil)
		return
	}
	for n := 0; n+size <= len(numbers); n++ {
		forEachSet(numbers[n+1:], size-1, func(rest []int) { give(append([]int{numbers[n]}, rest...)) })
	}
}

// IsApart reports whether a combination contains both parameters of Apart. A usual run sends
// only some of their pairs.
func (b *Body) IsApart(t Tuple) bool {
	if b.Apart == nil {
		return false
	}
	held := 0
	for i := 0; i < len(t); i += 2 {
		if n := int(t[i]) - 1; n >= 0 && slices.Contains(b.Apart, b.Parameters[n].Name) {
			held++
		}
	}
	return held == len(b.Apart)
}

// TupleCount says which combinations of a body were in a request, and which were in a request
// that the target served.
type TupleCount struct{ Sent, Served map[Tuple]bool }

// Count counts the combinations of size values, without those that a condition selects.
func (b *Body) Count(t TupleCount, size int, without func(Tuple) bool) result.Tuples {
	out := result.Tuples{Size: size}
	b.EachTuple(size, func(one Tuple) {
		if without != nil && without(one) {
			return
		}
		out.Tuples++
		if t.Sent[one] {
			out.Sent++
		}
		if t.Served[one] {
			out.Served++
		}
	})
	return out
}
