package purchases

import (
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// A service may write the time of something else into its records: its start, or the customer's
// first limit. Such a time is near the Date of the answers for a while, so it is compared with the
// times of other orders.
const (
	longApart  = 2 * time.Second        // more than what any stamp is rounded to
	shortApart = 100 * time.Millisecond // more than the steps of a clock that shows milliseconds (2.3)
)

// judgeStuckClock fails for records that have the same created_at although their orders were placed
// one after the other: two records if much time was between them, or if the clock moved between them,
// or all records of the run.
func (s Timestamps) judgeStuckClock(created []stamp) {
	if len(created) == 0 {
		return
	}
	slices.SortStableFunc(created, func(a, b stamp) int { return a.call.Started.Compare(b.call.Started) })
	first := created[0]
	stuck := first.at.Nanosecond() != 0 && !slices.ContainsFunc(created, func(t stamp) bool { return !t.at.Equal(first.at) })
	earliest := make(map[time.Time]stamp)
	for _, now := range created {
		before, known := earliest[now.at]
		if !known {
			earliest[now.at] = now
			continue
		}
		apart := now.call.Started.Sub(before.end())
		if apart >= longApart || apart >= shortApart && (stuck || movedBetween(created, before, now)) {
			s.Fail(now.call, result.Failure{
				Path: now.path, Section: "2.3", Kind: result.WrongTime, Want: result.ExpectNot, Wanted: now.call.Body.Get(now.path).Raw,
				Expected: "a time of its own", Actual: now.at.Format(timeLayout), Other: before.call.ID,
				Message: "created_at is that of a record which was made " + apart.Round(10*time.Millisecond).String() + " earlier, in exchange " + before.call.ID,
			})
			return
		}
	}
}

// movedBetween reports whether an order between two records with the same stamp has another stamp. A
// clock that shows whole seconds moves between seconds only, so such a stamp shows nothing.
func movedBetween(created []stamp, before, now stamp) bool {
	return before.at.Nanosecond() != 0 && slices.ContainsFunc(created, func(t stamp) bool {
		return t.call.Started.After(before.end()) && t.end().Before(now.call.Started) && t.at.Sub(before.at).Abs() >= shortApart
	})
}

// firstOfEachRecord leaves out records that an earlier order returned, and records without an id. A
// target may answer a repeated order with the records of the first one.
func firstOfEachRecord(created []stamp) []stamp {
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(created, func(t stamp) bool {
		id := strings.ToLower(t.call.Body.Get(strings.TrimSuffix(t.path, ".created_at") + ".id").String())
		known := seen[id]
		seen[id] = true
		return known
	})
}
