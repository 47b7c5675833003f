package customers

import (
	"encoding/json"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// lookupFaults are the faults of section 4.5 that are not derived from a table.
func lookupFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "customer-lookup-refuses-signature", Breaks: "LKP-01", Why: "every signature is refused, the right one too",
			Mutator: faults.Refusing(faults.Lookup, 401, faults.AnyCall)},
		{ID: "customer-lookup-refuses-with-200", Breaks: "LKP-04", Why: "every lookup is refused, in the body alone",
			Mutator: faults.Refusing(faults.Lookup, 200, faults.AnyCall)},
		{ID: "customer-lookup-not-there", Breaks: "LKP-01", Why: "there is no lookup: the router answers in a form of its own", Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				if c.Endpoint != faults.Lookup {
					return next(c)
				}
				a := faults.Refusal(c, 404, "")
				a.Tree = faults.Object{"error": "Not Found", "path": c.Request.URL.Path, "status": 404}
				return a
			}
		}},
		{ID: "customer-lookup-strange-headers", Breaks: "LKP-01", Why: "a lookup that carries the three headers is refused",
			Mutator: faults.Refusing(faults.Lookup, 400, func(c *faults.Call) bool { return c.Request.Header.Get("Sign") != "" })},
		{ID: "customer-lookup-found-no-data", Breaks: "LKP-05", Why: "a customer with a limit is answered with data null",
			Mutator: faults.OnFound(faults.Put("data", nil))},
		{ID: "customer-lookup-no-birthday-before-1970", Breaks: "LKP-05", Why: "birthday is null for customers born before 1970, where the count of seconds begins",
			Mutator: faults.OnFound(func(c *faults.Call, a *faults.Answer) {
				if strings.HasPrefix(faults.Text(faults.Get(a.Body(), faults.LookupProfile+"birthday")), "-") {
					faults.Put(faults.LookupProfile+"birthday", nil)(c, a)
				}
			})},
	}
	for id, f := range map[string][3]string{
		"customer-lookup": {faults.Lookup, faults.LookupProfile + "lastName", "LKP-08"}, "fetch-limit": {faults.FetchLimit, faults.CustomerDetails + "last_name", "FLM-07"},
	} {
		all = append(all, faults.Fault{ID: id + "-cuts-last-name", Breaks: f[2], ShownBy: "LIM-09", Why: "a last name of more than 40 characters is cut, though create shows it whole",
			Mutator: faults.On(f[0], faults.EditText(f[1], func(name string) string { return string([]rune(name)[:min(40, len([]rune(name)))]) }))})
	}
	all = append(all, unknownFaults()...)
	all = append(all, faults.Fault{ID: "customer-lookup-unknown-verified-no-address", Breaks: "LKP-06", Why: "a customer without a limit who verified an OTP is given no address", Mutator: forgettingVerified})
	all = append(all, faults.Fault{ID: "customer-lookup-somebody-by-unknown-member", Breaks: "LKP-06", Why: "a customer without a limit, looked up by the id that verify returned, is shown the profile of another customer",
		Mutator: somebodyByNewMember})
	all = append(all, wrongCustomerFaults()...)
	all = append(all, profileFaults()...)
	all = append(all, readBackNameFaults()...)
	all = append(all, joinFaults()...)
	return append(all, creditFaults()...)
}

// forgettingVerified returns no redirectUrl for an id number with a verified OTP and no limit.
func forgettingVerified(next faults.Responder) faults.Responder {
	verified := faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == faults.VerifyOTP && a.Served() {
			verified.Put(faults.ByPerson(c), true)
		}
		if known, _ := verified.Get(c.Text("value")); known && c.Endpoint == faults.Lookup && a.Served() && faults.NotFound(c, a) {
			faults.Put("data.redirectUrl", nil)(c, a)
		}
		return a
	}
}

// somebodyByNewMember finds another customer by the id that verify returned for a customer without a
// limit.
func somebodyByNewMember(next faults.Responder) faults.Responder {
	verified := faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == faults.VerifyOTP && a.Served() {
			verified.Put(faults.Text(faults.Get(a.Body(), "data.id")), true)
		}
		if known, _ := verified.Get(c.Text("value")); known && c.Endpoint == faults.Lookup && a.Served() && faults.NotFound(c, a) {
			c.Body["queryFieldEnum"], c.Body["value"] = "NATIONAL_ID", "1000001"
			c.Touch()
			return next(c)
		}
		return a
	}
}

