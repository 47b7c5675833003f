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
