package steps

import (
	"slices"

	"github.com/credit-partner/assay/internal/covering"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// mostCombined is of how many values at once combinations are counted.
const mostCombined = 3

// tuple is some values of a row, each with the parameter that has it. Both count
// from 1, so that what is left over is 0.
type tuple [2 * mostCombined]int8

// tuples gives every combination of so many values that a row has.
func (b *body) tuples(v row, size int, give func(tuple)) {
	at := make([]int8, len(v))
	for n, value := range v {
		at[n] = int8(slices.Index(b.parameters[n].values, value) + 1)
	}
	var t tuple
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
func (b *body) all(size int, give func(tuple)) {
	levels := make([]int, len(b.parameters))
	parameters := make([]int, len(b.parameters))
	for n, p := range b.parameters {
		levels[n], parameters[n] = len(p.values), n
	}
	sector, group := b.index(sectorMember), b.index(groupMember)
	forEachSet(parameters, size, func(columns []int) {
		bySector, byGroup := slices.Index(columns, sector), slices.Index(columns, group)
		covering.Each(levels, columns, func(values []int) {
			if bySector >= 0 && byGroup >= 0 && b.parameters[sector].values[values[bySector]] == spec.PrivateSector {
				return
			}
			var t tuple
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

// isApart tells whether a combination holds the two parameters of which a usual
// run sends some pairs only.
func (b *body) isApart(t tuple) bool {
	if b.apart == nil {
		return false
	}
	held := 0
	for i := 0; i < len(t); i += 2 {
		if n := int(t[i]) - 1; n >= 0 && slices.Contains(b.apart, b.parameters[n].name) {
			held++
		}
	}
	return held == len(b.apart)
}

// tally is which combinations of a body were in a request, and which in one that
// was served.
type tally struct{ sent, served map[tuple]bool }

// tallied looks through all calls of the run.
func (r *Run) tallied(b *body, size int) tally {
	t := tally{make(map[tuple]bool), make(map[tuple]bool)}
	for _, said := range r.said(b) {
		b.tuples(said.row, size, func(one tuple) {
			t.sent[one] = true
			if said.call.ok() {
				t.served[one] = true
			}
		})
	}
	return t
}

// saying is a row that a call of the run had in its request.
type saying struct {
	row  row
	call *call
}

// said lists the rows of every request of the run that a body has, those that
// were made to be refused left out.
func (r *Run) said(b *body) []saying {
	var all []saying
	for _, c := range r.calls.made(b.endpoint) {
		for _, v := range r.combined.rowsOf(b, c) {
			all = append(all, saying{v, c})
		}
	}
	return all
}

// rowsOf reads each request once.
func (k *combined) rowsOf(b *body, c *call) []row {
	type place struct {
		body string
		call *call
	}
	at := place{b.name, c}
	if known, ok := k.read.Load(at); ok {
		return known.([]row)
	}
	rows := b.sent(c)
	k.read.Store(at, rows)
	return rows
}

// made lists the calls of an endpoint that were served, or should have been.
func (l *callLog) made(endpoint string) []*call {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*call
	for _, c := range l.all {
		if c.endpoint == endpoint && c.Response != nil && (c.ok() || c.kind != probe) && (endpoint != createLimit || c.variant != againVariant) {
			all = append(all, c)
		}
	}
	return all
}

// count counts the combinations of so many values, those left out that a
// condition picks.
func (b *body) count(t tally, size int, without func(tuple) bool) result.Tuples {
	out := result.Tuples{Size: size}
	b.all(size, func(one tuple) {
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
	r.combined.mu.Lock()
	countries := r.combined.countries
	r.combined.mu.Unlock()
	for _, name := range []string{employedLimit, selfEmployedLimit, orderedItem} {
		b, err := newBody(name, countries)
		if err != nil || len(r.said(b)) == 0 {
			continue
		}
		all = append(all, r.combination(b))
	}
	return all
}

func (r *Run) combination(b *body) result.Combination {
	out := result.Combination{Body: b.name, Endpoint: spec.Line(b.endpoint), Strength: r.cfg.Strength, Refused: r.combined.found(b)}
	for _, p := range b.parameters {
		out.Parameters = append(out.Parameters, p.name)
	}
	for size := 1; size <= mostCombined; size++ {
		t := r.tallied(b, size)
		out.Reached = append(out.Reached, b.count(t, size, nil))
		if size != r.cfg.Strength {
			continue
		}
		counted := out.Reached[size-1]
		if b.apart != nil && size == usualStrength {
			apart := b.count(t, size, func(one tuple) bool { return !b.isApart(one) })
			counted = b.count(t, size, b.isApart)
			out.LeftOut = &result.LeftOut{Parameters: b.apart, Tuples: apart.Tuples, Sent: apart.Sent}
		}
		out.Tuples, out.Sent, out.Served = counted.Tuples, counted.Sent, counted.Served
	}
	return out
}
