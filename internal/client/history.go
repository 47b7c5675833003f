package client

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// What a target may cost that does not answer: each call that waits for it costs
// its owner, and ours, the whole timeout.
const (
	maxInVain     = 2  // calls in a row, made again in vain, after which none of the endpoint is made again
	maxUnanswered = 4  // calls after which an endpoint is given up that has answered none but what it may refuse
	MaxSilence    = 16 // calls in a row after which an endpoint, or the whole target, is given up
)

// endpointHealth is what the target has made of the calls so far, as far as it decides
// whether a call is worth making, or making again. Its lock is held for no call.
type endpointHealth struct {
	mu         sync.Mutex
	endpoints  map[string]*endpointHistory
	allLimited bool // since the last 429 in vain nothing has answered anything else
	silence    int  // calls in a row to which the whole target gave no answer
}

// endpointHistory counts calls that have ended, in a row up to the last one.
type endpointHistory struct {
	rateLimitedInRow       int  // refused with 429 to the last attempt
	unavailableInRow       int  // answered with 502, 503 or 504 to the last attempt
	unansweredInRow        int  // not answered
	hasServed              bool // it has answered a call that it has no reason to refuse
	onlyThisEndpointSilent bool // the target answered others while it left the last call unanswered
	hasOtherThan429        bool // it has answered a call, that it has no reason to refuse, with something other than 429
	last                   *recording.Exchange
	answered               time.Time // when it last answered
	shownPath              string    // the path of a GET that it served
}

// of gives the history of an endpoint. The caller holds the lock.
func (h *endpointHealth) of(endpoint string) *endpointHistory {
	if h.endpoints == nil {
		h.endpoints = make(map[string]*endpointHistory)
	}
	if h.endpoints[endpoint] == nil {
		h.endpoints[endpoint] = new(endpointHistory)
	}
	return h.endpoints[endpoint]
}

// limited notes a call that was refused with 429 to the last attempt. One call in
// vain will do where the endpoint has never answered anything else, and does not say
// how long to wait, unless the target is known to limit all calls.
func (h *endpointHealth) limited(endpoint string, e *recording.Exchange, limitsAll bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.of(endpoint)
	of.rateLimitedInRow++
	h.allLimited = true
	if !of.hasOtherThan429 && !limitsAll && e.Response.Header.Get("Retry-After") == "" {
		of.rateLimitedInRow = maxInVain
	}
}

// alwaysLimits tells whether an endpoint is taken to answer 429 whatever is waited.
// While nothing at all answers anything else, that holds for all endpoints.
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
}

// pause is what is waited, before a call is made again, where the target does not
// say how long: twice as long each time, and less for an endpoint that may answer
// nothing else.
func (h *endpointHealth) pause(endpoint string, attempt int) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of(endpoint).hasOtherThan429 {
		return min(usualWait<<(attempt-1), longestUsual)
	}
	return firstWait << (attempt - 1)
}

// maxRetries is how often a call is made once more that ended like e. What is cut
// three times is cut by the target: of a network that loses one call in fifty, a run
// would see two in a row. What takes the whole timeout is asked once more only. A
// proxy that is unavailable now and then is asked more often. An endpoint of which
// calls in a row were in vain is not asked again at all.
func (h *endpointHealth) maxRetries(endpoint string, e *recording.Exchange) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	of, unavailable := h.of(endpoint), IsUnavailable(e)
	switch {
	case !unavailable && of.unansweredInRow >= maxInVain, unavailable && of.unavailableInRow >= maxInVain:
		return 0
	case unavailable:
		return 3
	case errors.Is(e.Err, ErrCut):
		return 2
	}
	return 1
}

// note keeps what became of a call and all its attempts.
func (h *endpointHealth) note(call Call, out Outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of, last := h.of(call.Endpoint), out.Last
	of.hasServed = of.hasServed || (last.Response != nil && call.isPlain())
	switch {
	case last.Response == nil && call.Negative && out.AnswersOthers && errors.Is(last.Err, ErrCut) && !of.answered.IsZero():
		// a target may hang up on what it refuses, and answer the next valid call
	case last.Response == nil:
		of.unansweredInRow++
		of.last, of.onlyThisEndpointSilent = last, out.AnswersOthers
	case !of.hasServed:
		// what it refuses says nothing of what it leaves without an answer
		of.answered = last.Started.Add(last.Duration)
	default:
		of.unansweredInRow, of.answered = 0, last.Started.Add(last.Duration)
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

// shownAt is the path of a GET that an endpoint served; empty where it has served none.
func (h *endpointHealth) shownAt(endpoint string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.of(endpoint).shownPath
}

// replaced keeps what became of a call that was replaced by others: each of them
// was noted by itself, and in vain are only all of them together.
func (h *endpointHealth) replaced(endpoint string, last *recording.Exchange) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if IsUnavailable(last) {
		h.of(endpoint).unavailableInRow++
	}
}

// answeredSince tells whether any other endpoint has answered after a time.
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

// IsSilent tells whether the whole target has left so many calls in a row without
// an answer that no more are worth making.
func (c *Client) IsSilent() bool { return c.history.silentFor() >= MaxSilence }

// GivenUp gives the last call that an endpoint left without an answer, where so many
// of them were that no more are worth making; nil where they are. broken says that the
// endpoint is to blame: it has answered no call but such as it may refuse, or the target
// answers others.
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

// IsRateLimited tells whether an answer refuses a call because there were too many: with
// HTTP status 429, or in the body of an answer with 200, for with which HTTP status a call
// is refused section 7 leaves open.
func IsRateLimited(e *recording.Exchange) bool {
	return e != nil && e.Response != nil && refusedWith(e.Response, http.StatusTooManyRequests)
}

// refusedWith tells whether a response has a status, or has it in its body: as the code of
// the lookup, or as the status of the other endpoints, which is 200 or 201 in a success.
func refusedWith(r *recording.Response, status int) bool {
	if r.Status != http.StatusOK || !bytes.Contains(r.Body, []byte(strconv.Itoa(status))) {
		return r.Status == status
	}
	envelope := gjson.GetManyBytes(r.Body, "code", "success", "status")
	is := func(v gjson.Result) bool { return v.Type == gjson.Number && v.Num == float64(status) }
	return is(envelope[0]) && envelope[1].Type == gjson.False || is(envelope[2])
}

// IsUnavailable tells whether an answer is one that a proxy gives in the place of a
// target (502, 503, 504), or one by which the lookup says so in its envelope.
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

// IsBusy tells whether a target is unavailable for a while only, and says for how long
// (RFC 9110, section 10.2.3). A proxy that finds no service behind it does not know that.
func IsBusy(e *recording.Exchange) bool {
	return e.Response != nil && e.Response.Status == http.StatusServiceUnavailable && e.Response.Header.Get("Retry-After") != ""
}
