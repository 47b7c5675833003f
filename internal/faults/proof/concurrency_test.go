package proof

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestBlameDoesNotDependOnConcurrency judges a sample of the catalogue over TCP,
// with several requests at once: the same requirements must fail as in process, one
// request after another.
func TestBlameDoesNotDependOnConcurrency(t *testing.T) {
	t.Parallel()
	r, err := newRunner(1)
	require.NoError(t, err)
	for i, f := range faults.Sample(server.Catalogue(), testsize.Of(3, 24), faults.FaultID) {
		plan := r.planFor(f.Breaks, f.ShownBy)
		alone, err := r.certify(context.Background(), plan, f.Handler(reference.Options{Seed: 1}), f)
		require.NoError(t, err)
		concurrencies := []int{8, 32}
		if i%4 == 0 { // one request after another over TCP differs little from that in process
			concurrencies = append(concurrencies, 1)
		}
		for _, concurrency := range testsize.First(concurrencies, len(concurrencies)) {
			t.Run(fmt.Sprintf("%s/%d", f.ID, concurrency), func(t *testing.T) {
				server := httptest.NewServer(f.Handler(reference.Options{Seed: 1}))
				defer server.Close()
				e, err := certify.Server(context.Background(), plan, certify.Options{
					BaseURL: server.URL, Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
					Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: concurrency, Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true,
					Strength: f.Strength,
				})
				require.NoError(t, err)
				require.Contains(t, requirementsFailed(e.Run), f.Breaks, f.Why)
				if dependsOnOrder[f.ID] == "" {
					require.Equal(t, requirementsFailed(alone), requirementsFailed(e.Run), f.Why)
				}
			})
		}
	}
}

// dependsOnOrder says of a fault why it fails other requirements, besides its own, where
// requests come in another order.
var dependsOnOrder = map[string]string{
	"ids-replays-own-looks":          "it confuses orders of one customer, and which orders share one depends on which check buys first",
	"verify-otp-any-after-two-sends": "it counts the OTPs of a phone, and the order decides which check asks for the third",
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
