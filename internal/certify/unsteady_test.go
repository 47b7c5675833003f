package certify_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// every disturbs one call in so many, before or after it was carried out.
func every(n int64, next http.Handler, disturb http.HandlerFunc, carriedOut bool) http.Handler {
	var calls atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1)%n != 0 {
			next.ServeHTTP(w, r)
			return
		}
		if carriedOut {
			next.ServeHTTP(httptest.NewRecorder(), r)
		}
		disturb(w, r)
	})
}

func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// TestAnOutageIsNoOpenDoor holds that a target that is unavailable for some hundred calls is not said to
// serve calls without the valid token or OTP: the rules about the status of a valid call fail.
func TestAnOutageIsNoOpenDoor(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t) // calls are repeated with pauses, and most of them by one goroutine
	service, calls := reference.New(reference.Options{}), new(atomic.Int64)
	target := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n := calls.Add(1); n > 600 && n < 1000 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		service.ServeHTTP(w, r)
	})
	run := certifyWith(context.Background(), t, inProcess(target))
	failures := failed(run)
	require.NotEmpty(t, failures)
	for _, security := range []string{"OTP-13", "OTP-14", "VER-10", "VER-11", "VER-13", "VER-14", "LIM-22", "PUR-17"} {
		require.NotContains(t, failures, security)
	}
}

// TestAnHonestTargetOnABadNetwork holds that who is not to blame does not fail,
// and that what took a second call is told.
func TestAnHonestTargetOnABadNetwork(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		target  http.Handler
		verdict []result.Verdict
		again   recording.RetryReason
	}{
		"hangs up now and then":                {every(41, reference.New(reference.Options{}), hangUp, false), either, recording.AfterNoAnswer},
		"answers that are lost":                {every(43, reference.New(reference.Options{}), hangUp, true), either, recording.AfterNoAnswer},
		"503 now and then":                     {every(37, reference.New(reference.Options{}), status(503), false), open, recording.AfterUnavailable},
		"503 often":                            {every(5, reference.New(reference.Options{}), status(503), false), open, recording.AfterUnavailable},
		"503 with Retry-After now and then":    {every(37, reference.New(reference.Options{}), busy, false), good, recording.AfterUnavailable},
		"504 now and then, though carried out": {every(37, reference.New(reference.Options{}), status(504), true), open, recording.AfterUnavailable},
		"429 now and then":                     {every(37, reference.New(reference.Options{}), tooMany, false), good, recording.AfterWait},
	}
	for _, name := range few(tests) {
		tt := tests[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := certifyLightly(context.Background(), t, thin(t), inProcess(tt.target))
			for _, r := range e.Run.Requirements {
				require.NotEqual(t, result.Failed, r.Outcome, "%s: %s", r.ID, why(r))
			}
			require.Contains(t, tt.verdict, e.Run.Verdict, e.Run.Reason)
			require.Positive(t, e.Run.Traffic.Again[string(tt.again)])
			if tt.again != recording.AfterWait {
				require.NotEmpty(t, unstable(e.Run), "what took a second call is told")
			}
			requireNoOrderTwice(t, e)
		})
	}
}

var (
	good   = []result.Verdict{result.Conformant}
	open   = []result.Verdict{result.Inconclusive}
	either = []result.Verdict{result.Conformant, result.Inconclusive}
)

// why is what was found wrong.
func why(r result.Requirement) (all []result.Failure) {
	for _, c := range r.Checks {
		all = append(all, c.Failures...)
	}
	return all
}

func busy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "0")
	w.WriteHeader(http.StatusServiceUnavailable)
}

func tooMany(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "0")
	w.WriteHeader(http.StatusTooManyRequests)
}

func unstable(run *result.Run) (all []string) {
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			all = append(all, c.Unstable...)
		}
	}
	return all
}