// unknownFaults damage the answer about a customer without a limit.
func unknownFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, edit func(*faults.Call, *faults.Answer)) {
		all = append(all, faults.Fault{ID: "customer-lookup-unknown-" + id, Breaks: "LKP-06", Why: why, Mutator: faults.On(faults.Lookup, func(c *faults.Call, a *faults.Answer) {
			if faults.NotFound(c, a) {
				edit(c, a)
			}
		})})
	}
	add("empty-address", "a customer without a limit is given an empty address", faults.Put("data.redirectUrl", ""))
	add("address-of-one-word", "a customer without a limit is given the name of a page in place of its address", faults.Put("data.redirectUrl", "signup"))
	add("address-of-words", "a customer without a limit is given words in place of an address", faults.Put("data.redirectUrl", "Please sign up in our app"))
	add("zero-limit", "a customer without a limit is shown one of 0", faults.Put("data.creditLimitInfo", faults.Object{"creditLimit": json.Number("0")}))
	add("no-data", "a customer without a limit is answered with data null", faults.Put("data", nil))
	add("missing", "a customer without a limit is answered with 404", func(c *faults.Call, a *faults.Answer) {
		*a = *faults.Refusal(c, 404, "no such customer")
	})
	add("error", "a customer without a limit is answered as an error", func(c *faults.Call, a *faults.Answer) {
		*a = *faults.Refusal(c, 200, "no such customer")
	})
	add("no-address-by-email", "a customer without a limit is given no address, where the lookup is by email", func(c *faults.Call, a *faults.Answer) {
		if c.Text("queryFieldEnum") == "email" {
			faults.Put("data.redirectUrl", nil)(c, a)
		}
	})
	add("error-by-id-number", "a customer without a limit is answered as an error, where the lookup is by id number", func(c *faults.Call, a *faults.Answer) {
		if c.Text("queryFieldEnum") == "NATIONAL_ID" {
			*a = *faults.Refusal(c, 200, "no such customer")
		}
	})
	return all
}

// wrongCustomerFaults find another customer, or nobody, or show another limit.
func wrongCustomerFaults() []faults.Fault {
	var all []faults.Fault
	for _, field := range strings.Fields("mobile memberId phoneNumber NATIONAL_ID email") {
		all = append(all,
			faults.Fault{ID: faults.Kebab("customer-lookup-misses-" + field), Breaks: "LKP-07", Why: "nobody is found by " + field,
				Mutator: faults.EditLookup(field, func(c *faults.Call) { c.Body["value"] = "nobody" })},
			faults.Fault{ID: faults.Kebab("customer-lookup-confuses-" + field), Breaks: "LKP-07", Why: "the first customer of all is found by " + field,
				Mutator: faults.EditLookup(field, func(c *faults.Call) { c.Body["queryFieldEnum"], c.Body["value"] = "NATIONAL_ID", "1000001" })},
			faults.Fault{ID: faults.Kebab("customer-lookup-limit-by-" + field), Breaks: "LKP-09", Why: "the query by " + field + " gives the limit in another unit",
				Mutator: faults.OnFound(func(c *faults.Call, a *faults.Answer) {
					if c.Text("queryFieldEnum") == field {
						faults.Put("data.creditLimitInfo.creditLimit", json.Number("17"))(c, a)
					}
				})})
	}
	return all
}

// profileFaults damage baseInfo of a customer who is found.
func profileFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "customer-lookup-" + id, Breaks: "LKP-08", Why: why, Mutator: p})
	}
	for name, value := range map[string]string{
		"firstName": "Somebody", "lastName": "Else", "email": "somebody@example.org", "mobile": "+254700000000", "nationalIdNo": "00000000",
	} {
		add(faults.Kebab("other-"+name), name+" is not the customer's", faults.OnFound(faults.Put(faults.LookupProfile+name, value)))
	}
	add("swaps-names", "firstName and lastName are swapped", faults.OnFound(func(_ *faults.Call, a *faults.Answer) {
		base, _ := faults.Get(a.Touch().Body(), "data.baseInfo").(faults.Object)
		base["firstName"], base["lastName"] = base["lastName"], base["firstName"]
	}))
	add("previous-profile", "the name is that of whoever was looked up before", previousProfile())
	add("tenth-profile", "the tenth lookup has an empty name", func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return faults.OnFound(func(c *faults.Call, a *faults.Answer) {
			if t.Next(c.Text("value")) >= 10 {
				faults.Put(faults.LookupProfile+"firstName", "")(c, a)
			}
		})(next)
	})
	for _, k := range faults.KindsOfCustomer {
		add("empty-email-"+k.Name, "the email of a "+k.Name+" customer is empty", faults.OnCustomers(faults.Lookup, k.Is, faults.Put(faults.LookupProfile+"email", "")))
	}
	all = append(all, faults.Fault{ID: "customer-lookup-by-stored-email", Breaks: "LKP-07", Why: "a lookup by email compares in small letters with what was stored as it was sent",
		Mutator: func(next faults.Responder) faults.Responder {
			return faults.EditLookup("email", func(c *faults.Call) {
				if value := c.Text("value"); value != strings.ToLower(value) {
					c.Body["value"] = "nobody." + value
				}
			})(next)
		}})
	isNumber := func(id string) bool { return strings.Trim(id, "0123456789") == "" }
	add("id-without-letters", "nationalIdNo is stored as a number, without its letters", faults.OnFound(faults.EditText(faults.LookupProfile+"nationalIdNo", func(id string) string {
		return strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	})))
	all = append(all, faults.Fault{ID: "customer-lookup-numeric-ids", Breaks: "LKP-07", Why: "a search by NATIONAL_ID reads the value as a number",
		Mutator: faults.EditLookup("NATIONAL_ID", func(c *faults.Call) {
			if !isNumber(c.Text("value")) {
				c.Body["value"] = "0"
			}
		})})
	isFromAfar := func(asked faults.Object) bool { return !strings.HasPrefix(faults.Text(asked["country_code"]), "KE") }
	all = append(all, faults.Fault{ID: "customer-lookup-loses-foreigners", Breaks: "LKP-07", Why: "a customer is joined with a table of countries, which has one",
		Mutator: faults.OnCustomers(faults.Lookup, isFromAfar, func(c *faults.Call, a *faults.Answer) {
			a.Touch().Body()["data"] = faults.Object{"redirectUrl": "https://signup.example/", "creditLimitInfo": nil, "baseInfo": nil}
		})})
	member := func(path string) faults.Mutator { return faults.OnFound(faults.Put(path, "M-0001")) }
	return append(all,
		faults.Fault{ID: "customer-lookup-other-member", Breaks: "LKP-10", Why: "creditLimitInfo names another member than baseInfo", Mutator: member(faults.LookupCredit + "memberId")},
		faults.Fault{ID: "customer-lookup-new-member", Breaks: "LKP-10", Why: "memberId is made up anew in creditLimitInfo", Mutator: faults.OnFound(func(c *faults.Call, a *faults.Answer) {
			faults.Put(faults.LookupCredit+"memberId", c.NewID("member"))(c, a)
		})},
		faults.Fault{ID: "customer-lookup-previous-member", Breaks: "LKP-10", Why: "creditLimitInfo names the member who was looked up before", Mutator: previousMember()})
}

