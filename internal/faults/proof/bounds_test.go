package proof

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// TestABoundIsObserved holds that a bound which the specification leaves open
// fails nobody, and is told.
func TestABoundIsObserved(t *testing.T) {
	r, err := newRunner(1)
	require.NoError(t, err)
	for _, c := range []struct{ variant, observation, only, says string }{
		{"incomes-up-to-a-million", "OBS-45", "LIM-16", "net_income: 250000 was accepted, 1250000 was refused"},
		{"names-up-to-30", "OBS-45", "LIM-09", "length of a name: 20 was accepted, 48 was refused"},
		{"texts-up-to-255", "OBS-46", "PUR-14", "length of item_description: 255 was accepted, 500 was refused"},
		{"order-id-of-32-bits", "OBS-46", "PUR-10", "order_id: 100000000 was accepted, 100000000000 was refused"},
		{"at-most-three-items", "OBS-46", "PUR-08", "items: 3 was accepted, 12 was refused"},
		{"prices-up-to-200000", "OBS-46", "PUR-15", "item_value: 100000 was accepted, 1000000 was refused"},
		{"carts-up-to-100000", "OBS-44", "VER-09", "item_value: 100000 was accepted, 1000000 was refused"},
	} {
		all := variants.All()
		n := slices.IndexFunc(all, func(v faults.Variant) bool { return v.ID == c.variant })
		require.GreaterOrEqual(t, n, 0, c.variant)
		plan, err := r.ledger.Plan(nil, []string{c.only, c.observation})
		require.NoError(t, err)
		e, err := certify.Server(context.Background(), plan, certify.Options{
			BaseURL: "http://build.local", Transport: inprocess.Transport(faults.Combine(reference.Options{Seed: 1}, all[n])),
			Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
			Schemas: r.set, Seed: 1, Mark: mark, Concurrency: 1, Timeout: oneRequest, Deadline: oneRun,
		})
		require.NoError(t, err)
		require.NotEqual(t, result.NonConformant, e.Run.Verdict, "%s: %v", c.variant, complaints(e.Run))
		require.Len(t, e.Run.Observations, 1, c.variant)
		require.Contains(t, e.Run.Observations[0].Answer, c.says, c.variant)
	}
}
