package suite_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Some sentences see what all checks do, so no other check may make calls meanwhile.
func TestWhatSeesAllChecksRunsAlone(t *testing.T) {
	ledger, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	for name, sentences := range map[string][]string{
		// A target that moves its newest item, if a call names an unknown one, moves an item of another
		// check. Then that check fails, or nothing shows the fault.
		"moves of unknown items": {"items with unknown ids are updated", "items with unknown ids are cancelled"},
		// Another check may move such an item at that moment.
		"items of the whole run": {
			"10 items that no call has changed are fetched", "the first 4 items that were updated are fetched",
			"the first 3 items that a get showed as cancelled are fetched",
		},
	} {
		t.Run(name, func(t *testing.T) {
			seen := 0
			for _, r := range ledger.Requirements {
				for _, c := range r.Checks {
					if slices.ContainsFunc(c.Steps, func(s result.Step) bool { return slices.Contains(sentences, s.Text) }) {
						seen++
						require.True(t, c.Alone, "%s: %s must be @alone", r.ID, c.Name)
					}
				}
			}
			require.Equal(t, len(sentences), seen)
		})
	}
}
