package pairs_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/pairs"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestTheForecastIsRight holds the forecast of some pairs against a run of the two:
// those that differ in a way that nothing refuses, and a sample of all others.
func TestTheForecastIsRight(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	servers := sample([]string{"birth-month-first", "birth-day-first", "item-code-once", "prices-up-to-5000", "otp-before-each-purchase"}, variants.All(), testsize.Of(1, 10))
	stores := sample([]string{"otp/day-first", "otp/day-first-early-in-the-month", "otp/before-each-purchase", "item/codes-of-their-own", "item/cheap"}, partner.Variants(), testsize.Of(6, 40))
	table, err := pairs.Run(context.Background(), pairs.Options{
		Parallel: 2,
		Servers:  func(id string) bool { return slices.Contains(servers, id) },
		Partners: func(id string) bool { return slices.Contains(stores, id) },
	})
	require.NoError(t, err)
	require.Len(t, table.Cells, len(servers)*len(stores))
	require.Empty(t, table.Wrong())
	require.Positive(t, table.Count(pair.Yes, true))
	require.Positive(t, table.Count(pair.No, false))
	for _, c := range table.Cells {
		if c.Partner == "otp/day-first-early-in-the-month" && c.Server == "birth-month-first" {
			require.Equal(t, pair.No, c.Forecast)
			require.Contains(t, c.Why, "was read as", "nothing refuses the date, and yet it is misread")
		}
	}
}

// sample is some ids by name, and some more. `assay prove --pairs` runs all pairs.
func sample(named []string, all []faults.Variant, more int) []string {
	all = slices.DeleteFunc(all, func(v faults.Variant) bool { return v.Coarse || slices.Contains(named, v.ID) })
	for _, v := range faults.Sample(all, more, faults.VariantID) {
		named = append(named, v.ID)
	}
	return named
}

// BenchmarkForecast takes two whole dialects.
func BenchmarkForecast(b *testing.B) {
	server, store, err := pairs.Dialects(context.Background(), variants.All()[0], partner.Variants()[0])
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		pair.Predict(server, store)
	}
}

// TestAdditionalMembersShow holds that a server which gives members that no table names
// is seen to, and the reference is not.
func TestAdditionalMembersShow(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for id, want := range map[string]result.FormState{"more-everywhere": result.FormGiven, "any-store-key": ""} {
		all := variants.All()
		n := slices.IndexFunc(all, func(v faults.Variant) bool { return v.ID == id })
		server, _, err := pairs.Dialects(context.Background(), all[n], partner.Variants()[0])
		require.NoError(t, err)
		require.Equal(t, want, server.State(dialect.MoreMembers, dialect.Yes, ""), id)
		require.Empty(t, pair.NotShown(result.ServerSide, server), id)
	}
}
