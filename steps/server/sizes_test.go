package server

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

func TestBoundsTellGapsFromBounds(t *testing.T) {
	for name, c := range map[string]struct {
		taken, refused int64
		failures       int
	}{
		"a bound":          {250_000, 1_250_000, 0},
		"a gap":            {98_765_432, 1_250_000, 1},
		"nothing refused":  {98_765_432, 0, 0},
		"nothing is taken": {0, 250_000, 0},
	} {
		s := scenario.New((&driver.Run{}))
		refused := &driver.Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Exchange: &recording.Exchange{ID: "x1", Response: &recording.Response{Status: 422}}}}
		if c.refused > 0 {
			s.Session.Bounds.Refuse(spec.CreateLimit+" net_income", c.refused, &refused.Answer)
		}
		if c.taken > 0 {
			s.Session.Bounds.Take(spec.CreateLimit+" net_income", c.taken)
		}
		require.NoError(t, valueSizes{s}.noGaps(spec.CreateLimit, "gross_monthly_revenue, net_income"))
		require.Len(t, s.Report.Failures, c.failures, name)
		require.NoError(t, valueSizes{s}.noGaps(spec.CreateLimit, "loan_amount"), "of another amount nothing is said")
		require.NoError(t, valueSizes{s}.noGaps(spec.FetchLimit, "net_income"), "of another endpoint nothing is said")
		require.NoError(t, valueSizes{s}.boundsAreNoted(spec.CreateLimit))
		require.Len(t, s.Report.Notes, 1, name)
	}
}
