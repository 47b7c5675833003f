package steps

import (
	"context"
	"sync"
)

// CleanUp cancels what the run has bought and not cancelled itself, a few at a
// time. It judges nothing, and returns how many items it cancelled and how many
// it had to leave: a target may refuse (section 3 lets any item be cancelled),
// and limits cannot be taken back at all.
func (r *Run) CleanUp(ctx context.Context, atOnce int) (cancelled, left int) {
	items := r.uncancelled()
	queue := make(chan *item)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range max(atOnce, 1) {
		workers.Go(func() {
			for i := range queue {
				answer, err := r.cancel(ctx, "clean-up", i, probe)
				mu.Lock()
				if err == nil && answer.ok() {
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
func (r *Run) uncancelled() []*item {
	r.calls.mu.Lock()
	defer r.calls.mu.Unlock()
	var items []*item
	gone := make(map[string]bool)
	for _, c := range r.calls.all {
		if !c.ok() {
			continue
		}
		switch c.endpoint {
		case cancelItem:
			gone[c.items[0].id] = true
		case createOrder:
			for _, record := range c.records() {
				items = append(items, &item{id: record.Get("id").String(), buyer: c.customer})
			}
		}
	}
	kept := items[:0]
	for _, i := range items {
		if i.id != "" && !gone[i.id] {
			kept = append(kept, i)
		}
	}
	return kept
}
