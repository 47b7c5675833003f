package purchases

import (
	"github.com/credit-partner/assay/internal/faults"
)

// malformedFaults are the consequences of a body that is not JSON in a careless build (section
// 1).
func malformedFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "malformed-" + id, Breaks: "JRN-02", Why: "after a body that is not JSON " + why, Mutator: p})
	}
	for id, endpoint := range map[string]string{
		"order": faults.CreateOrder, "update": faults.UpdateItems, "verify-otp": faults.VerifyOTP, "lookup": faults.Lookup,
	} {
		add(id+"-breaks-next", "the next call of the endpoint ends in an error", afterMalformed(endpoint, endpoint, false, refuse500))
	}
	all = append(all, faults.Fault{ID: "malformed-send-otp-breaks-next", Breaks: "JRN-02", ShownBy: "OTP-11", // which owns the refusal of a further OTP
		Why: "after a body that is not JSON the next OTP is not sent, for an error", Mutator: afterMalformed(faults.SendOTP, faults.SendOTP, false, refuse500)})
	add("order-loses-items", "no item is found any more", afterMalformed(faults.CreateOrder, faults.GetItem, true, refuse404))
	add("update-breaks-next-get", "the next get ends in an error", afterMalformed(faults.UpdateItems, faults.GetItem, false, refuse500))
	add("send-otp-forgets-otps", "the OTPs that were sent before are forgotten", forgettingOTPs(faults.SendOTP))
	add("verify-otp-forgets-otps", "the OTPs that were sent before are forgotten", forgettingOTPs(faults.VerifyOTP))
	return all
}

func refuse404(c *faults.Call, _ *faults.Answer) *faults.Answer {
	return faults.Refusal(c, 404, "not found")
}

// isMalformed reports whether a call of an endpoint has a body that is not a JSON object.
func isMalformed(c *faults.Call, endpoint string) bool {
	return c.Endpoint == endpoint && c.Authorized() && c.Body == nil
}

// afterMalformed breaks the next call of an endpoint after a malformed one, or all later calls if
// forGood is true.
func afterMalformed(malformed, spoilt string, forGood bool, how aftermath) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		broken := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if isMalformed(c, malformed) {
				a := next(c)
				broken.Put("", true)
				return a
			}
			if c.Endpoint != spoilt || !c.Authorized() {
				return next(c)
			}
			if was, _ := broken.Swap("", false); !was {
				return next(c)
			}
			broken.Put("", forGood)
			return how(c, nil)
		}
	}
}

// forgettingOTPs refuses the OTPs that were sent before a malformed call.
func forgettingOTPs(malformed string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		sentSince, forgetful := faults.NewSet(), faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			forgets, _ := forgetful.Get("")
			since, _ := sentSince.Get(faults.ByPhone(c))
			switch {
			case isMalformed(c, malformed):
				forgetful.Put("", true)
			case c.Endpoint == faults.SendOTP && forgets:
				sentSince.Put(faults.ByPhone(c), true)
			case c.Endpoint == faults.VerifyOTP && forgets && !since:
				return faults.Refusal(c, 422, "the OTP is not correct")
			}
			return next(c)
		}
	}
}
