package config

import (
	"slices"
	"strings"
)

// suggest returns the allowed word that was most likely meant; empty when none
// is near.
func suggest(word string, allowed []string) string {
	if len(word) > 40 {
		return "" // no word of ours is that long, and distance costs
	}
	best, nearest := "", 1+min(2, max(1, len(word)/3))
	for _, candidate := range allowed {
		if d := distance(plain(word), plain(candidate)); d < nearest {
			best, nearest = candidate, d
		}
	}
	return best
}

// plain drops what people vary: case, and the mark between words.
func plain(word string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(word))
}

// distance counts the letters to insert, drop, replace, or swap with their
// neighbour, to make b of a.
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// allowedWords lists what a key or a value may be, with what was likely meant.
func allowedWords(word string, allowed []string) string {
	list := "it is one of " + strings.Join(allowed, ", ")
	if meant := suggest(word, allowed); meant != "" && !slices.Contains(allowed, word) {
		return "did you mean " + meant + "? " + list
	}
	return list
}
