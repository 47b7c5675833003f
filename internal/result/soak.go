package result

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Soak tells that a plan was run again and again. The outcomes beside it are the
// gravest of all rounds, and the evidence is that of the first round which had
// them.
type Soak struct {
	Rounds int   `json:"rounds"`           // rounds that were run to their end
	Asked  int   `json:"asked,omitempty"`  // 0: as many as there was time for
	ForMS  int64 `json:"for_ms,omitempty"` // 0: until all were run
	Checks int   `json:"checks"`           // checks that were judged, in all rounds
	// Unstable are the requirements that did not end alike in all rounds.
	Unstable []string `json:"unstable"`
}

// Rounds count how a requirement or a check ended, round by round.
type Rounds struct {
	Outcomes map[Outcome]int `json:"outcomes"`
	First    int             `json:"first,omitempty"` // the first round with the gravest outcome, from 1; 0 where all were good
	Seed     int64           `json:"seed,omitempty"`  // repeats that round
}

// Note counts one more round.
func (r *Rounds) Note(o Outcome, round int, seed int64) {
	if r.Outcomes == nil {
		r.Outcomes = make(map[Outcome]int)
	}
	worst := Passed
	for seen := range r.Outcomes {
		worst = Worse(worst, seen)
	}
	if !o.Good() && Worse(worst, o) != worst {
		r.First, r.Seed = round, seed
	}
	r.Outcomes[o]++
}

// Stable tells whether all rounds ended alike; passed and tolerated are alike.
func (r *Rounds) Stable() bool {
	kinds := make(map[Outcome]bool)
	for o := range r.Outcomes {
		if o.Good() {
			o = Passed
		}
		kinds[o] = true
	}
	return len(kinds) < 2
}

// String is the rate in words: "failed in 3 of 200 rounds, first with seed 17".
// It is empty where every round was good.
func (r *Rounds) String() string {
	total := 0
	for _, n := range r.Outcomes {
		total += n
	}
	var parts []string
	worstFirst := func(a, b Outcome) int { return severity[known(b)] - severity[known(a)] }
	for _, o := range slices.SortedFunc(maps.Keys(r.Outcomes), worstFirst) {
		if !o.Good() {
			parts = append(parts, fmt.Sprintf("%s in %d", o, r.Outcomes[o]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %d rounds, first with seed %d", strings.Join(parts, ", "), total, r.Seed)
}
