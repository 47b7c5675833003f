package client

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// These constants bound the cost of a target that does not answer: each call to it takes the
// whole timeout.
const (
	maxInVain     = 2  // after this many repeated calls in a row without success, no call of the endpoint is repeated
	maxUnanswered = 4  // after this many unanswered calls, an endpoint is given up that has never answered a plain call
	MaxSilence    = 16 // after this many unanswered calls in a row, an endpoint or the whole target is given up
)

// endpointHealth keeps how the target answered the calls so far. From this the client decides
// whether a call should be made, or repeated. Its lock is not held during a call.
type endpointHealth struct {
	mu         sync.Mutex
	endpoints  map[string]*endpointHistory
	allLimited bool // the last repeated calls got 429, and no call since then got another answer
	others     int  // answers other than 429 to any call
	silence    int  // calls in a row that nothing of the target answered
}

// endpointHistory counts the calls of an endpoint that have ended, in a row up to the last one.
type endpointHistory struct {
	rateLimitedInRow       int  // calls whose last attempt got 429
	unavailableInRow       int  // calls whose last attempt got 502, 503 or 504
	unansweredInRow        int  // calls without an answer
	hasServed              bool // it has answered a call that it has no reason to refuse
	hasSucceeded           bool // it has answered such a call with a success
	onlyThisEndpointSilent bool // the target answered other calls while it left the last call of the endpoint unanswered
	hasOtherThan429        bool // it has answered a plain call with something other than 429
	others                 int  // answers other than 429
	last                   *recording.Exchange
	answered               time.Time // when the last call that it answered was sent
	shownPath              string    // the path of a GET that it served
}

// of returns the history of an endpoint. The caller holds the lock.
func (h *endpointHealth) of(endpoint string) *endpointHistory {
	if h.endpoints == nil {
		h.endpoints = make(map[string]*endpointHistory)
	}
	if h.endpoints[endpoint] == nil {
		h.endpoints[endpoint] = new(endpointHistory)
	}
	return h.endpoints[endpoint]
}

// limited notes a call whose last attempt got 429. If the endpoint has never answered anything
// else, and does not say how long to wait, one such call is enough to stop repeating its calls,
// unless the target is known to limit the rate of all calls. If there were other answers since before,
// when the first attempt of the call had ended, the target or the endpoint does not refuse all.
func (h *endpointHealth) limited(endpoint string, e *recording.Exchange, limitsAll bool, before answered) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.of(endpoint)
	if of.others == before.byEndpoint {
		of.rateLimitedInRow++
	}
	h.allLimited = h.others == before.byTarget
	if !of.hasOtherThan429 && !limitsAll && e.Response.Header.Get("Retry-After") == "" {
		of.rateLimitedInRow = maxInVain
	}
}

// alwaysLimits reports whether waiting does not help, because an endpoint seems to answer every
// call with 429. If no endpoint answers anything else at the moment, this is true for all of
// them.
func (h *endpointHealth) alwaysLimits(endpoint string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.allLimited || h.of(endpoint).rateLimitedInRow >= maxInVain
}

// notLimited notes an answer other than 429.
func (h *endpointHealth) notLimited(call Call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.of(call.Endpoint)
	of.hasOtherThan429 = of.hasOtherThan429 || call.isPlain()
	of.rateLimitedInRow, h.allLimited = 0, false
	h.others++
	of.others++
}

// otherAnswers returns how many answers other than 429 the target has given so far.
func (h *endpointHealth) otherAnswers(endpoint string) answered {
	h.mu.Lock()
	defer h.mu.Unlock()
	return answered{byTarget: h.others, byEndpoint: h.of(endpoint).others}
}

// pause is the wait before a call is repeated, if the target does not say how long to wait. It
// doubles with each attempt. It is shorter for an endpoint that may answer nothing but 429.
func (h *endpointHealth) pause(endpoint string, attempt int) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of(endpoint).hasOtherThan429 {
		return min(usualWait<<(attempt-1), longestUsual)
	}
	return firstWait << (attempt - 1)
}

// maxRetries is how often a call is repeated that ended like e. A connection that is cut is
// repeated three times: a network that loses one call in forty loses three in a row once in thirty
// runs, so only after four the target is to blame. A call that timed out is repeated once. A call
// that a proxy answered is repeated three times. If several calls in a row of the endpoint were
// repeated without success, no call is repeated.
func (h *endpointHealth) maxRetries(endpoint string, e *recording.Exchange) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	of, unavailable := h.of(endpoint), IsUnavailable(e)
	switch {
	case !unavailable && of.unansweredInRow >= maxInVain, unavailable && of.unavailableInRow >= maxInVain:
		return 0
	case unavailable, errors.Is(e.Err, ErrCut):
		return 3
	}
	return 1
}

// unavailableFor is how long to wait before a call is repeated to a target that was unavailable. An
// endpoint that served calls before may be back in two seconds: a service is started again, or its
// database is. It is asked soon at first, because a proxy may have lost one call only.
func (h *endpointHealth) unavailableFor(endpoint string, attempt int) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	wait := minBackoff * time.Duration(attempt)
	if h.of(endpoint).hasSucceeded {
		for wait = minBackoff; attempt > 1; attempt-- {
			wait *= backoffGrowth
		}
	}
	return wait
}

