package customers

import (
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// lookalikeFaults treat similar values as equal. For example, they do not compare one digit of an
// OTP, or they compare only a part of an id number.
func lookalikeFaults() []faults.Fault {
	return slices.Concat(similarOTPFaults(), similarPersonFaults(), namesakeFaults())
}

// similarOTPFaults verify an OTP that resembles the sent one, or a code that developers forgot in
// the build.
func similarOTPFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, alike func(sent, given string) bool) {
		all = append(all, faults.Fault{ID: "verify-otp-" + id, Breaks: "VER-10", Why: why, Mutator: resembling(alike)})
	}
	for _, code := range []string{"654321", "123123", "112233", "0000", "1234"} {
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
	return append(all, faults.Fault{ID: "verify-otp-digits-of-phone", Breaks: "VER-10", Why: "the last six digits of the phone verify, as in a test system", Mutator: acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && len(given) == 6 && strings.HasSuffix(one.phone, given)
	})})
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
		holders, gone := faults.NewStore[string](), faults.NewStore[bool]()
		return func(c *faults.Call) *faults.Answer {
			if is, _ := gone.Get(c.ID); is && c.Endpoint == faults.FetchLimit && c.Authorized() {
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
