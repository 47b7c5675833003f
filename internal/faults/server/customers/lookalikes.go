package customers

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// lookalikeFaults treat similar values as equal. For example, they do not compare one digit of an
// OTP, or they compare only a part of an id number.
func lookalikeFaults() []faults.Fault {
	return slices.Concat(similarOTPFaults(), similarPersonFaults(), namesakeFaults(), sharedPhoneFaults())
}

// similarOTPFaults verify an OTP that resembles the sent one, or a code that developers forgot in
// the build.
func similarOTPFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, alike func(sent, given string) bool) {
		all = append(all, faults.Fault{ID: "verify-otp-" + id, Breaks: "VER-10", Why: why, Mutator: resembling(alike)})
	}
	for _, code := range []string{"654321", "123123", "112233", "0000", "1234", "555555"} {
		add("master-code-"+code, "the code "+code+" of the developers verifies, whatever was sent", func(_, given string) bool { return given == code })
	}
	for n, digit := range map[int]string{1: "second", 2: "third", 3: "fourth", 4: "fifth"} {
		add("ignores-"+digit+"-digit", "the "+digit+" digit of the OTP is not compared", func(sent, given string) bool {
			return len(given) == 6 && given[:n]+given[n+1:] == sent[:n]+sent[n+1:]
		})
	}
	add("pattern", "an OTP is used as a regular expression", func(sent, given string) bool {
		pattern, err := regexp.Compile("^" + given + "$")
		return err == nil && strings.ContainsAny(given, ".*") && pattern.MatchString(sent)
	})
	add("wildcard", "an OTP is compared by LIKE, which takes % for anything", func(_, given string) bool { return strings.Contains(given, "%") })
	digits := func(id, why string, has func(one sentOTP, given string) bool) {
		all = append(all, faults.Fault{ID: "verify-otp-" + id, Breaks: "VER-10", Why: why, Mutator: acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
			one, ok := b.ofCaller(c)
			return one, ok && len(given) == 6 && has(one, given)
		})})
	}
	digits("digits-of-phone", "the last six digits of the phone verify, as in a test system", func(one sentOTP, given string) bool { return strings.HasSuffix(one.phone, given) })
	digits("first-digits-of-id", "the first six digits of the id number verify, as in a test system", func(one sentOTP, given string) bool { return strings.HasPrefix(one.idNumber, given) })
	digits("last-digits-of-id", "the last six digits of the id number verify, as in a test system", func(one sentOTP, given string) bool { return strings.HasSuffix(one.idNumber, given) })
	return all
}

// similarPersonFaults verify an OTP for a person with a phone or id number similar to that of its
// receiver (section 4.2).
func similarPersonFaults() []faults.Fault {
	byID := func(alike func(theirs, given string) bool) faults.Mutator {
		return acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
			one, ok := b.byPhone.Get(faults.ByPhone(c))
			return one, ok && one.code == given && alike(one.idNumber, faults.ByPerson(c))
		})
	}
	return []faults.Fault{
		{ID: "verify-otp-phone-by-its-end", Breaks: "VER-14", Why: "a phone is compared by its end: more digits may come before it", Mutator: acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
			one, ok := b.byID.Get(faults.ByPerson(c))
			return one, ok && one.code == given && strings.HasSuffix(faults.ByPhone(c), one.phone)
		})},
		{ID: "verify-otp-id-as-number", Breaks: "VER-14", Why: "an id number is compared as a number: zeros may come before it", Mutator: byID(func(theirs, given string) bool {
			return strings.TrimLeft(theirs, "0") == strings.TrimLeft(given, "0")
		})},
		{ID: "verify-otp-id-by-its-beginning", Breaks: "VER-14", Why: "an id number is compared by its beginning: more digits may come behind it", Mutator: byID(func(theirs, given string) bool {
			return strings.HasPrefix(given, theirs)
		})},
	}
}

