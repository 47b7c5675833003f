package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// applicants are those for whom an OTP was sent as for an existing customer, and no other
// one, and those with a limit. Section 1 creates a limit for a new customer and returns
// the existing one of an existing customer. So who gets the first limit of a fresh service
// was new, and section 4.1 asks for six members then. That is noted and not judged: a
// store need not know who is new before the service refuses the shorter form, which a
// sandbox serves.
type applicants struct {
	short, full, limited map[string]bool // id numbers
}

func newApplicants() applicants {
	return applicants{short: make(map[string]bool), full: make(map[string]bool), limited: make(map[string]bool)}
}

// see takes in an OTP request, or the limit that shows whether its customer was new.
func (a *applicants) see(q *request) {
	id := q.text("id_number")
	if !q.run.isWhole() || id == "" || len(a.short)+len(a.full)+len(a.limited) > 3*maxSendings {
		return
	}
	switch {
	case q.endpoint == spec.SendOTP && q.isRead && q.isNewCustomer():
		a.full[strings.Clone(id)] = true
	case q.endpoint == spec.SendOTP && q.isRead:
		a.short[strings.Clone(id)] = true
	case q.endpoint == spec.CreateLimit && succeeded(q.exchange.Response) && !a.limited[id]:
		a.limited[strings.Clone(id)] = true
		if a.short[id] && !a.full[id] && !a.isPublished(q) {
			q.run.undocumented.note(spec.SendOTP, "the form for an existing customer, for one whose first limit follows")
		}
	}
}

// isPublished tells whether a limit is that of a customer who was published with an account.
func (a *applicants) isPublished(q *request) bool {
	known := gjson.GetBytes(q.exchange.Response.Body, "data.customer_details.id").String()
	return slices.ContainsFunc(q.run.cfg.Customers, func(published string) bool { return strings.EqualFold(published, known) })
}
