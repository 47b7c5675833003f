// Package credentials gets the credentials that a run against a real target needs and that the
// specification leaves open: an access token, a signature of the lookup, an OTP (section 5, rules
// 3 and 4; section 4.1). All sources are safe for concurrent use.
//
// A source passes every secret to Options.Learn before assay uses it, so that assay can cut it
// from everything that it writes. No error of this package contains a secret: errors never quote
// what a program printed as a secret, what a file contains, or what an endpoint answered.
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

// The values that an Options without a Timeout or a Wait uses.
const (
	DefaultTimeout = 30 * time.Second
	DefaultWait    = 2 * time.Minute
)

// Options are the options that all sources share. The zero Options is valid.
type Options struct {
	// Dir is the folder in which commands run. A program given as ./name is looked up there. If
	// Dir is empty, it is the folder of the process.
	Dir string
	// Learn receives every secret. It may receive one several times, and from any goroutine. If it
	// is nil, nothing is called.
	Learn func(secret string)
	// Clock returns the time, for the expiry of tokens; nil means time.Now.
	Clock func() time.Time
	// Transport sends the requests to token endpoints; nil means client.NewTransport.
	Transport http.RoundTripper
	// Timeout is the longest time for one attempt to get a secret, such as a token or a key. 0
	// means DefaultTimeout.
	Timeout time.Duration
	// Wait is the longest wait for one OTP. 0 means DefaultWait.
	Wait time.Duration
	// LookupEnv reads an environment variable; nil means os.LookupEnv.
	LookupEnv func(name string) (string, bool)
	// After makes the pause between two reads of a file; nil means time.After.
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

// Tokens is a client.TokenSource. It gets the token at the first call and keeps it. It gets a new
// token shortly before the old one expires, and once after the target refused one. If many callers
// ask at the same time, there is only one attempt.
type Tokens struct {
	keeper *keeper
	fixed  bool
}

// NewTokens returns Tokens that read the token from a place. After a refusal they read the file
// again, or run the command again. The value of an environment variable stays the same.
func NewTokens(place Place, o Options) (*Tokens, error) {
	if err := place.check(); err != nil {
		return nil, fmt.Errorf("access token: %w", err)
	}
	o = o.withDefaults()
	obtain := func(ctx context.Context) (grant, error) { return place.token(ctx, o) }
	return &Tokens{keeper: newKeeper(o, obtain), fixed: place.Env != ""}, nil
}

// Token returns the access token, without its scheme word. After a failure it returns the same
// error for five seconds without another attempt, so that wrong credentials are not tried for
// every request. If a token is about to expire and there is no new one, Token returns the old one
// until it has expired.
func (t *Tokens) Token(ctx context.Context) (string, error) {
	token, err := t.keeper.get(ctx)
	if err != nil {
		return "", fmt.Errorf("no access token: %w", err)
	}
	return token, nil
}

// Invalidate says that the target refused a token. It returns whether Token may now return another
// one. The result is true once for each token, and for a token that was replaced meanwhile. It is
// false for a token that this source did not return (so the bad token of a negative check does not
// invalidate the good one), for an environment variable, and for a token that itself came after a
// refusal within the last minute. If Token then returns the same token again, the caller need not
// repeat the request.
func (t *Tokens) Invalidate(token string) bool {
	return !t.fixed && t.keeper.invalidate(token)
}

const (
	// maxMargin is the longest time before its expiry at which a secret is renewed. For a secret
	// that is valid for less than five minutes, it is a tenth of that time.
	maxMargin = 30 * time.Second
	// afterFailure is the time for which all callers get the same error after a failure. If a
	// wrong client secret were tried for every request of a run, the account would be locked.
	afterFailure = 5 * time.Second
	// afterRefusal is the time for which a secret that replaced a refused one is kept, even if the
	// target refuses it, too.
	afterRefusal = time.Minute
)

// grant is a secret with its lifetime.
type grant struct {
	secret string
	life   time.Duration // from the time of the request; 0: unknown
}

// keeper keeps a secret. It gets a new one if there is none, if the secret is about to expire, or
// if it was refused. It makes one attempt for all callers that ask meanwhile.
type keeper struct {
	obtain  func(context.Context) (grant, error)
	clock   func() time.Time
	timeout time.Duration

	mu       sync.Mutex
	held     held
	former   string // the secret before this one
	current  *attempt
	failure  error
	failedAt time.Time
}

type held struct {
	secret  string
	got     time.Time
	renew   time.Time // zero: the secret does not expire
	expires time.Time
	refused bool
	instead bool // it replaced a secret that was refused
}

// attempt is one attempt to get the secret, with the number of callers that wait for it.
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

// get returns the secret, or the reason why there is none. It waits until ctx ends. An attempt
// ends when no caller waits for it any more.
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

// join joins the current attempt, or starts one. The caller holds the lock.
func (k *keeper) join(ctx context.Context) *attempt {
	if k.current == nil {
		// The first caller may leave while others wait, so the attempt has its own context.
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
		return // the attempt was given up: nobody uses its result
	}
	k.current = nil
	if err != nil {
		k.failure, k.failedAt = err, k.clock()
		if k.held.usable(k.failedAt) {
			f.secret, f.err = k.held.secret, nil // the old secret has not expired, so it is still good
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

// usable reports whether the secret can still be used.
func (h held) usable(now time.Time) bool {
	return h.secret != "" && !h.refused && (h.expires.IsZero() || now.Before(h.expires))
}

// fresh reports whether the secret need not be renewed yet.
func (h held) fresh(now time.Time) bool {
	return h.usable(now) && (h.renew.IsZero() || now.Before(h.renew))
}

// invalidate says that the target refused a secret. It returns whether the next call of get may
// return another one.
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
