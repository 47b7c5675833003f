package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
)

// endpointOf names the endpoint that a request is for; both forms of the paths
// of section 4.1 and 4.2 count.
func endpointOf(r *http.Request) string {
	path := strings.TrimSuffix(r.URL.Path, "/")
	switch {
	case path == "/open/op/customer/detail":
		return "customer-lookup"
	case strings.HasSuffix(path, "/send"):
		return "send-otp"
	case strings.HasSuffix(path, "/verify"):
		return "verify-otp"
	case path == "/api/v2/limits":
		return "create-limit"
	case strings.HasPrefix(path, "/api/v2/limits/"):
		return "fetch-limit"
	}
	return map[string]string{
		http.MethodPost: "create-purchases", http.MethodGet: "get-purchase",
		http.MethodPut: "update-purchases", http.MethodDelete: "cancel-purchase",
	}[r.Method]
}

// brokenEndpoint serves all of the reference but one endpoint.
func brokenEndpoint(endpoint string, answer http.HandlerFunc) http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if endpointOf(r) == endpoint {
			answer(w, r)
			return
		}
		service.ServeHTTP(w, r)
	})
}

// owners are the requirements that own the status of each endpoint, that it is
// JSON, and that it says a success.
var owners = map[string][]string{
	"send-otp": {"OTP-01", "OTP-03"}, "verify-otp": {"VER-01", "VER-02"},
	"create-limit": {"LIM-01", "LIM-04"}, "fetch-limit": {"FLM-01", "FLM-02"}, "customer-lookup": {"LKP-01", "LKP-02", "LKP-04"},
	"create-purchases": {"PUR-01", "PUR-02"}, "get-purchase": {"GET-01", "GET-02"},
	"update-purchases": {"UPD-01", "UPD-02"}, "cancel-purchase": {"CAN-01", "CAN-02"},
}

type brokenAnswer struct {
	name  string
	serve http.HandlerFunc
}

func refusesWith(code int) brokenAnswer {
	return brokenAnswer{strconv.Itoa(code), func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		if code != http.StatusNoContent {
			_, _ = io.WriteString(w, `{"message":"no"}`)
		}
	}}
}

func brokenAnswers() []brokenAnswer {
	var all []brokenAnswer
	for _, code := range []int{400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 501, 502, 503, 204, 302} {
		all = append(all, refusesWith(code))
	}
	return append(all,
		brokenAnswer{"429 for a moment", tooMany},
		brokenAnswer{"refusal with 200", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if endpointOf(r) == "customer-lookup" {
				_, _ = io.WriteString(w, `{"code":400,"msg":"no","data":null,"success":false}`)
				return
			}
			_, _ = io.WriteString(w, `{"apiVersion":"2.0","status":400,"data":null,"message":"no"}`)
		}},
		brokenAnswer{"HTML", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>It works!</html>")
		}},
		brokenAnswer{"hang up", hangUp},
		brokenAnswer{"silence", func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); <-r.Context().Done() }},
	)
}

// overTCP are the options that certify a handler behind a socket.
func overTCP(t *testing.T, h http.Handler, concurrency int) certify.Options {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	o := inProcess(nil)
	o.BaseURL, o.Transport, o.Concurrency = server.URL, nil, concurrency
	o.Signer, o.Timeout, o.Deadline = signedLookups{}, 2*time.Second, 2*time.Minute
	return o
}

type signedLookups struct{}

func (signedLookups) Sign(_ context.Context, in client.SignInput) (http.Header, error) {
	return http.Header{"Sign": {"for-" + in.Nonce}}, nil
}

// brokenRun is one endpoint that answers everything alike, at one concurrency.
type brokenRun struct {
	endpoint    string
	answer      brokenAnswer
	concurrency int
}

func brokenRuns() []brokenRun {
	var all []brokenRun
	for _, endpoint := range slices.Sorted(maps.Keys(owners)) {
		for _, answer := range brokenAnswers() {
			for _, concurrency := range []int{1, 2, 8, 32} {
				all = append(all, brokenRun{endpoint, answer, concurrency})
			}
		}
	}
	return all
}

// everyAnswerOnce has each answer but silence, which takes minutes, each endpoint and each
// concurrency. The first made a check of two identical items end in an error.
func everyAnswerOnce() []brokenRun {
	runs := []brokenRun{{"create-purchases", brokenAnswer{"hang up", hangUp}, 2}}
	endpoints := slices.Sorted(maps.Keys(owners))
	for _, answer := range brokenAnswers() {
		if n := len(runs); answer.name != "hang up" && answer.name != "silence" {
			runs = append(runs, brokenRun{endpoints[n%len(endpoints)], answer, []int{1, 2, 8, 32}[n%4]})
		}
	}
	return runs
}

