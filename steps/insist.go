package steps

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
)

// insist finds out whose doing it is that a call was not answered, or only by a
// proxy. A network loses any call, once; a build that breaks down over one
// request does so every time, and answers the next one. So the call is made
// once more, and where that is in vain too, another one shows whether the
// target is there at all.
func (r *Run) insist(ctx context.Context, c *call, wire client.Call) {
	if c.endpoint == createOrder || (!broken(c.Err) && !unavailable(c)) {
		return // an order may have arrived: another is placed in its stead
	}
	first := c.Exchange
	wire.Again = recording.AfterNoAnswer
	if unavailable(c) {
		wire.Again = recording.AfterUnavailable
	}
	for attempt := 1; attempt <= r.insistence(c); attempt++ {
		if unavailable(c) && !r.cfg.Client.Rest(ctx, c.Exchange, attempt) {
			break
		}
		c.Exchange = r.cfg.Client.Do(ctx, wire)
		if !broken(c.Err) && !unavailable(c) {
			break
		}
	}
	r.conclude(ctx, wire.Check, first, c)
}

// insistence is how often a call is made once more. What is cut twice is cut by
// the target; a proxy that is unavailable now and then is asked more often, but
// not one that always is.
func (r *Run) insistence(c *call) int {
	switch {
	case !unavailable(c):
		return 1
	case r.shaky.alwaysDown(c.endpoint):
		return 0
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

// conclude says what a call shows that was made once more.
func (r *Run) conclude(ctx context.Context, by string, first *recording.Exchange, c *call) {
	if unavailable(c) {
		r.shaky.inVain(c.endpoint)
	}
	switch {
	case broken(c.Err):
		c.mute = first.Response == nil && r.answers(ctx, by)
	case unavailable(c) && r.shaky.oftenUnavailable():
		c.doubt = fmt.Sprintf("%s was answered with %d each time; the target, or a proxy before it, is unavailable now and then: run again when it is steady", Title(c.endpoint), c.status())
	case c.Response == nil || unavailable(c):
	case first.Response != nil:
		r.shaky.unavailable(by, fmt.Sprintf("%s was answered with %d, and with %d when it was asked again (%s): the target, or a proxy before it, is unavailable now and then; run again when it is steady",
			Title(c.endpoint), first.Response.Status, c.status(), c.ID))
		c.doubtRefusal(first)
	default:
		r.shaky.note(by, fmt.Sprintf("%s was answered only when it was asked again (%s)", Title(c.endpoint), c.ID))
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
		c.doubt = fmt.Sprintf("%s may have been carried out although no answer came, and was refused when it was asked again: run again when the target is steady", Title(c.endpoint))
	case c.endpoint == createLimit && c.status() != endpoints[createLimit].success:
		c.variant = againVariant
	}
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

// answers asks the target for something harmless: any answer will do.
func (r *Run) answers(ctx context.Context, by string) bool {
	return r.cfg.Client.Do(ctx, client.Call{
		Endpoint: fetchLimit, Check: by, Method: endpoints[fetchLimit].method, Path: at("/api/v2/limits", uuid.NewString()),
	}).Response != nil
}

// unanswered is the failure of a call that the target leaves without an answer.
func (c *call) unanswered() result.Failure {
	e := endpoints[c.endpoint]
	return c.fault(result.Failure{
		Path: "status", Section: e.section,
		Expected: fmt.Sprintf("HTTP status %d", e.success), Actual: fmt.Sprintf("no answer, twice: %v", c.Err),
		Message: "a valid call is not answered, while others are",
	})
}
