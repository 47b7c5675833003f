//go:build !race

package certify_test

// fewer is how much of something is done: all of it.
func fewer(all int) int { return all }
