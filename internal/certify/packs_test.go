package certify_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/certify/repro"
	"github.com/credit-partner/assay/internal/faults"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// buildOf is a build that packs are run against.
func buildOf(handler http.Handler) *repro.Target {
	return &repro.Target{Token: reference.DefaultToken, Send: func(ctx context.Context, c result.PackCall) (a *repro.Answer, err error) {
		defer func() {
			if recover() != nil { // it hangs up
				err = http.ErrAbortHandler
			}
		}()
		r := httptest.NewRequestWithContext(ctx, c.Method, c.Path, bytes.NewReader([]byte(c.Body)))
		for _, h := range c.Headers {
			r.Header.Add(h.Name, h.Value)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return &repro.Answer{Status: w.Code, Header: w.Header(), Body: w.Body.Bytes()}, nil
	}}
}

// packOf certifies a build with a fault, and gives the pack of the requirement that
// the fault breaks.
func packOf(t *testing.T, f faults.Fault, try bool) *result.Pack {
	t.Helper()
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, []string{f.Breaks})
	require.NoError(t, err)
	o := inProcess(f.Handler(reference.Options{}))
	o.TryPacks, o.Uncombined, o.Concurrency = try, true, 1
	e, err := certify.Server(t.Context(), plan, o)
	require.NoError(t, err)
	for _, q := range e.Run.Requirements {
		if q.ID == f.Breaks && q.Outcome == result.Failed {
			require.NotNil(t, q.Pack, f.ID)
			return q.Pack
		}
	}
	return nil
}

// TestAPackFailsOnTheFaultyBuildAndHoldsOnASoundOne goes over a sample of the
// catalogue, in process. By curl and by newman internal/cli does it.
func TestAPackFailsOnTheFaultyBuildAndHoldsOnASoundOne(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	all := serverfaults.Catalogue()
	tried, good := 0, 0
	var calls []int
	for _, f := range faults.Sample(all, 60, faults.FaultID) {
		if dependsOnMemory[f.ID] != "" || looksServed[f.ID] != "" {
			continue
		}
		p := packOf(t, f, true)
		if p == nil {
			continue // it takes more than the requirement alone to see it
		}
		tried++
		calls = append(calls, len(p.Calls))
		faulty := buildOf(f.Handler(reference.Options{})).Run(t.Context(), p)
		sound := buildOf(reference.New(reference.Options{})).Run(t.Context(), p)
		if faulty == repro.Fails && sound == repro.Holds {
			good++
			continue
		}
		if p.Shown != result.ShownAgain {
			assert.NotEmpty(t, p.Why, "%s: a pack that does not show the failure says why", f.ID)
		}
		t.Logf("%s: faulty %v sound %v calls %d shown %q, %s: %+v", f.ID, faulty, sound, len(p.Calls), p.Shown, p.Why, p.Expect)
	}
	slices.Sort(calls)
	t.Logf("%d of %d; calls: median %d, most %d", good, tried, calls[len(calls)/2], calls[len(calls)-1])
	require.GreaterOrEqual(t, good+1, tried, "of all but one: see the log for the others")
	require.LessOrEqual(t, calls[len(calls)/2], 3)
}

// TestAPackHoldsWhatAFailureNeeds goes over failures that take more than one call and
// those that it needs: the same call again, another order, a value of the call before.
func TestAPackHoldsWhatAFailureNeeds(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	catalogue := make(map[string]faults.Fault)
	for _, f := range serverfaults.Catalogue() {
		catalogue[f.ID] = f
	}
	for id, needs := range map[string]string{
		"customer-lookup-tenth-profile":        "ten lookups of one customer",
		"create-purchases-tenth-cart-same-id":  "ten equal carts that the build has not seen",
		"create-purchases-restores-cancelled":  "a later order of the customer",
		"create-purchases-previous-order-id":   "the order before",
		"cache-fetch-by-route":                 "another customer's limit, fetched before",
		"verify-otp-backwards":                 "the OTP backwards",
		"verify-otp-master-code-111111":        "the very OTP that was taken",
		"update-purchases-other-store-name":    "a value that is not shown, from an answer",
		"update-purchases-backward-updated-at": "a time later than another",
		"lookup-token-any-jwt":                 "a token that is made of constants alone",
		"ids-folds-item-code":                  "values that the pack makes anew, in a list",
		"customer-lookup-nulls-success":        "the member that is not as documented",
	} {
		f, known := catalogue[id]
		require.True(t, known, id)
		p := packOf(t, f, true)
		require.NotNil(t, p, id)
		if dependsOnMemory[id] != "" && p.Shown != result.ShownAgain {
			require.NotEmpty(t, p.Why, "%s: a pack that does not show the failure says why", id)
			continue
		}
		faulty := buildOf(f.Handler(reference.Options{})).Run(t.Context(), p)
		if dependsOnMemory[id] == "" || faulty != repro.Holds { // the target of the run may have shown it again, for what it remembers
			require.Equal(t, repro.Fails, faulty, "%s: %s; shown %q, %s", id, needs, p.Shown, p.Why)
		}
		require.Equal(t, repro.Holds, buildOf(reference.New(reference.Options{})).Run(t.Context(), p), "%s: %s", id, needs)
	}
}

// dependsOnMemory says of a fault why its few calls do not show it to a build that has
// served nothing before: the run showed it, and the pack says whether it did so again.
var dependsOnMemory = map[string]string{
	"unknown-customer-by-wildcard":        "the wildcard stands for somebody whom the run made",
	"cache-get-first-segment":             "two ids with the same first segment are rare, and those of the run are gone",
	"customer-lookup-previous-profile":    "whose name is shown depends on who was looked up before, in the whole run",
	"create-purchases-previous-order-id":  "whose order came just before depends on the whole run",
	"get-purchase-others-brand":           "whose brand is shown depends on the items of the whole run",
	"create-purchases-restores-cancelled": "the item comes back with any later order, and it is fetched again at the end of the run",
	"purchases-token-second-time":         "the same call was made before the pack, and is the second in the run only",
	"cache-verify-by-cart":                "whose OTP was verified for a cart of that value before depends on the whole run",
	"limits-token-second-time":            "the same call was made before the pack, and is the second in the run only",
	"lookup-token-second-time":            "the same call was made before the pack, and is the second in the run only",
}

// looksServed says of a fault why a pack takes its refusal for a success.
var looksServed = map[string]string{
	"create-limit-three-letters-in-200": "a success status without data counts as served, for a pack does not know what each endpoint answers",
}
