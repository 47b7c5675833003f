package result

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Shard holds the additional data of a run of one part of a plan. With this data the parts can be
// judged together as one run. An outcome that depends on another requirement may change when all
// parts are known.
type Shard struct {
	// Run is the id of the whole run. It is made once, and every part gets it. A merge accepts
	// only parts of the same run.
	Run   string `json:"run,omitempty"`
	Index int    `json:"index"` // the number of this part, from 1
	Of    int    `json:"of"`    // the number of parts
	// Planned lists the locations of all checks of the whole plan, also those that other parts
	// run. Every part judges the checks of a whole run, on its own exchanges.
	Planned  []string  `json:"planned"`
	Findings []Finding `json:"findings"`
}

// Finding is what one check of a part found, before the failures are assigned to requirements.
type Finding struct {
	Check      string    `json:"check"`      // location of the check
	StartedMS  int64     `json:"started_ms"` // milliseconds since the run of the part started
	DurationMS int64     `json:"duration_ms"`
	Failures   []Failure `json:"failures,omitempty"`
	Breaks     []Break   `json:"breaks,omitempty"`
	Untested   string    `json:"untested,omitempty"`
	// Inapplicable says why the specification does not cover this case.
	Inapplicable string   `json:"inapplicable,omitempty"`
	Errored      string   `json:"errored,omitempty"`
	Unfinished   bool     `json:"unfinished,omitempty"` // the part ended before the check
	Readings     []string `json:"readings,omitempty"`
	Notes        []string `json:"notes,omitempty"` // answers of an observation
	Noted        int      `json:"noted,omitempty"` // how many of the Notes a reader should look at
	Exchanges    []string `json:"exchanges,omitempty"`
	Unstable     []string `json:"unstable,omitempty"`
	Decided      int      `json:"decided"`
	Undecided    int      `json:"undecided,omitempty"`
}

// Break is a precondition that the target did not meet.
type Break struct {
	Endpoint string  `json:"endpoint"`
	Variant  string  `json:"variant,omitempty"` // empty means the plain case
	Aspect   string  `json:"aspect"`            // "status", "json" …
	Held     bool    `json:"held,omitempty"`    // elsewhere in the part the target met it
	Unseen   bool    `json:"unseen,omitempty"`  // it only hid evidence, and counts only if the owner does not hold
	Failure  Failure `json:"failure"`
}

// Soak describes a run that repeated a plan for several rounds. The outcomes in the result are
// the worst of all rounds. The evidence comes from the first round with that outcome.
type Soak struct {
	Rounds int   `json:"rounds"`           // complete rounds
	Asked  int   `json:"asked,omitempty"`  // rounds requested; 0: as many as the time allows
	ForMS  int64 `json:"for_ms,omitempty"` // time requested, in milliseconds; 0: until all rounds are complete
	Checks int   `json:"checks"`           // checks that were judged in all rounds together
	// Unstable lists the requirements whose outcomes differed between rounds.
	Unstable []string `json:"unstable"`
}

// Rounds counts the outcomes of a requirement or a check in all rounds.
type Rounds struct {
	Outcomes map[Outcome]int `json:"outcomes"`
	First    int             `json:"first,omitempty"` // the first round with the worst outcome, from 1; 0 if all rounds were good
	Seed     int64           `json:"seed,omitempty"`  // the seed that repeats that round
}

// Note adds the outcome of one more round.
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

// Stable reports whether all rounds had the same outcome. Passed and tolerated count as the same.
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

// String returns the rate in words: "failed in 3 of 200 rounds, first with seed 17". It is empty
// if every round was good.
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
