package reports

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// soakedRun is a run of four rounds, of which one failed a requirement.
func soakedRun() *result.Run {
	rounds := &result.Rounds{}
	for n, o := range []result.Outcome{result.Passed, result.Failed, result.Passed, result.Passed} {
		rounds.Note(o, n+1, int64(17+n))
	}
	return &result.Run{
		Schema: result.Schema, Verdict: result.NonConformant, Side: result.ServerSide, Scope: []string{"purchases"}, Seed: 17,
		Soak: &result.Soak{Rounds: 4, Asked: 4, Checks: 8, Unstable: []string{"GET-06"}},
		Requirements: []result.Requirement{{
			ID: "GET-06", Scope: "purchases", Sections: []string{"4.7"}, Grade: result.Stated, Statement: "order_id stands beside data", Feature: "Get",
			Outcome: result.Failed, Rounds: rounds,
			Checks: []result.Check{{Name: "Every answer", Location: "x:1", Outcome: result.Failed, Rounds: rounds, Failures: []result.Failure{{Path: "order_id", Message: "absent"}}}},
		}},
	}
}

func TestEveryReportTellsTheRateOfWhatIsUnstable(t *testing.T) {
	for name, write := range writers() {
		if name == "badge.svg" {
			continue // it has room for the verdict alone
		}
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, write(&out, soakedRun()))
			if name == "results.json" {
				require.Contains(t, out.String(), `"seed": 18`)
				return
			}
			require.Contains(t, out.String(), "failed in 1 of 4 rounds, first with seed 18")
		})
	}
}

func TestARunThatWasNoSoakSaysNothingOfOne(t *testing.T) {
	run := soakedRun()
	run.Soak = nil
	for _, r := range run.Requirements {
		r.Rounds = nil
	}
	require.Empty(t, wording.UnstableOf(run))
	require.Empty(t, wording.SoakOf(run))
}
