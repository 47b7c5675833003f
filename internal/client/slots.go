package client

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/credit-partner/assay/internal/recording"
)

// slots bound how many requests are under way at once. More checks than that
// may be at work: while some wait for what they share, others use the slots. A
// slot is held for one attempt, and never while anything else is waited for.
type slots struct {
	free *semaphore.Weighted // nil: no bound
	all  int
}

func newSlots(atOnce int) slots {
	if atOnce <= 0 {
		return slots{}
	}
	return slots{semaphore.NewWeighted(int64(atOnce)), atOnce}
}

// take waits for slots, as many as wanted or as there are, and returns what gives
// them back. Where the context ends first there is none to give back, and the
// requests will fail by the context.
func (s slots) take(ctx context.Context, wanted int) (release func()) {
	if s.free == nil {
		return func() {}
	}
	weight := int64(min(wanted, s.all))
	if s.free.Acquire(ctx, weight) != nil {
		return func() {}
	}
	return func() { s.free.Release(weight) }
}

// DoTogether sends calls side by side: what a target does with requests that
// arrive at once is only seen if they do. All slots are taken in one go, each call
// makes one attempt, and the slots are given back before any call is repeated as Do
// would. Where there are fewer slots than calls, all are sent nevertheless.
func (c *Client) DoTogether(ctx context.Context, calls []Call) []*recording.Exchange {
	attempts := make([]*recording.Exchange, len(calls))
	inTime := ctx
	for range calls {
		inTime = c.pacer.wait(inTime)
	}
	release := c.slots.take(inTime, len(calls))
	var all sync.WaitGroup
	for n := range calls {
		all.Go(func() { attempts[n] = c.once(inTime, calls[n]) })
	}
	all.Wait()
	release()
	for n := range calls {
		attempts[n] = c.repeat(ctx, calls[n], attempts[n])
	}
	return attempts
}
