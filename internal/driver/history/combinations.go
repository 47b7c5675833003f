package history

import (
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// CountTuples counts the tuples of values that the calls of the run sent, and those that the
// target served.
func (l *Log) CountTuples(b *combination.Body, size int) combination.TupleCount {
	t := combination.TupleCount{Sent: make(map[combination.Tuple]bool), Served: make(map[combination.Tuple]bool)}
	for _, said := range l.SentRows(b) {
		b.Tuples(said.Row, size, func(one combination.Tuple) {
			t.Sent[one] = true
			if said.Call.OK() {
				t.Served[one] = true
			}
		})
	}
	return t
}

// SentRow is a row whose values a call of the run sent.
type SentRow struct {
	Row  combination.Row
	Call *Call
}

// SentRows lists the rows of every request of the run with this body. It leaves out requests
// that the target may refuse.
func (l *Log) SentRows(b *combination.Body) []SentRow {
	var all []SentRow
	for _, c := range l.Calls.made(b.Endpoint) {
		for _, v := range l.CombinationLog.rowsOf(b, c) {
			all = append(all, SentRow{v, c})
		}
	}
	return all
}

// rowsOf returns the rows of a request. It reads each request once.
func (k *CombinationLog) rowsOf(b *combination.Body, c *Call) []combination.Row {
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

// Combinations returns which combinations of documented values the run has sent, and their
// results. strength is the number of values in each combination that the run had to send.
func (l *Log) Combinations(strength int) []result.Combination {
	var all []result.Combination
	countries := l.CombinationLog.Codes()
	for _, name := range []string{combination.EmployedLimit, combination.SelfEmployedLimit, combination.OrderedItem} {
		b, err := combination.NewBody(name, countries)
		if err != nil || len(l.SentRows(b)) == 0 {
			continue
		}
		all = append(all, l.combination(b, strength))
	}
	return all
}

func (l *Log) combination(b *combination.Body, strength int) result.Combination {
	out := result.Combination{Body: b.Name, Endpoint: spec.Line(b.Endpoint), Strength: strength, Refused: l.CombinationLog.found(b)}
	for _, p := range b.Parameters {
		out.Parameters = append(out.Parameters, p.Name)
	}
	for size := 1; size <= combination.MaxCombined; size++ {
		t := l.CountTuples(b, size)
		out.Reached = append(out.Reached, b.Count(t, size, nil))
		if size != strength {
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
