package result_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

func TestRoundsTellTheirRate(t *testing.T) {
	for _, c := range []struct {
		outcomes []result.Outcome
		says     string
		stable   bool
	}{
		{nil, "", true},
		{[]result.Outcome{result.Passed, result.Tolerated}, "", true},
		{[]result.Outcome{result.Failed, result.Failed}, "failed in 2 of 2 rounds, first with seed 17", true},
		{[]result.Outcome{result.Passed, result.Failed, result.Failed}, "failed in 2 of 3 rounds, first with seed 18", false},
		{[]result.Outcome{result.Blocked, result.Passed, result.Failed, result.Blocked}, "failed in 1, blocked in 2 of 4 rounds, first with seed 19", false},
		{[]result.Outcome{result.Blocked, result.Failed}, "failed in 1, blocked in 1 of 2 rounds, first with seed 18", false},
	} {
		var r result.Rounds
		for n, o := range c.outcomes {
			r.Note(o, n+1, int64(17+n))
		}
		require.Equal(t, c.says, r.String())
		require.Equal(t, c.stable, r.Stable(), c.says)
	}
}
