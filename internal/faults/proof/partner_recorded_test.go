package proof

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestRecordingsFromElsewhereShowPartnerFaults holds that traffic which another service
// answered, and whose beginning may be missing, is judged as the sandbox's is. What an
// earlier call might explain is left open, and never passed.
func TestRecordingsFromElsewhereShowPartnerFaults(t *testing.T) {
	t.Parallel()
	p, err := newPartnerRunner()
	require.NoError(t, err)
	sampled, found := faults.Sample(partner.Catalogue(), testsize.Of(30, 120), faults.FaultID), 0
	for _, f := range sampled {
		if strings.HasSuffix(f.ID, "/in-a-folder") {
			continue // the service may have stood in that folder
		}
		log, _ := runStores(t.Context(), f, formsOf(f))
		e, err := certify.Partner(t.Context(), p.plan, certify.PartnerOptions{
			Traffic: certify.Recorded(log), Log: log, Cut: true,
			Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(),
		})
		require.NoError(t, err)
		outcome := outcomeOf(e.Run, f.Breaks)
		require.False(t, outcome.Good(), "%s %s: %s", f.Breaks, f.ID, f.Why)
		if outcome == result.Failed {
			found++
		}
	}
	if len(sampled) < 30 {
		return // too few for a share
	}
	require.GreaterOrEqual(t, found*100, len(sampled)*85, "faults that are laid to their own requirement")
}

func outcomeOf(run *result.Run, id string) result.Outcome {
	for _, r := range run.Requirements {
		if r.ID == id {
			return r.Outcome
		}
	}
	return ""
}
