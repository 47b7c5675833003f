package client_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
)

// window answers so many calls of each second, and the others with 429.
type window struct {
	mu     sync.Mutex
	most   int
	second int64
	taken  int
	always map[string]bool // paths that are answered with 429 whatever is waited
}

func (l *window) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now().Unix(); now != l.second {
		l.second, l.taken = now, 0
	}
	if l.taken++; l.taken > l.most || l.always[r.URL.Path] {
		w.WriteHeader(http.StatusTooManyRequests)
	}
}

// callAll makes calls of so many endpoints, eight at a time, and counts those that
// were refused in the end.
func callAll(t *testing.T, target http.Handler, calls, endpoints int) (refused int, took time.Duration) {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(target), AtOnce: 8})
	require.NoError(t, err)
	started := time.Now()
	var wait sync.WaitGroup
	var mu sync.Mutex
	for worker := range 8 {
		wait.Go(func() {
			for n := range calls / 8 {
				endpoint := fmt.Sprintf("/%d", (n+worker)%endpoints)
				e := c.Do(t.Context(), client.Call{Endpoint: endpoint, Method: http.MethodGet, Path: endpoint})
				mu.Lock()
				if e.Response.Status != http.StatusOK {
					refused++
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return refused, time.Since(started)
}

// TestARateThatATargetLimitsIsKept holds that a target may limit the rate of requests
// and say nothing of it (section 8): assay slows down until all calls are answered.
func TestARateThatATargetLimitsIsKept(t *testing.T) {
	t.Parallel()
	for _, most := range []int{20, 50, 200} {
		synctest.Test(t, func(t *testing.T) {
			const calls = 1200
			refused, took := callAll(t, &window{most: most}, calls, 9)
			require.Zero(t, refused)
			least := time.Duration(calls/most) * time.Second
			require.Less(t, took, 2*least+5*time.Second, "%d a second", most)
		})
	}
}

// TestOneEndpointThatRefusesSlowsNothing holds that 429 which no waiting changes is left
// to the calls that get it.
func TestOneEndpointThatRefusesSlowsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		refused, took := callAll(t, &window{most: 1e6, always: map[string]bool{"/3": true}}, 1200, 9)
		require.Positive(t, refused)
		require.Less(t, took, 3*time.Second)
	})
}

// TestCallersWithoutATokenThatAreSlowedDownSlowNothing holds that a target may answer 429 to callers
// who had no valid token several times. Valid calls are made as fast as before.
func TestCallersWithoutATokenThatAreSlowedDownSlowNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var unauthorized atomic.Int64
		c, err := client.New(client.Config{
			BaseURL: "http://target.local", Token: client.StaticToken("valid-token"),
			Transport: inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") == "" && unauthorized.Add(1) > 3 {
					w.WriteHeader(http.StatusTooManyRequests)
				}
			})),
		})
		require.NoError(t, err)
		began := time.Now()
		for n := range 120 {
			path := fmt.Sprint("/", n%9)
			c.Do(t.Context(), client.Call{Endpoint: path, Method: http.MethodGet, Path: path, Auth: client.NoAuth()})
			require.Equal(t, http.StatusOK, c.Do(t.Context(), client.Call{Endpoint: path, Method: http.MethodGet, Path: path}).Response.Status)
		}
		require.False(t, c.LimitsRate())
		require.LessOrEqual(t, unauthorized.Load(), int64(2*120))
		require.Less(t, time.Since(began), time.Minute, "one short wait for each call without a token")
	})
}
