package customers

import (
	"encoding/json"

	"github.com/credit-partner/assay/internal/faults"
)

// joinFaults read the limit of a customer by a key that is not unique, or from the wrong one of
// several rows that a customer has.
func joinFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "customer-lookup-limit-of-last-phone", Breaks: "LKP-09", Why: "the limit is joined by phone: of two customers with one phone, both are shown the limit of the second",
			Mutator: joinedByPhone(func(_, last faults.Object) faults.Object { return last })},
		{ID: "customer-lookup-limit-of-first-phone", Breaks: "LKP-09", Why: "the limit is joined by phone: of two customers with one phone, both are shown the limit of the first",
			Mutator: joinedByPhone(func(first, _ faults.Object) faults.Object { return first })},
		{ID: "customer-lookup-no-id-number-by-passport", Breaks: "LKP-05", Why: "nationalIdNo is null if a lookup by PASSPORT finds the customer", Mutator: foundByPassport},
		{ID: "create-limit-anew-for-other-phone-form", Breaks: "LIM-19", Why: "who asks again, with the + of the phone number left out or added, is a new customer", Mutator: anewForOtherForm},
		{ID: "verify-otp-zero-limit-of-second-request", Breaks: "VER-08", Why: "credit_limit is 0 for a customer who asked for a limit again", Mutator: func(next faults.Responder) faults.Responder {
			requests := faults.NewCounter()
			return faults.On(faults.CreateLimit+" "+faults.VerifyOTP, func(c *faults.Call, a *faults.Answer) {
				switch {
				case c.Endpoint == faults.CreateLimit:
					requests.Next(faults.ByPerson(c))
				case requests.Count(faults.ByPerson(c)) > 1:
					faults.Put("data.credit_limit", json.Number("0"))(c, a)
				}
			})(next)
		}},
	}
}

// joinedByPhone shows, in a lookup, the credit of the customer that pick chooses among the first and
// the last one with the phone.
func joinedByPhone(pick func(first, last faults.Object) faults.Object) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first, last := faults.NewStore[faults.Object](), faults.NewStore[faults.Object]()
		return faults.On(faults.CreateLimit+" "+faults.Lookup, func(c *faults.Call, a *faults.Answer) {
			if c.Endpoint == faults.CreateLimit {
				credit, _ := faults.Get(a.Body(), "data.credit_limit_details").(faults.Object)
				if before, _ := first.Swap(faults.ByPhone(c), credit); before != nil {
					first.Put(faults.ByPhone(c), before)
				}
				last.Put(faults.ByPhone(c), credit)
				return
			}
			phone := faults.WithoutPlus(faults.Text(faults.Get(a.Body(), faults.LookupProfile+"mobile")))
			one, _ := first.Get(phone)
			other, _ := last.Get(phone)
			if one == nil || faults.Text(one["id"]) == faults.Text(other["id"]) {
				return
			}
			faults.Put(faults.LookupCredit+"creditLimit", pick(one, other)["credit_limit"])(c, a)
		})(next)
	}
}

// anewForOtherForm gives new ids to a customer whose phone number is written in the other form than in
// the first request.
func anewForOtherForm(next faults.Responder) faults.Responder {
	phones := faults.NewStore[string]()
	return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
		phone := c.Text("phone_number")
		first, known := phones.Get(faults.ByPerson(c))
		if !known {
			phones.Put(faults.ByPerson(c), phone)
			return
		}
		if first != phone && faults.WithoutPlus(first) == faults.WithoutPlus(phone) {
			faults.Put("data.customer_details.id", c.NewID("customer"))(c, a)
			faults.Put("data.credit_limit_details.id", c.NewID("limit"))(c, a)
		}
	})(next)
}

// foundByPassport finds a customer by the id number in a lookup by PASSPORT, and shows no id number.
func foundByPassport(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint != faults.Lookup || c.Text("queryFieldEnum") != "PASSPORT" {
			return next(c)
		}
		c.Body["queryFieldEnum"] = "NATIONAL_ID"
		c.Touch()
		a := next(c)
		if a.Served() && !faults.NotFound(c, a) {
			faults.Put(faults.LookupProfile+"nationalIdNo", nil)(c, a)
		}
		return a
	}
}
