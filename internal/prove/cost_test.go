package prove_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

func BenchmarkRun(b *testing.B) {
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(b, err)
	plan, err := ledger.Plan(nil, nil)
	require.NoError(b, err)
	thin := plan.Thin(func(*suite.Requirement) bool { return false })
	for name, p := range map[string]*suite.Plan{"whole": plan, "thin": thin} {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(float64(len(p.Checks)), "checks")
			for b.Loop() {
				service := reference.New(reference.Options{})
				e, err := certify.Server(context.Background(), p, certify.Options{
					BaseURL: "http://reference.local", Transport: client.Handler(service),
					Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Concurrency: 1,
				})
				require.NoError(b, err)
				require.Equal(b, result.Conformant, e.Run.Verdict)
				b.ReportMetric(float64(e.Run.Traffic.Requests), "requests")
			}
		})
	}
}
