package customers

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// returningFaults treat a customer wrongly who returns after a purchase, asks again, or has
// changed work (section 1).
func returningFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "create-limit-again-after-purchase-new-limit", Breaks: "LIM-19", ShownBy: "JRN-01", Why: "who bought something and asks again is given a new limit",
			Mutator: onBuyers(faults.CreateLimit, faults.Put("data.credit_limit_details.id", uuid.NewString()))},
		{ID: "create-limit-again-after-purchase-refused", Breaks: "LIM-19", ShownBy: "JRN-01", Why: "who bought something and asks again is refused",
			Mutator: onBuyers(faults.CreateLimit, refusing(409))},
		{ID: "create-limit-again-other-work-refused", Breaks: "LIM-19", Why: "an existing customer who has other work by now is refused",
			Mutator: onOtherWork(refusing(422))},
		{ID: "create-limit-again-other-work-new-limit", Breaks: "LIM-19", Why: "an existing customer who has other work by now is given a new limit",
			Mutator: onOtherWork(faults.Put("data.credit_limit_details.id", uuid.NewString()))},
		{ID: "create-limit-again-nothing-available", Breaks: "LIM-19", Why: "an existing customer who asks again is shown an available_limit of 0",
			Mutator: faults.OnNth(faults.CreateLimit, faults.ByPerson, faults.AfterFirst, faults.Put("data.credit_limit_details.available_limit", json.Number("0")))},
		{ID: "create-limit-again-closed", Breaks: "LIM-19", Why: "an existing customer who asks again is shown another credit_limit_status",
			Mutator: faults.OnNth(faults.CreateLimit, faults.ByPerson, faults.AfterFirst, faults.Put("data.credit_limit_details.credit_limit_status", "limit_closed"))},
		{ID: "create-limit-third-time-new-limit", Breaks: "LIM-19", Why: "an existing customer who asks for the third time is given a new limit",
			Mutator: faults.OnNth(faults.CreateLimit, faults.ByPerson, func(n int) bool { return n > 2 }, faults.Put("data.credit_limit_details.id", uuid.NewString()))},
		{ID: "create-limit-fourth-time-new-limit", Breaks: "LIM-19", Why: "an existing customer who asks for the fourth time is given a new limit",
			Mutator: faults.OnNth(faults.CreateLimit, faults.ByPerson, func(n int) bool { return n > 3 }, faults.Put("data.credit_limit_details.id", uuid.NewString()))},
		{ID: "customer-lookup-after-purchase-stale", Breaks: "LKP-09", ShownBy: "JRN-01", Why: "availableLimit of a lookup does not follow a purchase",
			Mutator: onBuyers(faults.Lookup, faults.Compute(faults.LookupCredit+"availableLimit", moreByTen))},
		{ID: "create-limit-again-after-purchase-stale", Breaks: "LIM-19", ShownBy: "JRN-01", Why: "an existing customer who bought something and asks again is shown what was available before",
			Mutator: onBuyers(faults.CreateLimit, faults.Compute("data.credit_limit_details.available_limit", moreByTen))},
		{ID: "verify-otp-after-purchase-stale", Breaks: "VER-08", ShownBy: "JRN-01", Why: "available_limit of a verified OTP does not follow a purchase",
			Mutator: onBuyers(faults.VerifyOTP, faults.Compute("data.available_limit", moreByTen))},
		{ID: "verify-otp-keeps-the-first", Breaks: "VER-08", ShownBy: "JRN-01", Why: "available_limit of a verified OTP is that of the customer's first one",
			Mutator: keepingFirst},
		{ID: "verify-otp-after-purchase-limit-is-what-is-left", Breaks: "VER-08", ShownBy: "JRN-01", Why: "credit_limit of a verified OTP is what is left of the limit",
			Mutator: onBuyers(faults.VerifyOTP, func(_ *faults.Call, a *faults.Answer) {
				a.Touch().Body()["data"].(faults.Object)["credit_limit"] = faults.Get(a.Body(), "data.available_limit")
			})},
		{ID: "customer-lookup-after-purchase-limit-is-what-is-left", Breaks: "LKP-09", ShownBy: "JRN-01", Why: "creditLimit of a lookup is what is left of the limit",
			Mutator: onBuyers(faults.Lookup, func(c *faults.Call, a *faults.Answer) {
				faults.Put(faults.LookupCredit+"creditLimit", faults.Get(a.Body(), faults.LookupCredit+"availableLimit"))(c, a)
			})},
		{ID: "race-limits-of-one-customer", Breaks: "LIM-19", Why: "of two limit requests of one customer that arrive together each is given a limit of its own", Mutator: racing()},
		{ID: "customer-lookup-after-purchase-no-credit", Breaks: "LKP-05", ShownBy: "JRN-01", Why: "who bought something is looked up without creditLimitInfo",
			Mutator: onBuyers(faults.Lookup, faults.Put("data.creditLimitInfo", nil))},
		{ID: "customer-lookup-after-purchase-refused", Breaks: "LKP-01", ShownBy: "JRN-01", Why: "a lookup of who bought something ends in an error",
			Mutator: onBuyers(faults.Lookup, refusing(500))},
		{ID: "verify-otp-after-purchase-refused", Breaks: "VER-01", Why: "who bought something cannot verify an OTP any more",
			Mutator: onBuyers(faults.VerifyOTP, refusing(422))},
		{ID: "verify-otp-after-purchase-no-terms", Breaks: "VER-06", Why: "the verify result of who bought something has no payment_terms",
			Mutator: onBuyers(faults.VerifyOTP, func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), "data.payment_terms") })},
	}
}

