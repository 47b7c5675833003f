package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/traffic"
)

// retryCall makes a call once more that was not answered, or only by a proxy. A
// network loses any call, once; a build that breaks down over one request does so
// every time. An endpoint that is never served by that is not asked again.
func (s *Session) retryCall(ctx context.Context, c *Call, wire client.Call) {
	if c.MayHaveOrdered() || (!c.Broken() && !c.Unavailable()) {
		return
	}
	first := c.Exchange
	wire.Again = recording.AfterNoAnswer
	if c.Unavailable() {
		wire.Again = recording.AfterUnavailable
	}
	for attempt := 1; attempt <= s.maxRetries(c); attempt++ {
		if c.Unavailable() && !s.Config.Client.Rest(ctx, c.Exchange, attempt) {
			break
		}
		c.Exchange = s.Config.Client.Do(ctx, wire)
		if !c.Broken() && !c.Unavailable() {
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
	case !c.Unavailable() && r.Traffic.Of(c.Endpoint).Silent() >= traffic.MaxInVain, c.Unavailable() && r.Flaky.AlwaysDown(c.Endpoint):
		return 0
	case !c.Unavailable():
		return 1
	}
	return 3
}