// namesakeFaults treat two people as one if they share a part of their id numbers. Or they forget
// one of two people who share a detail.
func namesakeFaults() []faults.Fault {
	var all []faults.Fault
	merges := func(id, why string, key func(idNumber string) string) {
		all = append(all, faults.Fault{ID: "create-limit-merges-by-" + id, Breaks: "LIM-20", Why: why, Mutator: merging(func(asked faults.Object) string {
			return key(faults.Text(asked["id_number"]))
		})})
	}
	merges("end-of-id", "who has the last seven digits of a customer's id number is given that customer's limit", func(id string) string { return id[max(0, len(id)-7):] })
	merges("beginning-of-id", "an id number is cut to eight characters: who has a longer one is given another customer's limit", func(id string) string { return faults.CutText(id, 8) })
	merges("number-of-id", "an id number is kept as a number: who has one with a zero before it is given another customer's limit", func(id string) string { return strings.TrimLeft(id, "0") })
	all = append(all,
		faults.Fault{ID: "create-limit-merges-by-end-of-phone", Breaks: "LIM-20", Why: "who has the last six digits of a customer's phone is given that customer's limit", Mutator: merging(func(asked faults.Object) string {
			phone := faults.Text(asked["phone_number"])
			return phone[max(0, len(phone)-6):]
		})},
		faults.Fault{ID: "create-limit-merges-by-email-in-small-letters", Breaks: "LIM-20", Why: "who has a customer's email in other letter case is given that customer's limit", Mutator: merging(func(asked faults.Object) string { return strings.ToLower(faults.Text(asked["email"])) })},
		faults.Fault{ID: "create-limit-merges-by-last-name", Breaks: "LIM-20", Why: "who has the last name of a customer is given that customer's limit", Mutator: merging(func(asked faults.Object) string { return faults.Text(asked["last_name"]) })},
		faults.Fault{ID: "create-limit-replaces-by-last-name", Breaks: "LIM-20", Why: "who has the last name of a customer takes the place of that customer", Mutator: replacing("last_name")})
	for _, member := range []string{"email", "phone_number"} {
		all = append(all, faults.Fault{ID: faults.Kebab("create-limit-evicts-by-" + member), Breaks: "FLM-01", ShownBy: "FLM-07", Why: "a customer is forgotten once another one has the same " + member, Mutator: evicting(member)})
	}
	return all
}

// replacing keeps the ids and the limit of a customer when another person comes with the same
// detail, and keeps the details of the other person.
func replacing(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first, latest := faults.NewStore[faults.Object](), faults.NewStore[any]()
		return faults.On(faults.CreateLimit+" "+faults.FetchLimit, func(c *faults.Call, a *faults.Answer) {
			data := a.Touch().Body()["data"].(faults.Object)
			if c.Endpoint == faults.FetchLimit {
				if details, ok := latest.Get(c.ID); ok {
					data["customer_details"] = faults.DeepCopy(details)
				}
				return
			}
			details := data["customer_details"].(faults.Object)
			if known, ok := first.Get(c.Text(member)); ok {
				details["id"] = faults.Get(known, "customer_details.id")
				data["credit_limit_details"] = faults.DeepCopy(known["credit_limit_details"])
			} else {
				first.Put(c.Text(member), faults.DeepCopy(data).(faults.Object))
			}
			latest.Put(faults.Text(details["id"]), faults.DeepCopy(details))
		})(next)
	}
}

// evicting forgets a customer when another customer comes with the same detail.
func evicting(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		holders, gone := faults.NewStore[string](), faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if gone.Has(c.ID) && c.Endpoint == faults.FetchLimit && c.Authorized() {
				return faults.Refusal(c, 404, "the customer is not known")
			}
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() {
				id := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id"))
				if before, had := holders.Get(c.Text(member)); had && before != id {
					gone.Put(before, true)
				}
				holders.Put(c.Text(member), id)
			}
			return a
		}
	}
}

