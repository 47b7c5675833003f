package faults

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

const (
	profile = "data.baseInfo."
	credit  = "data.creditLimitInfo."
)

// onFound changes lookups that found a customer.
func onFound(edit func(*call, *answer)) plant {
	return on(lookup, func(c *call, a *answer) {
		if found(c, a) {
			edit(c, a)
		}
	})
}

// lookupFaults are those of section 4.5 that no table gives.
func lookupFaults() []Fault {
	all := []Fault{
		{ID: "customer-lookup-refuses-signature", Breaks: "LKP-01", Why: "every signature is refused, the right one too",
			plant: refusing(lookup, 401, always)},
		{ID: "customer-lookup-refuses-with-200", Breaks: "LKP-04", Why: "every lookup is refused, in the body alone",
			plant: refusing(lookup, 200, always)},
		{ID: "customer-lookup-strange-headers", Breaks: "LKP-01", Why: "a lookup that carries the three headers is refused",
			plant: refusing(lookup, 400, func(c *call) bool { return c.request.Header.Get("Sign") != "" })},
		{ID: "customer-lookup-found-no-data", Breaks: "LKP-05", Why: "a customer with a limit is answered with data null",
			plant: onFound(put("data", nil))},
	}
	all = append(all, unknownFaults()...)
	all = append(all, wrongCustomerFaults()...)
	all = append(all, profileFaults()...)
	return append(all, creditFaults()...)
}

// unknownFaults spoil the answer about a customer without a limit.
func unknownFaults() []Fault {
	var all []Fault
	add := func(id, why string, edit func(*call, *answer)) {
		all = append(all, Fault{ID: "customer-lookup-unknown-" + id, Breaks: "LKP-06", Why: why, plant: on(lookup, func(c *call, a *answer) {
			if notFound(c, a) {
				edit(c, a)
			}
		})})
	}
	add("empty-address", "a customer without a limit is given an empty address", put("data.redirectUrl", ""))
	add("zero-limit", "a customer without a limit is shown one of 0", put("data.creditLimitInfo", object{"creditLimit": json.Number("0")}))
	add("no-data", "a customer without a limit is answered with data null", put("data", nil))
	add("missing", "a customer without a limit is answered with 404", func(c *call, a *answer) {
		*a = *refusal(c, 404, "no such customer")
	})
	add("error", "a customer without a limit is answered as an error", func(c *call, a *answer) {
		*a = *refusal(c, 200, "no such customer")
	})
	return all
}

// wrongCustomerFaults find somebody else, or nobody.
func wrongCustomerFaults() []Fault {
	var all []Fault
	for _, field := range strings.Fields("mobile memberId phoneNumber NATIONAL_ID email") {
		all = append(all,
			Fault{ID: kebab("customer-lookup-misses-" + field), Breaks: "LKP-07", Why: "nobody is found by " + field,
				plant: seeking(field, func(c *call) { c.body["value"] = "nobody" })},
			Fault{ID: kebab("customer-lookup-confuses-" + field), Breaks: "LKP-07", Why: "the first customer of all is found by " + field,
				plant: seeking(field, func(c *call) { c.body["queryFieldEnum"], c.body["value"] = "NATIONAL_ID", "10000001" })})
	}
	return all
}

// seeking changes what is looked up by one field.
func seeking(field string, edit func(*call)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == lookup && c.text("queryFieldEnum") == field {
				edit(c)
				c.touch()
			}
			return next(c)
		}
	}
}

// profileFaults spoil baseInfo of a customer who is found.
func profileFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "customer-lookup-" + id, Breaks: "LKP-08", Why: why, plant: p})
	}
	for name, value := range map[string]string{
		"firstName": "Somebody", "lastName": "Else", "email": "somebody@example.org", "mobile": "+254700000000", "nationalIdNo": "00000000",
	} {
		add(kebab("other-"+name), name+" is not the customer's", onFound(put(profile+name, value)))
	}
	add("swaps-names", "firstName and lastName are swapped", onFound(func(_ *call, a *answer) {
		base, _ := get(a.touch().body(), "data.baseInfo").(object)
		base["firstName"], base["lastName"] = base["lastName"], base["firstName"]
	}))
	add("previous-profile", "the name is that of whoever was looked up before", previousProfile())
	add("tenth-profile", "the tenth lookup has an empty name", func(next server) server {
		t := newTally()
		return onFound(func(c *call, a *answer) {
			if t.next(c.text("value")) >= 10 {
				put(profile+"firstName", "")(c, a)
			}
		})(next)
	})
	for _, k := range kindsOfCustomer {
		add("empty-email-"+k.name, "the email of a "+k.name+" customer is empty", onCustomers(lookup, k.is, put(profile+"email", "")))
	}
	member := func(path string) plant { return onFound(put(path, "M-0001")) }
	return append(all,
		Fault{ID: "customer-lookup-other-member", Breaks: "LKP-10", Why: "creditLimitInfo names another member than baseInfo", plant: member(credit + "memberId")},
		Fault{ID: "customer-lookup-new-member", Breaks: "LKP-10", Why: "memberId is made up anew in creditLimitInfo", plant: onFound(func(c *call, a *answer) {
			put(credit+"memberId", uuid.NewString())(c, a)
		})},
		Fault{ID: "customer-lookup-previous-member", Breaks: "LKP-10", Why: "creditLimitInfo names the member who was looked up before", plant: previousMember()})
}

func previousProfile() plant {
	return func(next server) server {
		return onlyFound(previous(lookup, profile+"firstName"), previous(lookup, profile+"email"))(next)
	}
}

func previousMember() plant {
	return func(next server) server { return previous(lookup, credit+"memberId")(next) }
}

// onlyFound plants several deviations over each other.
func onlyFound(plants ...plant) plant {
	return func(next server) server {
		for _, p := range plants {
			next = p(next)
		}
		return next
	}
}

// creditFaults spoil creditLimitInfo of a customer who is found.
func creditFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "customer-lookup-" + id, Breaks: "LKP-09", Why: why, plant: p})
	}
	add("other-limit", "creditLimit is not the customer's", onFound(scaled(credit+"creditLimit", 1.5)))
	add("limit-in-cents", "creditLimit is in hundredths", onFound(scaled(credit+"creditLimit", 100)))
	add("zero-available", "availableLimit is 0", onFound(put(credit+"availableLimit", json.Number("0"))))
	add("negative-available", "availableLimit is negative", onFound(scaled(credit+"availableLimit", -1)))
	for _, k := range kindsOfCustomer {
		add("other-limit-"+k.name, "creditLimit of a "+k.name+" customer is another", onCustomers(lookup, k.is, scaled(credit+"creditLimit", 2)))
	}
	return all
}
