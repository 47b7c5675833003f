package driver

import (
	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/combination"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// CountTuples looks through all calls of the run.
func (r *Run) CountTuples(b *combination.Body, size int) combination.TupleCount {
	t := combination.TupleCount{Sent: make(map[combination.Tuple]bool), Served: make(map[combination.Tuple]bool)}
	for _, said := range r.SentRows(b) {
		b.Tuples(said.Row, size, func(one combination.Tuple) {
			t.Sent[one] = true
			if said.Call.OK() {
				t.Served[one] = true
			}
		})
	}
	return t
}

// sentRow is a row that a call of the run had in its request.
type sentRow struct {
	Row  combination.Row
	Call *Call
}

// SentRows lists the rows of every request of the run that a body has, those that
// were made to be refused left out.
func (r *Run) SentRows(b *combination.Body) []sentRow {
	var all []sentRow
	for _, c := range r.Calls.made(b.Endpoint) {
		for _, v := range r.CombinationLog.rowsOf(b, c) {
			all = append(all, sentRow{v, c})
		}
	}
	return all
}

// rowsOf reads each request once.
func (k *combinationLog) rowsOf(b *combination.Body, c *Call) []combination.Row {
	type place struct {
		body string
		call *Call
	}
	at := place{b.Name, c}
	if known, ok := k.read.Load(at); ok {
		return known.([]combination.Row)
	}
	rows := b.Sent(c.Request.Body)
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

// Combinations says which combinations of documented values the run has sent,
// and what became of them.
func (r *Run) Combinations() []result.Combination {
	var all []result.Combination
	r.CombinationLog.mu.Lock()
	countries := r.CombinationLog.countries
	r.CombinationLog.mu.Unlock()
	for _, name := range []string{combination.EmployedLimit, combination.SelfEmployedLimit, combination.OrderedItem} {
		b, err := combination.NewBody(name, countries)
		if err != nil || len(r.SentRows(b)) == 0 {
			continue
		}
		all = append(all, r.combination(b))
	}
	return all
}

func (r *Run) combination(b *combination.Body) result.Combination {
	out := result.Combination{Body: b.Name, Endpoint: spec.Line(b.Endpoint), Strength: r.Config.Strength, Refused: r.CombinationLog.found(b)}
	for _, p := range b.Parameters {
		out.Parameters = append(out.Parameters, p.Name)
	}
	for size := 1; size <= combination.MaxCombined; size++ {
		t := r.CountTuples(b, size)
		out.Reached = append(out.Reached, b.Count(t, size, nil))
		if size != r.Config.Strength {
			continue
		}
		counted := out.Reached[size-1]
		if b.Apart != nil && size == combination.UsualStrength {
			apart := b.Count(t, size, func(one combination.Tuple) bool { return !b.IsApart(one) })
			counted = b.Count(t, size, b.IsApart)
			out.LeftOut = &result.LeftOut{Parameters: b.Apart, Tuples: apart.Tuples, Sent: apart.Sent}
		}
		out.Tuples, out.Sent, out.Served = counted.Tuples, counted.Sent, counted.Served
	}
	return out
}
