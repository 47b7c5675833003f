package partner

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/endpoints"
)

// A recording holds calls to other services, too, and a call to the service at a path
// that is not documented looks like one of those. It is a stray where it goes to the
// address of calls that were recognised, with the token that they carry, and its path
// has the words of this protocol, or its body the members. That is known when all calls have been read.

// strays are the calls that may be some, and the addresses that tell.
type strays struct {
	held  []*recording.Exchange
	bases map[string]map[string]bool // addresses that documented paths follow, each with the Authorization of calls to it
	// matched are the addresses that calls with a documented method and path follow.
	matched map[string]bool
	// doubted are calls to documented paths that follow what no base address ends in.
	doubted []doubted
}

// doubted is such a call, with the base address that it should have, if others have it.
type doubted struct {
	endpoint, base, token string
	failure               result.Failure
}

const (
	maxStrays  = 200     // that are held
	maxBases   = 100     // and as many tokens of each
	heldOctets = 4 << 10 // of a body
)

// ourWords are in the last parts of a path that is meant for the service.
var ourWords = regexp.MustCompile(`(?i)/([a-z]+[_-])?(otp|limits?|purchases?)([/_.-]|$)|otp/?$|/otp|customers?/details?|/open/op/`)

// addressOf is what comes before the path of a call.
func addressOf(u *url.URL) string { return strings.ToLower(u.Scheme + "://" + u.Host) }

// baseOf is what comes before the documented part of an address.
func baseOf(q *request) string {
	return addressOf(q.url) + strings.TrimSuffix(endpoints.PathOf(q.url), q.path)
}

// postpones keeps a call to a documented path that has no such method, or lacks its id,
// where no other call shows that its address is that of the service. A web site may have
// such paths, too.
func (s *strays) postpones(q *request) bool {
	base := baseOf(q)
	_, isDocumented := endpoints.At(&q.exchange.Request, q.path, q.id)
	switch {
	case !q.run.cfg.Cut, s.matched[base]:
		return false
	case isDocumented && len(s.matched) < maxBases:
		if s.matched == nil {
			s.matched = make(map[string]bool)
		}
		s.matched[strings.Clone(base)] = true
	}
	return !isDocumented && s.keep(q.exchange)
}

// isElsewhere tells a call to a documented path that is at an address where no call
// matched, while others did elsewhere, and that has no token of theirs.
func (s *strays) isElsewhere(q *request) bool {
	if len(s.matched) == 0 || s.matched[baseOf(q)] {
		return false
	}
	token := q.exchange.Request.Header.Get("Authorization")
	for _, tokens := range s.bases {
		if tokens[token] {
			return false
		}
	}
	return true
}

// recognise keeps the address of a call to a documented path.
func (s *strays) recognise(q *request) {
	base := baseOf(q)
	token := q.exchange.Request.Header.Get("Authorization")
	if token == "" || q.cut(token) {
		return // what every call has tells nothing
	}
	if s.bases == nil {
		s.bases = make(map[string]map[string]bool)
	}
	if s.bases[base] == nil && len(s.bases) < maxBases {
		s.bases[strings.Clone(base)] = make(map[string]bool)
	}
	if tokens := s.bases[base]; tokens != nil && len(tokens) < maxBases {
		tokens[strings.Clone(token)] = true
	}
}

// versioned are what the documented paths begin with, the lookup's aside (section 9).
var versioned = []string{"/otp/api/v2", "/api/v2"}

// doubt keeps a call below an empty part of a path, or below the beginning of a
// documented one, until the base address of the other calls is known.
func (s *strays) doubt(q *request) {
	if !q.run.cfg.Cut || len(s.doubted) == maxStrays {
		return
	}
	prefix := strings.TrimSuffix(endpoints.PathOf(q.url), q.path)
	base := strings.TrimRight(prefix, "/")
	for _, part := range versioned {
		base = strings.TrimSuffix(base, part)
	}
	if base != prefix {
		s.doubted = append(s.doubted, doubted{q.endpoint, addressOf(q.url) + base, q.exchange.Request.Header.Get("Authorization"), placed(q, misplacedPath(q))})
	}
}

