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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if prefix := refused.Load(); prefix != nil && strings.HasPrefix(r.URL.Path, *prefix) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(server.Close)
	var found []*client.RefusesAll
	c, err := client.New(client.Config{BaseURL: server.URL, Token: client.StaticToken("t"), RefusesAll: func(all *client.RefusesAll) { found = append(found, all) }})
	require.NoError(t, err)
	do := func(times int) {
		for range times {
			for _, endpoint := range []string{spec.CreatePurchases, spec.GetPurchase, spec.CancelPurchase} {
				e := spec.Of(endpoint)
				c.Do(t.Context(), client.Call{Endpoint: endpoint, Method: e.Method, Path: e.At("1")})
			}
		}
	}
	limit := spec.Of(spec.FetchLimit)
	do(1)
	c.Do(t.Context(), client.Call{Endpoint: spec.FetchLimit, Method: limit.Method, Path: limit.At("1")})

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
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if refuses.Load() && (reads || r.Method != http.MethodGet) {
				w.WriteHeader(http.StatusUnauthorized)
			}
		}))
		t.Cleanup(server.Close)
		var found []*client.RefusesAll
		c, err := client.New(client.Config{BaseURL: server.URL, Token: client.StaticToken("t"), RefusesAll: func(all *client.RefusesAll) { found = append(found, all) }})
		require.NoError(t, err)
		do := func(endpoint string) {
			e := spec.Of(endpoint)
			c.Do(t.Context(), client.Call{Endpoint: endpoint, Method: e.Method, Path: e.At("1")})
		}
		for _, endpoint := range []string{spec.SendOTP, spec.CreateLimit, spec.FetchLimit} {
			do(endpoint)
		}
		refuses.Store(true)
		for range times - 1 {
			do(spec.SendOTP)
		}
		require.Empty(t, found)
		do(spec.SendOTP)
		require.Equal(t, reads, len(found) == 1, "the target refuses a call that reads: %v", reads)
	}
}