// keepingFirst keeps what was available when a customer verified the first OTP.
func keepingFirst(next faults.Responder) faults.Responder {
	first := faults.NewStore[any]()
	return faults.On(faults.VerifyOTP, func(c *faults.Call, a *faults.Answer) {
		available := faults.Get(a.Body(), "data.available_limit")
		if a.Status != 200 || available == nil {
			return
		}
		if kept, known := first.Get(faults.ByPerson(c)); known {
			faults.Put("data.available_limit", kept)(c, a)
			return
		}
		first.Put(faults.ByPerson(c), available)
	})(next)
}

// newcomerFaults are about people without a limit, and about people who share details with a
// customer.
func newcomerFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "send-otp-new-second-refused", Breaks: "OTP-11", Why: "the second OTP of a person without a limit is refused: one was sent already",
			Mutator: func(next faults.Responder) faults.Responder {
				t := faults.NewCounter()
				return faults.Refusing(faults.SendOTP, 409, func(c *faults.Call) bool { return c.Body["first_name"] != nil && t.Next(faults.ByPhone(c)) > 1 })(next)
			}},
		{ID: "create-limit-merges-by-email", Breaks: "LIM-20", Why: "who has the email of a customer is given that customer's limit",
			Mutator: merging(func(asked faults.Object) string { return strings.ToLower(faults.Text(asked["email"])) })},
		{ID: "create-limit-merges-by-name-and-birth", Breaks: "LIM-20", Why: "who has the name and the date of birth of a customer is given that customer's limit",
			Mutator: merging(func(asked faults.Object) string {
				return faults.Text(asked["first_name"]) + " " + faults.Text(asked["last_name"]) + " " + faults.Text(asked["date_of_birth"])
			})},
		{ID: "customer-lookup-passport-of-nobody", Breaks: "LKP-13", Why: "a passport that nobody has finds the first customer who has none",
			Mutator: findingTheFirst(func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "PASSPORT" })},
		{ID: "customer-lookup-null-finds-the-first", Breaks: "LKP-13", Why: "a lookup of null finds the first customer of all",
			Mutator: findingTheFirst(func(c *faults.Call) bool { value, is := c.Body["value"]; return is && value == nil })},
		{ID: "customer-lookup-without-value-finds-the-first", Breaks: "LKP-13", Why: "a lookup without a value finds the first customer of all",
			Mutator: findingTheFirst(func(c *faults.Call) bool { _, is := c.Body["value"]; return !is })},
		{ID: "customer-lookup-ignores-email-tag", Breaks: "LKP-13", Why: "what follows a + in an email is not looked at", Mutator: ignoringEmailTags()},
	}
	for member, breaks := range map[string]string{"apiVersion": "VER-03", "status": "VER-04", "request_id": "VER-05"} {
		all = append(all, faults.Fault{ID: faults.Kebab("verify-otp-new-no-" + member), Breaks: breaks, Why: "verify of a person without a limit leaves " + member + " out",
			Mutator: faults.OnNewcomers(func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), member) })})
	}
	all = append(all, faults.Fault{ID: "verify-otp-new-first-customer", Breaks: "VER-07", Why: "a person without a limit is told the id of the first customer", Mutator: tellingTheFirst()})
	return append(all, faults.Fault{ID: "verify-otp-new-text-plain", Breaks: "VER-02", Why: "verify of a person without a limit is declared as plain text",
		Mutator: faults.OnNewcomers(func(_ *faults.Call, a *faults.Answer) { a.Touch().Header.Set("Content-Type", "text/plain") })})
}

