package certify_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
)

// BenchmarkPlan reads the ledger and plans all of it: what every run begins
// with.
func BenchmarkPlan(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ledger, err := certify.Ledger(result.ServerSide)
		require.NoError(b, err)
		_, err = ledger.Plan(nil, nil)
		require.NoError(b, err)
	}
}

// BenchmarkOneCheck runs a single check, with all that a run needs around it.
func BenchmarkOneCheck(b *testing.B) {
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(b, err)
	plan, err := ledger.Plan(nil, []string{"PUR-01"})
	require.NoError(b, err)
	options, err := inProcess(reference.New(reference.Options{})).PrepareRounds()
	require.NoError(b, err)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		_, err := certify.Server(context.Background(), plan, options.ForRound(n))
		require.NoError(b, err)
	}
}

// BenchmarkJudgeHAR reads the traffic of a partner build from a HAR file and
// judges it.
func BenchmarkJudgeHAR(b *testing.B) {
	var har bytes.Buffer
	require.NoError(b, recording.NewView(nil).WriteHAR(&har, recording.Creator{}, mustDay(b).Each()))
	plan := partnerPlan(b)
	b.SetBytes(int64(har.Len()))
	b.ReportAllocs()
	for b.Loop() {
		_, err := certify.Partner(context.Background(), plan, certify.PartnerOptions{
			Cut: true, Customers: sandbox.Customers(),
			Traffic: func(ctx context.Context, each func(*recording.Exchange) error) error {
				return recording.ReadHAR(ctx, bytes.NewReader(har.Bytes()), each)
			},
		})
		require.NoError(b, err)
	}
}
