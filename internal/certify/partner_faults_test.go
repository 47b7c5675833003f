package certify_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
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
	for _, r := range judge(t, closed(mustDay(t))).Requirements {
		require.True(t, owned[r.ID], "no planted fault breaks %s %s", r.ID, r.Statement)
	}
	t.Logf("%d faults", len(faults))
}