// hold keeps a call to an undocumented path until all others have been read. It is false
// for a call that is none of the service's.
func (s *strays) hold(e *recording.Exchange, u *url.URL) bool {
	isSandbox := strings.Contains(u.Path, "/_assay/") // where a build reads the OTP of a sandbox
	isSimilar := ourWords.MatchString(lastParts(u.Path)) || endpoints.ByBody(&e.Request) != ""
	return !isSandbox && isSimilar && s.keep(e)
}

// keep holds on to a call, if there is room for it.
func (s *strays) keep(e *recording.Exchange) bool {
	if len(s.held) == maxStrays {
		return false
	}
	kept := *e
	kept.Request.Body, kept.Request.Cut = beginning(e.Request.Body, e.Request.Cut)
	if e.Response != nil {
		answer := *e.Response
		answer.Body, answer.Cut = beginning(answer.Body, answer.Cut)
		kept.Response = &answer
	}
	s.held = append(s.held, &kept)
	return true
}

// lastParts are as many parts of a path as a documented path has at most.
func lastParts(path string) string {
	const most = 5
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	return "/" + strings.Join(parts[max(0, len(parts)-most):], "/")
}

func beginning(body []byte, cut int64) ([]byte, int64) {
	if len(body) <= heldOctets {
		return body, cut
	}
	return slices.Clone(body[:heldOctets]), cut + int64(len(body)-heldOctets)
}

// isOurs tells whether a call goes to the service: below a base address of calls that
// were recognised, with a token of theirs.
func (s *strays) isOurs(e *recording.Exchange, u *url.URL) bool {
	for base, tokens := range s.bases {
		if strings.HasPrefix(addressOf(u)+endpoints.PathOf(u), base+"/") && tokens[e.Request.Header.Get("Authorization")] {
			return true
		}
	}
	return false
}

// settleStrays judges the calls that were held, as those of a build that is run.
func (r *Run) settleStrays() {
	held, doubted := r.recorded.strays.held, r.recorded.strays.doubted
	r.recorded.strays.held, r.recorded.strays.doubted = nil, nil
	for _, d := range doubted {
		if r.recorded.strays.bases[d.base][d.token] {
			r.findings.at(obligation{d.endpoint, addressObligation}).fail(d.failure)
		}
	}
	held = slices.DeleteFunc(held, r.settlePath) // of these, some tell more addresses
	for _, e := range held {
		r.settleStray(e)
	}
}

// settlePath judges a call to a documented path; it is false for any other call.
func (r *Run) settlePath(e *recording.Exchange) bool {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return true // it was read before, so it can be read
	}
	path, id, ok := endpoints.DocumentedPath(endpoints.PathOf(u))
	if !ok {
		return false
	}
	q := r.newRequest(e)
	q.url, q.path, q.id = u, path, id
	if r.recorded.strays.isElsewhere(q) {
		r.isForeign(e, u.Path)
		return true
	}
	r.recorded.strays.recognise(q)
	q.direct()
	r.calls[q.endpoint]++
	q.hide(allObligations(q.endpoint), addressObligation)
	return true
}

// settleStray judges a call to a path that is not documented.
func (r *Run) settleStray(e *recording.Exchange) {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		return
	}
	endpoint := endpoints.Closest(&e.Request, u.Path, true)
	if endpoint == "" || !r.recorded.strays.isOurs(e, u) {
		r.isForeign(e, u.Path)
		return
	}
	q := r.newRequest(e)
	q.url, q.endpoint = u, endpoint
	q.misdirected("", "a path of section 4", endpoints.PathOf(u), "there is no such path")
	r.calls[endpoint]++
	q.hide(allObligations(endpoint), addressObligation)
}
