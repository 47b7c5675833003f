package certify_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
)

// answeringOrdersLate carries out an order at once, and answers it after a moment.
func answeringOrdersLate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		if endpointOf(r) == "create-purchases" && answer.Code == http.StatusCreated {
			timer := time.NewTimer(40 * time.Millisecond)
			defer timer.Stop()
			<-timer.C
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

// TestAnOrderThatIsAnsweredLateCounts holds that a target which takes one open order of a
// customer may refuse the next one before it has answered the first.
func TestAnOrderThatIsAnsweredLateCounts(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all := variants.All()
	n := slices.IndexFunc(all, func(v faults.Variant) bool { return v.ID == "open-orders-at-most-one" })
	require.GreaterOrEqual(t, n, 0)
	for seed := range int64(testsize.Of(1, 4)) {
		t.Run(fmt.Sprintf("seed %d", seed+1), func(t *testing.T) {
			t.Parallel()
			o := overTCP(t, answeringOrdersLate(faults.Together(reference.Options{}, all[n:n+1])), 8)
			o.Seed = seed + 1
			requireConformant(t, o)
		})
	}
}
