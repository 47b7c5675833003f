package proof

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults/partner"
)

// TestAFailureNamesASectionOfItsRequirement holds that a store reads in the section that
// a failure names what the requirement says.
func TestAFailureNamesASectionOfItsRequirement(t *testing.T) {
	t.Parallel()
	p, err := newPartnerRunner()
	require.NoError(t, err)
	planted := partner.Catalogue()
	only := ofEveryRequirement(planted, 20)
	for _, f := range planted {
		if !slices.Contains(only, f.ID) || testing.Short() {
			continue
		}
		run, err := p.judge(context.Background(), f)
		require.NoError(t, err)
		for _, r := range run.Requirements {
			for _, check := range r.Checks {
				for _, failure := range check.Failures {
					require.Contains(t, r.Sections, failure.Section, "%s: %s %s", f.ID, r.ID, failure.Message)
				}
			}
		}
	}
}
