package certify_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
)

// halfBuilt serves some endpoints of the reference, and 404 to all others.
func halfBuilt(there func(endpoint string) bool) http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !there(endpointOf(r)) {
			http.NotFound(w, r)
			return
		}
		service.ServeHTTP(w, r)
	})
}

// TestAHalfBuiltServiceIsJudgedForWhatIsThere holds that the result names what is
// served, and what is not.
func TestAHalfBuiltServiceIsJudgedForWhatIsThere(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	only := func(names ...string) func(string) bool {
		return func(endpoint string) bool { return slices.Contains(names, endpoint) }
	}
	tests := map[string]func(string) bool{
		"only OTP":              only("send-otp", "verify-otp"),
		"only limits":           only("create-limit", "fetch-limit"),
		"OTP and limits":        only("send-otp", "verify-otp", "create-limit", "fetch-limit"),
		"everything but update": func(endpoint string) bool { return endpoint != "update-purchases" },
	}
	for name, there := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := inProcess(halfBuilt(there))
			o.Signer = signedLookups{}
			e, err := certify.Server(context.Background(), thin(t), o)
			require.NoError(t, err)
			require.Equal(t, result.NonConformant, e.Run.Verdict)
			require.LessOrEqual(t, e.Run.Traffic.Requests, 1900)
			require.Len(t, e.Run.Endpoints, len(owners))
			for endpoint := range owners {
				n := slices.IndexFunc(e.Run.Endpoints, func(s result.Endpoint) bool { return s.Endpoint == spec.Line(endpoint) })
				seen := e.Run.Endpoints[n]
				// Nobody can verify where no limit can be had: such an endpoint is not called.
				require.Equal(t, there(endpoint) && seen.Calls > 0, seen.Served, "%+v", seen)
				if !there(endpoint) && seen.Calls > 0 {
					require.Contains(t, seen.Note, "404 to ")
				}
			}
		})
	}
}

// TestARefusedStoreKeyIsAWrongSetup holds that a run is not judged if the target says that it
// does not know the store, unless something else fails as well.
func TestARefusedStoreKeyIsAWrongSetup(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	run := func(target http.Handler, storeKey string) *result.Run {
		o := inProcess(target)
		o.StoreKey = storeKey
		e, err := certify.Server(context.Background(), thin(t), o)
		require.NoError(t, err)
		return e.Run
	}
	wrong := run(reference.New(reference.Options{}), "SHOP-1")
	require.Equal(t, result.Inconclusive, wrong.Verdict)
	require.Equal(t, result.StoreKeyRefused, wrong.Setup.Cause)
	require.Contains(t, wrong.Setup.Problem, `the store key "SHOP-1"`)

	orders := run(refusingOrders(`{"error":"STORE_NOT_FOUND"}`), reference.DefaultStoreKey)
	require.Equal(t, result.StoreKeyRefused, orders.Setup.Cause)

	for _, body := range []string{`{"error":"invalid order"}`, `{"error":"store_key is required"}`, `{"error":"store_delivery is not possible"}`} {
		refused := run(refusingOrders(body), reference.DefaultStoreKey)
		require.Equal(t, result.NonConformant, refused.Verdict, body)
		require.True(t, slices.ContainsFunc(refused.Notes, func(note string) bool { return strings.Contains(note, "--store-key") }), body)
	}

	second := run(brokenEndpoint(spec.SendOTP, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) }), "SHOP-1")
	require.Equal(t, result.NonConformant, second.Verdict)
	require.Nil(t, second.Setup)
}

// refusingOrders is the reference, which refuses every order with a body.
func refusingOrders(body string) http.Handler {
	return brokenEndpoint(spec.CreatePurchases, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte(body))
	})
}
