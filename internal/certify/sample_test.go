package certify_test

import (
	"maps"
	"slices"
	"testing"
)

// fewer is how much of something is done: a tenth with -short, which is for the
// race detector. One race shows in few as in many.
func fewer(all int) int {
	if testing.Short() {
		return max(all/10, 1)
	}
	return all
}

// long skips a test with -short: what it does, others do as well for the race
// detector, under which a run takes twenty times as long.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
}

// few are the names of some cases of a table, in order: with -short the first tenth.
func few[T any](cases map[string]T) []string {
	return slices.Sorted(maps.Keys(cases))[:fewer(len(cases))]
}
