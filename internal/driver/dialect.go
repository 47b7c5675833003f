package driver

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
)

// PermittedReadings lists the readings that may be spoken of a tolerance: all, or the
// one it is pinned to. The first is the normative one.
func (r *Run) PermittedReadings(id string) []string {
	return payload.ReadingsOf(id, r.Config.Settings)
}

// What bounds the search for a form that the target takes. A target that takes none
// costs its owner this many calls for each request form, and one that leaves them
// without an answer this many timeouts.
const (
	mostAttempts = 48
	mostTimeouts = 4
)

// discover tries forms until the target takes one. It gives the form, the call
// that was taken or, when none was, the first form and its call.
func (r *Run) discover(ctx context.Context, tolerances []string, attempt func(payload.Form) (*Call, error)) (payload.Form, *Call, error) {
	forms := payload.Candidates(tolerances, r.PermittedReadings)
	var firstCall *Call
	timeouts := 0
	for i, f := range forms {
		if i == mostAttempts || ctx.Err() != nil {
			break
		}
		c, err := attempt(f)
		if err != nil {
			return f, nil, err
		}
		if firstCall == nil {
			firstCall = c
		}
		if c.OK() {
			r.Calls.SetPlain(c)
			return r.nearer(ctx, f, c, attempt)
		}
		if c.Response == nil || call.IsRateLimited(&c.Answer) {
			if _, broken := r.Config.Client.GivenUp(c.Endpoint); broken || !c.Unanswered {
				break // nobody answers, or will not yet: another form will not help
			}
			if timeouts++; !errors.Is(c.Err, client.ErrCut) && timeouts >= mostTimeouts {
				break
			}
		}
	}
	r.Calls.SetPlain(firstCall)
	return forms[0], firstCall, nil
}

// nearer moves a form that works back to the normative readings, one by one,
// wherever the target takes those too.
func (r *Run) nearer(ctx context.Context, f payload.Form, taken *Call, attempt func(payload.Form) (*Call, error)) (payload.Form, *Call, error) {
	for _, id := range slices.Sorted(maps.Keys(f.Readings)) {
		if ctx.Err() != nil || payload.Normative(id, f.Readings[id]) || len(r.PermittedReadings(id)) == 1 {
			continue
		}
		near := f.With(id, r.PermittedReadings(id)[0])
		c, err := attempt(near)
		if call.IsUntested(err) {
			break // nobody is left to try it on: the form that was found will do
		}
		if err != nil {
			return f, taken, err
		}
		if c.OK() {
			r.Calls.SetPlain(c)
			f, taken = near, c
		}
	}
	return f, taken, nil
}

// note records the readings of a form that was found to work, or not.
func (r *Run) note(f payload.Form, c *Call) {
	for id, reading := range f.Readings {
		r.Tried.Add(judgement.Trial{Tolerance: id, Reading: reading, Endpoint: c.Endpoint, Accepted: c.OK(), UsedInRequests: c.OK(), Exchange: c.ID})
	}
}
