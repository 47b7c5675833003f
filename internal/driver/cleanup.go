package driver

import (
	"context"
	"sync"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/spec"
)

// CleanUp cancels what the run has bought and not cancelled itself, a few at a
// time. It judges nothing, and returns how many items it cancelled and how many
// it had to leave: a target may refuse (section 3 lets any item be cancelled),
// and limits cannot be taken back at all.
func (r *Run) CleanUp(ctx context.Context, atOnce int) (cancelled, left int) {
	items := r.uncancelled()
	queue := make(chan *Item)
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

// uncancelled are the items that the target gave an id and that no call of the
// run has cancelled.
func (r *Run) uncancelled() []*Item {
	r.Calls.mu.Lock()
	defer r.Calls.mu.Unlock()
	var items []*Item
	gone := make(map[string]bool)
	for _, c := range r.Calls.All {
		if !c.OK() {
			continue
		}
		switch c.Endpoint {
		case spec.CancelPurchase:
			gone[c.Items[0].ID] = true
		case spec.CreatePurchases:
			for _, record := range c.Records() {
				items = append(items, &Item{ID: record.Get("id").String(), Buyer: c.Customer})
			}
		}
	}
	kept := items[:0]
	for _, i := range items {
		if i.ID != "" && !gone[i.ID] {
			kept = append(kept, i)
		}
	}
	return kept
}
