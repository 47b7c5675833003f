package client_test

import (
	"context"
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

// gauge is a target that counts how many requests it has at once, and answers
// none before it is told to.
type gauge struct {
	now, most atomic.Int64
	arrived   chan struct{}
	open      chan struct{}
}

func newGauge() *gauge {
	return &gauge{arrived: make(chan struct{}, 100), open: make(chan struct{})}
}

func (g *gauge) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	now := g.now.Add(1)
	for most := g.most.Load(); now > most && !g.most.CompareAndSwap(most, now); most = g.most.Load() {
	}
	g.arrived <- struct{}{}
	<-g.open
	g.now.Add(-1)
}

func (g *gauge) client(t *testing.T, atOnce int) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(g), AtOnce: atOnce})
	require.NoError(t, err)
	return c
}

func TestNoMoreRequestsAreUnderWayThanPromised(t *testing.T) {
	g := newGauge()
	c := g.client(t, 3)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { c.Do(context.Background(), client.Call{Method: "GET", Path: "/"}) })
	}
	for range 3 {
		<-g.arrived
	}
	close(g.open)
	all.Wait()
	require.LessOrEqual(t, g.most.Load(), int64(3))
	require.EqualValues(t, 20, c.Requests())
}

// Calls that belong together must all arrive, even where fewer may be under
// way: else nothing is learnt of what a target does with them.
func TestCallsTogetherAllArrive(t *testing.T) {
	for _, atOnce := range []int{0, 1, 2, 4, 8} {
		synctest.Test(t, func(t *testing.T) {
			g := newGauge()
			c := g.client(t, atOnce)
			go func() {
				for range 4 {
					<-g.arrived // for good where one of them waits for another
				}
				close(g.open)
			}()
			for _, e := range c.DoTogether(t.Context(), make([]client.Call, 4)) {
				require.NoError(t, e.Err)
			}
			c.Do(t.Context(), client.Call{Method: "GET", Path: "/"})
			require.EqualValues(t, 5, c.Requests())
		})
	}
}

// Groups of calls, each as large as all slots, and single calls beside them wait
// for nobody who waits for them.
func TestCallsTogetherDoNotWaitForEachOther(t *testing.T) {
	for _, atOnce := range []int{1, 2, 8, 32} {
		synctest.Test(t, func(t *testing.T) {
			var limited atomic.Int64
			c, err := client.New(client.Config{BaseURL: "http://target.local", AtOnce: atOnce, Transport: inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				time.Sleep(time.Millisecond)
				if limited.Add(1)%3 == 0 {
					w.WriteHeader(http.StatusTooManyRequests) // who is asked to wait holds no slot
				}
			}))})
			require.NoError(t, err)
			var all sync.WaitGroup
			for n := range 20 {
				calls := make([]client.Call, 1+n%5)
				for i := range calls {
					calls[i] = client.Call{Endpoint: fmt.Sprint(n, i), Method: "GET", Path: "/"}
				}
				all.Go(func() { c.DoTogether(t.Context(), calls) })
				all.Go(func() { c.Do(t.Context(), calls[0]) })
			}
			all.Wait()
		})
	}
}

// TestAnEndpointThatAlwaysLimitsIsNotWaitedForAgain holds what 429 without end may
// cost: the waits of a few calls, and one request for each of the others.
func TestAnEndpointThatAlwaysLimitsIsNotWaitedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var always atomic.Bool
		always.Store(true)
		c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if always.Load() && r.URL.Path != "/open" {
				w.WriteHeader(http.StatusTooManyRequests)
			}
		}))})
		require.NoError(t, err)
		begun := time.Now()
		for range 50 {
			c.Do(t.Context(), client.Call{Endpoint: "a", Method: "GET", Path: "/"})
		}
		require.EqualValues(t, 4+49, c.Requests())
		require.Equal(t, 700*time.Millisecond, time.Since(begun))
		always.Store(false)
		c.Do(t.Context(), client.Call{Endpoint: "a", Method: "GET", Path: "/"})
		always.Store(true)
		begun = time.Now()
		for range 3 {
			c.Do(t.Context(), client.Call{Endpoint: "a", Method: "GET", Path: "/"})
			c.Do(t.Context(), client.Call{Endpoint: "b", Method: "GET", Path: "/open"})
		}
		require.EqualValues(t, 4+49+1+2*4+1+3, c.Requests(), "it has answered, so two calls wait again")
		require.Equal(t, 2800*time.Millisecond, time.Since(begun))
	})
}

// TestATargetThatLimitsEverythingIsNotWaitedForAtEachEndpoint holds what it costs
// where a quota is used up: the waits of one call.
func TestATargetThatLimitsEverythingIsNotWaitedForAtEachEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spent atomic.Bool
		c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if spent.Load() {
				w.WriteHeader(http.StatusTooManyRequests)
			}
		}))})
		require.NoError(t, err)
		endpoints := []string{"a", "b", "c", "d"}
		for _, name := range endpoints {
			c.Do(t.Context(), client.Call{Endpoint: name, Method: "GET", Path: "/"})
		}
		spent.Store(true)
		begun := time.Now()
		for _, name := range endpoints {
			c.Do(t.Context(), client.Call{Endpoint: name, Method: "GET", Path: "/"})
		}
		require.EqualValues(t, 4+4+3, c.Requests())
		require.Equal(t, 1400*time.Millisecond, time.Since(begun))
	})
}

func TestACallWithoutATurnIsNotSent(t *testing.T) {
	g := newGauge()
	c := g.client(t, 1)
	var all sync.WaitGroup
	all.Go(func() { c.Do(context.Background(), client.Call{Method: "GET", Path: "/"}) })
	<-g.arrived
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := c.Do(ctx, client.Call{Method: "GET", Path: "/"})
	require.Error(t, e.Err)
	close(g.open)
	all.Wait()
	require.EqualValues(t, 1, g.most.Load())
}
