package certify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
)

// forgetsOrderID is a build that forgets order_id in every k-th answer to a get.
type forgetsOrderID struct {
	next  http.RoundTripper
	every int64
	gets  atomic.Int64
}

func (f *forgetsOrderID) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := f.next.RoundTrip(r)
	if err != nil || r.Method != http.MethodGet || !strings.Contains(r.URL.Path, "/purchases/") || f.gets.Add(1)%f.every != 0 {
		return answer, err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	body = bytes.Replace(body, []byte(`"order_id"`), []byte(`"order_no"`), 1)
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	answer.Header.Del("Content-Length")
	return answer, nil
}

func plan(t testing.TB, only ...string) *suite.Plan {
	t.Helper()
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	p, err := ledger.Plan(nil, only)
	require.NoError(t, err)
	return p
}

func options(every int64) certify.Options {
	return certify.Options{
		BaseURL: "http://target.local", Transport: &forgetsOrderID{next: inprocess.Transport(reference.New(reference.Options{})), every: every},
		Token: client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		StoreKey: reference.DefaultStoreKey, Seed: 17, Concurrency: 1, Timeout: 10 * time.Second,
	}
}

const never = 1 << 40

func findIn(t *testing.T, run *result.Run, id string) result.Requirement {
	t.Helper()
	for _, r := range run.Requirements {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("%s is not in the run", id)
	return result.Requirement{}
}

func TestASoundBuildHoldsInEveryRound(t *testing.T) {
	t.Parallel()
	e, err := certify.Soak(t.Context(), plan(t, "GET-*"), options(never), certify.SoakOptions{Rounds: 4})
	require.NoError(t, err)
	run := e.Run
	require.Equal(t, result.Partial, run.Verdict, run.Reason)
	require.Contains(t, run.Reason, fmt.Sprintf("in each of 4 rounds all %d requirements asked for passed; ", run.Coverage.Judged))
	require.Equal(t, 4, run.Soak.Rounds)
	require.Empty(t, run.Soak.Unstable)
	require.Equal(t, map[result.Outcome]int{result.Passed: 4}, findIn(t, run, "GET-06").Rounds.Outcomes)
	one, err := certify.Server(t.Context(), plan(t, "GET-*"), options(never))
	require.NoError(t, err)
	require.Equal(t, len(one.Run.Exchanges), len(run.Exchanges), "the evidence is that of one round")
	require.Equal(t, 4*one.Run.Traffic.Requests, run.Traffic.Requests)
}

func TestWhatFailsNowAndThenIsNamedWithItsRate(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	gets := gettings(t)
	// The first and the third round see no fault, the second and the fourth do.
	e, err := certify.Soak(t.Context(), plan(t, "GET-*"), options(2*gets), certify.SoakOptions{Rounds: 4})
	require.NoError(t, err)
	run := e.Run
	require.Equal(t, result.NonConformant, run.Verdict)
	require.Equal(t, []string{"GET-06", "GET-09"}, run.Soak.Unstable)
	require.Equal(t, result.Blocked, findIn(t, run, "GET-09").Outcome, "whose order_id it is, an answer without one does not show")
	broken := findIn(t, run, "GET-06")
	require.Equal(t, result.Failed, broken.Outcome)
	require.Equal(t, "failed in 2 of 4 rounds, first with seed 18", broken.Rounds.String())
	require.Equal(t, result.Passed, findIn(t, run, "GET-01").Outcome)
	c := broken.Checks[len(broken.Checks)-1]
	require.NotEmpty(t, c.Failures)
	x, ok := e.Log.Get(c.Failures[0].Exchange)
	require.True(t, ok, "its evidence is in the recording")
	require.Contains(t, string(x.Response.Body), "order_no")
	require.Contains(t, c.Failures[0].Curl, "curl")
	require.Equal(t, e.Log.Len(), len(run.Exchanges))
	require.Contains(t, c.Exchanges, x.ID)
	require.True(t, slices.ContainsFunc(run.Exchanges, func(shown result.Exchange) bool { return shown.ID == x.ID }), "and in the result")
	require.Equal(t, "failed in 2 of 4 rounds, first with seed 18", c.Rounds.String(), "of the check, too")
}

// gettings counts the gets of one round.
func gettings(t *testing.T) int64 {
	t.Helper()
	o := options(never)
	_, err := certify.Server(t.Context(), plan(t, "GET-*"), o)
	require.NoError(t, err)
	return o.Transport.(*forgetsOrderID).gets.Load()
}

func TestARoundCanBeRepeatedByItsSeed(t *testing.T) {
	t.Parallel()
	first, err := options(never).PrepareRounds()
	require.NoError(t, err)
	third := first.ForRound(3)
	require.Equal(t, int64(19), third.Seed)
	require.NotEqual(t, first.Mark, third.Mark, "no round meets the customers of another")
	first.Mark = 99_999
	require.Equal(t, int64(1), first.ForRound(2).Mark)
}

func TestAFailureIsKeptThoughTheSoakEndsEarly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		every   int64
		verdict result.Verdict
	}{
		"nothing failed": {never, result.Inconclusive}, "something failed": {5, result.NonConformant},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			o := certify.SoakOptions{Rounds: 1000, Ended: func(p certify.SoakProgress) {
				if p.Round == 3 {
					cancel(errors.New("Ctrl-C"))
				}
			}}
			e, err := certify.Soak(ctx, plan(t, "GET-*"), options(c.every), o)
			require.NoError(t, err)
			require.Equal(t, c.verdict, e.Run.Verdict)
			require.Equal(t, 3, e.Run.Soak.Rounds)
			require.Equal(t, "Ctrl-C", e.Run.Interrupted)
		})
	}
}

// TestARoundThatIsCutShortBlamesNobody ends the second round in its middle.
func TestARoundThatIsCutShortBlamesNobody(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	gets := gettings(t)
	o := options(never)
	behind := o.Transport.(*forgetsOrderID)
	o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		if behind.gets.Load() > gets+2 {
			cancel(errors.New("Ctrl-C"))
		}
		return behind.RoundTrip(r)
	})
	e, err := certify.Soak(ctx, plan(t, "GET-*"), o, certify.SoakOptions{Rounds: 9})
	require.NoError(t, err)
	require.Equal(t, 1, e.Run.Soak.Rounds)
	require.Equal(t, result.Inconclusive, e.Run.Verdict)
	require.Equal(t, result.Passed, findIn(t, e.Run, "GET-06").Outcome)
	require.Empty(t, e.Run.Soak.Unstable)
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestTheTimeOfASoakEndsIt(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(20 * time.Minute); return now }
	e, err := certify.Soak(t.Context(), plan(t, "GET-01"), options(never), certify.SoakOptions{For: time.Hour, Clock: clock})
	require.NoError(t, err)
	require.Equal(t, 3, e.Run.Soak.Rounds, "after 20 and 40 minutes there is time for one more")
	require.Equal(t, result.Partial, e.Run.Verdict, "an hour was asked for, and an hour it was")
}

func TestASoakNeedsAnEnd(t *testing.T) {
	_, err := certify.Soak(t.Context(), plan(t, "GET-01"), options(never), certify.SoakOptions{})
	require.ErrorContains(t, err, "needs an end")
}
