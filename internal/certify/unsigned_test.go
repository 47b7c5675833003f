package certify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// A target that serves every other lookup takes the placeholder Sign: that it
// refuses a customer without a limit is its own doing (section 4.5).
func TestARefusedCustomerWithoutALimitIsNoMatterOfTheSign(t *testing.T) {
	for _, id := range []string{"customer-lookup-unknown-missing", "customer-lookup-unknown-error"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			fault, ok := server.Find(id)
			require.True(t, ok)
			ledger, err := certify.Ledger(result.ServerSide)
			require.NoError(t, err)
			plan, err := ledger.Plan([]string{"lookup"}, nil)
			require.NoError(t, err)
			e, err := certify.Server(context.Background(), plan, certify.Options{
				BaseURL: "http://target.local", Transport: inprocess.Transport(fault.Handler(reference.Options{})),
				Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Seed: 1, Concurrency: 1,
			})
			require.NoError(t, err)
			for _, q := range e.Run.Requirements {
				require.Equal(t, q.ID == "LKP-06", q.Outcome == result.Failed, "%s %s: %s", q.ID, q.Outcome, q.Reason)
			}
		})
	}
}
