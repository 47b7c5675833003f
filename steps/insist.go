package steps

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/result"
)

// insist finds out whose doing it is that a call was not answered. A network
// loses any call, once; a build that breaks down over one request does so every
// time, and answers the next one. So the call is made once more, and where that
// is in vain too, another one shows whether the target is there at all.
func (r *Run) insist(ctx context.Context, c *call, wire client.Call) {
	if !broken(c.Err) || c.endpoint == createOrder {
		return // an order may have arrived: another is placed in its stead
	}
	again := r.cfg.Client.Do(ctx, wire)
	if again.Response != nil {
		c.Exchange = again
		return
	}
	c.mute = broken(again.Err) && r.answers(ctx, wire.Check)
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
