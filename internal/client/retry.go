package client

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// All repeats are made in this file, but for the OTPs that internal/driver requests again for one person
// after a pause: only the driver knows how many the person has had. The comment in internal/driver/memo/doc.go says what a call may
// hold while it waits.
//
// Do repeats a call that the target certainly did not carry out: no connection could be made,
// the target had too many requests (429), or the token had expired. FollowUp repeats a call that
// got no answer, or only one of a proxy, if the target may carry it out twice. If it gets no
// answer at all, FollowUp makes a harmless call, which shows whether the whole target has
// stopped, or only this call causes an error.
//
// DoTogether sends calls at the same time. It prepares everything that they need, takes all
// their slots together, and makes one attempt of each. After it has released the slots, it
// repeats each call like any other. The caller decides what an answer means (whose fault a
// refusal is) after the call has ended.

// maxAttempts is the most attempts of a call: one, and another after every refusal that says
// that nothing was done.
const maxAttempts = 4

// These are the most attempts of a call that gets 429: if several endpoints answer with 429, and
// if the target or the endpoint is known to limit the rate.
const (
	attemptsIfSeveralLimit = 6
	attemptsIfLimited      = 10
	attemptsIfRefused      = 2 // of a call without the valid token, if valid calls get no 429
)

// maxRedials bounds how many calls of a run are repeated because no connection could be made, so
// that a run soon stops calling a target that does not exist.
const (
	maxRedials = 20
	redial     = 100 * time.Millisecond
	minBackoff = 20 * time.Millisecond
	// backoffGrowth is by how much each wait for an unavailable endpoint is longer than the one before: 20,
	// 200 and 2000 ms.
	backoffGrowth = 10
)

// These are waits for a target that had too many requests and does not say how long to wait, and
// the longest wait that makes sense in a run.
const (
	usualWait    = 200 * time.Millisecond
	longestUsual = 2 * time.Second
	firstWait    = 100 * time.Millisecond

	returnSlots = 8 // for calls that are repeated after a refusal for the moment
	returnDelay = 40 * time.Millisecond
	laterEach   = 170 * time.Millisecond // by which each further wait for a limit is longer
	maxBackoff  = time.Minute
)

// refresher is a TokenSource that can get a new token instead of a refused one. Invalidate
// reports whether to repeat the call.
type refresher interface {
	Invalidate(token string) bool
}

// repeat repeats a call that the target certainly did not carry out, as long as reason gives a
// reason.
func (c *Client) repeat(ctx context.Context, call Call, e *recording.Exchange) *recording.Exchange {
	call.retry.before = c.history.otherAnswers(call.Endpoint)
	for attempt := 1; ; attempt++ {
		if call.retry.reason = c.reason(ctx, call, e, attempt); call.retry.reason == "" {
			return e
		}
		e = c.attempt(ctx, call)
	}
}

// reason returns why a call should be repeated, or "" if it should not.
func (c *Client) reason(ctx context.Context, call Call, e *recording.Exchange, attempt int) recording.RetryReason {
	limited := IsRateLimited(e)
	switch {
	case limited && call.Auth.kind != authGood: // it says nothing about valid calls
	case limited:
		c.pacer.refused(call.Endpoint)
	case e.Response != nil:
		c.pacer.took(call.Endpoint, call.retry.reason == recording.AfterWait)
		c.history.notLimited(call)
	}
	switch {
	case limited:
		if c.awaitLimit(ctx, call, e, attempt) {
			return recording.AfterWait
		}
	case attempt >= maxAttempts:
	case asksToComeBack(e):
		if c.WaitFor(ctx, e, retryAfter(e.Response.Header, c.config.Clock(), firstWait)+c.stagger()) {
			return recording.AfterWait
		}
	case errors.Is(e.Err, ErrUnreachable):
		if c.repeats.dials.Add(1) <= maxRedials && c.wait(ctx, time.Duration(attempt)*redial) {
			return recording.AfterConnection
		}
	case e.Response != nil && attempt == 1 && c.refreshed(call, e):
		return recording.AfterToken
	}
	return ""
}

