package certify_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// TestAFailureLeadsToTheTraceOfTheTarget holds that every request carries a trace of
// its own, and that a failure names the one of the request that it is about.
func TestAFailureLeadsToTheTraceOfTheTarget(t *testing.T) {
	t.Parallel()
	fault, ok := serverfaults.Find("update-purchases-not-stored")
	require.True(t, ok)
	build := fault.Handler(reference.Options{})
	var mu sync.Mutex
	traced := map[string]string{} // request line by trace
	requests := 0
	target := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		parts := strings.Split(r.Header.Get("Traceparent"), "-")
		if requests++; len(parts) == 4 {
			traced[parts[1]] = r.Method + " " + r.URL.EscapedPath()
		}
		mu.Unlock()
		build.ServeHTTP(w, r)
	})
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, []string{fault.Breaks, "PUR-17"})
	require.NoError(t, err)
	e, err := certify.Server(t.Context(), plan, inProcess(target))
	require.NoError(t, err)
	require.Equal(t, result.NonConformant, e.Run.Verdict)
	require.Len(t, traced, requests, "no two requests share a trace, whatever they are for")
	require.Len(t, e.Run.Exchanges, requests)
	for _, x := range e.Run.Exchanges {
		method, path, _ := strings.Cut(traced[x.TraceID], " ")
		require.Equal(t, method, x.Request.Method)
		require.Contains(t, x.Request.URL, path)
	}
	failures := 0
	for _, r := range e.Run.Requirements {
		for _, c := range r.Checks {
			for _, f := range c.Failures {
				failures++
				require.NotEmpty(t, f.TraceID)
				require.Contains(t, traced, f.TraceID)
				require.Contains(t, f.Curl, f.TraceID)
			}
		}
	}
	require.NotZero(t, failures)
}
