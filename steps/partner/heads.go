package partner

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/endpoints"
)

// HTTP clients and monitors ask for the headers of an address by themselves, so a HEAD is no call of the
// service. It is one if the build has a token and never sends the documented GET (sections 4.4 and 4.7):
// then the HEAD stands for it. In traffic from elsewhere, it must have an id that the service returned.

// maxHeads is how many calls by HEAD are kept.
const maxHeads = 20

// holdHead keeps a HEAD that may stand for a GET, and reports whether it did.
func (r *Run) holdHead(e *recording.Exchange, u *url.URL) bool {
	_, id, isDocumented := headPath(u)
	id = strings.ToLower(id)
	isOfService := isDocumented && (r.cfg.Closed || r.issued.items[id] || r.issued.customers[id]) || !isDocumented && r.asGet(e, u) != ""
	if e.Request.Method != http.MethodHead || e.Request.Header.Get("Authorization") == "" || !isOfService || len(r.heads) == maxHeads {
		return false
	}
	r.heads = append(r.heads, e)
	return true
}

// headPath is endpoints.DocumentedPath of an address that may end with a slash.
func headPath(u *url.URL) (path, id string, ok bool) {
	return endpoints.DocumentedPath(strings.TrimSuffix(endpoints.PathOf(u), "/"))
}

// asGet returns the endpoint at which a HEAD to an address that no section documents would be aimed if
// it was a GET, or "".
func (r *Run) asGet(e *recording.Exchange, u *url.URL) string {
	if r.cfg.Cut {
		return ""
	}
	get := e.Request
	get.Method = http.MethodGet
	endpoint := endpoints.Closest(&get, u.Path, r.cfg.Closed)
	if endpoint == "" || spec.Of(endpoint).Method != http.MethodGet {
		return ""
	}
	return endpoint
}

// judgeHeads judges the calls that were kept, when the build sends no more requests.
func (r *Run) judgeHeads() {
	held, isCalled := r.heads, r.Calls()
	r.heads = nil
	for _, e := range held {
		u, err := url.Parse(e.Request.URL)
		if err != nil { // it was parsed before, so this does not happen
			continue
		}
		q := r.newRequest(e)
		q.url = u
		var isDocumented bool
		if q.path, q.id, isDocumented = headPath(u); isDocumented {
			q.Endpoint, _ = endpoints.At(&e.Request, q.path, q.id)
		} else {
			q.Endpoint = r.asGet(e, u)
		}
		switch {
		case isCalled[q.Endpoint] > 0 || spec.Of(q.Endpoint).Method != http.MethodGet:
			r.noteForeign(e, u.Path)
			continue
		case isDocumented:
			q.direct()
		default:
			q.misdirected("", "a path of section 4", endpoints.PathOf(u), "there is no such path")
		}
		r.calls[q.Endpoint]++
		q.hide(allObligations(q.Endpoint), addressObligation)
	}
}
