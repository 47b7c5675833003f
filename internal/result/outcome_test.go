package result_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

var outcomes = []result.Outcome{result.Passed, result.Tolerated, result.Untested, result.Blocked, result.Errored, result.Failed}

func TestWorseOnlyRatchetsUp(t *testing.T) {
	for i, a := range outcomes {
		for j, b := range outcomes {
			require.Equal(t, outcomes[max(i, j)], result.Worse(a, b))
		}
	}
	require.Equal(t, result.Errored, result.Worse(result.Passed, "nonsense"), "what nobody knows cannot pass")
}

func TestJudgeFailsClosed(t *testing.T) {
	of := func(outcomes ...result.Outcome) []result.Requirement {
		var all []result.Requirement
		for _, o := range outcomes {
			all = append(all, result.Requirement{Outcome: o})
		}
		return all
	}
	for _, c := range []struct {
		requirements []result.Requirement
		verdict      result.Verdict
	}{
		{nil, result.Inconclusive},
		{of(result.Passed), result.Conformant},
		{of(result.Passed, result.Tolerated), result.Conformant},
		{of(result.Passed, result.Untested), result.Inconclusive},
		{of(result.Passed, result.Blocked), result.Inconclusive},
		{of(result.Passed, result.Errored), result.Inconclusive},
		{of(result.Passed, ""), result.Inconclusive},
		{of(result.Passed, result.Failed, result.Errored), result.NonConformant},
	} {
		require.Equal(t, c.verdict, result.Judge(&result.Run{Requirements: c.requirements}), "%v", c.requirements)
	}
}
