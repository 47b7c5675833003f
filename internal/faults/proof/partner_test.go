package proof

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

func TestTheSamplePartnerCopesWithEveryForm(t *testing.T) {
	t.Parallel()
	p, err := newPartnerRunner()
	require.NoError(t, err)
	var forms []string
	for _, form := range sandbox.Forms() {
		forms = append(forms, string(form))
	}
	run, err := p.judge(context.Background(), p.plan, faults.Fault{Forms: forms})
	require.NoError(t, err)
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	for _, r := range run.Requirements {
		require.True(t, r.Outcome.Good(), "%s %s %s", r.ID, r.Outcome, r.Reason)
	}
}

// TestFaultsOfAPartnerAreKilledByTheirOwnRequirement holds that a fault of the sample
// partner fails its own requirement, and hardly ever more than one other, that a store
// reads in the section that a failure names what the requirement says, and that every
// requirement has a fault. A sample: .ci/run tries them all, by
// `assay prove --side partner --variants`.
func TestFaultsOfAPartnerAreKilledByTheirOwnRequirement(t *testing.T) {
	t.Parallel()
	planted := partner.Catalogue()
	require.GreaterOrEqual(t, len(planted), 150)
	catalogue, err := Partner(planted)
	require.NoError(t, err)
	judge := catalogue.judge
	catalogue.judge = func(ctx context.Context, set Set) (*result.Run, error) {
		run, err := judge(ctx, set)
		if err == nil {
			everyFailureNamesASectionOfItsRequirement(t, run)
		}
		return run, err
	}
	only := ofEveryRequirement(planted, 20)
	only = only[:testsize.Of(50, len(only))]
	proof, err := catalogue.Prove(context.Background(), Options{Only: only, Workers: runtime.GOMAXPROCS(0)})
	require.NoError(t, err)
	seen := make(map[string]bool)
	for _, v := range proof.Results {
		require.False(t, seen[v.Fault], "%s stands twice", v.Fault)
		seen[v.Fault] = true
		require.Equal(t, Killed, v.Status, "%s should fail %s, failed %v %s", v.Fault, v.Breaks, v.Failed, v.Error)
		require.Equal(t, result.NonConformant, v.Run, v.Fault)
	}
	require.GreaterOrEqual(t, proof.Precision(), 0.95, "faults that failed two requirements at the most")
	require.True(t, proof.Holds())
	for _, q := range catalogue.Requirements {
		require.True(t, slices.ContainsFunc(planted, func(f faults.Fault) bool { return f.Breaks == q.ID }), "no fault breaks %s", q.ID)
	}
}

func everyFailureNamesASectionOfItsRequirement(t *testing.T, run *result.Run) {
	t.Helper()
	for _, r := range run.Requirements {
		for _, check := range r.Checks {
			for _, failure := range check.Failures {
				assert.Contains(t, r.Sections, failure.Section, "%s: %s", r.ID, failure.Message)
			}
		}
	}
}

// TestAFaultThatBreaksNothingSurvives holds that the proof can fail.
func TestAFaultOfAPartnerThatBreaksNothingSurvives(t *testing.T) {
	t.Parallel()
	catalogue, err := Partner([]faults.Fault{{ID: "nothing", Breaks: "PSO-01", Why: "it is the sample partner"}})
	require.NoError(t, err)
	proof, err := catalogue.Prove(context.Background(), Options{})
	require.NoError(t, err)
	require.Equal(t, Survived, proof.Results[0].Status)
	require.Equal(t, result.Conformant, proof.Results[0].Run, proof.Results[0].Error)
	require.False(t, proof.Holds())
}