// sharedPhoneFaults mix up customers who have a phone or an id number in common.
func sharedPhoneFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "verify-otp-first-with-phone", Breaks: "VER-07", Why: "verify finds the customer by the phone, and takes the first one who has it", Mutator: keepingByPhone(func(c *faults.Call, a *faults.Answer, first, _ faults.Object) {
			if c.Endpoint == faults.VerifyOTP {
				faults.Put("data.id", first["id"])(c, a)
			}
		})},
		{ID: "customer-lookup-email-of-newest-with-phone", Breaks: "LKP-08", Why: "a lookup joins the email by the phone, and takes that of the newest customer who has it", Mutator: keepingByPhone(func(c *faults.Call, a *faults.Answer, _, newest faults.Object) {
			if c.Endpoint == faults.Lookup {
				faults.Put(faults.LookupProfile+"email", newest["email"])(c, a)
			}
		})},
		{ID: "fetch-limit-reset-by-details", Breaks: "FLM-07", Why: "who asks for an OTP with the six details of a new customer counts as new: the limit is set back to nothing", Mutator: resetByDetails},
		{ID: "fetch-limit-replaced-for-another-phone", Breaks: "FLM-07", Why: "who asks with a known id number and another phone replaces the limit of the customer", Mutator: replacedForAnotherPhone},
	}
}

// resetByDetails sets the limits of customers to 0 who ask for an OTP with their details.
func resetByDetails(next faults.Responder) faults.Responder {
	limited, reset := faults.NewSet(), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if !a.Served() {
			return a
		}
		id := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id_number"))
		switch {
		case c.Endpoint == faults.CreateLimit:
			limited.Put(faults.ByPerson(c), true)
		case c.Endpoint == faults.SendOTP && limited.Has(faults.ByPerson(c)) && c.Body["first_name"] != nil:
			reset.Put(faults.ByPerson(c), true)
		case c.Endpoint == faults.FetchLimit && reset.Has(id):
			faults.Put("data.credit_limit_details.credit_limit", json.Number("0"))(c, a)
			faults.Put("data.credit_limit_details.available_limit", json.Number("0"))(c, a)
		}
		return a
	}
}

// keepingByPhone changes served answers about a customer. It gets the details of the first and of
// the newest customer with the phone.
func keepingByPhone(edit func(c *faults.Call, a *faults.Answer, first, newest faults.Object)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first, newest := faults.NewStore[faults.Object](), faults.NewStore[faults.Object]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if !a.Served() {
				return a
			}
			details, _ := faults.Get(a.Body(), "data.customer_details").(faults.Object)
			if phone := faults.ByPhone(c); c.Endpoint == faults.CreateLimit && details != nil {
				if _, known := first.Get(phone); !known {
					first.Put(phone, details)
				}
				newest.Put(phone, details)
				return a
			}
			phone := faults.ByPhone(c)
			if c.Endpoint == faults.Lookup {
				phone = faults.WithoutPlus(faults.Text(faults.Get(a.Body(), faults.LookupProfile+"mobile")))
			}
			if one, known := first.Get(phone); known {
				last, _ := newest.Get(phone)
				edit(c, a, one, last)
			}
			return a
		}
	}
}

// replacedForAnotherPhone changes the id of a limit after somebody with the customer's id number and
// another phone asked for one.
func replacedForAnotherPhone(next faults.Responder) faults.Responder {
	phones, replaced := faults.NewStore[string](), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		switch person := faults.ByPerson(c); {
		case c.Endpoint == faults.CreateLimit && c.Authorized():
			if phone, known := phones.Get(person); known && phone != faults.ByPhone(c) {
				replaced.Put(person, true)
			} else if a.Served() {
				phones.Put(person, faults.ByPhone(c))
			}
		case c.Endpoint == faults.FetchLimit && a.Served():
			if _, is := replaced.Get(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id_number"))); is {
				faults.Put("data.credit_limit_details.id", "5f0c1c1e-0000-4000-8000-0000000000aa")(c, a)
			}
		}
		return a
	}
}
