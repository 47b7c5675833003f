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

// All repeats are made here. What a call may hold while it waits is in internal/memo/doc.go.
//
// Do repeats a call that was surely not carried out: no connection could be made, the
// target had too many requests (429), or the token had expired. FollowUp repeats a call
// that got no answer, or only one of a proxy, if the call may be carried out twice. If it
// gets no answer at all, FollowUp makes a harmless call: that shows whether the whole
// target has stopped, or only this call causes an error.
//
// Calls that are to arrive at once (DoTogether) take all their slots in one go, when
// everything that they need is prepared, and make one attempt each; then each is
// repeated like any other, when the slots are given back. What an answer means (whose
// fault a refusal is) is asked by whoever made the call, after it has ended.

// maxAttempts is how often a call is made at the most: once, and again for
// every refusal that says by itself that nothing was done.
const maxAttempts = 4

// How often a call is made at the most that meets 429 where several endpoints answer so,
// and where the target is known to limit the rate.
const (
	attemptsIfSeveralLimit = 6
	attemptsIfLimited      = 8
)

// maxRedials bounds how many calls of a run are made again because no connection could be
// made: assay soon stops calling a target that does not exist.
const (
	maxRedials = 20
	redial     = 100 * time.Millisecond
	minBackoff = 20 * time.Millisecond
)

// What is waited for a target that has had too many requests and does not say how
// long to leave it alone, and the longest wait that makes sense in a run.
const (
	usualWait    = 200 * time.Millisecond
	longestUsual = 2 * time.Second
	firstWait    = 100 * time.Millisecond

	returnSlots = 8 // of calls that come back after they were refused for the moment
	returnDelay = 40 * time.Millisecond
	maxBackoff  = time.Minute
)

// refresher is a TokenSource that can get a new token for one that was refused.
// It says whether it is worth asking again.
type refresher interface {
	Invalidate(token string) bool
}

// repeat makes a call again that was surely not carried out, for as long as that is
// worth it.
func (c *Client) repeat(ctx context.Context, call Call, e *recording.Exchange) *recording.Exchange {
	for attempt := 1; ; attempt++ {
		if call.again = c.reason(ctx, call, e, attempt); call.again == "" {
			return e
		}
		e = c.inTurn(ctx, call)
	}
}