// stagger returns a different delay for each of the calls that were refused together because
// each met the other, so that they do not meet again.
func (c *Client) stagger() time.Duration {
	return time.Duration(c.repeats.returns.Add(1)%returnSlots) * returnDelay
}

// asksToComeBack reports whether a target refuses a call only for the moment and says when to
// repeat it, for example because it still works on an earlier call. Which status it uses is not
// shown (section 7). A refused token is handled elsewhere, and so are too many requests.
func asksToComeBack(e *recording.Exchange) bool {
	if e.Response == nil || e.Response.Status < 400 || e.Response.Status > 499 || e.Response.Status == http.StatusUnauthorized {
		return false
	}
	seconds, err := strconv.Atoi(strings.TrimSpace(e.Response.Header.Get("Retry-After")))
	return err == nil && seconds <= 5 // a longer wait is not worth it for one call
}

// awaitLimit waits as long as a target asks that had too many requests, and a little longer each time. It
// reports whether to repeat the call. A target may count the calls of each second: a call that came back
// at the same moment of every second would find that others had used it up, again and again.
func (c *Client) awaitLimit(ctx context.Context, call Call, e *recording.Exchange, attempt int) bool {
	if call.AtOnce {
		return false
	}
	if attempt >= c.patience(call) {
		c.history.limited(call.Endpoint, e, c.pacer.limits(), call.retry.before)
		return false
	}
	if c.history.alwaysLimits(call.Endpoint) || asksForLonger(e, c.config.Clock()) {
		return false
	}
	pause := retryAfter(e.Response.Header, c.config.Clock(), c.history.pause(call.Endpoint, attempt))
	if requestedWait(e.Response.Header, c.config.Clock()) > 0 { // our own waits grow by themselves
		pause += time.Duration(attempt-1) * laterEach
	}
	return c.WaitFor(ctx, e, pause) && !c.history.alwaysLimits(call.Endpoint)
}

// patience is the most attempts of a call that gets only 429. A target that does not limit the rate
// of valid calls may refuse callers without a valid token in this way, after some of them. An endpoint
// that takes calls a little later limits the rate of all its calls.
func (c *Client) patience(call Call) int {
	if call.Auth.kind != authGood && !c.pacer.limits() && !c.pacer.recovers(call.Endpoint) {
		return attemptsIfRefused
	}
	return c.pacer.patience(call.Endpoint)
}

// refreshed discards a token that was refused. It does nothing for calls that carry other
// credentials on purpose.
func (c *Client) refreshed(call Call, e *recording.Exchange) bool {
	source, ok := c.config.Token.(refresher)
	if !ok || call.Auth.kind != authGood || e.Response.Status != http.StatusUnauthorized {
		return false
	}
	_, token, _ := strings.Cut(e.Request.Header.Get("Authorization"), " ")
	return token != "" && source.Invalidate(token)
}

// Wait is a wait before a call is repeated that the target refused for the moment.
type Wait struct {
	Line   string // method and path of the call, as section 4 writes them
	Status int
	For    time.Duration
}

// WaitFor reports a wait after an answer to the config's Waits, and waits. It returns false if the
// run ends first.
func (c *Client) WaitFor(ctx context.Context, e *recording.Exchange, pause time.Duration) bool {
	if c.config.Waits != nil {
		c.config.Waits(Wait{Line: spec.Line(e.Endpoint), Status: e.Response.Status, For: pause})
	}
	return c.wait(ctx, pause)
}

// wait waits and returns true. It returns false if the run ends first; then the refusal stays as
// it is.
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

// retryAfter returns how long to wait: the target's Retry-After (seconds or a date) if it has
// one, otherwise usual, and maxBackoff at most.
func retryAfter(h http.Header, now time.Time, usual time.Duration) time.Duration {
	pause := requestedWait(h, now)
	if pause <= 0 { // less than one second, or no header
		pause = usual
	}
	return min(pause, maxBackoff)
}

// requestedWait is the wait that a Retry-After asks for, or 0 or less if it asks for none.
func requestedWait(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}

// asksForLonger reports whether a target asks for a wait that is longer than any call is worth.
func asksForLonger(e *recording.Exchange, now time.Time) bool {
	return requestedWait(e.Response.Header, now) > maxBackoff
}

