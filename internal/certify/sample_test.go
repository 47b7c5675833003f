package certify_test

import "testing"

// fewer is how much of something is done: a tenth with -short, which is for the
// race detector. One race shows in few as in many.
func fewer(all int) int {
	if testing.Short() {
		return max(all/10, 1)
	}
	return all
}

// some is every nth of a list: all of it would take a minute.
func some[T any](all []T, n int) []T {
	n = len(all) / fewer(len(all)/n)
	var kept []T
	for i := 0; i < len(all); i += n {
		kept = append(kept, all[i])
	}
	return kept
}