// reason tells why a call is worth another attempt, if it is.
func (c *Client) reason(ctx context.Context, call Call, e *recording.Exchange, attempt int) recording.Again {
	limited := IsRateLimited(e)
	switch {
	case limited:
		c.pacer.refused(call.Endpoint)
	case e.Response != nil:
		c.pacer.took(call.Endpoint, call.again == recording.AfterWait)
		c.history.notLimited(call)
	}
	switch {
	case limited:
		if c.awaitLimit(ctx, call, e, attempt) {
			return recording.AfterWait
		}
	case attempt >= maxAttempts:
	case asksToComeBack(e):
		if c.waitFor(ctx, e, retryAfter(e.Response.Header, c.config.Clock(), firstWait)+c.apart()) {
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

// apart keeps calls that were refused together, because each met the other, from meeting
// again when they come back.
func (c *Client) apart() time.Duration {
	return time.Duration(c.repeats.returns.Add(1)%returnSlots) * returnDelay
}

// asksToComeBack tells whether a target refuses a call for the moment only, and says when
// to make it again: it is still at work on the call before it, say.
func asksToComeBack(e *recording.Exchange) bool {
	if e.Response == nil || e.Response.Status != http.StatusConflict && e.Response.Status != http.StatusTooEarly {
		return false
	}
	seconds, err := strconv.Atoi(strings.TrimSpace(e.Response.Header.Get("Retry-After")))
	return err == nil && seconds <= 5 // no run waits minutes for what it may not need
}

// awaitLimit waits for as long as a target asks that has had too many requests,
// and tells whether to ask it again.
func (c *Client) awaitLimit(ctx context.Context, call Call, e *recording.Exchange, attempt int) bool {
	if call.AtOnce {
		return false
	}
	if attempt >= c.pacer.patience() {
		c.history.limited(call.Endpoint, e, c.pacer.limits())
		return false
	}
	if c.history.alwaysLimits(call.Endpoint) || asksForLonger(e, c.config.Clock()) {
		return false
	}
	return c.waitFor(ctx, e, retryAfter(e.Response.Header, c.config.Clock(), c.history.pause(call.Endpoint, attempt))) && !c.history.alwaysLimits(call.Endpoint)
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

// Wait is a pause that a target asks for, by the status with which it refuses a call.
type Wait struct {
	Line   string // method and path of the call, as section 4 writes them
	Status int
	For    time.Duration
}

// waitFor tells of a wait for the target, and waits.
func (c *Client) waitFor(ctx context.Context, e *recording.Exchange, pause time.Duration) bool {
	if c.config.Waits != nil {
		c.config.Waits(Wait{Line: spec.Line(e.Endpoint), Status: e.Response.Status, For: pause})
	}
	return c.wait(ctx, pause)
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
	pause := asked(h, now)
	if pause <= 0 { // less than the second that the header can say
		pause = usual
	}
	return min(pause, maxBackoff)
}

// asked is how long a target asks to be left alone; 0 or less where it does not say.
func asked(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return at.Sub(now)
	}
	return 0
}

// asksForLonger tells whether a target asks to be left alone for longer than any call is
// worth: what it refuses until then is asked again in vain.
func asksForLonger(e *recording.Exchange, now time.Time) bool {
	return asked(e.Response.Header, now) > maxBackoff
}

// Outcome is what came of a call with all its attempts.
type Outcome struct {
	First, Last *recording.Exchange // the same where it was not followed up
	// AnswersOthers says that no attempt was answered, and the target answers other calls.
	AnswersOthers bool
}

// FollowUp ends a call that was made by Do, or by DoTogether. It is made once more
// where it was not answered, or only by a proxy, and may be carried out twice.
func (c *Client) FollowUp(ctx context.Context, call Call, first *recording.Exchange) Outcome {
	out := Outcome{First: first, Last: first}
	if call.Repeatable {
		again := call
		again.again = recording.AfterNoAnswer
		if IsUnavailable(first) {
			again.again = recording.AfterUnavailable
		}
		out.Last, _ = c.untilAnswered(ctx, call.Endpoint, first, func() (*recording.Exchange, error) { return c.Do(ctx, again), nil })
	}
	out.AnswersOthers = c.answersOthers(ctx, call, out)
	c.history.note(call, out)
	return out
}

// Replace does the same for a call that may not be carried out twice, and was followed
// up: next makes another one instead. It ends with the error of next, if any.
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

// untilAnswered asks once more, by next, for what was not answered or only by a proxy.
// A network loses any call, once; a build that breaks down over one request does so
// every time.
func (c *Client) untilAnswered(ctx context.Context, endpoint string, e *recording.Exchange, next func() (*recording.Exchange, error)) (_ *recording.Exchange, err error) {
	for attempt := 1; IsBroken(e.Err) || IsUnavailable(e); attempt++ {
		if attempt > c.history.maxRetries(endpoint, e) || IsUnavailable(e) && !c.backOff(ctx, e, attempt) {
			break
		}
		if e, err = next(); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// backOff waits before a call is made once more to a target that was unavailable: as
// long as its answer asks for, or a moment that grows with each attempt. It says no
// where the run would end first.
func (c *Client) backOff(ctx context.Context, e *recording.Exchange, attempt int) bool {
	return c.waitFor(ctx, e, retryAfter(e.Response.Header, c.config.Clock(), time.Duration(attempt)*minBackoff))
}

// answersOthers tells whether the target answers other endpoints than that of a call
// which was left without an answer: by what it has answered since, or by something
// harmless that it is asked. Any answer will do. A target that has fallen silent is
// not asked.
func (c *Client) answersOthers(ctx context.Context, call Call, out Outcome) bool {
	switch {
	case out.First.Response != nil || !IsBroken(out.Last.Err):
		return false
	case c.history.answeredSince(out.First.Started, call.Endpoint):
		return true
	case c.history.silentFor() >= maxInVain:
		return false
	}
	return c.Do(ctx, c.harmless(call)).Response != nil
}

// harmless is a call that looks at something which the target has shown before: one that
// breaks down over every refusal answers it all the same. Where nothing was shown, it is
// about an id that nobody has.
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
