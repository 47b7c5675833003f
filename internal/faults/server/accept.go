package server

import (
	"github.com/credit-partner/assay/internal/faults"
)

// acceptFaults depend on the header Accept of a call, which section 5 does not list: a framework
// chooses the form of its answer by that header, or wants it.
func acceptFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		notJSON := e.json
		if e.endpoint == faults.SendOTP {
			notJSON = "JRN-03" // another OTP may be refused, so no other rule judges this call
		}
		accept := func(c *faults.Call) string { return c.Request.Header.Get("Accept") }
		all = append(all,
			faults.Fault{
				ID: e.endpoint + "-xml-for-any-accept", Breaks: notJSON, ShownBy: "JRN-03", // only its examples send such a header
				Why: e.endpoint + " is answered in XML if a call accepts everything",
				Mutator: faults.On(e.endpoint, func(c *faults.Call, a *faults.Answer) {
					if accept(c) == "*/*" {
						a.Header.Set("Content-Type", "application/xml")
						a.SetRaw([]byte("<response><status>success</status></response>"))
					}
				}),
			},
			faults.Fault{
				ID: e.endpoint + "-wants-accept", Breaks: "JRN-03",
				Why:     e.endpoint + " is refused without an Accept header",
				Mutator: faults.Refusing(e.endpoint, 406, func(c *faults.Call) bool { return accept(c) == "" }),
			})
	}
	return all
}
