package memo

import (
	"context"
	"fmt"
	"sync"
)

// Turn lets one of several in at a time, who may make calls meanwhile.
type Turn struct {
	once sync.Once
	free chan struct{}
}

// Take waits for the turn until the context ends, and returns what ends it.
func (t *Turn) Take(ctx context.Context) (end func(), err error) {
	t.once.Do(func() { t.free = make(chan struct{}, 1) })
	select {
	case t.free <- struct{}{}:
		return func() { <-t.free }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("the run ended while a check was waiting: %w", context.Cause(ctx))
	}
}
