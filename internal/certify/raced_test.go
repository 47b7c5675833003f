//go:build race

package certify_test

// fewer is how much of something is done: a tenth while races are looked for,
// for one race shows in few as in many.
func fewer(all int) int { return max(all/10, 1) }
