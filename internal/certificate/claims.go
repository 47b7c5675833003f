package certificate

import (
	"strconv"

	"github.com/credit-partner/assay/internal/result"
)

// predicateOf is everything that a statement says of a run, but for the digests
// and the times of the signature itself. Sign writes it and Verify compares
// with it, so the two cannot drift apart.
func predicateOf(run *result.Run) Predicate {
	p := Predicate{Result: resultPassed, PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	for _, r := range run.Requirements {
		switch r.Outcome {
		case result.Passed:
			p.PassedTests = append(p.PassedTests, r.ID)
		case result.Tolerated:
			p.WarnedTests = append(p.WarnedTests, r.ID)
		default:
			p.FailedTests = append(p.FailedTests, r.ID)
		}
	}
	if len(p.WarnedTests) > 0 {
		p.Result = resultWarned
	}
	return p
}

// claimsOf is what the claims say of a run, but for Issued and Expires.
func claimsOf(run *result.Run) *Claims {
	c := &Claims{
		Format: ClaimsFormat, Verdict: run.Verdict, Side: run.Side, Scope: run.Scope,
		Target: run.Target, Suite: run.Suite, Settings: run.Settings,
		Tolerances: make(map[string]string), Dialect: run.Dialect,
		Seed: strconv.FormatInt(run.Seed, 10), Notes: run.Notes,
		Started: run.Started.UTC(), Finished: run.Finished.UTC(),
	}
	for _, t := range run.Tolerances {
		c.Tolerances[t.ID] = t.Setting
	}
	return c
}
