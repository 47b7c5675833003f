package certify_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
)

// TestEveryPlantedFaultIsFound holds that each fault of the sample partner fails
// its own requirement, and hardly ever more than one other.
func TestEveryPlantedFaultIsFound(t *testing.T) {
	t.Parallel()
	faults := samplepartner.Faults()
	require.GreaterOrEqual(t, len(faults), 150)
	ids, owned, wide := map[string]bool{}, map[string]bool{}, 0
	for _, f := range faults {
		require.False(t, ids[f.ID], "%s stands twice", f.ID)
		ids[f.ID], owned[f.Breaks] = true, true
		log, _ := aDay(t, f.Bend) // that the store itself complains is no matter here
		run := judge(t, closed(log))
		failed := failedIn(run)
		if !contains(failed, f.Breaks) {
			t.Errorf("%s survived %s: %s, failed %v", f.ID, f.Breaks, run.Verdict, failed)
		}
		if len(failed) > 2 {
			wide++
			t.Logf("%s fails %v", f.ID, failed)
		}
		require.NotEqual(t, result.Conformant, run.Verdict, f.ID)
	}
	require.LessOrEqual(t, wide*100, len(faults)*5, "more than two requirements failed for too many faults")
	for _, c := range samplepartner.Clumsinesses() {
		owned[c.Breaks] = true
	}
	for _, r := range judge(t, closed(mustDay(t))).Requirements {
		require.True(t, owned[r.ID], "no planted fault breaks %s %s", r.ID, r.Statement)
	}
}

// rehearsed runs the store once for each form of the answers, as a command would
// be run.
func rehearsed(t *testing.T, look func() samplepartner.Look, forms ...sandbox.Form) *result.Run {
	t.Helper()
	log := &recording.Log{}
	var runs []certify.Rehearsal
	for _, form := range append([]sandbox.Form{sandbox.Plain}, forms...) {
		start := log.Len()
		store := samplepartner.Store{}
		if look != nil {
			store.Clumsy = look()
		}
		failure := ""
		if err := dayAt(sandbox.New(sandbox.Options{Log: log, Form: form, Delay: time.Millisecond}), store); err != nil {
			failure = err.Error()
		}
		runs = append(runs, certify.Rehearsal{Form: string(form), Failure: failure, Start: start})
	}
	require.Empty(t, runs[0].Failure, "with plain answers all is well")
	o := closed(log)
	o.Rehearsed(log, runs)
	return judge(t, o)
}

func TestTheSamplePartnerCopesWithEveryForm(t *testing.T) {
	t.Parallel()
	run := rehearsed(t, nil, sandbox.Forms()...)
	requireNothingFailed(t, run)
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	for _, r := range run.Requirements {
		require.True(t, r.Outcome.Good(), "%s %s %s", r.ID, r.Outcome, r.Reason)
	}
}

// TestEveryClumsinessIsFound holds that what does not cope with a form of the
// answers fails the requirement of its capability.
func TestEveryClumsinessIsFound(t *testing.T) {
	t.Parallel()
	for _, c := range samplepartner.Clumsinesses() {
		require.Equal(t, []string{c.Breaks}, failedIn(rehearsed(t, c.New, sandbox.Form(c.Form))), "%s: %s", c.ID, c.Why)
	}
}
