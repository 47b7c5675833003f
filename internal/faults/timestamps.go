package faults

import (
	"strings"
	"time"
)

const StampLayout = "2006-01-02T15:04:05.000Z"

func Later(by time.Duration) func(time.Time) time.Time {
	return func(t time.Time) time.Time { return t.Add(by) }
}

// EditStamp changes a time that is written as a string; others it leaves.
func EditStamp(by func(time.Time) time.Time) func(string) string {
	return func(s string) string {
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return s
		}
		return by(t).UTC().Format(StampLayout)
	}
}

// Restamp changes stamps wherever a record is answered.
func Restamp(when func(record Object) bool, members string, by func(time.Time) time.Time) Mutator {
	return RestampOn(RecordEndpoints, when, members, by)
}

func RestampOn(endpoints string, when func(record Object) bool, members string, by func(time.Time) time.Time) Mutator {
	return On(endpoints, func(_ *Call, a *Answer) {
		for _, r := range a.Touch().Records() {
			if when(r) {
				RestampRecord(r, members, by)
			}
		}
	})
}

func RestampRecord(r Object, members string, by func(time.Time) time.Time) {
	for member := range strings.SplitSeq(members, " ") {
		r[member] = EditStamp(by)(Text(r[member]))
	}
}
