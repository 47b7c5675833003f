package driver

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// classify says what a call shows that was not answered, or only by a proxy, and
// was made once more where that was worth it. The call has ended: nothing is held.
func (s *Session) classify(ctx context.Context, first *recording.Exchange, c *Call) {
	if unavailable(c) {
		s.Flaky.inVain(c.Endpoint)
	}
	switch {
	case broken(c.Err):
		c.Unanswered = first.Response == nil && s.isThere(ctx, c.Endpoint, first.Started)
	case unavailable(c) && s.Flaky.oftenUnavailable():
		c.ambiguous = fmt.Sprintf("%s was answered with %d each time; the target, or a proxy in front of it, is sometimes unavailable: run again when it is stable", spec.Line(c.Endpoint), c.Status())
	case c.Response == nil || unavailable(c) || first == c.Exchange:
	case first.Response != nil:
		s.Flaky.unavailable(s.Check, fmt.Sprintf("%s was answered with %d, and with %d when it was asked again (%s): the target, or a proxy in front of it, is sometimes unavailable; run again when it is stable",
			spec.Line(c.Endpoint), first.Response.Status, c.Status(), c.ID))
		c.doubtRefusal(first)
	default:
		s.Flaky.note(s.Check, fmt.Sprintf("%s was answered only at a later attempt (%s)", spec.Line(c.Endpoint), c.ID))
		c.doubtRefusal(first)
	}
}

// doubtRefusal says that nothing is shown by the refusal of a call that may have
// been carried out before: an OTP or a limit that it used up, an item that it
// cancelled.
// A limit that was opened before may be given as an existing one.
func (c *Call) doubtRefusal(first *recording.Exchange) {
	switch {
	case first.Request.Method == http.MethodGet || c.Kind == Probe:
	case !c.AnsweredSuccess():
		c.ambiguous = fmt.Sprintf("%s may have taken effect although no response came, and the target refused the second attempt: run again when the target is stable", spec.Line(c.Endpoint))
	case c.Endpoint == spec.CreateLimit && c.Status() != spec.Of(spec.CreateLimit).Success:
		c.Variant = AgainVariant
	}
}

// isThere tells whether the target answers other endpoints than one that left a
// call unanswered: by what it has answered since, or by something harmless that it
// is asked. Any answer will do. A target that has fallen silent is not asked.
func (s *Session) isThere(ctx context.Context, silent string, since time.Time) bool {
	if s.Traffic.answeredSince(since, silent) {
		return true
	}
	if s.silence.Load() >= maxInVain {
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

// UnansweredFailure is the failure of a call that the target leaves without an
// answer.
func (c *Call) UnansweredFailure() result.Failure {
	return c.Fault(result.Failure{
		Path: "status", Section: spec.Of(c.Endpoint).Section,
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(c.Endpoint).Success), Actual: fmt.Sprintf("no response to any attempt: %v", c.Err),
		Message: "the target does not answer a valid call, but answers others",
	})
}
