package result

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Shard is what a run of a part of a plan records besides its result, so that
// the parts can be judged together as one run: an outcome that leans on another
// requirement may have to be revised once all parts are known.
type Shard struct {
	// Run is the id of the run, drawn once and handed to every part. A merge takes
	// parts of one run only.
	Run   string `json:"run,omitempty"`
	Index int    `json:"index"` // which part, from 1
	Of    int    `json:"of"`    // how many parts there are
	// Planned are the locations of all checks of the whole plan, whichever part
	// runs them. Checks of a whole run are judged in every part, on the
	// exchanges of that part.
	Planned  []string  `json:"planned"`
	Findings []Finding `json:"findings"`
}

// Finding is what one check of a part found, before anybody is blamed for it.
type Finding struct {
	Check      string    `json:"check"`      // its location
	StartedMS  int64     `json:"started_ms"` // since the run of the part started
	DurationMS int64     `json:"duration_ms"`
	Failures   []Failure `json:"failures,omitempty"`
	Breaks     []Break   `json:"breaks,omitempty"`
	Untested   string    `json:"untested,omitempty"`
	// Inapplicable says why nothing is documented of the case at hand.
	Inapplicable string   `json:"inapplicable,omitempty"`
	Errored      string   `json:"errored,omitempty"`
	Unfinished   bool     `json:"unfinished,omitempty"` // the part ended before the check
	Readings     []string `json:"readings,omitempty"`
	Notes        []string `json:"notes,omitempty"` // answers of an observation
	Noted        int      `json:"noted,omitempty"` // how many of these a reader should look at
	Exchanges    []string `json:"exchanges,omitempty"`
	Unstable     []string `json:"unstable,omitempty"`
	Decided      int      `json:"decided"`
	Undecided    int      `json:"undecided,omitempty"`
}

// Break is a precondition that the target broke.
type Break struct {
	Endpoint string  `json:"endpoint"`
	Variant  string  `json:"variant,omitempty"` // empty: the plain case
	Aspect   string  `json:"aspect"`            // "status", "json" …
	Held     bool    `json:"held,omitempty"`    // elsewhere in the part the target kept it
	Unseen   bool    `json:"unseen,omitempty"`  // it kept something from coming up, and broke nothing else
	Failure  Failure `json:"failure"`
}

// Soak tells that a plan was run again and again. The outcomes beside it are the
// worst of all rounds, and the evidence is that of the first round which had
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
	First    int             `json:"first,omitempty"` // the first round with the worst outcome, from 1; 0 where all were good
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
