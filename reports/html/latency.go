package html

import (
	"math"
	"strings"

	"github.com/credit-partner/assay/reports/wording"
)

// latencies shows the response times of each endpoint, all on one logarithmic scale.
type latencies struct {
	Rows   []latencyRow
	Scale  []string // the labels of the scale, from left to right, evenly spaced
	Lines  []int    // the positions of the labels
	Slow   []wording.SlowCheck
	Called bool
}

// latencyRow is an endpoint; From, Middle, To and End are positions in the drawing.
type latencyRow struct {
	wording.Coverage
	Answers               []string // "201 × 40"
	From, Middle, To, End int
}

func latenciesOf(coverage []wording.Coverage, slow []wording.SlowCheck) latencies {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range coverage {
		if c.Median != "" {
			low, high = min(low, c.FastestMS), max(high, c.MostMS)
		}
	}
	l := latencies{Slow: slow, Called: !math.IsInf(low, 1)}
	first, last := decade(low), decade(high)+1
	if !l.Called {
		first, last = 0, 1
	}
	for d := first; d <= last; d++ {
		l.Scale = append(l.Scale, wording.Power(d))
		l.Lines = append(l.Lines, (d-first)*barUnits/(last-first))
	}
	place := func(ms float64) int {
		if ms <= 0 {
			return 0
		}
		return min(max(int((math.Log10(ms)-float64(first))/float64(last-first)*barUnits), 0), barUnits)
	}
	for _, c := range coverage {
		row := latencyRow{Coverage: c}
		if c.Statuses != "" {
			row.Answers = strings.Split(c.Statuses, ", ")
		}
		if c.Median != "" {
			row.From, row.Middle, row.To, row.End = place(c.FastestMS), place(c.MedianMS), place(c.P95MS), place(c.MostMS)
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// decade returns the exponent of the power of ten, in milliseconds, at or below a time. The
// smallest result is -1, a tenth of a millisecond.
func decade(ms float64) int {
	if ms <= 0.1 {
		return -1
	}
	return int(math.Floor(math.Log10(ms)))
}
