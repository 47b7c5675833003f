package client

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A target may limit the rate of requests; the specification does not show how (section 8). The
// target limits all calls together if two endpoints refuse calls with 429 and take the same
// calls a little later, or if four endpoints refuse some calls and take later ones. An endpoint
// limits its own calls if it takes a call that it refused before, and refuses many. Then the
// client makes these calls more slowly: it lowers the rate at once and raises it in small steps, as
// TCP does. A 429 that stays does not change the rate: it may be the answer to a bad token, or to a
// customer that has had enough OTPs.
const (
	minEndpointsSameCall  = 2
	minEndpointsLaterCall = 4
	minRefusing           = 3               // so many endpoints that it is worth waiting longer
	refusalWindow         = 2 * time.Second // the time in which minRefusing endpoints refused
	minRate               = 5.0             // requests a second
	minEndpointRate       = 1.0             // requests a second to one endpoint
	minRefusals           = 3               // of one endpoint in the last second
	maxTakenEach          = 3               // calls that it took for each of them
	decreaseFactor        = 0.8             // of the number of answers in the last second
	increaseFactor        = 1.2             // of the current rate
	increaseAfter         = 2 * time.Second // the time without a 429
	minDecreaseInterval   = time.Second     // the least time after the last change
	tenths                = 10              // the answers of the last second are counted in tenths of it
)

// pacer controls how fast calls are made: as fast as the config permits, and more slowly for a
// target that limits the rate. Its lock is not held during a call.
type pacer struct {
	clock func() time.Time

	mu      sync.Mutex
	all     *pace
	of      map[string]*pace     // the pace of the calls to each endpoint
	same    map[string]bool      // endpoints that took a call after they had refused the same call with 429
	later   map[string]bool      // endpoints that took a later call
	limited map[string]time.Time // the time of the last 429 of each endpoint
}

func newPacer(most float64, clock func() time.Time) *pacer {
	limit := rate.Inf
	if most > 0 {
		limit = rate.Limit(most)
	}
	return &pacer{clock: clock, all: newPace(limit, minRate), of: make(map[string]*pace), same: make(map[string]bool), later: make(map[string]bool), limited: make(map[string]time.Time)}
}

// wait waits for a call's turn. If the turn would come after the end of the context, it returns
// a context that has ended and says so.
func (p *pacer) wait(ctx context.Context, endpoint string) context.Context {
	p.mu.Lock()
	own := p.endpoint(endpoint)
	p.mu.Unlock()
	return p.all.wait(own.wait(ctx))
}

// endpoint returns the pace of the calls to an endpoint. The caller holds the lock.
func (p *pacer) endpoint(name string) *pace {
	if p.of[name] == nil {
		p.of[name] = newPace(rate.Inf, minEndpointRate)
	}
	return p.of[name]
}

// took notes an answer other than 429. again says that the call was refused with 429 before.
func (p *pacer) took(endpoint string, again bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	if again {
		p.same[endpoint] = true
	}
	if !p.limited[endpoint].IsZero() {
		p.later[endpoint] = true
	}
	p.all.took(now)
	p.endpoint(endpoint).took(now)
}

// refused notes an answer of 429.
func (p *pacer) refused(endpoint string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, own := p.clock(), p.endpoint(endpoint)
	p.limited[endpoint] = now
	p.all.refused(now)
	own.refused(now)
	switch {
	case p.known():
		p.all.lower(now)
	case p.same[endpoint] && own.isOverrun():
		own.lower(now)
	}
}

// limits reports whether the target is known to limit the rate of all calls.
func (p *pacer) limits() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known()
}

func (p *pacer) known() bool {
	return len(p.same) >= minEndpointsSameCall || len(p.later) >= minEndpointsLaterCall
}

// patience is the most attempts of a call that gets only 429.
func (p *pacer) patience(endpoint string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, refusing := p.clock(), 0
	for _, at := range p.limited {
		if now.Sub(at) < refusalWindow {
			refusing++
		}
	}
	switch {
	case p.known(), p.same[endpoint]:
		return attemptsIfLimited
	case refusing >= minRefusing:
		return attemptsIfSeveralLimit
	}
	return maxAttempts
}

// recovers reports whether an endpoint took a call after it had refused the same call with 429.
func (p *pacer) recovers(endpoint string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.same[endpoint]
}

// LimitsRate reports whether the target is known to limit the rate of all calls. Then a 429 says
// nothing about the endpoint that answers it.
func (c *Client) LimitsRate() bool { return c.pacer.limits() }
