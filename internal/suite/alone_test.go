package suite_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// A target that moves its newest item, if a call names an unknown one, moves an item of another
// check unless no other check buys meanwhile. Then that check fails, or nothing shows the fault.
func TestMovesOfUnknownItemsRunAlone(t *testing.T) {
	ledger, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	moves := []string{"items with unknown ids are updated", "items with unknown ids are cancelled"}
	seen := 0
	for _, r := range ledger.Requirements {
		for _, c := range r.Checks {
			if slices.ContainsFunc(c.Steps, func(s result.Step) bool { return slices.Contains(moves, s.Text) }) {
				seen++
				require.True(t, c.Alone, "%s: %s must be @alone", r.ID, c.Name)
			}
		}
	}
	require.Equal(t, len(moves), seen)
}
