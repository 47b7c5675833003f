package prove

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExplore(t *testing.T) {
	var only []string
	if p := os.Getenv("ONLY"); p != "" {
		only = strings.Split(p, ",")
	}
	proof, err := Faults(context.Background(), Options{Workers: 4, Seed: 1, Only: only})
	require.NoError(t, err)
	over := 0
	for _, v := range proof.Verdicts {
		if len(v.Failed) > 2 {
			over++
		}
		if v.Fate != Killed || len(v.Failed) > 2 || v.Trouble != "" || os.Getenv("ALL") != "" {
			t.Logf("%s %s %s failed=%v errored=%v %s %s", v.Breaks, v.Fault, v.Fate, v.Failed, v.Errored, v.Run, v.Trouble)
		}
	}
	t.Logf("%v over=%d of %d in %s", proof.Count(), over, len(proof.Verdicts), proof.Took)
	for _, v := range proof.Slowest(5) {
		t.Logf("slow %s %s", v.Fault, v.Took)
	}
}
