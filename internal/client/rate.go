package client

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// pace is how fast some calls are made, and how many of them were answered in the last second. Only wait may be
// called by several goroutines at the same time.
type pace struct {
	limiter     *rate.Limiter
	most, least rate.Limit
	taken       [tenths]int // answers other than 429, in each tenth of the last second
	limited     [tenths]int // answers of 429
	tenth       int64       // the current tenth, counted since 1970
	changed     time.Time   // when the rate was last changed, or found too high
}

func newPace(most, least rate.Limit) *pace {
	return &pace{limiter: rate.NewLimiter(most, 1), most: most, least: least}
}

// wait waits for a call's turn. If the turn would come after the end of the context, it returns a context
// that has ended and says so.
func (p *pace) wait(ctx context.Context) context.Context {
	if p.limiter.Limit() == rate.Inf || ctx.Err() != nil {
		return ctx
	}
	if err := p.limiter.Wait(ctx); err != nil {
		over, cancel := context.WithCancelCause(ctx)
		cancel(err)
		return over
	}
	return ctx
}

// took counts an answer other than 429, and raises a rate that was lowered some time ago.
func (p *pace) took(now time.Time) {
	p.advance(now)
	p.taken[p.tenth%tenths]++
	if limit := p.limiter.Limit(); limit < p.most && now.Sub(p.changed) > increaseAfter {
		p.limiter.SetLimit(min(limit*increaseFactor, p.most))
		p.changed = now
	}
}

// refused counts an answer of 429.
func (p *pace) refused(now time.Time) {
	p.advance(now)
	p.limited[p.tenth%tenths]++
}

// isOverrun reports whether many calls of the last second were refused.
func (p *pace) isOverrun() bool {
	limited := sum(p.limited)
	return limited >= minRefusals && sum(p.taken) <= maxTakenEach*limited
}

// lower sets the rate a little below what was taken in the last second.
func (p *pace) lower(now time.Time) {
	if recent := sum(p.taken); recent > 0 && now.Sub(p.changed) > minDecreaseInterval {
		p.limiter.SetLimit(min(p.most, max(p.least, rate.Limit(decreaseFactor*float64(recent)))))
	}
	p.changed = now
}

// advance clears the tenths of a second that have passed.
func (p *pace) advance(now time.Time) {
	at := now.UnixMilli() * tenths / 1000
	for n := max(p.tenth+1, at-tenths+1); n <= at; n++ {
		p.taken[n%tenths], p.limited[n%tenths] = 0, 0
	}
	p.tenth = max(p.tenth, at)
}

func sum(counts [tenths]int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}
