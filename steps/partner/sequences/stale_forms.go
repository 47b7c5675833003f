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
// A store that serves several customers at the same time may repeat a request of one of them after it sent
// an OTP to the next one. So it is such a request only if the other customer comes in no later one.
type staleForms struct {
	sent     map[string]map[string]bool // the id numbers that OTPs were sent for since the last request, by endpoint
	forms    map[string]bool            // the details of all requests
	isLast   bool                       // whether the last request is such a request, or may be
	read     int                        // how many requests were read
	latest   map[string]int             // the last of them for an id number, by endpoint and id number
	repeated []repeatedForm
}

// repeatedForm is a request that repeats the details of an earlier customer.
type repeatedForm struct {
	endpoint string
	place    int                // how many requests were read before
	sent     []string           // the other customers that OTPs were sent for
	take     func(isStale bool) // takes the request, when it is known what it is
}

// staleMembers are the details of a request that show its customer.
var staleMembers = map[string][]string{
	spec.VerifyOTP:   {"id_number", "phone_number", "otp"},
	spec.CreateLimit: {"id_number", "phone_number", "first_name", "last_name"},
}

func newStaleForms() staleForms {
	return staleForms{sent: make(map[string]map[string]bool), forms: make(map[string]bool), latest: make(map[string]int)}
}

// noteStaleForm takes a request to send or to verify an OTP, or a limit.
func noteStaleForm(s *Comparisons, q *requests.Request) {
	of, number := &s.verified.stale, formats.PlainID(q.Sound("id_number"))
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
	isKnown := of.keep(q, number, members)
	of.isLast = len(sent) > 0 && !sent[number] && isKnown
	if len(sent) == 0 || sent[number] && isKnown { // the first customer again shows nothing
		return
	}
	group, expected := q.Endpoint+" id_number of an earlier form", "the id number of the customer to whom an OTP was sent"
	switch {
	case !of.isLast:
		s.misplaced.seeAs(q, group, "id_number", expected, nil)
	case len(of.repeated) < requests.MaxKept:
		others := slices.Sorted(maps.Keys(sent))
		details := []detail{{"that of an earlier customer, as the whole request is, and an OTP was sent for another one", strings.Join(others, " ")}}
		of.repeated = append(of.repeated, repeatedForm{endpoint: q.Endpoint, place: of.read, sent: others, take: s.misplaced.seeLater(q, group, "id_number", expected, details)})
	}
}

// keep keeps a request, and reports whether an earlier one has the same details.
func (f *staleForms) keep(q *requests.Request, number string, members []string) bool {
	f.read++
	if key := q.Endpoint + " " + number; f.latest[key] > 0 || len(f.latest) < requests.MaxKept {
		f.latest[key] = f.read
	}
	form := q.Endpoint
	for _, member := range members {
		form += "\n" + q.Text(member)
	}
	form = Fingerprint(form)
	isKnown := f.forms[form]
	if len(f.forms) < requests.MaxKept {
		f.forms[form] = true
	}
	return isKnown
}

// end decides on the requests that repeat an earlier one.
func (f *staleForms) end() {
	for _, r := range f.repeated {
		r.take(slices.ContainsFunc(r.sent, func(number string) bool {
			latest := f.latest[r.endpoint+" "+number]
			isKept := latest > 0 || len(f.latest) < requests.MaxKept // one that is not kept shows nothing
			return isKept && latest < r.place
		}))
	}
}
