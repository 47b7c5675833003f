package prove

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
)

// BenchmarkFault is the cost of one fault: a thinned run of the whole ledger.
func BenchmarkFault(b *testing.B) {
	r, err := newRunner(1)
	require.NoError(b, err)
	f, ok := faults.Find("get-purchase-second")
	require.True(b, ok)
	plan := r.planFor(f.Breaks, f.ShownBy)
	for b.Loop() {
		run, err := r.certify(context.Background(), plan, f.Handler(options), f)
		require.NoError(b, err)
		require.Equal(b, result.NonConformant, run.Verdict)
	}
	b.ReportMetric(float64(len(plan.Checks)), "checks")
}
