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
// service. It is one if the build has the token and an id that the service returned, or that was lost, and never sends the
// documented GET (sections 4.4 and 4.7): then the HEAD stands for it.

// noUUID is what a program has for an id that it lost.
const noUUID = "00000000-0000-0000-0000-000000000000"

// maxHeads is how many calls by HEAD are kept.
const maxHeads = 20

// holdHead keeps a HEAD that may stand for a GET, and reports whether it did.
func (r *Run) holdHead(e *recording.Exchange, u *url.URL) bool {
	_, id, ok := headPath(u)
	id = strings.ToLower(id)
	isKnown := ok && (r.issued.items[id] || r.issued.customers[id] || id == noUUID)
	if e.Request.Method != http.MethodHead || e.Request.Header.Get("Authorization") == "" || !isKnown || len(r.heads) == maxHeads {
		return false
	}
	r.heads = append(r.heads, e)
	return true
}

// headPath is endpoints.DocumentedPath of an address that may end with a slash.
func headPath(u *url.URL) (path, id string, ok bool) {
	return endpoints.DocumentedPath(strings.TrimSuffix(endpoints.PathOf(u), "/"))
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
		q.path, q.id, _ = headPath(u)
		if q.Endpoint, _ = endpoints.At(&e.Request, q.path, q.id); isCalled[q.Endpoint] > 0 || spec.Of(q.Endpoint).Method != http.MethodGet {
			r.noteForeign(e, u.Path)
			continue
		}
		q.direct()
		r.calls[q.Endpoint]++
		q.hide(allObligations(q.Endpoint), addressObligation)
	}
}
