package variants

import (
	"time"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// newcomerVariants answer differently when a person without a limit verifies an OTP:
// what such a person is told is not shown (sections 2.9 and 4.2).
func newcomerVariants() []faults.Variant {
	v := func(id string, edit func(*faults.Call, *faults.Answer)) faults.Variant {
		return faults.Variant{ID: id, Field: "newcomer", Why: "4.2: what verify answers to a person without a limit is not shown", Mutator: faults.OnNewcomers(edit)}
	}
	return []faults.Variant{
		{ID: "deliveries-move-on", Field: "initial", Why: "3: the states of a delivery, and its moves, are not shown", Mutator: deliveriesMoveOn()},
		{ID: "pending-moves-on", Field: "moves", Why: "3: moves other than those in the table are not shown", Mutator: movesOn(faults.Pending, "ready_for_collection")},
		{ID: "collected-moves-on", Field: "moves", Why: "3: moves other than those in the table are not shown", Mutator: movesOn(faults.Collected, "loan_active")},
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

// deliveriesMoveOn shows an item that is delivered on its way, from the second look on.
func deliveriesMoveOn() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		looks := faults.NewCounter()
		onTheWay := func(c *faults.Call, a *faults.Answer) {
			for _, r := range a.Touch().Records() {
				if r["facility_status"] == faults.Pending && r["preferred_option"] == "delivery" {
					r["facility_status"] = map[bool]string{true: "awaiting_delivery", false: "in_transit"}[c.Endpoint == faults.CreateOrder || looks.Next(faults.Text(r["id"])) == 1]
				}
			}
		}
		return faults.On(faults.CreateOrder+" "+faults.GetItem, onTheWay)(next)
	}
}

// movesOn moves an item by itself to a status of the service's own, from the second look on,
// as a job does that runs now and then.
func movesOn(from, to string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		looks := faults.NewCounter()
		return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
			if faults.Get(a.Body(), "data.facility_status") == from && looks.Next(c.ID) > 1 {
				faults.Put("data.facility_status", to)(c, a)
				faults.EditText("data.updated_at", faults.EditStamp(faults.Later(time.Millisecond)))(c, a)
			}
		})(next)
	}
}
