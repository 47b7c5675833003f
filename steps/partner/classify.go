package partner

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/endpoints"
)

// EndpointOf returns the endpoint that a recorded request calls, or "" if it calls none of the
// service's.
func EndpointOf(e *recording.Exchange) string { return endpoints.Of(e) }

// ClosestEndpoint returns the endpoint that a request to a sandbox of assay was meant for.
func ClosestEndpoint(e *recording.Exchange) string { return endpoints.Meant(e) }

// request is one request while it is judged.
type request struct {
	run        *Run
	exchange   *recording.Exchange
	url        *url.URL
	path       string // the documented part of the path, without any prefix
	id         string // the id at the end of the path, if there is one
	documented bool   // whether method and path are documented
	evidence   string // id of the exchange as evidence; "" until it is kept as evidence
	flawed     bool   // a fault was found, or the request is beyond what assay can judge
	// firstFault is the obligation of the first fault that was found.
	firstFault string
	// hiddenAs is the obligation whose fault hides the whole body, if there is one.
	hiddenAs string
	bodies.Body
}

func (r *Run) newRequest(e *recording.Exchange) *request {
	return &request{run: r, exchange: e, Body: bodies.Body{Redacted: r.cfg.Cut}}
}

// classify finds out which endpoint a request is meant for. It returns nil if the request is not
// judged: it calls none of the service's endpoints, is a preflight request, or is kept for later.
func (r *Run) classify(e *recording.Exchange) *request {
	u, err := url.Parse(e.Request.URL)
	if err != nil {
		r.noteForeign(e, e.Request.URL)
		return nil
	}
	q := r.newRequest(e)
	q.url = u
	path, id, ok := endpoints.DocumentedPath(endpoints.PathOf(u))
	switch {
	case endpoints.IsPreflight(e):
		return nil // the browser sends this by itself, not the partner's software
	case endpoints.OnlyAsks(&e.Request) && r.holdHead(e, u):
		return nil
	case endpoints.OnlyAsks(&e.Request):
		r.noteForeign(e, u.Path)
		return nil
	case !ok && !r.cfg.Cut && endpoints.Closest(&e.Request, u.Path, r.cfg.Closed) != "":
		q.Endpoint = endpoints.Closest(&e.Request, u.Path, r.cfg.Closed)
		tellGetFromCancel(q)
		if !q.lacksRefusedID() {
			q.misdirected("", "a path of section 4", endpoints.PathOf(u), "there is no such path")
		}
	case !ok && r.cfg.Cut && r.recorded.strays.Hold(e, u):
		return nil
	case !ok && r.holdNameless(e, u):
		return nil
	case !ok:
		r.noteForeign(e, u.Path)
		return nil
	default:
		q.path, q.id = path, id
		if r.cfg.Cut && r.recorded.strays.Postpones(callOf(q)) {
			return nil
		}
		r.recorded.strays.Recognise(callOf(q), q.IsCut)
		q.direct()
	}
	return q
}

// direct determines the endpoint of a documented path. A wrong method or a missing id counts as a
// fault at the endpoint that is closest.
func (q *request) direct() {
	method := q.exchange.Request.Method
	q.Endpoint, q.documented = endpoints.At(&q.exchange.Request, q.path, q.id)
	switch {
	case q.documented && isOfNoOrder(q):
		q.Endpoint, q.documented = spec.GetPurchase, false
	case q.documented && isOfNoUpdate(q):
		q.Endpoint, q.documented = spec.CreatePurchases, false
	}
	if !q.documented {
		tellGetFromCancel(q)
	}
	switch want := spec.Of(q.Endpoint); {
	case q.documented && q.run.cfg.Closed && q.path != endpoints.PathOf(q.url):
		q.judged(addressObligation)
		q.fail(addressObligation, misplacedPath(q))
	case q.documented:
		q.judgePath()
		q.run.recorded.deferPath(q)
	case q.id != "" && want.ID == "":
		q.misdirected(judgement.Quoted(want.Path), want.Path, q.path, "something follows the documented path")
	case method != want.Method:
		q.misdirected(judgement.Quoted(want.Method), methodsFor(q, want.Method), method, "there is no such method on this path")
		if strings.ContainsAny(q.id, "0123456789") { // an id, and not a word such as update
			q.judgePathID()
		}
	default:
		q.misdirected("", "an id at the end of the path", q.path, "the path ends without an id")
	}
}

