package client

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// maxAttempts is how often a call is made at the most: once, and again for
// every refusal that says by itself that nothing was done.
const maxAttempts = 4

// maxInVain is after how many calls in a row that were refused with 429 to the last
// attempt an endpoint is taken to refuse all: no more is waited for it until it
// answers something else. One call will do where the endpoint has never answered
// anything else, and does not say how long to wait. While nothing at all answers
// anything else, one call will do for all endpoints.
const maxInVain = 2

// limits knows which endpoints answer 429 whatever is waited.
type limits struct {
	mu     sync.Mutex
	vainly map[string]int  // by endpoint: calls in a row
	heard  map[string]bool // endpoints that have answered something else
	all    bool            // since the last such call nothing has answered anything else
}

// inVain notes a call that was refused to the last attempt.
func (l *limits) inVain(endpoint string, e *recording.Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.vainly == nil {
		l.vainly = make(map[string]int)
	}
	l.vainly[endpoint]++
	l.all = true
	if !l.heard[endpoint] && e.Response.Header.Get("Retry-After") == "" {
		l.vainly[endpoint] = maxInVain
	}
}

func (l *limits) always(endpoint string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all || l.vainly[endpoint] >= maxInVain
}

// lifted notes an answer other than 429.
func (l *limits) lifted(endpoint string, e *recording.Exchange) {
	if e.Response == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heard == nil {
		l.heard = make(map[string]bool)
	}
	l.heard[endpoint], l.all = true, false
	delete(l.vainly, endpoint)
}

// pause is what is waited, before a call is made again, where the target does not
// say how long: twice as long each time, and less for an endpoint that may answer
// nothing else.
func (l *limits) pause(endpoint string, attempt int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heard[endpoint] {
		return usualWait << (attempt - 1)
	}
	return firstWait << (attempt - 1)
}

// mostDials bounds how many calls of a run are made again for want of a
// connection: a target that is gone should not be knocked at for long.
const (
	mostDials = 20
	redial    = 100 * time.Millisecond
	moment    = 20 * time.Millisecond
)

// What is waited for a target that has had too many requests and does not say how
// long to leave it alone, and the longest wait that makes sense in a run.
const (
	usualWait   = 200 * time.Millisecond
	firstWait   = 100 * time.Millisecond
	longestWait = time.Minute
)

// refresher is a TokenSource that can get a new token for one that was refused.
// It says whether it is worth asking again.
type refresher interface {
	Invalidate(token string) bool
}

// pace waits for the call's turn, where the rate of requests is bounded. Where
// the turn would come after the context's end, it gives a context that has ended
// and says so.
func (c *Client) pace(ctx context.Context) context.Context {
	if c.pacer == nil {
		return ctx
	}
	if err := c.pacer.Wait(ctx); err != nil {
		over, cancel := context.WithCancelCause(ctx)
		cancel(err)
		return over
	}
	return ctx
}

// again tells why a call is worth another try, if it is: no connection could be
// made, the target had too many requests, or the token has run out. A call that
// may have been carried out is never sent again here.
func (c *Client) again(ctx context.Context, call Call, e *recording.Exchange, attempt int) recording.Again {
	limited := e.Response != nil && e.Response.Status == http.StatusTooManyRequests
	if !limited {
		c.limits.lifted(call.Endpoint, e)
	}
	switch {
	case limited:
		if c.awaitLimit(ctx, call, e, attempt) {
			return recording.AfterWait
		}
	case attempt >= maxAttempts:
	case errors.Is(e.Err, ErrUnreachable):
		if c.dials.Add(1) <= mostDials && c.wait(ctx, time.Duration(attempt)*redial) {
			return recording.AfterConnection
		}
	case e.Response != nil && attempt == 1 && c.refreshed(call, e):
		return recording.AfterToken
	}
	return ""
}

// awaitLimit waits for as long as a target asks that has had too many requests,
// and tells whether to ask it again.
func (c *Client) awaitLimit(ctx context.Context, call Call, e *recording.Exchange, attempt int) bool {
	if attempt >= maxAttempts {
		c.limits.inVain(call.Endpoint, e)
		return false
	}
	if c.limits.always(call.Endpoint) {
		return false
	}
	return c.wait(ctx, retryAfter(e.Response.Header, c.config.Clock(), c.limits.pause(call.Endpoint, attempt))) && !c.limits.always(call.Endpoint)
}

// Rest waits before a call is made once more to a target that was unavailable:
// as long as its answer asks for, or a moment that grows with each attempt. It
// says no where the run would end first.
func (c *Client) Rest(ctx context.Context, e *recording.Exchange, attempt int) bool {
	return c.wait(ctx, retryAfter(e.Response.Header, c.config.Clock(), time.Duration(attempt)*moment))
}

// refreshed gets rid of a token that was refused. Calls that carry other
// credentials on purpose have nothing to do with the good token.
func (c *Client) refreshed(call Call, e *recording.Exchange) bool {
	source, ok := c.config.Token.(refresher)
	if !ok || call.Auth.kind != authGood || e.Response.Status != http.StatusUnauthorized {
		return false
	}
	_, token, _ := strings.Cut(e.Request.Header.Get("Authorization"), " ")
	return token != "" && source.Invalidate(token)
}

// wait waits unless the run ends first; then the refusal stands.
func (c *Client) wait(ctx context.Context, pause time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < pause {
		return false
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// retryAfter reads how long the target asks to be left alone: seconds or a date.
func retryAfter(h http.Header, now time.Time, usual time.Duration) time.Duration {
	value := h.Get("Retry-After")
	pause := usual
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && seconds >= 0 {
		pause = time.Duration(min(seconds, 3600)) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		pause = max(at.Sub(now), 0)
	}
	return min(pause, longestWait)
}
