package partner

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// issuers are the endpoints whose answers contain the id at the end of a path (4.3, 4.6).
var issuers = map[string]string{
	spec.FetchLimit: spec.CreateLimit, spec.GetPurchase: spec.CreatePurchases, spec.CancelPurchase: spec.CreatePurchases,
}

// learnRefusal keeps the fault for which the last request to an endpoint was refused. A served
// request ends that.
func (g *issuedIDs) learnRefusal(q *request) {
	answer := q.exchange.Response
	switch {
	case requests.IsServed(answer):
		delete(g.refused, q.Endpoint)
	case answer != nil && answer.Status >= 400 && q.firstFault != "":
		g.refused[q.Endpoint] = q.firstFault
	}
}

// lacksRefusedID reports whether the id at the end of the path is empty because the request that
// would have returned it was refused for a fault of its own. The empty id is an effect of that
// fault, which has its own requirement.
func (q *request) lacksRefusedID() bool {
	issuer := issuers[q.Endpoint]
	fault := q.run.issued.refused[issuer]
	if fault == "" || !strings.HasSuffix(endpoints.PathOf(q.url), "/") {
		return false
	}
	q.blockedBy(issuer, addressObligation, fault)
	return true
}

// sendingFlaw returns the obligation of the fault because of which a sending does not show its
// customer, or was refused. It returns "" if there is no such fault, or if the recording does not
// show the value.
func (q *request) sendingFlaw() string {
	for _, name := range []string{"phone_number", "id_number"} {
		switch value := q.Get(name); {
		case q.IsCut(value.String()), !q.IsObject && !q.flawed:
			return ""
		case !q.IsObject && q.documented:
			return bodyObligation
		case q.IsObject && q.IsDoubled(name):
			return bodyObligation
		case q.IsObject && len(q.Faulty[name]) > 0:
			return name
		case q.IsObject && isBlank(value):
			return blankObligation
		case q.IsObject && !q.documented && value.Type != gjson.String: // a wrong call has no other faults
			return addressObligation
		}
	}
	if answer := q.exchange.Response; answer != nil && answer.Status >= 400 {
		return q.firstFault
	}
	return ""
}
