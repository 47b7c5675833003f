package sequences

import (
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// staleForms finds requests that repeat all details of an earlier customer, while an OTP was sent to another
// one (sections 4.1 to 4.3). Each detail alone fits the others, so no other comparison finds such a request.
type staleForms struct {
	sent   map[string]map[string]bool // the id numbers that OTPs were sent for since the last request, by endpoint
	forms  map[string]bool            // the details of all requests
	isLast bool                       // whether the last request is such a request
}

// staleMembers are the details of a request that show its customer.
var staleMembers = map[string][]string{
	spec.VerifyOTP:   {"id_number", "phone_number", "otp"},
	spec.CreateLimit: {"id_number", "phone_number", "first_name", "last_name"},
}

// noteStaleForm takes a request to send or to verify an OTP, or a limit.
func noteStaleForm(s *Comparisons, q *requests.Request) {
	of, number := &s.verified.stale, formats.PlainID(q.Sound("id_number"))
	if of.sent == nil {
		of.sent, of.forms = make(map[string]map[string]bool), make(map[string]bool)
	}
	if q.Endpoint == spec.SendOTP {
		for endpoint := range staleMembers {
			keepPair(of.sent, endpoint, number)
		}
		return
	}
	members, sent := staleMembers[q.Endpoint], of.sent[q.Endpoint]
	if members == nil || number == "" {
		return
	}
	delete(of.sent, q.Endpoint)
	form := q.Endpoint
	for _, member := range members {
		form += "\n" + q.Text(member)
	}
	form = Fingerprint(form)
	isKnown := of.forms[form]
	of.isLast = len(sent) > 0 && !sent[number] && isKnown
	if len(of.forms) < requests.MaxKept {
		of.forms[form] = true
	}
	if len(sent) == 0 || sent[number] && isKnown { // the first customer again shows nothing
		return
	}
	var details []detail
	if of.isLast {
		details = []detail{{"that of an earlier customer, as the whole request is, and an OTP was sent for another one", strings.Join(slices.Sorted(maps.Keys(sent)), " ")}}
	}
	s.misplaced.seeAs(q, q.Endpoint+" id_number of an earlier form", "id_number", "the id number of the customer to whom an OTP was sent", details)
}
