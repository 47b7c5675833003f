package certify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// Builds that serve one customer, or one purchase, and then no more of them: every
// check waits for what does not come.

// lostLimits creates limits and has forgotten them when the next call names them.
func lostLimits() http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch endpointOf(r) {
		case "fetch-limit", "create-purchases":
			refusesWith(http.StatusNotFound).serve(w, r)
		default:
			service.ServeHTTP(w, r)
		}
	})
}

// minimumPrice refuses every order with an item that costs less.
func minimumPrice(least float64) http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if endpointOf(r) == "create-purchases" {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			var order struct {
				Items []struct {
					Price json.Number `json:"item_value"`
				} `json:"items"`
			}
			if json.Unmarshal(body, &order) == nil {
				for _, i := range order.Items {
					if price, err := i.Price.Float64(); err == nil && price < least {
						refusesWith(http.StatusUnprocessableEntity).serve(w, r)
						return
					}
				}
			}
		}
		service.ServeHTTP(w, r)
	})
}

// lockedTable serves so many orders; the next one takes a lock and never gives it
// back, so that all others fail.
func lockedTable(orders int) http.Handler {
	service := reference.New(reference.Options{})
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if endpointOf(r) == "create-purchases" && strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
			mu.Lock()
			orders--
			locked := orders < 0
			mu.Unlock()
			if locked {
				refusesWith(http.StatusInternalServerError).serve(w, r)
				return
			}
		}
		service.ServeHTTP(w, r)
	})
}

// TestWhatRunsOutStopsNoRun holds that such a build is judged: the run ends by
// itself, in few requests, and names what is to blame.
func TestWhatRunsOutStopsNoRun(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	sound := overTCP(t, reference.New(reference.Options{}), 8)
	most := certifyThin(context.Background(), t, sound).Traffic.Requests * 3 / 2
	mostOfAll := certifyWith(context.Background(), t, sound).Traffic.Requests * 3 / 2
	for name, c := range map[string]struct {
		build  func() http.Handler
		failed string
	}{
		"limits that are lost":        {lostLimits, "FLM-01"},
		"a minimum price of 5,000":    {func() http.Handler { return minimumPrice(5_000) }, ""}, // which it may have (section 8)
		"a minimum above every limit": {func() http.Handler { return minimumPrice(1e15) }, "PUR-01"},
		"a table locked at once":      {func() http.Handler { return lockedTable(0) }, "PUR-01"},
		"a table locked after 3":      {func() http.Handler { return lockedTable(3) }, "PUR-01"},
		"a table locked after 100":    {func() http.Handler { return lockedTable(100) }, "PUR-01"},
	} {
		for _, concurrency := range testsize.First([]int{8, 1, 32}, 1) {
			t.Run(fmt.Sprintf("%s/%d", name, concurrency), func(t *testing.T) {
				t.Parallel()
				if c.failed == "" { // legal, so that every value must be
					run := certifyWith(context.Background(), t, overTCP(t, c.build(), concurrency))
					require.Empty(t, run.Interrupted)
					require.LessOrEqual(t, run.Traffic.Requests, mostOfAll)
					require.Equal(t, result.Conformant, run.Verdict, run.Reason)
					return
				}
				run := certifyThin(context.Background(), t, overTCP(t, c.build(), concurrency))
				require.Empty(t, run.Interrupted)
				require.LessOrEqual(t, run.Traffic.Requests, most)
				require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
				require.Contains(t, failedOf(run), c.failed)
			})
		}
	}
}

// hanging serves the reference, but never sends what hangs says of the calls that it has
// carried out: a handler ends with an exception that nobody catches.
func hanging(hangs func(endpoint, body string) bool) http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		answer := httptest.NewRecorder()
		service.ServeHTTP(answer, r)
		if answer.Code < http.StatusMultipleChoices && hangs(endpointOf(r), string(body)) {
			<-r.Context().Done()
			return
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

// TestABranchThatHangsIsJudged holds that a build which leaves some valid calls without
// an answer, and answers what it refuses or what takes another branch, fails for them.
func TestABranchThatHangsIsJudged(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	tests := map[string]struct {
		hangs  func(endpoint, body string) bool
		owners []string // what is late makes one of them fail, depending on what came before it
	}{
		"every right OTP": {func(endpoint, _ string) bool { return endpoint == "verify-otp" }, []string{"VER-01"}},
		"every self-employed customer": {func(endpoint, body string) bool {
			return endpoint == "create-limit" && strings.Contains(body, "self_employed_occupational_detail")
		}, []string{"LIM-03"}},
		"every order of several items": {func(endpoint, body string) bool {
			return endpoint == "create-purchases" && strings.Count(body, "item_code") > 1
		}, []string{"PUR-01", "PUR-08"}},
	}
	for _, name := range few(tests) {
		c := tests[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := overTCP(t, hanging(c.hangs), 32)
			o.Timeout = 500 * time.Millisecond
			run := certifyThin(context.Background(), t, o)
			require.Empty(t, run.Interrupted)
			require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
			failed := failedOf(run)
			require.True(t, slices.ContainsFunc(c.owners, func(id string) bool { return slices.Contains(failed, id) }), "none of %v among %v", c.owners, failed)
		})
	}
}