// tellingTheFirst gives newcomers the id of the first customer who was given a limit.
func tellingTheFirst() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first := faults.NewStore[string]()
		next = faults.On(faults.CreateLimit, func(_ *faults.Call, a *faults.Answer) {
			if _, known := first.Get(""); !known {
				first.Put("", faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")))
			}
		})(next)
		return faults.OnNewcomers(func(c *faults.Call, a *faults.Answer) {
			if id, known := first.Get(""); known {
				faults.Put("data.id", id)(c, a)
			}
		})(next)
	}
}

func moreByTen(f float64) float64 { return f + 10 }

func refusing(status int) func(*faults.Call, *faults.Answer) {
	return func(c *faults.Call, a *faults.Answer) { *a = *faults.Refusal(c, status, "not for this customer") }
}

// onBuyers changes the served answers about customers who bought something.
func onBuyers(endpoint string, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k, persons, bought := faults.NewCustomerIndex(), faults.NewStore[string](), faults.NewSet()
		next = k.Record(next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case !a.Served():
				return a
			case c.Endpoint == faults.CreateLimit:
				persons.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), faults.ByPerson(c))
			case c.Endpoint == faults.CreateOrder:
				person, _ := persons.Get(c.Text("customer_id"))
				bought.Put(person, true)
			}
			if c.Endpoint == endpoint {
				if bought.Has(faults.Text(k.Application(c)["id_number"])) {
					edit(c, a)
				}
			}
			return a
		}
	}
}

// onOtherWork changes the answers to customers whose employed member differs from their first
// request.
func onOtherWork(edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return onChange(func(now, known faults.Object) bool {
		return faults.Text(now["employed"]) != faults.Text(known["employed"])
	}, edit)
}

// merging gives a customer's limit to everybody with the same key.
func merging(by func(asked faults.Object) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first := faults.NewStore[any]()
		return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
			key := by(c.Body)
			if known, ok := first.Get(key); ok {
				a.Touch().Body()["data"] = faults.DeepCopy(known)
				return
			}
			first.Put(key, faults.DeepCopy(a.Body()["data"]))
		})(next)
	}
}

// ignoringEmailTags ignores the tag after a + when a lookup compares email addresses.
func ignoringEmailTags() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		untagged := func(email string) string {
			local, domain, _ := strings.Cut(email, "@")
			local, _, _ = strings.Cut(local, "+")
			return local + "@" + domain
		}
		emails := faults.NewStore[string]()
		next = faults.EditLookup("email", func(c *faults.Call) {
			if known, ok := emails.Get(untagged(c.Text("value"))); ok {
				c.Body["value"] = known
			}
		})(next)
		return faults.On(faults.CreateLimit, func(c *faults.Call, _ *faults.Answer) { emails.Put(untagged(c.Text("email")), c.Text("email")) })(next)
	}
}

// patience is how long the first of two requests waits for the other, in multiples of
// faults.RaceWindow.
const patience = 25

// racing gives a new limit to a request that arrives while another request of the same person is
// running.
func racing() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		inside := faults.NewCounter()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.CreateLimit || !c.Authorized() {
				return next(c)
			}
			person := faults.ByPerson(c)
			place, _, leave := inside.WaitForPair(person, patience)
			defer leave()
			a := next(c)
			if place > 1 && a.Served() {
				faults.Put("data.credit_limit_details.id", c.NewID("limit"))(c, a)
			}
			return a
		}
	}
}

// findingTheFirst finds the first customer by some lookups. A missing passport number counts as equal, or a
// condition is left out.
func findingTheFirst(is func(*faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first := faults.NewStore[string]()
		next = faults.EditLookups(is, func(c *faults.Call) {
			if number, ok := first.Get(""); ok {
				c.Body["queryFieldEnum"], c.Body["value"] = "NATIONAL_ID", number
			}
		})(next)
		return faults.On(faults.CreateLimit, func(c *faults.Call, _ *faults.Answer) {
			if _, ok := first.Get(""); !ok {
				first.Put("", faults.ByPerson(c))
			}
		})(next)
	}
}
