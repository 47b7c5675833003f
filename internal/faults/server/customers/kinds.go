package customers

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// kindFaults deviate only for one kind of customer or call, or only after an earlier call.
func kindFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "verify-otp-any-of-self-employed", Breaks: "VER-10", Why: "any six digits verify for a self-employed customer", Mutator: forSelfEmployed(resembling(func(_, given string) bool { return len(given) == 6 }))},
		{ID: "send-otp-to-any-phone-of-self-employed", Breaks: "OTP-14", Why: "the phone of a self-employed customer is not compared: whoever asks gets the OTP", Mutator: forSelfEmployed(straying(
			func(*otpBook, *faults.Call, string) bool { return true }, func(phone, theirs string) bool { return phone != theirs }))},
		{ID: "verify-otp-any-for-small-cart", Breaks: "VER-10", Why: "any six digits verify for a cart below 100", Mutator: verifying(isSmallCart, resembling(func(_, given string) bool { return len(given) == 6 }))},
		{ID: "verify-otp-any-for-large-cart", Breaks: "VER-10", Why: "any six digits verify for a cart of 10,000 and more", Mutator: verifying(isLargeCart, resembling(func(_, given string) bool { return len(given) == 6 }))},
		{ID: "verify-otp-any-without-plus", Breaks: "VER-10", Why: "any six digits verify for a phone that is written without +", Mutator: verifying(isWithoutPlus, resembling(func(_, given string) bool { return len(given) == 6 }))},
		{ID: "verify-otp-any-of-buyers", Breaks: "VER-10", Why: "any six digits verify for a customer who bought something", Mutator: forBuyers(resembling(func(_, given string) bool { return len(given) == 6 }))},
		{ID: "verify-otp-any-after-collection", Breaks: "VER-10", ShownBy: "JRN-01", Why: "any six digits verify once the right OTP has, for a customer who collected an item", Mutator: forOwners(faults.UpdateItems, afterUse(func(given string) bool { return len(given) == 6 }))},
		{ID: "verify-otp-any-after-use", Breaks: "VER-10", Why: "any six digits verify once the right OTP has", Mutator: afterUse(func(given string) bool { return len(given) == 6 })},
		{ID: "verify-otp-nobody-last-sent", Breaks: "VER-13", Why: "whoever was sent no OTP verifies with the one that was sent last, to whomever", Mutator: lastSent},
		{ID: "create-limit-again-other-work-rescored", Breaks: "LIM-19", Why: "an existing customer who has other work by now is given another credit_limit", Mutator: onOtherWork(faults.Put("data.credit_limit_details.credit_limit", json.Number("123456")))},
		{ID: "fetch-limit-zero-after-cancel", Breaks: "FLM-07", Why: "a cancel sets the credit_limit of the customer to 0", Mutator: onAllCancelled(faults.Put("data.credit_limit_details.credit_limit", json.Number("0")))},
	}
	for _, field := range []string{"memberId", "phoneNumber", "NATIONAL_ID", "email"} {
		all = append(all, faults.Fault{ID: faults.Kebab("customer-lookup-" + field + "-misses-self-employed"), Breaks: "LKP-07", Why: "a lookup by " + field + " finds no self-employed customer", Mutator: missingSelfEmployed(field)})
	}
	for id, kind := range map[string]struct{ member, value, shownBy string }{
		"partnerships": {"self_employed_occupational_detail.business_type", "partnership", "LIM-26"}, "students": {"self_employed_occupational_detail.business_type", "student", "LIM-26"},
		"executives": {"employed_occupational_detail.job_level", "Executive Manager", "LIM-25"}, "married": {"marital_status", "married", "LIM-25"},
	} {
		of := " a customer whose " + kind.member + " is " + kind.value
		all = append(all,
			faults.Fault{ID: "fetch-limit-not-of-" + id, Breaks: "FLM-01", ShownBy: kind.shownBy, Why: "the limit of" + of + " is not found", Mutator: losing(faults.FetchLimit, kind.member, kind.value)},
			faults.Fault{ID: "verify-otp-not-of-" + id, Breaks: "VER-01", ShownBy: kind.shownBy, Why: "no OTP is verified of" + of, Mutator: losing(faults.VerifyOTP, kind.member, kind.value)},
			faults.Fault{ID: "create-purchases-not-of-" + id, Breaks: "PUR-01", ShownBy: kind.shownBy, Why: "no order is taken of" + of, Mutator: losing(faults.CreateOrder, kind.member, kind.value)},
			faults.Fault{ID: "customer-lookup-not-of-" + id, Breaks: "LKP-05", ShownBy: kind.shownBy, Why: "a lookup finds no limit of" + of, Mutator: losing(faults.Lookup, kind.member, kind.value)},
		)
	}
	return all
}

// isSelfEmployed reports whether a call is a limit request of a self-employed customer.
func isSelfEmployed(c *faults.Call) bool {
	return c.Endpoint == faults.CreateLimit && c.Body["self_employed_occupational_detail"] != nil
}

