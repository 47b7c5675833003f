package client

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// How many valid calls in a row, of how many endpoints, a target must refuse that served
// such calls before, until it counts as refusing everything.
const (
	minRefusedInRow        = 12
	minEndpointsRefusedAll = 3
)

// RefusesAll says that a target which served valid calls refuses every one since, with a
// status by which it turns the caller away: 401, 403, or 429 with a wait of more than a
// minute. How long a token is valid and how many calls a partner has, sections 5.3 and 8 do
// not show: the cause is the set-up, and no more can be learnt of the build.
type RefusesAll struct {
	Status int           // of the last refusal
	Served int           // valid calls before the first refusal of the row
	After  time.Duration // from the first call of the run to that refusal
	Calls  int           // requests of the run until this was known
}

// Error says what happened, for a run that is stopped because of it.
func (r *RefusesAll) Error() string {
	return fmt.Sprintf("after %d served calls the target refuses every call with HTTP status %d", r.Served, r.Status)
}

// refusals keeps the valid calls that a target has refused since it served the last one, at
// endpoints that it served before: one that never served any call says nothing of the token.
// Its lock is held for no call.
type refusals struct {
	mu        sync.Mutex
	begun     time.Time
	served    int
	servedAt  map[string]bool // endpoints
	inRow     int
	endpoints map[string]bool // of the row
	first     time.Time       // when the first call of the row was made
	told      bool
}

// note takes a call that has ended, and tells when the target is seen to refuse all calls:
// once in a run.
func (r *refusals) note(call Call, e *recording.Exchange, now time.Time) *RefusesAll {
	if !call.isPlain() || e.Response == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begun.IsZero() {
		r.begun = e.Started
	}
	if !turnsAway(e, now) {
		if e.Response.Status < 300 {
			if r.servedAt == nil {
				r.servedAt = make(map[string]bool)
			}
			r.served++
			r.servedAt[call.Endpoint] = true
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
	r.endpoints[call.Endpoint] = true
	if r.told || r.inRow < minRefusedInRow || len(r.endpoints) < minEndpointsRefusedAll {
		return nil
	}
	r.told = true
	return &RefusesAll{Status: e.Response.Status, Served: r.served, After: r.first.Sub(r.begun)}
}

// turnsAway tells whether an answer turns the caller away, whatever was asked.
func turnsAway(e *recording.Exchange, now time.Time) bool {
	switch {
	case refusedWith(e.Response, http.StatusUnauthorized), refusedWith(e.Response, http.StatusForbidden):
		return true
	}
	return IsRateLimited(e) && asksForLonger(e, now)
}
