package driver

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
)

// PermittedReadings lists the readings of a tolerance that requests may use: all of them, or the
// one that the settings pin. The first is the normative one.
func (r *Run) PermittedReadings(id string) []string {
	return payload.ReadingsOf(id, r.Config.Settings)
}

// These constants bound the search for a form that the target takes. If the target takes none,
// its owner serves at most mostAttempts calls for each request form. If the target leaves the
// calls without an answer, the search ends after mostTimeouts timeouts.
const (
	mostAttempts = 48
	mostTimeouts = 4
)

// discover tries forms until the target takes one. It returns the form and its call. If no form
// was taken, it returns the first form and its call.
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
			return r.preferNormative(ctx, f, c, attempt)
		}
		if c.Response == nil || call.IsRateLimited(&c.Answer) {
			if _, broken := r.Config.Client.GivenUp(c.Endpoint); broken || !c.Unanswered {
				break // the target does not answer, or answers only later: another form will not help
			}
			if timeouts++; !errors.Is(c.Err, client.ErrCut) && timeouts >= mostTimeouts {
				break
			}
		}
	}
	r.Calls.SetPlain(firstCall)
	return forms[0], firstCall, nil
}

// preferNormative replaces the readings of a form that works by the normative ones, one after
// the other, where the target takes those too.
func (r *Run) preferNormative(ctx context.Context, f payload.Form, taken *Call, attempt func(payload.Form) (*Call, error)) (payload.Form, *Call, error) {
	for _, id := range slices.Sorted(maps.Keys(f.Readings)) {
		if ctx.Err() != nil || payload.Normative(id, f.Readings[id]) || len(r.PermittedReadings(id)) == 1 {
			continue
		}
		near := f.With(id, r.PermittedReadings(id)[0])
		c, err := attempt(near)
		if call.IsUntested(err) {
			break // no person is left for another try: keep the form that was found
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

// note records whether the target takes the readings of a form.
func (r *Run) note(f payload.Form, c *Call) {
	for id, reading := range f.Readings {
		r.Tried.Add(judgement.Trial{Tolerance: id, Reading: reading, Endpoint: c.Endpoint, Accepted: c.OK(), UsedInRequests: c.OK(), Exchange: c.ID})
	}
}
