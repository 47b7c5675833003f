package stamps

import (
	"slices"
	"strings"
	"time"
)

// These are how far apart two orders are that cannot have one created_at.
const (
	LongApart  = 2 * time.Second        // more than what any stamp is rounded to
	ShortApart = 100 * time.Millisecond // more than the steps of a clock that shows milliseconds (2.3)
)

// MovedBetween reports whether an order between two records with the same stamp has another stamp. A
// clock that shows whole seconds moves between seconds only, so such a stamp shows nothing.
func MovedBetween(created []Stamp, before, now Stamp) bool {
	return before.At.Nanosecond() != 0 && slices.ContainsFunc(created, func(t Stamp) bool {
		return t.Call.Started.After(before.End()) && t.End().Before(now.Call.Started) && t.At.Sub(before.At).Abs() >= ShortApart
	})
}

// FirstOfEachRecord leaves out records that an earlier order returned, and records without an id. A
// target may answer a repeated order with the records of the first one.
func FirstOfEachRecord(created []Stamp) []Stamp {
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(created, func(t Stamp) bool {
		id := strings.ToLower(t.Call.Body.Get(strings.TrimSuffix(t.Path, ".created_at") + ".id").String())
		known := seen[id]
		seen[id] = true
		return known
	})
}
