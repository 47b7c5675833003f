package steps

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
func (r *Run) classify(ctx context.Context, by string, first *recording.Exchange, c *call) {
	if unavailable(c) {
		r.flaky.inVain(c.endpoint)
	}
	switch {
	case broken(c.Err):
		c.unanswered = first.Response == nil && r.isThere(ctx, by, c.endpoint, first.Started)
	case unavailable(c) && r.flaky.oftenUnavailable():
		c.ambiguous = fmt.Sprintf("%s was answered with %d each time; the target, or a proxy before it, is unavailable now and then: run again when it is steady", spec.Line(c.endpoint), c.status())
	case c.Response == nil || unavailable(c) || first == c.Exchange:
	case first.Response != nil:
		r.flaky.unavailable(by, fmt.Sprintf("%s was answered with %d, and with %d when it was asked again (%s): the target, or a proxy before it, is unavailable now and then; run again when it is steady",
			spec.Line(c.endpoint), first.Response.Status, c.status(), c.ID))
		c.doubtRefusal(first)
	default:
		r.flaky.note(by, fmt.Sprintf("%s was answered only when it was asked again (%s)", spec.Line(c.endpoint), c.ID))
		c.doubtRefusal(first)
	}
}

// doubtRefusal says that nothing is shown by the refusal of a call that may have
// been carried out before: an OTP or a limit that it used up, an item that it
// cancelled.
// A limit that was opened before may be given as an existing one.
func (c *call) doubtRefusal(first *recording.Exchange) {
	switch {
	case first.Request.Method == http.MethodGet || c.kind == probe:
	case !c.answeredSuccess():
		c.ambiguous = fmt.Sprintf("%s may have been carried out although no answer came, and was refused when it was asked again: run again when the target is steady", spec.Line(c.endpoint))
	case c.endpoint == createLimit && c.status() != spec.Of(createLimit).Success:
		c.variant = againVariant
	}
}

// isThere tells whether the target answers other endpoints than one that left a
// call unanswered: by what it has answered since, or by something harmless that it
// is asked. Any answer will do. A target that has fallen silent is not asked.
func (r *Run) isThere(ctx context.Context, by, silent string, since time.Time) bool {
	if r.traffic.answeredSince(since, silent) {
		return true
	}
	if r.silence.Load() >= maxInVain {
		return false
	}
	harmless := spec.Of(fetchLimit)
	if silent == fetchLimit {
		harmless = spec.Of(getItem)
	}
	return r.cfg.Client.Do(ctx, client.Call{
		Endpoint: harmless.Name, Check: by, Method: harmless.Method, Path: harmless.At(uuid.NewString()),
	}).Response != nil
}

// unansweredFailure is the failure of a call that the target leaves without an
// answer.
func (c *call) unansweredFailure() result.Failure {
	return c.fault(result.Failure{
		Path: "status", Section: spec.Of(c.endpoint).Section,
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(c.endpoint).Success), Actual: fmt.Sprintf("no answer, however often it is asked: %v", c.Err),
		Message: "a valid call is not answered, while others are",
	})
}
