package result

import (
	"fmt"
	"strings"
)

// ToRerun returns the ids of the requirements that failed, were blocked, untested or errored, if
// they still exist.
func (r *Run) ToRerun(known func(id string) bool) []string {
	var ids []string
	for _, one := range r.Requirements {
		if !one.Outcome.Good() && known(one.ID) {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// FindingSeed returns the seed that repeats the findings of a run. For a soak it is the seed of a
// round that was not good.
func (r *Run) FindingSeed() int64 {
	if r.Soak != nil {
		for _, one := range r.Requirements {
			if one.Rounds != nil && one.Rounds.Seed != 0 {
				return one.Rounds.Seed
			}
		}
	}
	return r.Seed
}

// CompareRerun describes the outcomes of the requirements that were run again, compared with the
// earlier run.
func CompareRerun(earlier, now *Run) string {
	before := make(map[string]Outcome, len(earlier.Requirements))
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
	lines := []string{fmt.Sprintf("Fixed: %d of %d.%s", len(fixed), len(now.Requirements), idSuffix(fixed))}
	if len(changed) > 0 {
		lines = append(lines, fmt.Sprintf("Changed: %d.%s", len(changed), idSuffix(changed)))
	}
	if len(same) > 0 {
		lines = append(lines, fmt.Sprintf("As before: %d.%s", len(same), idSuffix(same)))
	}
	if len(changed)+len(same) == 0 {
		lines = append(lines, "Everything that failed or was not judged has now passed. Run the whole scope again: assay server.")
	}
	return strings.Join(lines, "\n") + "\n"
}

// idSuffix returns ids as the end of a sentence.
func idSuffix(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return " " + strings.Join(ids, ", ")
}
