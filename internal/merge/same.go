package merge

import (
	"fmt"
	"reflect"
)

// same refuses two parts that are not of one run, and names what differs.
func same(a, b Part) error {
	for _, c := range []struct {
		what        string
		left, right any
	}{
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
		{"pinned tolerances", a.Run.Settings.Tolerances, b.Run.Settings.Tolerances},
	} {
		if !equal(c.left, c.right) {
			return fmt.Errorf("%s and %s are parts of different runs: the %s of one is %v, of the other %v", a.Name, b.Name, c.what, c.left, c.right)
		}
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
