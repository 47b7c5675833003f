package client

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/credit-partner/assay/internal/recording"
)

// slots bounds how many requests are under way at the same time. More checks than that may run:
// while some wait for shared values, others use the slots. A slot is held for one attempt, and
// never while the call waits for anything else.
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

// take waits for the wanted number of slots, or for all if there are fewer, and returns a
// function that releases them. If the context ends first it takes none, and the requests fail
// because of the context.
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

// DoTogether sends calls at the same time, to test how the target handles such requests. It
// takes all slots together, makes one attempt of each call, and releases the slots before it
// repeats any call as Do would. If there are fewer slots than calls, it sends all of them
// anyway.
func (c *Client) DoTogether(ctx context.Context, calls []Call) []*recording.Exchange {
	attempts := make([]*recording.Exchange, len(calls))
	inTime := ctx
	for _, each := range calls {
		inTime = c.pacer.wait(inTime, each.Endpoint)
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
