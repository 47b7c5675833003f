package client_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/spec"
)

// TestATargetThatServesOthersRefusesNotAll holds that a row of refusals of the purchases does not
// stop a run while the target serves limits, and that it does when the target serves nothing.
func TestATargetThatServesOthersRefusesNotAll(t *testing.T) {
	var refused atomic.Pointer[string] // the beginning of the paths that are refused
	var found []*client.CallerRefused
	call := callsOf(t, &found, func(r *http.Request) bool {
		prefix := refused.Load()
		return prefix != nil && strings.HasPrefix(r.URL.Path, *prefix)
	})
	do := func(times int) {
		for range times {
			call(spec.CreatePurchases, spec.GetPurchase, spec.CancelPurchase)
		}
	}
	do(1)
	call(spec.FetchLimit)

	purchases, everything := "/api/v2/purchases", "/"
	refused.Store(&purchases)
	do(12)
	require.Empty(t, found, "the target still serves limits")
	refused.Store(&everything)
	do(5)
	require.Len(t, found, 1)
	require.Equal(t, http.StatusUnauthorized, found[0].Status)
	require.Equal(t, 4, found[0].Served)
}

// TestATargetThatRefusesAfterFewCalls holds that a long row of refusals of one endpoint stops a run,
// if the target also refuses a call of another endpoint that it served before.
func TestATargetThatRefusesAfterFewCalls(t *testing.T) {
	for reads, times := range map[bool]int{true: 36, false: 1000} {
		var refuses atomic.Bool
		var found []*client.CallerRefused
		call := callsOf(t, &found, func(r *http.Request) bool { return refuses.Load() && (reads || r.Method != http.MethodGet) })
		call(spec.SendOTP, spec.CreateLimit, spec.FetchLimit)
		refuses.Store(true)
		for range times - 1 {
			call(spec.SendOTP)
		}
		require.Empty(t, found)
		call(spec.SendOTP)
		require.Equal(t, reads, len(found) == 1, "the target refuses a call that reads: %v", reads)
	}
}

// callsOf returns a function that calls some endpoints of a target, which refuses a caller where refuses
// says so. What the client finds is added to found.
func callsOf(t *testing.T, found *[]*client.CallerRefused, refuses func(*http.Request) bool) func(endpoints ...string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuses(r) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, Token: client.StaticToken("t"), CallerRefused: func(all *client.CallerRefused) { *found = append(*found, all) }})
	require.NoError(t, err)
	return func(endpoints ...string) {
		for _, endpoint := range endpoints {
			e := spec.Of(endpoint)
			c.Do(t.Context(), client.Call{Endpoint: endpoint, Method: e.Method, Path: e.At("1")})
		}
	}
}