// requireNoOrderTwice holds that no order which may have arrived was sent again.
func requireNoOrderTwice(t *testing.T, e *certify.Evidence) {
	t.Helper()
	lost := map[string]string{}
	for _, x := range e.Log.All() {
		id := gjson.GetBytes(x.Request.Body, "order_id").String()
		if x.Endpoint != "create-purchases" || id == "" {
			continue
		}
		require.NotContains(t, lost, id, "%s and %s", x.Check, lost[id])
		if x.Response == nil || x.Response.Status > 500 {
			lost[id] = x.Check
		}
	}
}

// TestATargetThatIsAlwaysUnavailableIsToBlame holds that 503 is no excuse.
func TestATargetThatIsAlwaysUnavailableIsToBlame(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	service := reference.New(reference.Options{})
	run := certifyThin(context.Background(), t, inProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		service.ServeHTTP(w, r)
	})))
	require.Equal(t, result.NonConformant, run.Verdict)
	require.Contains(t, failed(run), "CAN-01")
}

// TestLargeResponsesAreNobodysDeviation holds that a run ends undecided if it may not keep more responses.
// No section gives the size of a response.
func TestLargeResponsesAreNobodysDeviation(t *testing.T) {
	t.Parallel()
	o := inProcess(reference.New(reference.Options{}))
	o.MaxBody = 16 << 10
	run := certifyThin(context.Background(), t, o)
	require.Equal(t, result.Inconclusive, run.Verdict)
	require.Empty(t, failed(run))
	isFull := func(r result.Requirement) bool {
		return strings.Contains(r.Reason, "assay keeps 229376 bytes of a run, so it sends no more")
	}
	require.True(t, slices.ContainsFunc(run.Requirements, isFull))
}

// unreachable is a network on which no connection can be made now and then.
type unreachable struct {
	calls atomic.Int64
	next  http.RoundTripper
}

func (u *unreachable) RoundTrip(r *http.Request) (*http.Response, error) {
	if u.calls.Add(1)%200 == 0 {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	}
	return u.next.RoundTrip(r)
}

func TestAConnectionThatFailsIsTriedAgain(t *testing.T) {
	t.Parallel()
	o := inProcess(nil)
	o.Transport = &unreachable{next: inprocess.Transport(reference.New(reference.Options{}))}
	e := certifyLightly(context.Background(), t, thin(t), o)
	require.Equal(t, result.Conformant, e.Run.Verdict, e.Run.Reason)
	require.Contains(t, e.Run.Reason, "unstable")
	require.Positive(t, e.Run.Traffic.Again[string(recording.AfterConnection)])
	require.Contains(t, strings.Join(unstable(e.Run), "\n"), "at a later connection attempt")
	requireNoneTwice(t, e)
}

// requireNoneTwice holds that nothing was sent again which had been sent.
func requireNoneTwice(t *testing.T, e *certify.Evidence) {
	t.Helper()
	for _, x := range e.Log.All() {
		require.Contains(t, []recording.RetryReason{"", recording.AfterConnection}, x.Retry)
	}
}

// TestOnePersonIsSentOneOTP holds that a target which answers 429 to the second OTP of
// one person, and does not say for how long, is judged by people who have had none.
func TestOnePersonIsSentOneOTP(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	good := reference.New(reference.Options{})
	sent := make(map[string]bool)
	var mu sync.Mutex
	hadOne := func(person string) bool {
		mu.Lock()
		defer mu.Unlock()
		had := sent[person]
		sent[person] = true
		return had
	}
	run := certifyWith(context.Background(), t, inProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if strings.Contains(r.URL.Path, "/otp/") && !strings.HasSuffix(r.URL.Path, "/verify") && hadOne(gjson.GetBytes(body, "id_number").String()) {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		good.ServeHTTP(w, r)
	})))
	require.LessOrEqual(t, run.Traffic.Requests, 2100)
	for _, r := range run.Requirements {
		if r.ID == "OTP-11" { // it is about the second one
			require.Equal(t, result.Untested, r.Outcome, r.Reason)
			continue
		}
		require.True(t, r.Outcome.Good(), "%s is %s: %s", r.ID, r.Outcome, r.Reason)
	}
}
