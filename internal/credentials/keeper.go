package credentials

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// widestMargin is how long before its end a secret is got anew. Of one that
	// lives for less than five minutes it is a tenth of its life.
	widestMargin = 30 * time.Second
	// afterFailure is how long a failure stands for all that ask. A wrong client
	// secret, tried for every request of a run, would lock the account.
	afterFailure = 5 * time.Second
	// afterRefusal is for how long a secret that was got because another was
	// refused is not given up for being refused itself.
	afterRefusal = time.Minute
)

// grant is a secret for a time.
type grant struct {
	secret string
	life   time.Duration // from when it was asked for; 0: nobody knows
}

// keeper keeps a secret, and gets it when there is none, when it is about to
// expire or when it was refused: once, for all that ask meanwhile.
type keeper struct {
	obtain  func(context.Context) (grant, error)
	clock   func() time.Time
	timeout time.Duration

	mu       sync.Mutex
	held     held
	former   string // what was held before
	flight   *flight
	failure  error
	failedAt time.Time
}

type held struct {
	secret  string
	got     time.Time
	renew   time.Time // zero: it does not expire
	expires time.Time
	refused bool
	instead bool // it was got because another was refused
}

// flight is one attempt to get the secret, and those who wait for it.
type flight struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int
	secret  string
	err     error
}

func newKeeper(o Options, obtain func(context.Context) (grant, error)) *keeper {
	return &keeper{obtain: obtain, clock: o.Clock, timeout: o.Timeout}
}

// get returns the secret, or why it cannot be had. It waits no longer than ctx
// lasts; an attempt that nobody waits for any more is given up.
func (k *keeper) get(ctx context.Context) (string, error) {
	k.mu.Lock()
	now := k.clock()
	failing := k.failure != nil && now.Sub(k.failedAt) < afterFailure
	switch {
	case k.held.fresh(now), failing && k.held.usable(now):
		defer k.mu.Unlock()
		return k.held.secret, nil
	case failing:
		defer k.mu.Unlock()
		return "", k.failure
	}
	f := k.join(ctx)
	k.mu.Unlock()
	select {
	case <-f.done:
		return f.secret, f.err
	case <-ctx.Done():
		k.leave(f)
		return "", context.Cause(ctx)
	}
}

// join boards the flight under way, or starts one.
func (k *keeper) join(ctx context.Context) *flight {
	if k.flight == nil {
		// The first to ask may leave while others wait: the attempt has a time
		// of its own.
		own, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), k.timeout, fmt.Errorf("no answer within %s: %w", k.timeout, context.DeadlineExceeded))
		k.flight = &flight{done: make(chan struct{}), cancel: cancel}
		go k.fly(own, k.flight, k.clock())
	}
	k.flight.waiting++
	return k.flight
}

func (k *keeper) leave(f *flight) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f.waiting--; f.waiting > 0 {
		return
	}
	f.cancel()
	if k.flight == f {
		k.flight = nil
	}
}

func (k *keeper) fly(ctx context.Context, f *flight, asked time.Time) {
	defer f.cancel()
	g, err := k.obtain(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	defer close(f.done)
	f.secret, f.err = g.secret, err
	if k.flight != f {
		return // given up: what came of it counts for nobody
	}
	k.flight = nil
	if err != nil {
		k.failure, k.failedAt = err, k.clock()
		if k.held.usable(k.failedAt) {
			f.secret, f.err = k.held.secret, nil // not yet expired: still good
		}
		return
	}
	k.hold(g, asked)
}

func (k *keeper) hold(g grant, asked time.Time) {
	if k.held.secret != g.secret {
		k.former = k.held.secret
	}
	k.held = held{secret: g.secret, got: k.clock(), instead: k.held.refused}
	if g.life > 0 {
		k.held.expires = asked.Add(g.life)
		k.held.renew = k.held.expires.Add(-min(widestMargin, g.life/10))
	}
}

// usable tells whether the secret is still to be believed in.
func (h held) usable(now time.Time) bool {
	return h.secret != "" && !h.refused && (h.expires.IsZero() || now.Before(h.expires))
}

// fresh tells whether it is not yet time to get another.
func (h held) fresh(now time.Time) bool {
	return h.usable(now) && (h.renew.IsZero() || now.Before(h.renew))
}

// invalidate is told that the target refused a secret. It returns whether
// asking again may give another.
func (k *keeper) invalidate(secret string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case secret == "":
		return false
	case secret != k.held.secret:
		return secret == k.former
	case k.held.instead && k.clock().Sub(k.held.got) < afterRefusal:
		return false
	}
	k.held.refused = true
	return true
}
