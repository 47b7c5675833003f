package certify_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// turningAway serves so many calls of the valid token, and then refuses all that may says.
func turningAway(after int64, status int, header string, may func(*http.Request) bool) http.Handler {
	service := reference.New(reference.Options{AnyStoreKey: true})
	var served atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+reference.DefaultToken || served.Add(1) <= after || !may(r) {
			service.ServeHTTP(w, r)
			return
		}
		if header != "" {
			w.Header().Set("Retry-After", header)
		}
		http.Error(w, `{"status":`+http.StatusText(status)+`}`, status)
	})
}

// TestATokenThatLapsesIsASetup holds that a service which turns away every caller from
// some moment on is not accused: for how long a token is valid, section 5.3 does not show.
func TestATokenThatLapsesIsASetup(t *testing.T) {
	everything := func(*http.Request) bool { return true }
	for name, c := range map[string]struct {
		status int
		header string
		after  int64
		cause  string
	}{
		"expires early":     {http.StatusUnauthorized, "", 40, result.TokenLapsed},
		"expires late":      {http.StatusUnauthorized, "", 900, result.TokenLapsed},
		"caller is blocked": {http.StatusForbidden, "", 400, result.TokenLapsed},
		"quota of the day":  {http.StatusTooManyRequests, "3600", 400, result.TooManyCalls},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := inProcess(turningAway(c.after, c.status, c.header, everything))
			e, err := certify.Server(t.Context(), whole(t), o)
			require.NoError(t, err)
			require.NotNil(t, e.Run.Setup, e.Run.Reason)
			require.Equal(t, c.cause, e.Run.Setup.Cause)
			require.Equal(t, result.Inconclusive, e.Run.Verdict)
			require.Contains(t, e.Run.Reason, "began to refuse every call with HTTP status")
			require.Empty(t, e.Run.Requirements)
			require.Less(t, e.Run.Traffic.Requests, int(c.after)+400)
			require.NotContains(t, e.Run.Setup.Problem+e.Run.Setup.Remedy, reference.DefaultToken)
		})
	}
}

// TestATokenThatLapsesInTheLastCallsIsASetup holds that the last calls accuse nobody, though they are
// too few for a row of refusals.
func TestATokenThatLapsesInTheLastCallsIsASetup(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	var calls atomic.Int64
	counted := func(*http.Request) bool { calls.Add(1); return false }
	o := inProcess(turningAway(0, http.StatusUnauthorized, "", counted))
	o.Concurrency = 1
	require.Equal(t, result.Conformant, certifyThin(t.Context(), t, o).Verdict)
	for _, left := range testsize.First([]int64{1, 9, 2, 5}, 2) {
		o := inProcess(turningAway(calls.Load()-left, http.StatusUnauthorized, "", func(*http.Request) bool { return true }))
		o.Concurrency = 1
		run := certifyThin(t.Context(), t, o)
		require.NotNil(t, run.Setup, "%d calls before the end: %s", left, run.Reason)
		require.Equal(t, result.TokenLapsed, run.Setup.Cause)
	}
	one := inProcess(turningAway(calls.Load()-5, http.StatusUnauthorized, "", func(r *http.Request) bool { return r.Method != http.MethodGet }))
	one.Concurrency = 1
	require.Equal(t, result.NonConformant, certifyThin(t.Context(), t, one).Verdict, "a service that still serves reads is judged")
}

// TestEndpointsThatNeverServeAreJudged holds that a service is accused which sends and
// verifies OTPs, and turns away whoever calls anything else.
func TestEndpointsThatNeverServeAreJudged(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	handler := turningAway(0, http.StatusForbidden, "", func(r *http.Request) bool { return !strings.Contains(r.URL.Path, "/otp/") })
	run := certifyWith(t.Context(), t, inProcess(handler))
	require.Nil(t, run.Setup)
	require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
}

// TestOneEndpointThatTurnsAwayIsJudged holds that a service is accused which refuses one
// endpoint, or two of them, from some moment on, and serves the others.
func TestOneEndpointThatTurnsAwayIsJudged(t *testing.T) {
	testsize.SkipIfShort(t)
	for name, may := range map[string]func(*http.Request) bool{
		"purchases": func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/v2/purchases") },
		"gets":      func(r *http.Request) bool { return r.Method == http.MethodGet },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := certifyWith(t.Context(), t, inProcess(turningAway(300, http.StatusUnauthorized, "", may)))
			require.Nil(t, run.Setup)
			require.Equal(t, result.NonConformant, run.Verdict, run.Reason)
		})
	}
}
