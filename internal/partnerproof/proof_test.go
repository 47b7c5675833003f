package partnerproof_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/partnerproof"
	"github.com/credit-partner/assay/internal/prove"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
)

func prover(t *testing.T) *partnerproof.Prover {
	t.Helper()
	p, err := partnerproof.NewProver()
	require.NoError(t, err)
	return p
}

func TestTheSamplePartnerCopesWithEveryForm(t *testing.T) {
	t.Parallel()
	run, err := prover(t).Judge(context.Background(), nil, nil, append([]sandbox.Form{sandbox.Plain}, sandbox.Forms()...)...)
	require.NoError(t, err)
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	for _, r := range run.Requirements {
		require.True(t, r.Outcome.Good(), "%s %s %s", r.ID, r.Outcome, r.Reason)
	}
}

// TestEveryPlantedFaultIsFound holds that each fault of the sample partner fails
// its own requirement, and hardly ever more than one other, and that every
// requirement has a fault.
func TestEveryPlantedFaultIsFound(t *testing.T) {
	t.Parallel()
	faults := partnerproof.Faults()
	require.GreaterOrEqual(t, len(faults), 150)
	catalogue, err := partnerproof.Catalogue(faults)
	require.NoError(t, err)
	if raceEnabled { // the plain run tries them all
		catalogue.Faults = slices.DeleteFunc(catalogue.Faults, func(f prove.Fault) bool { return f.Breaks != "PVO-10" && f.Breaks != "COP-03" })
	}
	proof, err := catalogue.Prove(context.Background(), prove.Options{Workers: runtime.GOMAXPROCS(0)})
	require.NoError(t, err)
	seen := make(map[string]bool)
	for _, v := range proof.Verdicts {
		require.False(t, seen[v.Fault], "%s stands twice", v.Fault)
		seen[v.Fault] = true
		require.Equal(t, prove.Killed, v.Fate, "%s should fail %s, failed %v %s", v.Fault, v.Breaks, v.Failed, v.Trouble)
		require.Equal(t, result.NonConformant, v.Run, v.Fault)
	}
	require.GreaterOrEqual(t, proof.Sharp(), 0.95, "faults that failed two requirements at the most")
	if !raceEnabled {
		require.Empty(t, proof.Unproved(), "requirements that no fault breaks")
		require.True(t, proof.Holds())
	}
}

// TestAFaultThatBreaksNothingSurvives holds that the proof can fail.
func TestAFaultThatBreaksNothingSurvives(t *testing.T) {
	t.Parallel()
	catalogue, err := partnerproof.Catalogue([]partnerproof.Fault{{ID: "nothing", Breaks: "PSO-01", Why: "it is the sample partner"}})
	require.NoError(t, err)
	proof, err := catalogue.Prove(context.Background(), prove.Options{})
	require.NoError(t, err)
	require.Equal(t, prove.Survived, proof.Verdicts[0].Fate)
	require.Equal(t, result.Conformant, proof.Verdicts[0].Run, proof.Verdicts[0].Trouble)
	require.False(t, proof.Holds())
}
