package partnerproof_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/partnerproof"
	"github.com/credit-partner/assay/internal/result"
)

// tally counts what became of the faults of many builds.
type tally struct {
	mu                                       sync.Mutex
	failed, blocked, green, undone, innocent int
	said                                     []string
	known                                    map[string]*result.Run // of a fault alone
}

// TestFaultsDoNotHideEachOther plants several faults at once: what a fault fails
// alone is failed, or blocked by something that failed, in whatever company.
func TestFaultsDoNotHideEachOther(t *testing.T) {
	t.Parallel()
	sets, size := setting("ASSAY_SETS", 60), setting("ASSAY_TOGETHER", 10)
	if raceEnabled {
		sets = min(sets, 5)
	}
	catalogue, p := partnerproof.Faults(), prover(t)
	rng := rand.New(rand.NewPCG(uint64(setting("ASSAY_SEED", 1)), 7))
	all := tally{known: make(map[string]*result.Run)}
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for range sets {
		var faults []partnerproof.Fault
		for _, n := range rng.Perm(len(catalogue))[:size] {
			faults = append(faults, catalogue[n])
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			all.add(t, p, faults)
		})
	}
	wait.Wait()
	t.Logf("%d sets of %d: %d failed, %d blocked, %d green, %d undone, %d innocent (%.2f a set)", sets, size, all.failed, all.blocked, all.green, all.undone, all.innocent, float64(all.innocent)/float64(sets))
	for _, line := range all.said {
		t.Log(line)
	}
	require.Zero(t, all.green)
	require.LessOrEqual(t, float64(all.innocent), 0.3*float64(sets))
	require.LessOrEqual(t, float64(all.undone), 0.1*float64(sets*size))
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func (a *tally) add(t *testing.T, p *partnerproof.Prover, faults []partnerproof.Fault) {
	run, err := p.Try(context.Background(), partnerproof.Together(faults...))
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil || run.Verdict != result.NonConformant {
		t.Errorf("%s: %v %v", partnerproof.Together(faults...).ID, run, err)
		return
	}
	outcomes := make(map[string]result.Requirement)
	for _, r := range run.Requirements {
		outcomes[r.ID] = r
	}
	for _, f := range faults {
		switch r := outcomes[f.Breaks]; {
		case r.Outcome == result.Failed:
			a.failed++
		case r.Outcome == result.Blocked && slices.ContainsFunc(r.BlockedBy, func(id string) bool { return outcomes[id].Outcome == result.Failed }):
			a.blocked++
		case partnerproof.Undone(context.Background(), faults, f.ID):
			a.undone++
		default:
			a.green++
			a.said = append(a.said, "green: "+f.ID+" ("+f.Breaks+" is "+string(r.Outcome)+" "+r.Reason+") with "+partnerproof.Together(faults...).ID)
		}
	}
	for _, r := range run.Requirements {
		if r.Outcome == result.Failed && !slices.ContainsFunc(faults, func(f partnerproof.Fault) bool { return f.Breaks == r.ID || a.alone(t, p, f, r.ID) }) {
			a.innocent++
			a.said = append(a.said, "innocent: "+r.ID+" with "+partnerproof.Together(faults...).ID)
		}
	}
}

// alone tells whether a fault fails a requirement by itself.
func (a *tally) alone(t *testing.T, p *partnerproof.Prover, f partnerproof.Fault, id string) bool {
	if a.known[f.ID] == nil {
		run, err := p.Try(context.Background(), f)
		require.NoError(t, err)
		a.known[f.ID] = run
	}
	return slices.ContainsFunc(a.known[f.ID].Requirements, func(r result.Requirement) bool { return r.ID == id && r.Outcome == result.Failed })
}
