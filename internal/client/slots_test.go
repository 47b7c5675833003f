package client_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
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
	c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: client.Handler(g), AtOnce: atOnce})
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
		g := newGauge()
		c := g.client(t, atOnce)
		ctx, release := c.Together(context.Background(), 4)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { c.Do(ctx, client.Call{Method: "GET", Path: "/"}) })
		}
		for range 4 {
			<-g.arrived // hangs where one of them waits for another
		}
		close(g.open)
		all.Wait()
		release()
		c.Do(context.Background(), client.Call{Method: "GET", Path: "/"})
		require.EqualValues(t, 5, c.Requests())
	}
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
