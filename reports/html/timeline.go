package html

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

const (
	timelineBins  = 240  // columns of a lane
	timelineWidth = 1200 // of the view box of a lane
)

// timeline shows where the time of a run went, a lane for each feature.
type timeline struct {
	Lanes []lane
	Total string
	Slow  []wording.SlowCheck
}

// lane is one feature: when its checks were under way, and how many at a time.
type lane struct {
	Name   string
	Checks int
	Busy   string // the sum over its checks
	Bars   []bar
	ms     int64
	bins   [timelineBins]int
}

// bar is a stretch of a lane with the same load: 1 for one check at a time, up
// to 4 for many.
type bar struct{ X, W, Load int }

func timelineOf(run *result.Run) timeline {
	total := totalMS(run)
	lanes := make(map[string]*lane)
	var order []*lane
	for _, r := range run.Requirements {
		l, seen := lanes[r.Feature]
		if !seen {
			l = &lane{Name: r.Feature}
			lanes[r.Feature] = l
			order = append(order, l)
		}
		for _, c := range r.Checks {
			l.add(c, total)
		}
	}
	t := timeline{Total: wording.Millis(float64(total)), Slow: wording.Slowest(run.Requirements, 10)}
	for _, l := range order {
		l.Busy, l.Bars = wording.Millis(float64(l.ms)), l.bars()
		if l.Checks > 0 {
			t.Lanes = append(t.Lanes, *l)
		}
	}
	slices.SortStableFunc(t.Lanes, func(a, b lane) int { return int(b.ms - a.ms) })
	return t
}

// totalMS spans the run and every check, at least one millisecond.
func totalMS(run *result.Run) int64 {
	total := max(1, wording.Took(run.Started, run.Finished).Milliseconds())
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			total = max(total, c.StartedMS+c.DurationMS)
		}
	}
	return total
}

func (l *lane) add(c result.Check, total int64) {
	l.Checks++
	l.ms += c.DurationMS
	from, to := bin(c.StartedMS, total), bin(c.StartedMS+c.DurationMS, total)
	for i := from; i <= to; i++ {
		l.bins[i]++
	}
}

func bin(ms, total int64) int {
	return int(min(max(ms*timelineBins/total, 0), timelineBins-1))
}

// bars joins neighbouring columns of the same load.
func (l *lane) bars() []bar {
	const w = timelineWidth / timelineBins
	var out []bar
	for i, n := range l.bins {
		load := loadOf(n)
		last := len(out) - 1
		switch {
		case load == 0:
		case last >= 0 && out[last].Load == load && out[last].X+out[last].W == i*w:
			out[last].W += w
		default:
			out = append(out, bar{i * w, w, load})
		}
	}
	return out
}

func loadOf(checks int) int {
	switch {
	case checks <= 2:
		return checks
	case checks <= 5:
		return 3
	default:
		return 4
	}
}
