// Package again says what of an earlier run is to be run once more, and what became
// of it.
package again

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Open are the requirements of an earlier run that failed, were blocked, untested or
// errored, as far as there still are such.
func Open(earlier *result.Run, known func(id string) bool) []string {
	var ids []string
	for _, r := range earlier.Requirements {
		if !r.Outcome.Good() && known(r.ID) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// Seed is the seed by which a run found what it found: of a soak, that of the
// first round in which something was not good.
func Seed(run *result.Run) int64 {
	if run.Soak != nil {
		for _, r := range run.Requirements {
			if r.Rounds != nil && r.Rounds.Seed != 0 {
				return r.Rounds.Seed
			}
		}
	}
	return run.Seed
}

// Compare says of each requirement that was run again what became of it.
func Compare(earlier, now *result.Run) string {
	before := make(map[string]result.Outcome, len(earlier.Requirements))
	for _, r := range earlier.Requirements {
		before[r.ID] = r.Outcome
	}
	var fixed, changed, same []string
	for _, r := range now.Requirements {
		switch was := before[r.ID]; {
		case r.Outcome.Good():
			fixed = append(fixed, r.ID)
		case r.Outcome == was:
			same = append(same, fmt.Sprintf("%s (%s)", r.ID, r.Outcome))
		default:
			changed = append(changed, fmt.Sprintf("%s (was %s, now %s)", r.ID, was, r.Outcome))
		}
	}
	lines := []string{fmt.Sprintf("Fixed: %d of %d.%s", len(fixed), len(now.Requirements), behind(fixed))}
	if len(changed) > 0 {
		lines = append(lines, fmt.Sprintf("Changed: %d.%s", len(changed), behind(changed)))
	}
	if len(same) > 0 {
		lines = append(lines, fmt.Sprintf("As before: %d.%s", len(same), behind(same)))
	}
	if len(changed)+len(same) == 0 {
		lines = append(lines, "All that was open holds now. Run the whole scope once more: assay server.")
	}
	return strings.Join(lines, "\n") + "\n"
}

// behind names some ids behind a sentence.
func behind(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return " " + strings.Join(ids, ", ")
}
