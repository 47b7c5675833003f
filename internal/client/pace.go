package client

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A target may limit the rate of requests; how, the specification does not show
// (section 8). One of which two endpoints refuse calls with 429, and take the same calls
// a little later, or four refuse some calls and take later ones, limits all calls
// together: they are made more slowly then, down at once and up again little by little,
// as TCP does. 429 that stays, and 429 of one endpoint alone, are left to those calls: it
// may be the answer to a bad token, or to a customer who has had enough OTPs.
const (
	minEndpointsSameCall  = 2
	minEndpointsLaterCall = 4
	minRefusing           = 3               // endpoints, which make it worth to wait longer
	refusalWindow         = 2 * time.Second // for minRefusing
	minRate               = 5.0             // requests a second
	decreaseFactor        = 0.8             // of what was answered in the last second
	increaseFactor        = 1.2             // of the rate
	increaseAfter         = 2 * time.Second // without 429
	minDecreaseInterval   = time.Second     // not sooner after the last change
	tenths                = 10              // in which the answers of the last second are counted
)

// pacer is how fast calls are made: as fast as the config permits, and slower for a
// target that limits the rate. Its lock is held for no call.
type pacer struct {
	limiter *rate.Limiter
	most    rate.Limit // that the config permits
	clock   func() time.Time

	mu       sync.Mutex
	same     map[string]bool      // endpoints that took a call after they had refused it with 429
	later    map[string]bool      // and those that took a later one
	limited  map[string]time.Time // when endpoints refused with 429 last
	answered [tenths]int          // answers other than 429
	tenth    int64                // which of them is counted now, since 1970
	changed  time.Time            // when the rate was changed, or found too high, last
}

func newPacer(most float64, clock func() time.Time) *pacer {
	limit := rate.Inf
	if most > 0 {
		limit = rate.Limit(most)
	}
	return &pacer{limiter: rate.NewLimiter(limit, 1), most: limit, clock: clock, same: make(map[string]bool), later: make(map[string]bool), limited: make(map[string]time.Time)}
}

// wait waits for a call's turn. Where the turn would come after the context's end, it
// gives a context that has ended and says so.
func (p *pacer) wait(ctx context.Context) context.Context {
	if p.limiter.Limit() == rate.Inf {
		return ctx
	}
	if err := p.limiter.Wait(ctx); err != nil {
		over, cancel := context.WithCancelCause(ctx)
		cancel(err)
		return over
	}
	return ctx
}

// took notes an answer other than 429; again says that the call was refused with 429
// before.
func (p *pacer) took(endpoint string, again bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	p.advance(now)
	p.answered[p.tenth%tenths]++
	if again {
		p.same[endpoint] = true
	}
	if !p.limited[endpoint].IsZero() {
		p.later[endpoint] = true
	}
	if limit := p.limiter.Limit(); limit < p.most && now.Sub(p.changed) > increaseAfter {
		p.limiter.SetLimit(min(limit*increaseFactor, p.most))
		p.changed = now
	}
}

// refused notes an answer of 429.
func (p *pacer) refused(endpoint string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	p.advance(now)
	p.limited[endpoint] = now
	if !p.known() {
		return
	}
	if recent := p.lastSecond(); recent > 0 && now.Sub(p.changed) > minDecreaseInterval {
		p.limiter.SetLimit(min(p.most, max(minRate, rate.Limit(decreaseFactor*float64(recent)))))
	}
	p.changed = now
}

// limits tells whether the target is known to limit the rate of all calls.
func (p *pacer) limits() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known()
}

func (p *pacer) known() bool {
	return len(p.same) >= minEndpointsSameCall || len(p.later) >= minEndpointsLaterCall
}

// patience is how often a call is made at the most that meets nothing but 429.
func (p *pacer) patience() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, refusing := p.clock(), 0
	for _, at := range p.limited {
		if now.Sub(at) < refusalWindow {
			refusing++
		}
	}
	switch {
	case p.known():
		return attemptsIfLimited
	case refusing >= minRefusing:
		return attemptsIfSeveralLimit
	}
	return maxAttempts
}

// LimitsRate tells whether the target is known to limit the rate of all calls, so that
// 429 says nothing of the endpoint that answers it.
func (c *Client) LimitsRate() bool { return c.pacer.limits() }

// advance empties the tenths of a second that have passed. The caller holds the lock.
func (p *pacer) advance(now time.Time) {
	at := now.UnixMilli() * tenths / 1000
	for n := max(p.tenth+1, at-tenths+1); n <= at; n++ {
		p.answered[n%tenths] = 0
	}
	p.tenth = max(p.tenth, at)
}

func (p *pacer) lastSecond() int {
	sum := 0
	for _, n := range p.answered {
		sum += n
	}
	return sum
}
