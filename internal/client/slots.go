package client

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// slots bound how many requests are under way at once. More checks than that
// may be at work: while some wait for what they share, others use the slots.
type slots struct{ free *semaphore.Weighted } // nil: no bound

func newSlots(atOnce int) slots {
	if atOnce <= 0 {
		return slots{}
	}
	return slots{semaphore.NewWeighted(int64(atOnce))}
}

// held marks a context whose calls have their slots already.
type held struct{}

// take waits for a slot and returns what gives it back. Where the context ends
// first there is no slot to give back, and the request will fail by the context.
func (s slots) take(ctx context.Context) (release func()) {
	if s.free == nil || ctx.Value(held{}) != nil || s.free.Acquire(ctx, 1) != nil {
		return func() {}
	}
	return func() { s.free.Release(1) }
}

// Together waits until some calls may be under way side by side. Those made with
// the context that it returns wait for nothing more: what a target does with
// requests that arrive at once is only seen if they do. One slot is left to the
// other checks: the calls may wait for what one of those is about to learn. The
// caller must release.
func (c *Client) Together(ctx context.Context, calls int) (together context.Context, release func()) {
	if c.slots.free == nil {
		return ctx, func() {}
	}
	weight := int64(min(calls, c.config.AtOnce-1))
	if c.slots.free.Acquire(ctx, weight) != nil {
		return ctx, func() {}
	}
	return context.WithValue(ctx, held{}, true), func() { c.slots.free.Release(weight) }
}
