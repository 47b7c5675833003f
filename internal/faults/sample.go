package faults

import (
	"cmp"
	"hash/fnv"
	"slices"
)

// Sample is n of a catalogue, drawn by their ids alone: a catalogue that grows by one
// changes a sample by one at most. All of a smaller catalogue.
func Sample[T any](all []T, n int, id func(T) string) []T {
	drawn := slices.Clone(all)
	slices.SortStableFunc(drawn, func(a, b T) int { return cmp.Compare(lot(id(a)), lot(id(b))) })
	return drawn[:min(n, len(drawn))]
}

// FaultID and VariantID are what a sample is drawn by.
func FaultID(f Fault) string     { return f.ID }
func VariantID(v Variant) string { return v.ID }

func lot(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}
