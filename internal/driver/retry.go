package driver

import (
	"context"
	"errors"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// retryCall makes a call once more that was not answered, or only by a proxy. A
// network loses any call, once; a build that breaks down over one request does so
// every time. An endpoint that is never served by that is not asked again.
func (s *Session) retryCall(ctx context.Context, c *Call, wire client.Call) {
	if c.MayHaveOrdered() || (!broken(c.Err) && !unavailable(c)) {
		return
	}
	first := c.Exchange
	wire.Again = recording.AfterNoAnswer
	if unavailable(c) {
		wire.Again = recording.AfterUnavailable
	}
	for attempt := 1; attempt <= s.maxRetries(c); attempt++ {
		if unavailable(c) && !s.Config.Client.Rest(ctx, c.Exchange, attempt) {
			break
		}
		c.Exchange = s.Config.Client.Do(ctx, wire)
		if !broken(c.Err) && !unavailable(c) {
			break
		}
	}
	s.classify(ctx, first, c)
}

// maxRetries is how often a call is made once more. What is cut twice is cut by
// the target; a proxy that is unavailable now and then is asked more often. An
// endpoint of which calls in a row were in vain is not asked again at all.
func (r *Run) maxRetries(c *Call) int {
	switch {
	case !unavailable(c) && r.Traffic.Of(c.Endpoint).silent() >= maxInVain, unavailable(c) && r.Flaky.alwaysDown(c.Endpoint):
		return 0
	case !unavailable(c):
		return 1
	}
	return 3
}

// unavailable tells whether an answer is one that a proxy gives in the place of
// a target (502, 503, 504): it says nothing about the target, unless the target
// always gives it.
func unavailable(c *Call) bool {
	switch c.Status() {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// MayHaveOrdered tells whether a call is an order that may have arrived though no
// answer of the target came: it is not sent again, another is placed in its stead.
func (c *Call) MayHaveOrdered() bool {
	return c.Endpoint == spec.CreatePurchases && (broken(c.Err) || unavailable(c))
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