// note keeps the outcome of a call with all its attempts.
func (h *endpointHealth) note(call Call, out Outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of, last := h.of(call.Endpoint), out.Last
	of.hasServed = of.hasServed || (last.Response != nil && call.isPlain())
	of.hasSucceeded = of.hasSucceeded || (last.Response != nil && call.isPlain() && last.Response.Status < http.StatusMultipleChoices)
	switch {
	case last.Response == nil && call.Negative && out.AnswersOthers && errors.Is(last.Err, ErrCut) && !of.answered.IsZero():
		// a target may close the connection on a call that it refuses, and answer the next valid
		// call
	case last.Response == nil:
		of.unansweredInRow++
		of.last, of.onlyThisEndpointSilent = last, out.AnswersOthers
	case !of.hasServed:
		// answers to calls that it may refuse do not show that it answers valid ones
		of.answered = last.Started
	default:
		of.unansweredInRow, of.answered = 0, last.Started
		if call.Method == http.MethodGet && call.Auth.kind == authGood && last.Response.Status == http.StatusOK {
			of.shownPath = call.Path
		}
	}
	switch {
	case call.Repeatable && IsUnavailable(last):
		of.unavailableInRow++
	case last.Response != nil && !IsUnavailable(last):
		of.unavailableInRow = 0
	}
	if last.Response != nil || out.AnswersOthers {
		h.silence = 0
	} else {
		h.silence++
	}
}

// shownAt is the path of a GET that an endpoint served, or "" if there is none.
func (h *endpointHealth) shownAt(endpoint string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.of(endpoint).shownPath
}

// replaced keeps the outcome of a call that was replaced by other calls. Each of these was noted
// separately; only all of them together count as one unavailable call.
func (h *endpointHealth) replaced(endpoint string, last *recording.Exchange) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if IsUnavailable(last) {
		h.of(endpoint).unavailableInRow++
	}
}

// answeredSince reports whether any other endpoint has answered a call that was sent after a time. A target
// that dies may still answer calls that it got before.
func (h *endpointHealth) answeredSince(since time.Time, but string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, of := range h.endpoints {
		if name != but && of.answered.After(since) {
			return true
		}
	}
	return false
}

func (h *endpointHealth) silentFor() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.silence
}

// WhyStopped says why the run makes no more calls, and what to do, or returns "".
func (c *Client) WhyStopped() string {
	switch {
	case c.isFull():
		return fmt.Sprintf("%s: assay keeps %d bytes of a run, so it sends no more; %s", ErrFull, mostBodies*c.config.MaxBody, advice[ErrFull])
	case c.IsSilent():
		return fmt.Sprintf("the target stopped answering: %d calls in a row got no response, so assay sends no more", MaxSilence)
	}
	return ""
}

// isFull reports whether all responses together are larger than a run may keep. No section gives a size,
// so the target is not to blame.
func (c *Client) isFull() bool { return c.octets.Load() > mostBodies*c.config.MaxBody }

// IsSilent reports whether the whole target has left so many calls in a row unanswered that the
// run makes no more.
func (c *Client) IsSilent() bool { return c.history.silentFor() >= MaxSilence }

// GivenUp returns the last call that an endpoint left unanswered, if it left so many unanswered
// that the run makes no more calls of it. Otherwise it returns nil. broken reports that the
// endpoint is to blame: it has never answered a plain call, or the target answers other
// endpoints.
func (c *Client) GivenUp(endpoint string) (last *recording.Exchange, broken bool) {
	h := &c.history
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.of(endpoint)
	if of.unansweredInRow >= MaxSilence || (!of.hasServed && of.unansweredInRow >= maxUnanswered) {
		return of.last, !of.hasServed || of.onlyThisEndpointSilent
	}
	return nil, false
}

// IsRateLimited reports whether an answer refuses a call because there were too many calls: with
// HTTP status 429, or in the body of an answer with 200. Section 7 does not say with which HTTP
// status a call is refused.
func IsRateLimited(e *recording.Exchange) bool {
	return e != nil && e.Response != nil && refusedWith(e.Response, http.StatusTooManyRequests)
}

// refusedWith reports whether a response has a status as its HTTP status or in its body. The
// lookup has it as code; the other endpoints have it as status, which is 200 or 201 in a
// success.
func refusedWith(r *recording.Response, status int) bool {
	if r.Status != http.StatusOK || !bytes.Contains(r.Body, []byte(strconv.Itoa(status))) {
		return r.Status == status
	}
	envelope := gjson.GetManyBytes(r.Body, "code", "success", "status")
	is := func(v gjson.Result) bool { return v.Type == gjson.Number && v.Num == float64(status) }
	return is(envelope[0]) && envelope[1].Type == gjson.False || is(envelope[2])
}

// IsUnavailable reports whether a proxy answered instead of the target (502, 503, 504), or the
// envelope of a lookup says the same (503).
func IsUnavailable(e *recording.Exchange) bool {
	if e.Response == nil {
		return false
	}
	switch e.Response.Status {
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	}
	return refusedWith(e.Response, http.StatusServiceUnavailable)
}

// IsBusy reports whether a target says that it is unavailable and for how long (RFC 9110,
// section 10.2.3). A proxy that finds no service behind it does not know that time.
func IsBusy(e *recording.Exchange) bool {
	return e.Response != nil && e.Response.Status == http.StatusServiceUnavailable && e.Response.Header.Get("Retry-After") != ""
}
