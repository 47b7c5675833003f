// Package testsize says how much of a long test runs. Tests that repeat something for many faults,
// builds or values have three sizes:
//
//	go test -short ./...                     the least: for the race detector, which is slow
//	go test ./...                            a sample: for every day
//	ASSAY_FULL_MATRIX=1 go test ./...        everything: .ci/release
package testsize

import (
	"os"
	"testing"
)

// shortPart is the part of the usual repetitions that -short leaves: a tenth.
const shortPart = 10

// IsFull reports whether tests must leave nothing out.
func IsFull() bool { return os.Getenv("ASSAY_FULL_MATRIX") != "" }

// Of returns how often a test repeats something: usual times, all times if tests must leave nothing
// out, and a tenth of usual, but at least once, with -short.
func Of(usual, all int) int {
	switch {
	case IsFull():
		return all
	case testing.Short():
		return max(usual/shortPart, 1)
	}
	return min(usual, all)
}

// First returns the first cases of a table: as many as Of says.
func First[T any](cases []T, usual int) []T { return cases[:Of(min(usual, len(cases)), len(cases))] }

// SkipIfShort skips a test with -short: what it does, other tests do as well for the race detector.
func SkipIfShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
}