// readBackNameFaults answer create limit from the request, and later calls from what they stored of
// an unusual name.
func readBackNameFaults() []faults.Fault {
	var all []faults.Fault
	for _, t := range []faults.TextFault{
		faults.TextReadsNull,
		{ID: "drops-full-stop", Why: "comes back without its full stop", By: func(s string) string { return strings.ReplaceAll(s, ".", "") }},
	} {
		all = append(all,
			faults.Fault{ID: "fetch-limit-" + t.ID + "-last-name", Breaks: "FLM-07", ShownBy: "LIM-09", Why: "last_name " + t.Why,
				Mutator: faults.On(faults.FetchLimit, faults.EditText(faults.CustomerDetails+"last_name", t.By))},
			faults.Fault{ID: "customer-lookup-" + t.ID + "-last-name", Breaks: "LKP-08", ShownBy: "LIM-09", Why: "lastName " + t.Why,
				Mutator: faults.OnFound(faults.EditText(faults.LookupProfile+"lastName", t.By))})
	}
	return append(all, faults.Fault{ID: "create-limit-forgets-null-last-name", Breaks: "LIM-09", Why: "a last_name that reads null is stored as unknown",
		Mutator: faults.On(faults.CreateLimit, faults.EditText(faults.CustomerDetails+"last_name", faults.TextReadsNull.By))})
}

func previousProfile() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return inSequence(faults.Previous(faults.Lookup, faults.LookupProfile+"firstName"), faults.Previous(faults.Lookup, faults.LookupProfile+"email"))(next)
	}
}

func previousMember() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return faults.Previous(faults.Lookup, faults.LookupCredit+"memberId")(next)
	}
}

// inSequence applies several mutators, one after another.
func inSequence(mutators ...faults.Mutator) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		for _, p := range mutators {
			next = p(next)
		}
		return next
	}
}

// creditFaults damage creditLimitInfo of a customer who is found.
func creditFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "customer-lookup-" + id, Breaks: "LKP-09", Why: why, Mutator: p})
	}
	add("other-limit", "creditLimit is not the customer's", faults.OnFound(faults.Scale(faults.LookupCredit+"creditLimit", 1.5)))
	add("limit-in-cents", "creditLimit is in hundredths", faults.OnFound(faults.Scale(faults.LookupCredit+"creditLimit", 100)))
	add("zero-available", "availableLimit is 0", faults.OnFound(faults.Put(faults.LookupCredit+"availableLimit", json.Number("0"))))
	add("negative-available", "availableLimit is negative", faults.OnFound(faults.Scale(faults.LookupCredit+"availableLimit", -1)))
	for _, k := range faults.KindsOfCustomer {
		add("other-limit-"+k.Name, "creditLimit of a "+k.Name+" customer is another", faults.OnCustomers(faults.Lookup, k.Is, faults.Scale(faults.LookupCredit+"creditLimit", 2)))
	}
	return all
}

// changingProfileFaults return another value of a profile member in every second lookup of a
// customer.
func changingProfileFaults() []faults.Fault {
	var all []faults.Fault
	for path, other := range map[string]any{
		faults.LookupProfile + "gender": json.Number("7"), faults.LookupProfile + "maritalStatus": json.Number("7"), faults.LookupProfile + "countryId": json.Number("7"),
		faults.LookupProfile + "birthday": json.Number("86400"), faults.LookupProfile + "registerTime": json.Number("86400000"), faults.LookupProfile + "createTime": json.Number("86400000"), faults.LookupCredit + "creditLimitNo": "CL-7", faults.LookupCredit + "currency": "XXX",
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