// TestARunNeverStandsStill breaks one endpoint over TCP, in every way and at every
// concurrency. The run must end, in few requests, with the owner named. All of it
// takes minutes: each way is tried once unless ASSAY_FULL_MATRIX is set, which also
// prints what each run took beside a clean one.
func TestARunNeverStandsStill(t *testing.T) {
	runs := brokenRuns()
	if !testsize.IsFull() {
		t.Parallel()
		runs = everyAnswerOnce()
		runs = testsize.First(runs, len(runs))
	}
	clean := make(map[int]*result.Run)
	took := make(map[int]time.Duration)
	for _, concurrency := range []int{1, 2, 8, 32} {
		if !testsize.IsFull() && concurrency != 8 {
			continue
		}
		begun := time.Now()
		clean[concurrency] = certifyThin(context.Background(), t, overTCP(t, reference.New(reference.Options{}), concurrency))
		took[concurrency] = time.Since(begun)
		require.Equal(t, result.Conformant, clean[concurrency].Verdict)
	}
	for _, b := range runs {
		t.Run(fmt.Sprintf("%s/%s/%d", b.endpoint, b.answer.name, b.concurrency), func(t *testing.T) {
			if !testsize.IsFull() {
				t.Parallel()
			}
			begun := time.Now()
			run := certifyThin(context.Background(), t, overTCP(t, brokenEndpoint(b.endpoint, b.answer.serve), b.concurrency))
			if testsize.IsFull() {
				t.Logf("TOOK %.1f times as long, %.2f times as many requests, again %v", float64(time.Since(begun))/float64(took[b.concurrency]),
					float64(run.Traffic.Requests)/float64(clean[b.concurrency].Traffic.Requests), run.Traffic.Again)
			}
			require.LessOrEqual(t, run.Traffic.Requests, clean[8].Traffic.Requests*3/2)
			requireOnlyItsOwnersAreToBlame(t, run, b.endpoint)
		})
	}
}

// requireOnlyItsOwnersAreToBlame holds that what fails is about the endpoint, and
// that whatever else is not judged is blocked by that.
func requireOnlyItsOwnersAreToBlame(t *testing.T, run *result.Run, endpoint string) {
	t.Helper()
	require.Empty(t, run.Interrupted)
	require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
	failed := failedOf(run)
	require.True(t, slices.ContainsFunc(owners[endpoint], func(id string) bool { return slices.Contains(failed, id) }), "no owner among %v", failed)
	for _, r := range run.Requirements {
		switch {
		case r.Outcome == result.Failed:
			require.Equal(t, spec.Line(endpoint), r.Endpoint, "%s fails for another endpoint: %+v", r.ID, why(r))
		case r.Outcome == result.Blocked:
			require.Subset(t, failed, r.BlockedBy, r.ID)
		default:
			require.True(t, r.Outcome.Good(), "%s is %s: %s", r.ID, r.Outcome, r.Reason)
		}
	}
}

// TestAnErrorOfTheServerIsNoBound holds that a target which breaks on a large cart value is
// not taken for one that refuses it, where it refuses other calls otherwise.
func TestAnErrorOfTheServerIsNoBound(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	good := reference.New(reference.Options{})
	run := certifyWith(context.Background(), t, inProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if strings.HasSuffix(r.URL.Path, "/verify") && gjson.GetBytes(body, "item_value").Int() >= 100_000 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		good.ServeHTTP(w, r)
	})))
	for _, r := range run.Requirements {
		if r.ID == "VER-09" {
			require.Equal(t, result.Failed, r.Outcome, r.Reason)
		}
	}
}

// TestAnErrorForItemsOfTwoOrdersIsNoRefusal holds that a target which breaks on an update of
// items of two orders is not taken for one that refuses it.
func TestAnErrorForItemsOfTwoOrdersIsNoRefusal(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	good := reference.New(reference.Options{})
	var orders sync.Map // item to order
	run := certifyWith(context.Background(), t, inProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		of := make(map[any]bool)
		for _, id := range gjson.GetBytes(body, "items.#.id").Array() {
			order, _ := orders.Load(id.Str)
			of[order] = true
		}
		if r.Method == http.MethodPut && len(of) > 1 && r.Header.Get("Authorization") == "Bearer "+reference.DefaultToken {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		answer := httptest.NewRecorder()
		good.ServeHTTP(answer, r)
		if r.Method == http.MethodPost {
			for _, id := range gjson.GetBytes(answer.Body.Bytes(), "data.#.id").Array() {
				orders.Store(id.Str, gjson.GetBytes(answer.Body.Bytes(), "order_id").String())
			}
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})))
	require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
	var failed []string
	for _, r := range run.Requirements {
		if r.Outcome == result.Failed {
			failed = append(failed, r.ID)
		}
	}
	require.Equal(t, []string{"UPD-09"}, failed)
}
