package wording

import "github.com/credit-partner/assay/internal/result"

// Finding is one fault of a requirement. It appears once, even if many checks found it.
type Finding struct {
	result.Failure
	Check    string   // the first check that found it
	Location string   // the location of that check
	Also     []string // other checks that found it
}

// Findings collects the faults that the checks of a requirement found. Two failures are the same
// finding if path, section and message are equal. So if thirty industries are refused for one
// reason, this is one finding.
func Findings(r result.Requirement) []Finding {
	type key struct{ path, section, message string }
	at := make(map[key]int)
	var found []Finding
	for _, c := range r.Checks {
		for _, f := range c.Failures {
			k := key{f.Path, f.Section, f.Message}
			i, seen := at[k]
			if !seen {
				at[k] = len(found)
				found = append(found, Finding{Failure: f, Check: c.Name, Location: c.Location})
				continue
			}
			if found[i].Check != c.Name {
				found[i].Also = append(found[i].Also, c.Name)
			}
		}
	}
	return found
}

// ReasonOf says shortly why a requirement is not good: its own reason, or else what its checks
// say.
func ReasonOf(r result.Requirement) string {
	if r.Reason != "" {
		return r.Reason
	}
	for _, f := range Findings(r) {
		if f.Message != "" {
			return f.Message
		}
	}
	for _, c := range r.Checks {
		if !c.Outcome.Good() && c.Reason != "" {
			return c.Reason
		}
	}
	return "no reason was recorded"
}

// WithOutcome selects the requirements of one outcome, in their order.
func WithOutcome(requirements []result.Requirement, o result.Outcome) []result.Requirement {
	var out []result.Requirement
	for _, r := range requirements {
		if KnownOutcome(r.Outcome) == o {
			out = append(out, r)
		}
	}
	return out
}

// CountByOutcome counts requirements by outcome; unknown outcomes count as errored.
func CountByOutcome(requirements []result.Requirement) map[result.Outcome]int {
	counts := make(map[result.Outcome]int)
	for _, r := range requirements {
		counts[KnownOutcome(r.Outcome)]++
	}
	return counts
}

func ReasonUnlessGood(r result.Requirement) string {
	if r.Outcome.Good() {
		return r.Reason
	}
	return ReasonOf(r)
}
