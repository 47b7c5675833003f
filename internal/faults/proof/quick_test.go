package proof

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// A quick proof may count a requirement only if it fails because of the fault. So no requirement
// that runs alone may fail against the reference itself.
func TestARequirementAloneHoldsForTheReference(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	r, err := newRunner(1)
	require.NoError(t, err)
	for _, q := range statements(r.ledger) {
		run, err := r.certify(t.Context(), only(r.whole, q.ID), readable(Set{}, faults.Together(options, nil)))
		require.NoError(t, err, q.ID)
		require.NotEqual(t, result.NonConformant, run.Verdict, q.ID)
		require.NotEmpty(t, run.Requirements, q.ID)
	}
}

func TestARequirementAloneHoldsForTheSampleStore(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	p, err := newPartnerRunner()
	require.NoError(t, err)
	for _, q := range testsize.First(statements(p.plan.Ledger), len(p.plan.Ledger.Requirements)) {
		run, err := p.judge(t.Context(), only(p.plan, q.ID), faults.Fault{})
		require.NoError(t, err, q.ID)
		require.NotEqual(t, result.NonConformant, run.Verdict, q.ID)
		require.NotEmpty(t, run.Requirements, q.ID)
	}
}

func TestAQuickProofRunsTheWholeSuiteForWhatTheRequirementAloneMisses(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	for fault, whole := range map[string]int{
		"part-update-last-not-stored":       0, // its requirement alone finds it
		"verify-otp-beyond-limit-no-status": 1, // only the examples of another requirement show it
	} {
		catalogue, err := Server(1, server.Catalogue())
		require.NoError(t, err)
		runs, judge := 0, catalogue.judge
		catalogue.judge = func(ctx context.Context, set Set) (*result.Run, error) {
			runs++
			return judge(ctx, set)
		}
		proof, err := catalogue.Prove(t.Context(), Options{Only: []string{fault}, Quick: true, Workers: 1})
		require.NoError(t, err)
		require.Len(t, proof.Results, 1)
		require.Equal(t, Killed, proof.Results[0].Status, fault)
		require.Equal(t, whole, runs, fault)
	}
}

func TestAQuickProofEndsAtTheFirstFailedCheck(t *testing.T) {
	t.Parallel()
	catalogue, err := Server(1, server.Catalogue())
	require.NoError(t, err)
	proof, err := catalogue.Prove(t.Context(), Options{Only: []string{"time-get-without-millis"}, Quick: true, Workers: 1}) // fails 54 checks in all
	require.NoError(t, err)
	require.Len(t, proof.Results, 1)
	require.Equal(t, Killed, proof.Results[0].Status)
	require.Len(t, proof.Results[0].Checks, 1)
}
