package customers

import (
	"encoding/json"

	"github.com/credit-partner/assay/internal/faults"
)

// beforeTokenFaults refuse a limit request without the valid token, but first store what it says of
// a customer who has a limit.
func beforeTokenFaults() []faults.Fault {
	amount := func(o faults.Object) float64 { f, _ := json.Number(faults.Text(o["loan_amount"])).Float64(); return f }
	return []faults.Fault{
		{ID: "create-limit-raised-before-token", Breaks: "LIM-22", Why: "the limit of a customer who asks for a larger loan is raised before the token is looked at",
			Mutator: storedBeforeToken(func(asked, known faults.Object, record *faults.Answer) {
				if amount(asked) > amount(known) {
					faults.Scale("data.credit_limit_details.credit_limit", 2)(nil, record)
					faults.Scale("data.credit_limit_details.available_limit", 2)(nil, record)
				}
			})},
		{ID: "create-limit-email-stored-before-token", Breaks: "LIM-22", Why: "the email of a customer who asks again is stored before the token is looked at",
			Mutator: storedBeforeToken(func(asked, _ faults.Object, record *faults.Answer) {
				faults.Put(faults.CustomerDetails+"email", asked["email"])(nil, record)
			})},
	}
}

// storedBeforeToken changes the limit records of a customer after a request without the valid token.
func storedBeforeToken(edit func(asked, known faults.Object, record *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		known, asked := faults.NewStore[faults.Object](), faults.NewStore[faults.Object]() // by id number
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CreateLimit && !c.Authorized() && c.Body != nil {
				asked.Put(faults.ByPerson(c), c.Body)
			}
			if !faults.IsOneOf(c.Endpoint, faults.CreateLimit+" "+faults.FetchLimit) || !a.Served() {
				return a
			}
			number := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id_number"))
			was, has := known.Get(number)
			if now, changed := asked.Get(number); has && changed {
				edit(now, was, a)
			}
			if c.Endpoint == faults.CreateLimit && !has {
				known.Put(number, c.Body)
			}
			return a
		}
	}
}
