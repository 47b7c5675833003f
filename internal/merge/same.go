package merge

import (
	"fmt"
	"reflect"
	"time"
)

// same refuses two parts that are not of one run, and names what differs.
func same(a, b Part) error {
	if b.Run.Shard.Run == "" {
		return fmt.Errorf("%s does not say of which run it is a part: run every part with one --run-id", b.Name)
	}
	for _, c := range []struct {
		what        string
		left, right any
	}{
		{"run id", a.Run.Shard.Run, b.Run.Shard.Run},
		{"suite", a.Run.Suite, b.Run.Suite},
		{"side", a.Run.Side, b.Run.Side},
		{"target", a.Run.Target, b.Run.Target},
		{"scope", a.Run.Scope, b.Run.Scope},
		{"patterns of --only", a.Run.Only, b.Run.Only},
		{"seed", a.Run.Seed, b.Run.Seed},
		{"plan", a.Run.Shard.Planned, b.Run.Shard.Planned},
		{"concurrency", a.Run.Settings.Concurrency, b.Run.Settings.Concurrency},
		{"timeout in ms", a.Run.Settings.TimeoutMS, b.Run.Settings.TimeoutMS},
		{"deadline in ms", a.Run.Settings.DeadlineMS, b.Run.Settings.DeadlineMS},
		{"strength", a.Run.Settings.Strength, b.Run.Settings.Strength},
		{"pinned tolerances", a.Run.Settings.Tolerances, b.Run.Settings.Tolerances},
	} {
		if !equal(c.left, c.right) {
			return fmt.Errorf("%s and %s are parts of different runs: the %s of one is %v, of the other %v", a.Name, b.Name, c.what, c.left, c.right)
		}
	}
	return nil
}

// longest is how long a run may take, from the start of its first part to the end
// of its last: a service changes within days, and parts of different days are no
// picture of one build.
const longest = 24 * time.Hour

// timely refuses parts that were not run in one span of time.
func timely(parts []Part) error {
	first, last := parts[0], parts[0]
	for _, p := range parts {
		if p.Run.Started.IsZero() || p.Run.Finished.Before(p.Run.Started) {
			return fmt.Errorf("%s has no start, or ends before it starts", p.Name)
		}
		if p.Run.Started.Before(first.Run.Started) {
			first = p
		}
		if p.Run.Finished.After(last.Run.Finished) {
			last = p
		}
	}
	if took := last.Run.Finished.Sub(first.Run.Started); took > longest {
		return fmt.Errorf("%s started %s before %s ended, and the parts of one run lie within %s: run all of them again", first.Name, took.Round(time.Minute), last.Name, longest)
	}
	return nil
}

// equal takes an empty list or map for none at all, as JSON readers do.
func equal(a, b any) bool {
	left, right := reflect.ValueOf(a), reflect.ValueOf(b)
	if k := left.Kind(); (k == reflect.Slice || k == reflect.Map) && left.Len() == 0 && right.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}
