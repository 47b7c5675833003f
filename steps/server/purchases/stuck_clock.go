package purchases

import (
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/stamps"
)

// A service may write the time of something else into its records: its start, or the customer's
// first limit. Such a time is near the Date of the answers for a while, so it is compared with the
// times of other orders.

// judgeStuckClock fails for records that have the same created_at although their orders were placed
// one after the other: two records if much time was between them, or if the clock moved between them,
// or all records of the run.
func (s Timestamps) judgeStuckClock(created []stamps.Stamp) {
	if len(created) == 0 {
		return
	}
	slices.SortStableFunc(created, func(a, b stamps.Stamp) int { return a.Call.Started.Compare(b.Call.Started) })
	first := created[0]
	stuck := first.At.Nanosecond() != 0 && !slices.ContainsFunc(created, func(t stamps.Stamp) bool { return !t.At.Equal(first.At) })
	earliest := make(map[time.Time]stamps.Stamp)
	for _, now := range created {
		before, known := earliest[now.At]
		if !known {
			earliest[now.At] = now
			continue
		}
		apart := now.Call.Started.Sub(before.End())
		if apart >= stamps.LongApart || apart >= stamps.ShortApart && (stuck || stamps.MovedBetween(created, before, now)) {
			s.Fail(now.Call, result.Failure{
				Path: now.Path, Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNot, Wanted: now.Call.Body.Get(now.Path).Raw,
				Expected: "a time of its own", Actual: now.At.Format(stamps.Layout), Other: before.Call.ID,
				Message: "created_at is that of a record which was made " + apart.Round(10*time.Millisecond).String() + " earlier, in exchange " + before.Call.ID,
			})
			return
		}
	}
}
