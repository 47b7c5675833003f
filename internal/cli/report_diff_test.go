package cli

import (
	"bytes"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run with -update to make it")
	require.Equal(t, string(want), got, "run with -update if the change is meant")
}

// comparedRun is a run with foreign text wherever a target or a file has a say.
func comparedRun(build string, outcomes ...result.Outcome) *result.Run {
	run := &result.Run{
		Side: result.ServerSide, Suite: result.Suite{Version: "v1.4.0", Digest: build},
		Target:   result.Target{BaseURL: "https://sandbox.example", Build: build},
		Finished: time.Date(2026, 11, 20, 10, 4, 5, 0, time.FixedZone("", 3600)),
	}
	ids := []string{"PUR-01", "PUR-02", "PUR-03", "PUR-04", "PUR-05", "PUR-06"}
	for n, o := range outcomes {
		if o == "" {
			continue
		}
		run.Requirements = append(run.Requirements, result.Requirement{
			ID: ids[n], Outcome: o, Statement: "The obligation of " + ids[n],
			Checks: []result.Check{{Name: "a cart of \x1b[31m3", Outcome: o}},
		})
	}
	run.Verdict = result.Judge(run)
	return run
}

func TestTheTableOfADiff(t *testing.T) {
	old := comparedRun("payments 3.4.0", result.Passed, result.Failed, "", result.Passed, result.Passed, result.Passed)
	fresh := comparedRun("payments 3.4.1\x1b[2J\u202e", result.Failed, result.Passed, result.Failed, "", result.Tolerated, result.Passed)
	d, err := result.Compare(old, fresh)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, writeDiff(&b, old, fresh, d))
	golden(t, "testdata/diff.golden", b.String())
}
