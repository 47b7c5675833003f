package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/spec"
)

// BreaksOn tells whether a target broke on a valid call, which it did not refuse for a
// bound of its own: it answered with an error of the server, and with another status what
// it does refuse. How a refusal looks is not shown (section 7), so a target that refuses
// everything with 500 refuses this call, too.
func (s *Session) BreaksOn(ctx context.Context, c *Call) (bool, error) {
	hasOnePath := c.Endpoint == spec.CreateLimit || c.Endpoint == spec.CreatePurchases // another form of a path may be unknown to it
	if !hasOnePath || !c.IsServerError() || c.Kind != call.Probe || !c.RefusedForCertain() {
		return false, nil
	}
	empty, err := Shared(ctx, s.Run, "empty body to "+c.Endpoint, func(ctx context.Context) (*Call, error) {
		probe := &Call{Answer: call.Answer{Endpoint: c.Endpoint, Kind: call.Probe}}
		return s.For("empty body to "+c.Endpoint).Perform(ctx, probe, Request{Path: spec.Of(c.Endpoint).Path, Body: map[string]any{}})
	})
	if err != nil {
		return false, err
	}
	return call.IsRefusedByValidation(&empty.Answer), nil
}