// Outcome is the result of a call with all its attempts.
type Outcome struct {
	First, Last *recording.Exchange // the same if the call was not repeated
	// AnswersOthers means that no attempt was answered although the target answers other
	// calls.
	AnswersOthers bool
}

// FollowUp ends a call that was made by Do or DoTogether. It repeats the call if it was not
// answered, or only by a proxy, and the target may carry it out twice.
func (c *Client) FollowUp(ctx context.Context, call Call, first *recording.Exchange) Outcome {
	out := Outcome{First: first, Last: first}
	if call.Repeatable {
		again := call
		again.retry.reason = recording.AfterNoAnswer
		if IsUnavailable(first) {
			again.retry.reason = recording.AfterUnavailable
		}
		out.Last, _ = c.untilAnswered(ctx, call.Endpoint, first, func() (*recording.Exchange, error) { return c.Do(ctx, again), nil })
	}
	out.AnswersOthers = c.answersOthers(ctx, call, out)
	c.history.note(call, out)
	return out
}

// Replace does the same for a call that the target may not carry out twice and that FollowUp has
// ended: it calls next to make another call instead. It returns the error of next, if any.
func (c *Client) Replace(ctx context.Context, call Call, first *recording.Exchange, next func() (*recording.Exchange, error)) (Outcome, error) {
	last, err := c.untilAnswered(ctx, call.Endpoint, first, next)
	out := Outcome{First: first, Last: last}
	if err != nil {
		return out, err
	}
	c.history.replaced(call.Endpoint, last)
	out.AnswersOthers = c.answersOthers(ctx, call, out)
	return out, nil
}

// untilAnswered calls next again while a call is not answered, or only by a proxy. A network may
// lose any call once; a build that fails on one request does so every time.
func (c *Client) untilAnswered(ctx context.Context, endpoint string, e *recording.Exchange, next func() (*recording.Exchange, error)) (_ *recording.Exchange, err error) {
	for attempt := 1; IsBroken(e.Err) || IsUnavailable(e); attempt++ {
		if attempt > c.history.maxRetries(endpoint, e) || IsUnavailable(e) && !c.backOff(ctx, endpoint, e, attempt) {
			break
		}
		if e, err = c.repeats.connections.again(e, next); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// backOff waits before a call is repeated to a target that was unavailable: as long as the
// answer asks for, or a short time that grows with each attempt. It returns false if the run
// would end first.
func (c *Client) backOff(ctx context.Context, endpoint string, e *recording.Exchange, attempt int) bool {
	return c.WaitFor(ctx, e, retryAfter(e.Response.Header, c.config.Clock(), c.history.unavailableFor(endpoint, attempt)))
}

// answersOthers reports whether the target answers other endpoints than that of an unanswered
// call. It looks at the answers since that call ended, or makes a harmless call; any answer counts. An
// answer before the end shows nothing: the target may have died since. It makes no call to a target
// that has not answered several calls in a row.
func (c *Client) answersOthers(ctx context.Context, call Call, out Outcome) bool {
	switch {
	case out.First.Response != nil || !IsBroken(out.Last.Err):
		return false
	case c.history.answeredSince(out.Last.Started.Add(out.Last.Duration), call.Endpoint):
		return true
	case c.history.silentFor() >= maxInVain:
		return false
	}
	return c.Do(ctx, c.harmless(call)).Response != nil
}

// harmless returns a call that reads something that the target has shown before, because a
// target that fails on every refusal still answers that. If it has shown nothing, the call is
// about an id that does not exist.
func (c *Client) harmless(unanswered Call) Call {
	for _, name := range []string{spec.FetchLimit, spec.GetPurchase} {
		if path := c.history.shownAt(name); path != "" && name != unanswered.Endpoint {
			return Call{Endpoint: name, Check: unanswered.Check, Method: http.MethodGet, Path: path}
		}
	}
	harmless := spec.Of(spec.FetchLimit)
	if unanswered.Endpoint == spec.FetchLimit {
		harmless = spec.Of(spec.GetPurchase)
	}
	return Call{Endpoint: harmless.Name, Check: unanswered.Check, Method: harmless.Method, Path: harmless.At(uuid.NewString())}
}
