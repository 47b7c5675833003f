package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/traffic"
)

// classify says what a call shows that was not answered, or only by a proxy, and
// was made once more where that was worth it. The call has ended: nothing is held.
func (s *Session) classify(ctx context.Context, first *recording.Exchange, c *Call) {
	if c.Unavailable() {
		s.Flaky.InVain(c.Endpoint)
	}
	switch {
	case c.Broken():
		c.Unanswered = first.Response == nil && s.isThere(ctx, c.Endpoint, first.Started)
	case c.Unavailable() && s.Flaky.OftenUnavailable():
		c.Ambiguous = fmt.Sprintf("%s was answered with %d each time; the target, or a proxy in front of it, is sometimes unavailable: run again when it is stable", spec.Line(c.Endpoint), c.Status())
	case c.Response == nil || c.Unavailable() || first == c.Exchange:
	case first.Response != nil:
		s.Flaky.Unavailable(s.Check, fmt.Sprintf("%s was answered with %d, and with %d when it was asked again (%s): the target, or a proxy in front of it, is sometimes unavailable; run again when it is stable",
			spec.Line(c.Endpoint), first.Response.Status, c.Status(), c.ID))
		c.DoubtRefusal(first)
	default:
		s.Flaky.Note(s.Check, fmt.Sprintf("%s was answered only at a later attempt (%s)", spec.Line(c.Endpoint), c.ID))
		c.DoubtRefusal(first)
	}
}

// isThere tells whether the target answers other endpoints than one that left a
// call unanswered: by what it has answered since, or by something harmless that it
// is asked. Any answer will do. A target that has fallen silent is not asked.
func (s *Session) isThere(ctx context.Context, silent string, since time.Time) bool {
	if s.Traffic.AnsweredSince(since, silent) {
		return true
	}
	if s.silence.Load() >= traffic.MaxInVain {
		return false
	}
	harmless := spec.Of(spec.FetchLimit)
	if silent == spec.FetchLimit {
		harmless = spec.Of(spec.GetPurchase)
	}
	return s.Config.Client.Do(ctx, client.Call{
		Endpoint: harmless.Name, Check: s.Check, Method: harmless.Method, Path: harmless.At(uuid.NewString()),
	}).Response != nil
}
