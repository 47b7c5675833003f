package variants

import (
	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// newcomerVariants answer differently when a person without a limit verifies an OTP:
// what such a person is told is not shown (sections 2.9 and 4.2).
func newcomerVariants() []faults.Variant {
	v := func(id string, edit func(*faults.Call, *faults.Answer)) faults.Variant {
		return faults.Variant{ID: id, Field: "newcomer", Why: "4.2: what verify answers to a person without a limit is not shown", Mutator: onNewcomers(edit)}
	}
	return []faults.Variant{
		v("verify-new-refused", func(c *faults.Call, a *faults.Answer) { *a = *faults.Refusal(c, 404, "no limit yet") }),
		v("verify-new-refused-in-200", func(c *faults.Call, a *faults.Answer) { *a = *faults.Refusal(c, 200, "no limit yet") }),
		v("verify-new-message", func(_ *faults.Call, a *faults.Answer) {
			a.Touch().Tree = faults.Object{"request_id": uuid.NewString(), "apiVersion": "2.0", "status": 200, "data": faults.Object{"message": "The OTP is verified"}}
		}),
		v("verify-new-text", func(_ *faults.Call, a *faults.Answer) {
			a.Touch().Tree = faults.Object{"request_id": uuid.NewString(), "apiVersion": "2.0", "status": 200, "data": "verified"}
		}),
	}
}

// onNewcomers changes what verify serves to people without a limit.
func onNewcomers(edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewCustomerIndex()
		return faults.On(faults.VerifyOTP, func(c *faults.Call, a *faults.Answer) {
			if k.Application(c) == nil {
				edit(c, a)
			}
		})(k.Record(next))
	}
}
