package memo

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Set runs each named preparation once and shares its result. The zero value is ready for use by
// many goroutines.
type Set struct {
	mu  sync.Mutex
	all map[string]*memo
}

// memo is one preparation. Its value is valid after done is closed.
type memo struct {
	done  chan struct{}
	needs *memo // the memo that its maker waits for or makes; guarded by the mutex of its Set
	value any
	err   error
}

// maker is the context key of the memo that a goroutine is making.
type maker struct{}

// Do calls make once per name and returns its result to every caller. A caller that waits for
// another one to make the value stops waiting when the context ends. A preparation that would
// wait for itself is an error.
func Do[T any](ctx context.Context, s *Set, name string, make func(context.Context) (T, error)) (T, error) {
	outer, _ := ctx.Value(maker{}).(*memo)
	m, mine, err := s.join(name, outer)
	if err != nil {
		var none T
		return none, err
	}
	defer s.leave(outer)
	if mine {
		return makeShared(ctx, m, make)
	}
	select {
	case <-m.done:
		value, _ := m.value.(T)
		return value, m.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("the run ended while a check waited for %q: %w", name, context.Cause(ctx))
	}
}

// makeShared makes the value of a memo. If make panics, the callers that wait get an error.
func makeShared[T any](ctx context.Context, m *memo, make func(context.Context) (T, error)) (T, error) {
	m.err = errors.New("what other checks share could not be prepared: the check that prepared it panicked")
	defer close(m.done)
	value, err := make(context.WithValue(ctx, maker{}, m))
	m.value, m.err = value, err
	return value, err
}

// join returns the memo of a name, and whether the caller must make its value. It fails if the
// outer memo, which the caller is making, would wait for itself.
func (s *Set) join(name string, outer *memo) (m *memo, mine bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m = s.all[name]
	if m == nil {
		m, mine = &memo{done: make(chan struct{})}, true
		if s.all == nil {
			s.all = make(map[string]*memo)
		}
		s.all[name] = m
	}
	if outer == nil {
		return m, mine, nil
	}
	for next := m; next != nil; next = next.needs {
		if next == outer {
			return nil, false, fmt.Errorf("the preparation %q needs itself", name)
		}
	}
	outer.needs = m
	return m, mine, nil
}

func (s *Set) leave(outer *memo) {
	if outer == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	outer.needs = nil
}

// Turn is a lock that a caller may hold while it makes calls.
type Turn struct {
	once sync.Once
	free chan struct{}
}

// Take waits for the turn until the context ends. It returns the function that ends the turn.
func (t *Turn) Take(ctx context.Context) (end func(), err error) {
	t.once.Do(func() { t.free = make(chan struct{}, 1) })
	select {
	case t.free <- struct{}{}:
		return func() { <-t.free }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("the run ended while a check was waiting: %w", context.Cause(ctx))
	}
}
