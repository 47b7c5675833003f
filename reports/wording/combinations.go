package wording

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// CombinationView is a request body with how many combinations of its documented
// values were served.
type CombinationView struct {
	result.Combination
	Served, Pairs, Triples, LeftOut string
	Refusals                        []string
}

// CombinationsOf says what became of the combinations of documented values.
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

// sized names combinations of so many values.
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

// CombinationsLine says in one line how many combinations were served.
func CombinationsLine(run *result.Run) string {
	var parts []string
	for _, c := range run.Combinations {
		if c.Strength > 0 {
			line := fmt.Sprintf("%s %s (%s", share(c.Served, c.Tuples), sized(c.Strength), c.Body)
			if c.LeftOut != nil {
				line += fmt.Sprintf("; besides, %s of %s", share(c.LeftOut.Sent, c.LeftOut.Tuples), strings.Join(c.LeftOut.Parameters, " with "))
			}
			parts = append(parts, line+")")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "served " + strings.Join(parts, ", ")
}
