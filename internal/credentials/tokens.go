// Package credentials gets what the specification leaves open and a run
// against a real target needs: an access token, a signature of the lookup, an
// OTP (section 5, rules 3 and 4; section 4.1). All are safe for concurrent use.
//
// Whatever secret is learnt is told to Options.Learn before it is used, so that
// it can be cut from all that is written. No error of this package holds one:
// what a program printed as a secret, a file held or an endpoint answered is
// never quoted.
package credentials

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/client"
)

// What an Options means that leaves these out.
const (
	DefaultTimeout = 30 * time.Second
	DefaultWait    = 2 * time.Minute
)

// Options are what all sources share. The zero Options is fine.
type Options struct {
	// Dir is the folder in which commands run; a program given as ./name is
	// looked for there. Empty means the process's own.
	Dir string
	// Learn is told of every secret, perhaps several times, from any goroutine.
	// Nil means that nobody is told.
	Learn func(secret string)
	// Clock tells when tokens expire; nil means time.Now.
	Clock func() time.Time
	// Transport reaches token endpoints; nil means client.NewTransport.
	Transport http.RoundTripper
	// Timeout bounds one attempt to get a secret: a token, a key. 0 means
	// DefaultTimeout.
	Timeout time.Duration
	// Wait bounds how long one OTP is waited for. 0 means DefaultWait.
	Wait time.Duration
	// LookupEnv reads the environment; nil means os.LookupEnv.
	LookupEnv func(name string) (string, bool)
	// After is the pause between two looks at a file; nil means time.After.
	After func(time.Duration) <-chan time.Time
}

func (o Options) withDefaults() Options {
	if o.Learn == nil {
		o.Learn = func(string) {}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Transport == nil {
		o.Transport = client.NewTransport()
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Wait <= 0 {
		o.Wait = DefaultWait
	}
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	if o.After == nil {
		o.After = time.After
	}
	return o
}

// Tokens is a client.TokenSource whose token is got when first asked for, kept,
// got anew shortly before it expires, and once after a refusal. However many
// ask at a time, there is one attempt.
type Tokens struct {
	keeper *keeper
	fixed  bool
}

// NewTokens returns the tokens of a place. A file is read and a command run
// again after a refusal; an environment variable stays what it is.
func NewTokens(place Place, o Options) (*Tokens, error) {
	if err := place.check(); err != nil {
		return nil, fmt.Errorf("access token: %w", err)
	}
	o = o.withDefaults()
	obtain := func(ctx context.Context) (grant, error) { return place.token(ctx, o) }
	return &Tokens{keeper: newKeeper(o, obtain), fixed: place.Env != ""}, nil
}

// Token returns the access token, without its scheme word. After a failure the
// same error is given for five seconds without another attempt, so that wrong
// credentials are not tried for every request. A token that is about to expire,
// and cannot be had anew, is given until it has expired.
func (t *Tokens) Token(ctx context.Context) (string, error) {
	token, err := t.keeper.get(ctx)
	if err != nil {
		return "", fmt.Errorf("no access token: %w", err)
	}
	return token, nil
}

// Invalidate is to be called with a token that the target refused. It returns
// whether Token may now give another: true once for a token, and for one that
// was replaced meanwhile; false for what this source did not give (the bad
// token of a negative check leaves the good one alone), for an environment
// variable, and for a token that itself came after a refusal within the last
// minute. Where Token then gives the same again, a repeat is pointless.
func (t *Tokens) Invalidate(token string) bool {
	return !t.fixed && t.keeper.invalidate(token)
}

const (
	// maxMargin is how long before its end a secret is got anew. Of one that
	// lives for less than five minutes it is a tenth of its life.
	maxMargin = 30 * time.Second
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
	current  *attempt
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

// attempt is one try to get the secret, and those who wait for it.
type attempt struct {
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

// join joins the attempt under way, or starts one.
func (k *keeper) join(ctx context.Context) *attempt {
	if k.current == nil {
		// The first to ask may leave while others wait: the attempt has a time
		// of its own.
		own, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), k.timeout, fmt.Errorf("no response within %s: %w", k.timeout, context.DeadlineExceeded))
		k.current = &attempt{done: make(chan struct{}), cancel: cancel}
		go k.try(own, k.current, k.clock())
	}
	k.current.waiting++
	return k.current
}

func (k *keeper) leave(f *attempt) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f.waiting--; f.waiting > 0 {
		return
	}
	f.cancel()
	if k.current == f {
		k.current = nil
	}
}

func (k *keeper) try(ctx context.Context, f *attempt, asked time.Time) {
	defer f.cancel()
	g, err := k.obtain(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	defer close(f.done)
	f.secret, f.err = g.secret, err
	if k.current != f {
		return // given up: what came of it counts for nobody
	}
	k.current = nil
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
		k.held.renew = k.held.expires.Add(-min(maxMargin, g.life/10))
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
