package certify

import (
	"context"
	"sync"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
)

// cancelAll cancels the items that the run has bought and not cancelled yet, at most atOnce at the
// same time. It judges nothing. It returns how many items it cancelled, and how many it left
// because the target refused (although section 3 lets any item be cancelled). Limits cannot be
// removed at all.
func cancelAll(ctx context.Context, r *driver.Run, atOnce int) (cancelled, left int) {
	items := r.Calls.Uncancelled()
	queue := make(chan *driver.Item)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range max(atOnce, 1) {
		workers.Go(func() {
			for i := range queue {
				answer, err := r.For("clean-up").Orders.Cancel(ctx, i, call.Probe)
				mu.Lock()
				if err == nil && answer.OK() {
					cancelled++
				} else {
					left++
				}
				mu.Unlock()
			}
		})
	}
	for _, i := range items {
		queue <- i
	}
	close(queue)
	workers.Wait()
	return cancelled, left
}
