package prove

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// TestBlameDoesNotDependOnConcurrency judges a sample of the catalogue over TCP,
// with several requests at once: the requirement that a fault breaks must fail as it
// does in process, one request after another. Others that fail in one of the runs
// only are logged; where ASSAY_TCP_FAULTS says how many faults are drawn, they fail
// the test as well.
func TestBlameDoesNotDependOnConcurrency(t *testing.T) {
	n := 12
	if raceEnabled {
		n = 3
	}
	wanted, err := strconv.Atoi(os.Getenv("ASSAY_TCP_FAULTS"))
	strict := err == nil
	if strict {
		n = wanted
	}
	r, err := newRunner(1)
	require.NoError(t, err)
	for _, f := range sample(faults.Catalogue(), n) {
		plan := r.planFor(f.Breaks, f.ShownBy)
		alone, err := r.certify(context.Background(), plan, f.Handler(reference.Options{Seed: 1}))
		require.NoError(t, err)
		for _, concurrency := range []int{1, 8, 32} {
			t.Run(fmt.Sprintf("%s/%d", f.ID, concurrency), func(t *testing.T) {
				server := httptest.NewServer(f.Handler(reference.Options{Seed: 1}))
				defer server.Close()
				e, err := certify.Server(context.Background(), plan, certify.Options{
					BaseURL: server.URL, Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
					Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: concurrency, Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true,
				})
				require.NoError(t, err)
				require.Contains(t, requirementsFailed(e.Run), f.Breaks, f.Why)
				if strict {
					require.Equal(t, requirementsFailed(alone), requirementsFailed(e.Run), f.Why)
				} else if one, many := requirementsFailed(alone), requirementsFailed(e.Run); !slices.Equal(one, many) {
					t.Logf("in process %v, over TCP %v: %s", one, many, f.Why)
				}
			})
		}
	}
}

func requirementsFailed(run *result.Run) []string {
	var failed []string
	for _, q := range run.Requirements {
		if q.Outcome == result.Failed {
			failed = append(failed, q.ID)
		}
	}
	return failed
}
