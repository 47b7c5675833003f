package partnerproof_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/partnerproof"
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

// fate is what became of a fault.
type fate struct {
	fault  partnerproof.Fault
	run    *result.Run
	failed []string
	err    error
}

// tried tries all faults, as many at once as there are processors.
func tried(p *partnerproof.Prover, faults []partnerproof.Fault) []fate {
	fates := make([]fate, len(faults))
	var next sync.Mutex
	at := 0
	take := func() int {
		next.Lock()
		defer next.Unlock()
		at++
		return at - 1
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := take(); i < len(faults); i = take() {
				run, err := p.Try(context.Background(), faults[i])
				fates[i] = fate{fault: faults[i], run: run, err: err}
				if err == nil {
					fates[i].failed = partnerproof.Failed(run)
				}
			}
		}()
	}
	workers.Wait()
	return fates
}

// TestEveryPlantedFaultIsFound holds that each fault of the sample partner fails
// its own requirement, and hardly ever more than one other.
func TestEveryPlantedFaultIsFound(t *testing.T) {
	t.Parallel()
	faults := partnerproof.Faults()
	require.GreaterOrEqual(t, len(faults), 150)
	seen, owned, wide := map[string]bool{}, map[string]bool{}, 0
	for _, f := range tried(prover(t), faults) {
		require.NoError(t, f.err, f.fault.ID)
		require.False(t, seen[f.fault.ID], "%s stands twice", f.fault.ID)
		seen[f.fault.ID], owned[f.fault.Breaks] = true, true
		require.Equal(t, result.NonConformant, f.run.Verdict, f.fault.ID)
		require.True(t, slices.Contains(f.failed, f.fault.Breaks), "%s survived %s: failed %v", f.fault.ID, f.fault.Breaks, f.failed)
		if len(f.failed) > 2 {
			wide++
			t.Logf("%s fails %v", f.fault.ID, f.failed)
		}
	}
	require.LessOrEqual(t, wide*100, len(faults)*5, "too many faults fail more than two requirements")
	run, err := prover(t).Judge(context.Background(), nil, nil, sandbox.Plain)
	require.NoError(t, err)
	for _, r := range run.Requirements {
		require.True(t, owned[r.ID], "no planted fault breaks %s %s", r.ID, r.Statement)
	}
}
