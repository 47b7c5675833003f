package sequences

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// Applicants are those for whom an OTP was sent as for an existing customer, and no other
// one, and those with a limit. Section 1 creates a limit for a new customer and returns
// the existing one of an existing customer. So who gets the first limit of a fresh service
// was new, and section 4.1 asks for six members then. That is noted and not judged: a
// store need not know who is new before the service refuses the shorter form, which a
// sandbox serves.
type Applicants struct {
	short, full, limited map[string]bool // id numbers
}

// NewApplicants knows nobody.
func NewApplicants() Applicants {
	return Applicants{short: make(map[string]bool), full: make(map[string]bool), limited: make(map[string]bool)}
}

// See takes in an OTP request, or the limit that shows whether its customer was new.
func (a *Applicants) See(q *Request, published []string, note func(endpoint, what string)) {
	id := q.Text("id_number")
	if id == "" || len(a.short)+len(a.full)+len(a.limited) > 3*maxKept {
		return
	}
	switch {
	case q.Endpoint == spec.SendOTP && q.IsRead && q.IsNewCustomer():
		a.full[strings.Clone(id)] = true
	case q.Endpoint == spec.SendOTP && q.IsRead:
		a.short[strings.Clone(id)] = true
	case q.Endpoint == spec.CreateLimit && q.isServed() && !a.limited[id]:
		a.limited[strings.Clone(id)] = true
		if a.short[id] && !a.full[id] && !isPublished(q, published) {
			note(spec.SendOTP, "the form for an existing customer, for one whose first limit follows")
		}
	}
}

// isPublished tells whether a limit is that of a customer who was published with an account.
func isPublished(q *Request, customers []string) bool {
	known := gjson.GetBytes(q.Exchange.Response.Body, "data.customer_details.id").String()
	return slices.ContainsFunc(customers, func(published string) bool { return strings.EqualFold(published, known) })
}
