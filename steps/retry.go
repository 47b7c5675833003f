package steps

import (
	"context"
	"errors"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
)

// retryCall makes a call once more that was not answered, or only by a proxy. A
// network loses any call, once; a build that breaks down over one request does so
// every time. An endpoint that is never served by that is not asked again.
func (r *Run) retryCall(ctx context.Context, c *call, wire client.Call) {
	if c.mayHaveOrdered() || (!broken(c.Err) && !unavailable(c)) {
		return
	}
	first := c.Exchange
	wire.Again = recording.AfterNoAnswer
	if unavailable(c) {
		wire.Again = recording.AfterUnavailable
	}
	for attempt := 1; attempt <= r.maxRetries(c); attempt++ {
		if unavailable(c) && !r.cfg.Client.Rest(ctx, c.Exchange, attempt) {
			break
		}
		c.Exchange = r.cfg.Client.Do(ctx, wire)
		if !broken(c.Err) && !unavailable(c) {
			break
		}
	}
	r.classify(ctx, wire.Check, first, c)
}

// maxRetries is how often a call is made once more. What is cut twice is cut by
// the target; a proxy that is unavailable now and then is asked more often. An
// endpoint of which calls in a row were in vain is not asked again at all.
func (r *Run) maxRetries(c *call) int {
	switch {
	case !unavailable(c) && r.traffic.of(c.endpoint).silent() >= maxInVain, unavailable(c) && r.flaky.alwaysDown(c.endpoint):
		return 0
	case !unavailable(c):
		return 1
	}
	return 3
}

// unavailable tells whether an answer is one that a proxy gives in the place of
// a target (502, 503, 504): it says nothing about the target, unless the target
// always gives it.
func unavailable(c *call) bool {
	switch c.status() {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// mayHaveOrdered tells whether a call is an order that may have arrived though no
// answer of the target came: it is not sent again, another is placed in its stead.
func (c *call) mayHaveOrdered() bool {
	return c.endpoint == createOrder && (broken(c.Err) || unavailable(c))
}

// broken tells whether an answer was begun by a target that was reached: the
// connection stood, and no whole answer came over it.
func broken(err error) bool {
	for _, kind := range []error{client.ErrCut, client.ErrTimeout, client.ErrMalformed, client.ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
