package partner

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/endpoints"
)

// unconfirmedCall is a call whose documented path follows a prefix that no base address ends in. It
// keeps the base address that would make the call wrong if other calls have it.
type unconfirmedCall struct {
	endpoint, base, token string
	failure               result.Failure
}

// callOf returns the address of a request to a documented path.
func callOf(q *request) endpoints.Address {
	return endpoints.Address{Exchange: q.exchange, URL: q.url, Path: q.path, ID: q.id}
}

// versioned are the beginnings of the documented paths, except that of the lookup (section 9).
var versioned = []string{"/otp/api/v2", "/api/v2"}

// deferPath keeps a call until the base address of the other calls is known, if an empty segment or
// the beginning of a documented path precedes its documented path.
func (r *recorded) deferPath(q *request) {
	if !q.run.cfg.Cut || len(r.unconfirmed) == endpoints.MaxStrays {
		return
	}
	prefix := strings.TrimSuffix(endpoints.PathOf(q.url), q.path)
	base := strings.TrimRight(prefix, "/")
	for _, part := range versioned {
		base = strings.TrimSuffix(base, part)
	}
	if base != prefix {
		r.unconfirmed = append(r.unconfirmed, unconfirmedCall{q.Endpoint, endpoints.AddressOf(q.url) + base, q.exchange.Request.Header.Get("Authorization"), placed(q, misplacedPath(q))})
	}
}

// maxNameless is how many calls are kept that nothing in them assigns to an endpoint.
const maxNameless = 20

// holdNameless keeps a call by POST that nothing in it assigns to an endpoint, if its path begins as a
// documented one and the service is one of assay, which nothing else is called at.
func (r *Run) holdNameless(e *recording.Exchange, u *url.URL) bool {
	isOurs := r.cfg.Closed && e.Request.Method == http.MethodPost && strings.HasPrefix(endpoints.PathOf(u), "/api/v2/")
	if !isOurs || len(r.nameless) == maxNameless {
		return false
	}
	r.nameless = append(r.nameless, e)
	return true
}

// judgeNameless judges the calls that were kept. They are meant for the only endpoint below /api/v2 with
// the method POST that the build never calls. If there are several such endpoints, it is unknown which.
func (r *Run) judgeNameless() {
	var never []string
	for _, name := range []string{spec.SendOTP, spec.VerifyOTP, spec.CreateLimit, spec.CreatePurchases} {
		if r.calls[name] == 0 {
			never = append(never, name)
		}
	}
	for _, e := range r.nameless {
		u, err := url.Parse(e.Request.URL)
		if err != nil { // it was parsed before, so this does not happen
			continue
		}
		if len(never) != 1 {
			r.noteForeign(e, u.Path)
			continue
		}
		q := r.newRequest(e)
		q.url, q.Endpoint = u, never[0]
		q.misdirected("", "a path of section 4", endpoints.PathOf(u), "there is no such path")
		r.calls[q.Endpoint]++
		q.hide(allObligations(q.Endpoint), addressObligation)
	}
	r.nameless = nil
}

// judgeUnmatchedCalls judges the calls that were kept, in the same way as the calls of a build that
// assay runs.
func (r *Run) judgeUnmatchedCalls() {
	held, unconfirmed := r.recorded.strays.Take(), r.recorded.unconfirmed
	r.recorded.unconfirmed = nil
	for _, d := range unconfirmed {
		if r.recorded.strays.Knows(d.base, d.token) {
			r.findings.at(obligation{d.endpoint, addressObligation}).fail(d.failure)
		}
	}
	held = slices.DeleteFunc(held, r.judgeUnmatchedPath) // some of these show more base addresses
	for _, e := range held {
		r.judgeUnmatched(e)
	}
}

// judgeUnmatchedPath judges a call to a documented path. It returns false for any other call.
func (r *Run) judgeUnmatchedPath(e *recording.Exchange) bool {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return true // it was parsed before, so this does not happen
	}
	path, id, ok := endpoints.DocumentedPath(endpoints.PathOf(u))
	if !ok {
		return false
	}
	q := r.newRequest(e)
	q.url, q.path, q.id = u, path, id
	if r.recorded.strays.IsElsewhere(callOf(q)) {
		r.noteForeign(e, u.Path)
		return true
	}
	r.recorded.strays.Recognise(callOf(q), q.IsCut)
	q.direct()
	r.calls[q.Endpoint]++
	q.hide(allObligations(q.Endpoint), addressObligation)
	return true
}

// judgeUnmatched judges a call to a path that is not documented.
func (r *Run) judgeUnmatched(e *recording.Exchange) {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return
	}
	endpoint := endpoints.Closest(&e.Request, u.Path, true)
	if endpoint == "" || !r.recorded.strays.IsOurs(e, u) {
		r.noteForeign(e, u.Path)
		return
	}
	q := r.newRequest(e)
	q.url, q.Endpoint = u, endpoint
	q.misdirected("", "a path of section 4", endpoints.PathOf(u), "there is no such path")
	r.calls[endpoint]++
	q.hide(allObligations(endpoint), addressObligation)
}
