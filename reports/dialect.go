package reports

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// toleranceView is a tolerance with what became of each of its readings.
type toleranceView struct {
	result.Tolerance
	Readings []readingView
}

// readingView is a reading that the target was seen to use, refused, or was not
// seen with.
type readingView struct {
	result.Reading
	State, Symbol string
}

func tolerancesOf(run *result.Run) []toleranceView {
	out := make([]toleranceView, 0, len(run.Tolerances))
	for _, t := range run.Tolerances {
		v := toleranceView{Tolerance: t}
		for _, r := range t.Readings {
			v.Readings = append(v.Readings, readingOf(r, slices.Contains(run.Dialect[t.ID], r.Name)))
		}
		out = append(out, v)
	}
	return out
}

// readingOf judges by the dialect first: a reading that the target refused may
// have been sent, and so be counted, all the same.
func readingOf(r result.Reading, spoken bool) readingView {
	switch {
	case spoken:
		return readingView{r, "used", "●"}
	case r.Taken == "refused":
		return readingView{r, "refused", "✗"}
	case r.Seen > 0:
		return readingView{r, "used", "●"}
	default:
		return readingView{r, "unused", "○"}
	}
}
