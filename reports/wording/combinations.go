package wording

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// CombinationView is a request body and the number of combinations of its documented values that
// the target served.
type CombinationView struct {
	result.Combination
	Served, Pairs, Triples, LeftOut string
	Refusals                        []string
}

// CombinationsOf returns the results for the combinations of documented values.
func CombinationsOf(run *result.Run) []CombinationView {
	var all []CombinationView
	for _, c := range run.Combinations {
		v := CombinationView{Combination: c, Served: share(c.Served, c.Tuples)}
		for _, reached := range c.Reached {
			switch reached.Size {
			case 2:
				v.Pairs = share(reached.Served, reached.Tuples)
			case 3:
				v.Triples = share(reached.Served, reached.Tuples)
			}
		}
		if c.LeftOut != nil {
			v.LeftOut = fmt.Sprintf("%s of the pairs of %s", share(c.LeftOut.Sent, c.LeftOut.Tuples), strings.Join(c.LeftOut.Parameters, " and "))
		}
		for _, r := range c.Refused {
			v.Refusals = append(v.Refusals, fmt.Sprintf("%s (%s, %s)", strings.Join(r.Values, " and "), Plural(r.Times, "request"), r.Exchange))
		}
		all = append(all, v)
	}
	return all
}

func share(some, all int) string {
	return fmt.Sprintf("%s of %s", grouped(some), grouped(all))
}

// sized names combinations of a number of values.
func sized(strength int) string {
	switch strength {
	case 1:
		return "single values"
	case 2:
		return "pairs"
	default:
		return "triples"
	}
}

// Tested says which combinations of documented values a run sends at the given strength.
func Tested(strength int) string {
	if strength == 1 {
		return "No combinations of documented values on purpose (strength 1)"
	}
	return fmt.Sprintf("All %s of documented values of a request (strength %d)", sized(strength), strength)
}

// CombinationsLine says in one line which combinations of documented values were served: all of
// them, or how many for each request, and which were only sampled.
func CombinationsLine(run *result.Run) string {
	var parts, sampled []string
	strengths, complete := map[int]bool{}, true
	for _, c := range run.Combinations {
		if c.Strength > 0 {
			strengths[c.Strength] = true
			complete = complete && c.Served == c.Tuples
			parts = append(parts, fmt.Sprintf("%s %s (%s)", share(c.Served, c.Tuples), sized(c.Strength), c.Body))
			if c.LeftOut != nil {
				sampled = append(sampled, fmt.Sprintf("%s of %s", share(c.LeftOut.Sent, c.LeftOut.Tuples), strings.Join(c.LeftOut.Parameters, " with ")))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	line := "accepted " + strings.Join(parts, ", ")
	if complete && len(strengths) == 1 {
		line = fmt.Sprintf("accepted all %s of documented values", sized(slices.Collect(maps.Keys(strengths))[0]))
	}
	if len(sampled) > 0 {
		line += ", and tried a sample: " + strings.Join(sampled, ", ")
	}
	return line
}
