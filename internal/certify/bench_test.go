package certify_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
)

// BenchmarkCheckInProcess reports what one check costs without a network.
func BenchmarkCheckInProcess(b *testing.B) {
	plan := whole(b)
	b.ReportAllocs()
	for b.Loop() {
		_, err := certify.Server(context.Background(), plan, inProcess(reference.New(reference.Options{})))
		require.NoError(b, err)
	}
	perCheck(b, len(plan.Checks))
}

// BenchmarkRunOverLoopback reports a full run over TCP, at no delay and at 20
// ms, and how far it is from requests × delay ÷ concurrency, the least that
// such a target allows.
func BenchmarkRunOverLoopback(b *testing.B) {
	const concurrency = 8
	for _, delay := range []time.Duration{0, 20 * time.Millisecond} {
		b.Run(delay.String(), func(b *testing.B) {
			plan := whole(b)
			requests := 0
			for b.Loop() {
				server := httptest.NewServer(delayed(reference.New(reference.Options{}), delay))
				o := inProcess(nil)
				o.BaseURL, o.Transport, o.Concurrency = server.URL, nil, concurrency
				e, err := certify.Server(context.Background(), plan, o)
				require.NoError(b, err)
				requests = e.Run.Traffic.Requests
				server.Close()
			}
			perCheck(b, len(plan.Checks))
			b.ReportMetric(float64(requests), "requests")
			if floor := time.Duration(requests) * delay / concurrency; floor > 0 {
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(floor), "×floor")
			}
		})
	}
}

func perCheck(b *testing.B, checks int) {
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*checks), "µs/check")
}

func delayed(next http.Handler, delay time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		<-timer.C
		next.ServeHTTP(w, r)
	})
}
