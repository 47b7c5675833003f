package customers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// betweenFaults go wrong between two calls: between an OTP and its verification, and from
// one lookup of a customer to the next; or on a day that few people are born on.
func betweenFaults() []faults.Fault {
	return slices.Concat(changingProfileFaults(), birthdayFaults(), []faults.Fault{
		{ID: "send-otp-token-replaces", Breaks: "OTP-13", Why: "a send without the valid token is refused, and replaces the OTP that was sent before", Mutator: replacingUnasked},
		{ID: "send-otp-hides-limit", Breaks: "FLM-01", ShownBy: "JRN-01", Why: "the limit of a customer is not found from a new OTP until it is verified", Mutator: hidingTheLimit},
		{ID: "create-limit-cuts-email", Breaks: "LIM-09", Why: "an email address is cut after fifty characters", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"email", func(s string) string { return faults.CutText(s, 50) }))},
		{ID: "create-limit-one-first-name", Breaks: "LIM-09", Why: "of a first name of two words the second is lost", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"first_name", func(s string) string {
			first, _, _ := strings.Cut(s, " ")
			return first
		}))},
		{ID: "create-limit-breaks-on-large-income", Breaks: "LIM-16", Why: "an income of more than fifty million ends in an error of the server", Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool {
			income, _ := json.Number(c.Text(faults.Employment + "net_income")).Int64()
			return income > 50_000_000
		})},
	})
}

// changingProfileFaults say something else of a customer in every second lookup.
func changingProfileFaults() []faults.Fault {
	var all []faults.Fault
	for path, other := range map[string]any{
		faults.LookupProfile + "gender": json.Number("7"), faults.LookupProfile + "maritalStatus": json.Number("7"), faults.LookupProfile + "countryId": json.Number("7"),
		faults.LookupProfile + "birthday": json.Number("86400"), faults.LookupCredit + "creditLimitNo": "CL-7", faults.LookupCredit + "currency": "XXX",
	} {
		name := path[strings.LastIndexByte(path, '.')+1:]
		all = append(all, faults.Fault{ID: faults.Kebab("customer-lookup-changes-" + name), Breaks: "LKP-08", Why: "every second lookup of a customer gives another " + name, Mutator: func(next faults.Responder) faults.Responder {
			t := faults.NewCounter()
			return faults.OnFound(func(c *faults.Call, a *faults.Answer) {
				if t.Next(c.Text("value"))%2 == 0 {
					faults.Put(path, other)(c, a)
				}
			})(next)
		}})
	}
	return all
}

// birthdayFaults refuse an OTP to new customers who were born on some days (section 4.1).
func birthdayFaults() []faults.Fault {
	var all []faults.Fault
	for _, day := range []struct {
		id, why    string
		day, month int
	}{{"31st", "the 31st of December", 31, 12}, {"leap-day", "29 February", 29, 2}} {
		first, last := fmt.Sprintf("%02d/%02d/", day.month, day.day), fmt.Sprintf("%02d/%02d/", day.day, day.month)
		all = append(all, faults.Fault{ID: "send-otp-refuses-" + day.id, Breaks: "OTP-10", Why: "an OTP is refused to who was born on " + day.why, Mutator: faults.Refusing(faults.SendOTP, 422, func(c *faults.Call) bool {
			born := c.Text("date_of_birth")
			return strings.HasPrefix(born, first) || strings.HasPrefix(born, last)
		})})
	}
	return all
}

// replacingUnasked carries a send out before it looks at the token.
func replacingUnasked(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.SendOTP && !c.Authorized() {
			valid := c.Subrequest("POST", c.Request.URL.Path, c.Body)
			valid.Authenticate()
			next(valid)
		}
		return next(c)
	}
}

// hidingTheLimit does not find the limit of somebody who was sent an OTP that is not
// verified yet.
func hidingTheLimit(next faults.Responder) faults.Responder {
	people, waiting := faults.NewStore[string](), faults.NewStore[bool]()
	return func(c *faults.Call) *faults.Answer {
		person, _ := people.Get(c.ID)
		if is, _ := waiting.Get(person); is && c.Endpoint == faults.FetchLimit && c.Authorized() {
			return faults.Refusal(c, 404, "the customer is being verified")
		}
		a := next(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.CreateLimit:
			people.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), faults.ByPerson(c))
		case c.Endpoint == faults.SendOTP || c.Endpoint == faults.VerifyOTP:
			waiting.Put(faults.ByPerson(c), c.Endpoint == faults.SendOTP)
		}
		return a
	}
}
