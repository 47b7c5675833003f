package client

import (
	"net/http"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/recording"
)

// connections chooses whether a request may use a connection that is kept open. A target may close
// its connections after an answer without saying so ("Connection: close" is only recommended). A
// request that meets such a connection is lost, although the target is well. So a call that is
// repeated uses a new connection. If several calls were answered only then, all calls do.
type connections struct {
	kept, fresh http.RoundTripper
	repeating   atomic.Int64 // the calls that are being repeated now
	lost        atomic.Int64 // the calls that only a new connection answered
}

// maxLost is how many calls show that the target closes its connections.
const maxLost = 3

// newConnections returns the connections of a transport. Only Go's own transport can be told to
// open a new one.
func newConnections(t http.RoundTripper) *connections {
	c := &connections{kept: t, fresh: t}
	if own, ok := t.(*http.Transport); ok {
		once := own.Clone()
		once.MaxIdleConnsPerHost = -1 // keeps no connection, and sends no other header for that
		c.fresh = once
	}
	return c
}

// RoundTrip sends a request on a connection that it may use.
func (c *connections) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.repeating.Load() > 0 || c.lost.Load() >= maxLost {
		return c.fresh.RoundTrip(r)
	}
	return c.kept.RoundTrip(r)
}

// again runs next, which repeats a call. The requests of other goroutines use new connections
// meanwhile, too.
func (c *connections) again(unanswered *recording.Exchange, next func() (*recording.Exchange, error)) (*recording.Exchange, error) {
	c.repeating.Add(1)
	defer c.repeating.Add(-1)
	e, err := next()
	if err == nil && e.Response != nil && unanswered.Response == nil && isCut(unanswered.Err) && !AnswerBegan(unanswered.Err) {
		c.lost.Add(1)
	}
	return e, err
}

// close closes the connections that are not in use.
func (c *connections) close() {
	for _, t := range []http.RoundTripper{c.kept, c.fresh} { // HTTP/2 keeps a fresh one, too
		if t, ok := t.(interface{ CloseIdleConnections() }); ok {
			t.CloseIdleConnections()
		}
	}
}
