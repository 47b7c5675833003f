package partner

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// pending are customers who verified an OTP or asked for a limit, and have not bought yet.
// An order for somebody else may be meant, and may be a customer_id that the build mixed
// up: no section binds an order to an OTP, so it is noted.
type pending struct {
	waiting map[string]bool // by customer id, in lower case
	last    string          // the one who came last
}

func newPending() pending { return pending{waiting: make(map[string]bool)} }

// see takes in who comes, and notes an order for somebody who has not come since their
// last order, where the one who came last still waits.
func (p *pending) see(q *request) {
	path := map[string]string{spec.VerifyOTP: "data.id", spec.CreateLimit: "data.customer_details.id"}[q.endpoint]
	switch {
	case path != "" && succeeded(q.exchange.Response):
		id := strings.ToLower(gjson.GetBytes(q.exchange.Response.Body, path).String())
		if id != "" && !q.cut(id) && len(p.waiting) < maxSendings {
			p.last = strings.Clone(id)
			p.waiting[p.last] = true
		}
	case q.endpoint == spec.CreatePurchases:
		id := strings.ToLower(q.text("customer_id"))
		if id != "" && !p.waiting[id] && p.waiting[p.last] {
			noteOf(q, "the customer_id of another customer than the one of the OTP or the limit before")
		}
		delete(p.waiting, id)
	}
}
