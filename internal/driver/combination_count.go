package driver

import (
	"slices"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/covering"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// MostCombined is of how many values at once combinations are counted.
const MostCombined = 3

// Tuple is some values of a row, each with the parameter that has it. Both count
// from 1, so that what is left over is 0.
type Tuple [2 * MostCombined]int8

// tuples gives every combination of so many values that a row has.
func (b *Body) tuples(v Row, size int, give func(Tuple)) {
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
				continue // absent, or no documented value
			}
			t[2*have], t[2*have+1] = int8(n+1), at[n]
			next(n+1, have+1)
		}
	}
	next(0, 0)
}

// all gives every combination of so many documented values that one request can
// have: a job_group is that of a government employee.
func (b *Body) all(size int, give func(Tuple)) {
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

// forEachSet gives every set of so many of the numbers, in ascending order.
func forEachSet(numbers []int, size int, give func([]int)) {
	if size == 0 {
		give(nil)
		return
	}
	for n := 0; n+size <= len(numbers); n++ {
		forEachSet(numbers[n+1:], size-1, func(rest []int) { give(append([]int{numbers[n]}, rest...)) })
	}
}

// IsApart tells whether a combination holds the two parameters of which a usual
// run sends some pairs only.
func (b *Body) IsApart(t Tuple) bool {
	if b.apart == nil {
		return false
	}
	held := 0
	for i := 0; i < len(t); i += 2 {
		if n := int(t[i]) - 1; n >= 0 && slices.Contains(b.apart, b.Parameters[n].Name) {
			held++
		}
	}
	return held == len(b.apart)
}

// tupleCount is which combinations of a body were in a request, and which in one that
// was served.
type tupleCount struct{ sent, served map[Tuple]bool }

// CountTuples looks through all calls of the run.
func (r *Run) CountTuples(b *Body, size int) tupleCount {
	t := tupleCount{make(map[Tuple]bool), make(map[Tuple]bool)}
	for _, said := range r.SentRows(b) {
		b.tuples(said.Row, size, func(one Tuple) {
			t.sent[one] = true
			if said.Call.OK() {
				t.served[one] = true
			}
		})
	}
	return t
}

// sentRow is a row that a call of the run had in its request.
type sentRow struct {
	Row  Row
	Call *Call
}

// SentRows lists the rows of every request of the run that a body has, those that
// were made to be refused left out.
func (r *Run) SentRows(b *Body) []sentRow {
	var all []sentRow
	for _, c := range r.Calls.made(b.Endpoint) {
		for _, v := range r.CombinationLog.rowsOf(b, c) {
			all = append(all, sentRow{v, c})
		}
	}
	return all
}

// rowsOf reads each request once.
func (k *combinationLog) rowsOf(b *Body, c *Call) []Row {
	type place struct {
		body string
		call *Call
	}
	at := place{b.name, c}
	if known, ok := k.read.Load(at); ok {
		return known.([]Row)
	}
	rows := b.Sent(c)
	k.read.Store(at, rows)
	return rows
}

// made lists the calls of an endpoint that were served, or should have been.
func (l *callLog) made(endpoint string) []*Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*Call
	for _, c := range l.All {
		if c.Endpoint == endpoint && c.Response != nil && (c.OK() || c.Kind != call.Probe) && (endpoint != spec.CreateLimit || c.Variant != call.AgainVariant) {
			all = append(all, c)
		}
	}
	return all
}

// Count counts the combinations of so many values, those left out that a
// condition picks.
func (b *Body) Count(t tupleCount, size int, without func(Tuple) bool) result.Tuples {
	out := result.Tuples{Size: size}
	b.all(size, func(one Tuple) {
		if without != nil && without(one) {
			return
		}
		out.Tuples++
		if t.sent[one] {
			out.Sent++
		}
		if t.served[one] {
			out.Served++
		}
	})
	return out
}

// Combinations says which combinations of documented values the run has sent,
// and what became of them.
func (r *Run) Combinations() []result.Combination {
	var all []result.Combination
	r.CombinationLog.mu.Lock()
	countries := r.CombinationLog.countries
	r.CombinationLog.mu.Unlock()
	for _, name := range []string{EmployedLimit, selfEmployedLimit, OrderedItem} {
		b, err := NewBody(name, countries)
		if err != nil || len(r.SentRows(b)) == 0 {
			continue
		}
		all = append(all, r.combination(b))
	}
	return all
}

func (r *Run) combination(b *Body) result.Combination {
	out := result.Combination{Body: b.name, Endpoint: spec.Line(b.Endpoint), Strength: r.Config.Strength, Refused: r.CombinationLog.found(b)}
	for _, p := range b.Parameters {
		out.Parameters = append(out.Parameters, p.Name)
	}
	for size := 1; size <= MostCombined; size++ {
		t := r.CountTuples(b, size)
		out.Reached = append(out.Reached, b.Count(t, size, nil))
		if size != r.Config.Strength {
			continue
		}
		counted := out.Reached[size-1]
		if b.apart != nil && size == UsualStrength {
			apart := b.Count(t, size, func(one Tuple) bool { return !b.IsApart(one) })
			counted = b.Count(t, size, b.IsApart)
			out.LeftOut = &result.LeftOut{Parameters: b.apart, Tuples: apart.Tuples, Sent: apart.Sent}
		}
		out.Tuples, out.Sent, out.Served = counted.Tuples, counted.Sent, counted.Served
	}
	return out
}