// tellGetFromCancel decides what a POST for an item without a body was meant for. It is a cancel if
// the build named the item before by another method, or if it gets items by GET, as section 4.7
// requires. Otherwise it counts as a get.
func tellGetFromCancel(q *request) {
	if q.Endpoint != spec.GetPurchase || !strings.EqualFold(q.exchange.Request.Method, http.MethodPost) {
		return
	}
	id := q.id
	if id == "" {
		id = endpoints.ItemOf(&q.exchange.Request)
	}
	if isNamed := q.run.undocumented.Touch(id, true); isNamed || q.run.getsByGet {
		q.Endpoint = spec.CancelPurchase
		return
	}
	if q.run.unclear == nil {
		f := hiding(q, spec.GetPurchase, addressObligation)
		q.run.unclear = &f
	}
}

// isOfNoOrder reports whether a POST to the path of an order declares no body and has none. If the
// build has ids of items, it was meant for one of them, because every order has a body.
func isOfNoOrder(q *request) bool {
	return q.Endpoint == spec.CreatePurchases && endpoints.IsBodiless(&q.exchange.Request) && len(q.run.issued.items) > 0
}

// isOfNoUpdate reports whether a PUT to the path of an order has lost its body, before the service
// returned the id of an item. Nothing could be updated then.
func isOfNoUpdate(q *request) bool {
	r := &q.exchange.Request
	hasLost := len(r.Body) == 0 && !endpoints.LacksBody(r) && !endpoints.IsBodiless(r)
	return q.Endpoint == spec.UpdatePurchases && q.id == "" && hasLost && q.run.isWhole() && len(q.run.issued.items) == 0
}

// blockUnclear blocks the obligations of a cancel if the build sends none that can be recognised, but
// calls that may be one.
func (r *Run) blockUnclear() {
	if r.unclear == nil || r.calls[spec.CancelPurchase] > 0 {
		return
	}
	for _, name := range append(allObligations(spec.CancelPurchase), addressObligation) {
		r.findings.at(obligation{spec.CancelPurchase, name}).block(judgement.Aspect{Endpoint: spec.GetPurchase, Name: addressObligation}, *r.unclear)
	}
	r.unclear = nil
}

// methodsFor returns the methods that a path has. A request without a body may have been meant for
// any of them.
func methodsFor(q *request, method string) string {
	all := endpoints.MethodsAt(q.path)
	if q.id == "" || len(all) < 2 || len(q.exchange.Request.Body) > 0 || q.exchange.Request.Method == http.MethodGet {
		return method
	}
	return strings.Join(all, " or ")
}

func (q *request) misdirected(wanted, expected, actual, message string) {
	q.judged(addressObligation)
	q.fail(addressObligation, misdirection(q, wanted, expected, actual, message))
}

func misdirection(q *request, wanted, expected, actual, message string) result.Failure {
	want := result.ExpectEqual
	if wanted == "" {
		want = ""
	}
	return result.Failure{
		Path: "request line", Section: spec.Of(q.Endpoint).Section, Want: want, Wanted: wanted, Expected: expected, Actual: actual, Message: message,
	}
}

// misplacedPath returns the failure of a documented path that does not directly follow the base
// address.
func misplacedPath(q *request) result.Failure {
	return misdirection(q, judgement.Quoted(q.path), q.path+" right below the base address", endpoints.PathOf(q.url), "something else stands before the documented path")
}

// judgePath notes which of the documented forms of a path the request uses.
func (q *request) judgePath() {
	q.judged(addressObligation)
	if tolerance := spec.Of(q.Endpoint).PathTolerance; tolerance != "" {
		q.judgeReading(addressObligation, tolerance, q.path, "path")
	}
}

// judgeReading judges a value outside of the body by a tolerance, and notes its reading.
func (q *request) judgeReading(name, tolerance string, value any, place string) {
	seen, violation := q.run.cfg.Schemas.Reading(tolerance, value)
	if violation != nil {
		q.fail(name, result.Failure{
			Path: place, Section: violation.Section, Want: result.ExpectKind(violation.Want), Wanted: violation.Wanted, Expected: violation.Expected, Actual: violation.Actual, Message: violation.Message,
		})
		return
	}
	q.noteReading(name, seen, place)
}

// noteForeign lists a call to none of the service's endpoints.
func (r *Run) noteForeign(e *recording.Exchange, path string) {
	const maxListed = 20
	name := judgement.Excerpt([]byte(e.Request.Method + " " + path))
	if e.Request.Method == "" && e.Request.URL == "" {
		name = "an entry without a request"
	}
	if _, listed := r.foreign[name]; !listed && len(r.foreign) == maxListed {
		r.others++
		return
	}
	r.foreign[name]++
}
