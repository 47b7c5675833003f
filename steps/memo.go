package steps

import (
	"context"
	"sync"
)

// Who may hold what while it waits. A run never stands still because each of
// these waits only for what stands below it, and for the end of the context:
//
//  1. a memo: what is prepared once and shared (shared). Its maker may need
//     other memos, a turn, and calls. A memo that would need itself, by way of
//     whatever other memos, is an error and no wait.
//  2. a turn (turn): one customer's OTP and the purchase that it is for, or one
//     prepared call while it is prepared. Who has it may need memos and calls;
//     none of those memos needs the same turn.
//  3. a call (client.Do): it waits for the rate, for a slot, and between two
//     attempts, and holds nothing of the client meanwhile.
//  4. a slot (in the client): it is held for one attempt, which waits for nothing
//     but the token, the signature and the target, each within the timeout.
//
// Calls that are to arrive at once (client.DoTogether) take all their slots in one
// go, when everything that they need is prepared, and make one attempt each.
// What an answer means (whose fault a refusal is) is asked after the call has
// ended, when nothing is held, and of a few calls of an endpoint only. No
// sync.Mutex of this package is held while a call is made.

// memos runs each named preparation once and shares what it gave.
type memos struct {
	mu  sync.Mutex
	all map[string]*memo
}

// memo is one preparation. Its value is there once done is closed.
type memo struct {
	done  chan struct{}
	needs *memo // what its maker waits for or makes; guarded by the mutex of memos
	value any
	err   error
}

// maker is the context key of the memo that is being made.
type maker struct{}

// shared returns what make gives, made once per name and run. Who waits for
// another to make it leaves when the context ends.
func shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	outer, _ := ctx.Value(maker{}).(*memo)
	m, mine, err := r.memos.join(name, outer)
	if err != nil {
		var none T
		return none, err
	}
	defer r.memos.leave(outer)
	if mine {
		return makeShared(ctx, m, make)
	}
	select {
	case <-m.done:
		value, _ := m.value.(T)
		return value, m.err
	case <-ctx.Done():
		var none T
		return none, errored("the run ended while a check waited for %q: %v", name, context.Cause(ctx))
	}
}

// makeShared makes the value of a memo. Should make panic, those who wait are told.
func makeShared[T any](ctx context.Context, m *memo, make func(context.Context) (T, error)) (T, error) {
	m.err = errored("what other checks share could not be prepared: the check that prepared it panicked")
	defer close(m.done)
	value, err := make(context.WithValue(ctx, maker{}, m))
	m.value, m.err = value, err
	return value, err
}

// join gives the memo of a name, and whether the caller is to make it. It fails
// where the outer memo, which the caller is making, would wait for itself.
func (s *memos) join(name string, outer *memo) (m *memo, mine bool, err error) {
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
			return nil, false, errored("the preparation %q needs itself", name)
		}
	}
	outer.needs = m
	return m, mine, nil
}

func (s *memos) leave(outer *memo) {
	if outer == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	outer.needs = nil
}
