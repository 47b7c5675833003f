package client

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// The target refuses everything if all of this is true:
//   - It refuses minRefusedInRow valid calls in a row.
//   - The calls are to minEndpointsRefusedAll endpoints, or to all that have served a call. The
//     endpoints of the purchases alone can fill a row by chance.
//   - It also refuses the calls that it served at the other endpoints.
//
// A target that served few endpoints is called at one or two of them from then on. For these,
// minRefusedByFew calls in a row are enough.
const (
	minRefusedInRow        = 12
	minEndpointsRefusedAll = 3
	minRefusedByFew        = 3 * minRefusedInRow
	// minReadsAtEnd is how many endpoints must have served a call that changes nothing, so that
	// repeating these calls tells that the target refuses everything.
	minReadsAtEnd = 2
)

// CallerRefused says that a target that served valid calls has refused every one since, with a
// status that refuses the caller: 401, 403, or 429 with a wait of more than a minute. Sections
// 5.3 and 8 do not show how long a token is valid and how many calls a partner may make. So the
// cause is the set-up, and the run can learn nothing more about the build.
type CallerRefused struct {
	Status int           // the status of the last refusal
	Served int           // valid calls that were served before the first refusal of the row
	After  time.Duration // the time from the first call of the run to that refusal
	Calls  int           // requests of the run until this was found
}

// Error says what happened, for a run that stops because of it.
func (r *CallerRefused) Error() string {
	return fmt.Sprintf("after %d served calls the target refuses every call with HTTP status %d", r.Served, r.Status)
}

// refusals counts the valid calls that a target has refused since it last served one. It counts
// only endpoints that have served a call: an endpoint that never served one says nothing about
// the token. Its lock is not held during a call.
type refusals struct {
	mu        sync.Mutex
	begun     time.Time
	served    int
	servedAt  map[string]bool // endpoints that have served a call
	inRow     int
	endpoints map[string]bool // endpoints of the refusals in a row
	first     time.Time       // when the first refused call of the row was made
	status    int             // the status of the last refusal
	reported  bool
	reads     map[string]Call // the last served call of each endpoint that changes nothing
}

// note takes a call that has ended. It returns a result once in a run, when the target is found
// to refuse all calls.
func (r *refusals) note(call Call, e *recording.Exchange, now time.Time) *CallerRefused {
	if !call.isPlain() || e.Response == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begun.IsZero() {
		r.begun = e.Started
	}
	if !refusesCaller(e, now) {
		if e.Response.Status < 300 {
			r.noteServed(call)
		}
		r.inRow, r.endpoints = 0, nil
		return nil
	}
	if !r.servedAt[call.Endpoint] {
		return nil
	}
	if r.inRow++; r.inRow == 1 {
		r.endpoints, r.first = make(map[string]bool), e.Started
	}
	r.endpoints[call.Endpoint], r.status = true, e.Response.Status
	if r.reported || !r.isLongEnough() {
		return nil
	}
	r.reported = true
	return &CallerRefused{Status: e.Response.Status, Served: r.served, After: r.first.Sub(r.begun)}
}

// isLongEnough reports whether the row suggests that the target refuses everything. For a row of few
// endpoints, a call of another endpoint must be there to make again. The caller holds the lock.
func (r *refusals) isLongEnough() bool {
	if len(r.endpoints) >= min(minEndpointsRefusedAll, len(r.servedAt)) {
		return r.inRow >= minRefusedInRow
	}
	return r.inRow >= minRefusedByFew && len(r.servedReads(r.endpoints)) > 0
}

func (r *refusals) noteServed(call Call) {
	if r.servedAt == nil {
		r.servedAt, r.reads = make(map[string]bool), make(map[string]Call)
	}
	r.served++
	r.servedAt[call.Endpoint] = true
	if call.Method == http.MethodGet || call.Lookup {
		r.reads[call.Endpoint] = call
	}
}

// others returns a served call of each endpoint that has no refusal in the row, if the call changes
// nothing.
func (r *refusals) others() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.servedReads(r.endpoints)
}

// servedReads returns the served calls that change nothing, but for those of some endpoints. The
// caller holds the lock.
func (r *refusals) servedReads(some map[string]bool) (calls []Call) {
	for _, endpoint := range slices.Sorted(maps.Keys(r.reads)) {
		if !some[endpoint] {
			calls = append(calls, r.reads[endpoint])
		}
	}
	return calls
}

// atEnd returns what is known if the last valid call was refused, and a served call of each endpoint,
// if the call changes nothing. It returns nil if the last valid call was served.
func (r *refusals) atEnd() (*CallerRefused, []Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.inRow == 0 || r.reported {
		return nil, nil
	}
	return &CallerRefused{Status: r.status, Served: r.served, After: r.first.Sub(r.begun)}, r.servedReads(nil)
}

// endRow forgets the refusals so far, because the target has served another call.
func (r *refusals) endRow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inRow, r.endpoints, r.reported = 0, nil, false
}

// refusesOthers makes calls again that the target served before, of the endpoints that have no
// refusal in the row. It reports whether the target refuses them all now.
func (c *Client) refusesOthers(ctx context.Context) bool {
	return c.refusesNow(ctx, c.refusals.others())
}

// refusesNow makes calls again, and reports whether the target refuses the caller in all of them.
func (c *Client) refusesNow(ctx context.Context, calls []Call) bool {
	for _, call := range calls {
		call.AtOnce = true
		if e := c.repeat(ctx, call, c.attempt(ctx, call)); e.Response != nil && !refusesCaller(e, c.config.Clock()) {
			c.refusals.endRow()
			return false
		}
	}
	return true
}

// RefusedAtEnd returns a result if the target refused the last valid calls of a run, and also
// refuses what it served before. So a token that lapses shortly before the end is found, when too few
// calls are left to fill a row. It makes no call if the last valid call was served.
func (c *Client) RefusedAtEnd(ctx context.Context) *CallerRefused {
	all, reads := c.refusals.atEnd()
	if all == nil || len(reads) < minReadsAtEnd || !c.refusesNow(ctx, reads) {
		return nil
	}
	all.Calls = int(c.requests.Load())
	return all
}

// refusesCaller reports whether an answer refuses the caller, not the content of the call.
func refusesCaller(e *recording.Exchange, now time.Time) bool {
	switch {
	case refusedWith(e.Response, http.StatusUnauthorized), refusedWith(e.Response, http.StatusForbidden):
		return true
	}
	return IsRateLimited(e) && asksForLonger(e, now)
}