// forSelfEmployed applies a deviation only to self-employed customers.
func forSelfEmployed(wrong faults.Mutator) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		people, broken := faults.NewSet(), wrong(next)
		return func(c *faults.Call) *faults.Answer {
			if isSelfEmployed(c) {
				people.Put(faults.ByPerson(c), true)
			}
			if theirs, _ := people.Get(faults.ByPerson(c)); theirs && faults.ByPerson(c) != "" {
				return broken(c)
			}
			return next(c)
		}
	}
}

// verifying applies a deviation only to some of the verify calls.
func verifying(some func(*faults.Call) bool, wrong faults.Mutator) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		broken := wrong(next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.VerifyOTP && !some(c) {
				return next(c)
			}
			return broken(c)
		}
	}
}

func isLargeCart(c *faults.Call) bool { return len(c.Text("item_value")) >= 5 }
func isSmallCart(c *faults.Call) bool {
	v, err := strconv.ParseFloat(c.Text("item_value"), 64)
	return err == nil && v < 100
}
func isWithoutPlus(c *faults.Call) bool { return !strings.HasPrefix(c.Text("phone_number"), "+") }

// forBuyers applies a deviation of verify only to customers who bought something.
func forBuyers(wrong faults.Mutator) faults.Mutator { return forOwners(faults.CreateOrder, wrong) }

// forOwners applies a deviation of verify only to customers with an order, or with a moved item: endpoint made
// or moved it.
func forOwners(endpoint string, wrong faults.Mutator) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		people, buyers, owners := faults.NewStore[string](), faults.NewStore[string](), faults.NewSet()
		broken := verifying(func(c *faults.Call) bool { return owners.Has(c.Text("id_number")) }, wrong)(next)
		return func(c *faults.Call) *faults.Answer {
			a := broken(c)
			if !a.Served() {
				return a
			}
			switch c.Endpoint {
			case faults.CreateLimit:
				people.Put(faults.Text(faults.Get(a.Body(), "data.customer_details.id")), c.Text("id_number"))
			case faults.CreateOrder:
				who, _ := people.Get(c.Text("customer_id"))
				for _, record := range a.Records() {
					buyers.Put(faults.Text(record["id"]), who)
				}
				if endpoint == faults.CreateOrder {
					owners.Put(who, true)
				}
			case endpoint:
				for _, item := range c.ItemIDs() {
					who, _ := buyers.Get(item)
					owners.Put(who, true)
				}
			}
			return a
		}
	}
}

// lastSent accepts the OTP that was last sent to anybody, if the caller was sent none.
func lastSent(next faults.Responder) faults.Responder {
	b, last := newOTPBook(), faults.NewStore[string]()
	next = b.keep(next)
	return func(c *faults.Call) *faults.Answer {
		code, _ := last.Get("")
		if _, sent := b.byPhone.Get(faults.ByPhone(c)); c.Endpoint == faults.VerifyOTP && c.Authorized() && !sent && code != "" && c.Text("otp") == code {
			c.VerifyAnew(next)
		}
		a := next(c)
		if sent := faults.Text(faults.Get(a.Body(), "data.otp")); c.Endpoint == faults.SendOTP && a.Served() && sent != "" {
			last.Put("", sent)
		}
		return a
	}
}

// missingSelfEmployed answers a lookup of a self-employed customer as if nobody was found.
func missingSelfEmployed(field string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		people := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if isSelfEmployed(c) {
				people.Put(faults.ByPerson(c), true)
			}
			a := next(c)
			person := faults.Text(faults.Get(a.Body(), faults.LookupProfile+"nationalIdNo"))
			if theirs, _ := people.Get(person); c.Endpoint == faults.Lookup && c.Text("queryFieldEnum") == field && theirs {
				return next(c.Subrequest("POST", c.Request.URL.Path, faults.Object{"queryFieldEnum": "NATIONAL_ID", "value": "nobody"}))
			}
			return a
		}
	}
}

// losing does not find, at one endpoint, a customer whose limit request had a given value.
func losing(endpoint, member, value string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		lost := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if lost.Has(customerOf(c)) && c.Endpoint == endpoint && c.Authorized() {
				return lostAnswer(c, next)
			}
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() && c.Text(member) == value {
				for _, detail := range []string{"id", "id_number", "mobile_number", "email"} {
					lost.Put(strings.TrimPrefix(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+detail)), "+"), true)
				}
			}
			return a
		}
	}
}

// customerOf returns the identifier by which a call names its customer.
func customerOf(c *faults.Call) string {
	switch c.Endpoint {
	case faults.FetchLimit:
		return c.ID
	case faults.CreateOrder:
		return c.Text("customer_id")
	case faults.Lookup:
		return strings.TrimPrefix(c.Text("value"), "+")
	}
	return faults.ByPerson(c)
}

// lostAnswer returns the answer of a service that does not know the customer.
func lostAnswer(c *faults.Call, next faults.Responder) *faults.Answer {
	if c.Endpoint == faults.Lookup {
		return next(c.Subrequest("POST", c.Request.URL.Path, faults.Object{"queryFieldEnum": "NATIONAL_ID", "value": "nobody"}))
	}
	return faults.Refusal(c, 404, "no such customer")
}
