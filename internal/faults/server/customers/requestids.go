package customers

import (
	"fmt"
	"strconv"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// requestIDFaults repeat a request_id that must be unique (section 1).
func requestIDFaults(breaks, first, then string, key func(*faults.Call) string) []faults.Fault {
	constant := func(_ *faults.Call, a *faults.Answer) {
		a.Touch().Body()["request_id"] = "5f0c1c1e-0000-4000-8000-0000000000fe"
	}
	return []faults.Fault{
		{ID: first + "-constant-request-id", Breaks: breaks, Why: "every answer to " + first + " has the same request_id", Mutator: faults.On(first, constant)},
		{ID: then + "-constant-request-id", Breaks: breaks, Why: "every answer to " + then + " has the same request_id", Mutator: faults.On(then, constant)},
		{ID: first + "-request-id-by-customer", Breaks: breaks, Why: "request_id of " + first + " is that of the customer's first call",
			Mutator: keepingRequestID(first, first, key)},
		{ID: then + "-repeats-request-id", Breaks: breaks, Why: then + " repeats the request_id of the last " + first,
			Mutator: keepingRequestID(first, then, faults.ByNothing)},
		{ID: then + "-second-request-id", Breaks: breaks, Why: "the second answer to " + then + " has the request_id of the first",
			Mutator: func(next faults.Responder) faults.Responder {
				seen, t := faults.NewStore[any](), faults.NewCounter()
				return faults.On(then, func(_ *faults.Call, a *faults.Answer) {
					switch t.Next("") {
					case 1:
						seen.Put("", a.Body()["request_id"])
					case 2:
						id, _ := seen.Get("")
						a.Touch().Body()["request_id"] = id
					}
				})(next)
			}},
	}
}

// keepingRequestID remembers the request_id of one endpoint and repeats it on another. If both
// endpoints are the same, it keeps the first request_id of each key.
func keepingRequestID(from, to string, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		seen := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			id, known := seen.Get(key(c))
			if c.Endpoint == to && known && a.Served() {
				a.Touch().Body()["request_id"] = id
			}
			if c.Endpoint == from && a.Served() && (from != to || !known) {
				seen.Put(key(c), a.Body()["request_id"])
			}
			return a
		}
	}
}

// requestNumberFaults derive request_id from something that repeats, although it is the "unique
// identifier of the request" (section 1).
func requestNumberFaults() []faults.Fault {
	var all []faults.Fault
	otps, limits := faults.SendOTP+" "+faults.VerifyOTP, faults.CreateLimit+" "+faults.FetchLimit
	add := func(id, breaks, endpoints, why string, make func() func(c *faults.Call) string) {
		all = append(all, faults.Fault{ID: "ids-request-" + id, Breaks: breaks, Why: why, Mutator: numbering(endpoints, make)})
	}
	ring := func(n int) func() func(*faults.Call) string {
		return func() func(*faults.Call) string {
			t := faults.NewCounter()
			return func(*faults.Call) string { return fmt.Sprintf("req-%04d", t.Next("")%n) }
		}
	}
	add("ring-of-50-limits", "LIM-21", limits, "request_id of limits comes again after fifty", ring(50))
	all[len(all)-1].ShownBy = "PUR-12" // PUR-12 places enough purchases, and so needs enough customers
	add("ring-of-20-otps", "OTP-12", otps, "request_id of OTPs comes again after twenty", ring(20))
	perEndpoint := func() func(*faults.Call) string {
		t := faults.NewCounter()
		return func(c *faults.Call) string { return strconv.Itoa(t.Next(c.Endpoint)) }
	}
	add("per-endpoint-limits", "LIM-21", limits, "each endpoint of limits counts for itself", perEndpoint)
	add("per-endpoint-otps", "OTP-12", otps, "each endpoint of OTPs counts for itself", perEndpoint)
	perService := func() func(*faults.Call) string {
		t := faults.NewCounter()
		return func(c *faults.Call) string {
			if faults.IsOneOf(c.Endpoint, otps) {
				return strconv.Itoa(t.Next("otp"))
			}
			return strconv.Itoa(t.Next("limits"))
		}
	}
	add("per-service", "LIM-21", otps+" "+limits, "OTPs and limits come from two services, each of which counts from 1", perService)
	ofBody := func() func(*faults.Call) string {
		return func(c *faults.Call) string { return faults.Hash(c.Request.Method + c.Request.URL.Path + string(c.Raw)) }
	}
	add("of-body-limits", "LIM-21", limits, "request_id is a hash of path and body", ofBody)
	add("of-body-otps", "OTP-12", otps, "request_id is a hash of path and body", ofBody)
	perSecond := func() func(*faults.Call) string {
		return func(*faults.Call) string { return strconv.FormatInt(time.Now().Unix(), 36) }
	}
	add("per-second-limits", "LIM-21", limits, "request_id is the second", perSecond)
	add("per-second-otps", "OTP-12", otps, "request_id is the second", perSecond)
	add("of-customer-limits", "LIM-21", limits, "request_id is made from the customer, so that a fetch has that of the fetch before", func() func(*faults.Call) string {
		return func(c *faults.Call) string { return faults.Hash(c.Endpoint + c.ID + c.Text("id_number")) }
	})
	return all
}

func numbering(endpoints string, make func() func(c *faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		number := make()
		return faults.On(endpoints, func(c *faults.Call, a *faults.Answer) { a.Touch().Body()["request_id"] = number(c) })(next)
	}
}
