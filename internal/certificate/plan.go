package certificate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Suite is the suite at hand, which alone knows what a complete run is.
type Suite struct {
	// Digest is that of the questions it asks, as in result.Suite.
	Digest string
	// Requirements lists the ids that it judges for a side and a scope, without
	// observations.
	Requirements func(side result.Side, scope []string) ([]string, error)
	// Recheck judges a run once more by its recording, and returns every
	// contradiction between the two. Nil: nothing is judged again.
	Recheck func(run *result.Run, har []byte) ([]string, error)
	// Rendered gives the SHA-256 of every file that rendering a run gives, in hex,
	// by name. Nil: the files are bound as they are.
	Rendered func(*result.Run) (map[string]string, error)
}

// complete finds out whether a run holds exactly the requirements that the
// suite at hand has for its scope. A run of another suite cannot be told to be
// complete, so it is refused.
func (s Suite) complete(run *result.Run, broken *brokenList) error {
	if run.Suite.Digest != s.Digest {
		broken.add(SuiteAtHand, "the run was judged by the suite %q, and the one at hand is %q: sign with the suite that judged", run.Suite.Digest, s.Digest)
		return nil
	}
	planned, err := s.Requirements(run.Side, run.Scope)
	if err != nil {
		return fmt.Errorf("list the requirements of the %s side in scope %s: %w", run.Side, someOf(run.Scope), err)
	}
	comparePlan(planned, run.Requirements, broken)
	return nil
}

func comparePlan(planned []string, judged []result.Requirement, broken *brokenList) {
	times := make(map[string]int)
	for _, r := range judged {
		times[r.ID]++
	}
	var missing, repeated []string
	for _, id := range planned {
		switch n := times[id]; {
		case n == 0:
			missing = append(missing, id)
		case n > 1:
			repeated = append(repeated, id)
		}
		delete(times, id)
	}
	if len(missing) > 0 {
		broken.add(PlanComplete, "not in results.json: %s", someOf(missing))
	}
	if len(repeated) > 0 {
		broken.add(PlanComplete, "more than once in results.json: %s", someOf(repeated))
	}
	if len(times) > 0 {
		broken.add(PlanComplete, "in results.json, but not in the suite's plan: %s", someOf(slices.Sorted(maps.Keys(times))))
	}
}
