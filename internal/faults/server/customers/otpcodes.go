package customers

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// sentOTP is an OTP in the memory of a careless build.
type sentOTP struct {
	code, phone, idNumber string
	isNew                 bool // sent with the six details of a new customer
	n                     int  // the number of this OTP among all that were sent, from 1
}

// otpBook is the memory of a careless build for the OTPs that it sent.
type otpBook struct {
	byPhone *faults.Store[sentOTP]
	byID    *faults.Store[sentOTP]
	byCode  *faults.Store[sentOTP]
	phones  *faults.Store[string] // the phone of each id number that has a limit
	sends   *faults.Counter       // counted by phone; the key "" counts all
	wrong   *faults.Counter       // counted by phone
	foreign *faults.Counter       // requests with a phone that is not the customer's, counted by id number and phone
}

func newOTPBook() *otpBook {
	return &otpBook{faults.NewStore[sentOTP](), faults.NewStore[sentOTP](), faults.NewStore[sentOTP](), faults.NewStore[string](), faults.NewCounter(), faults.NewCounter(), faults.NewCounter()}
}

// keep wraps a Responder so that the book records the limits and OTPs that it gives out.
func (b *otpBook) keep(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == faults.CreateLimit && a.Served() {
			b.phones.Put(faults.ByPerson(c), faults.ByPhone(c))
		}
		if code := faults.Text(faults.Get(a.Body(), "data.otp")); c.Endpoint == faults.SendOTP && a.Served() && code != "" {
			one := sentOTP{code, faults.ByPhone(c), faults.ByPerson(c), c.Body["first_name"] != nil, b.sends.Next("")}
			b.sends.Next(one.phone)
			b.byPhone.Put(one.phone, one)
			b.byID.Put(one.idNumber, one)
			b.byCode.Put(code, one)
		}
		return a
	}
}

// hasLimit reports whether the customer with this id number was given a limit.
func (b *otpBook) hasLimit(idNumber string) bool {
	_, has := b.phones.Get(idNumber)
	return has
}

// ofCaller returns the last OTP that was sent to the phone and id number of a verify.
func (b *otpBook) ofCaller(c *faults.Call) (one sentOTP, ok bool) {
	one, ok = b.byPhone.Get(faults.ByPhone(c))
	return one, ok && one.idNumber == faults.ByPerson(c)
}

// acceptingOTP makes verify accept an OTP that a rule accepts. The call then continues with the OTP
// that was really sent, and with the phone and id number of its receiver.
func acceptingOTP(rule func(b *otpBook, c *faults.Call, given string) (sentOTP, bool)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		b := newOTPBook()
		next = b.keep(next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.VerifyOTP || !c.Authorized() {
				return next(c)
			}
			given := c.Text("otp")
			if one, ok := rule(b, c, given); ok && one.code != "" {
				c.Body["otp"], c.Body["phone_number"], c.Body["id_number"] = one.code, one.phone, one.idNumber
				if c.Text("item_value") == "0" {
					c.Body["item_value"] = "1"
				}
				c.Touch()
			}
			return next(c)
		}
	}
}

// resembling accepts an OTP that only resembles the one that was sent to this phone and id
// number.
func resembling(alike func(sent, given string) bool) faults.Mutator {
	return acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && len(one.code) == 6 && alike(one.code, given)
	})
}

// otpCodeFaults verify a value that is not the OTP that was sent.
func otpCodeFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "verify-otp-" + id, Breaks: "VER-10", Why: why, Mutator: p})
	}
	for _, code := range []string{"000000", "123456", "111111", "999999", "222222", "777777"} {
		add("master-code-"+code, "the code "+code+" of the developers verifies, whatever was sent", resembling(func(_, given string) bool { return given == code }))
	}
	add("repeated-digit", "a code of one digit, six times, verifies", resembling(func(_, given string) bool {
		return len(given) == 6 && strings.Count(given, given[:1]) == 6
	}))
	add("first-four-digits", "the first four digits of the OTP suffice", resembling(func(sent, given string) bool { return given == sent[:4] }))
	add("last-four-digits", "the last four digits of the OTP suffice", resembling(func(sent, given string) bool { return given == sent[2:] }))
	add("compares-first-six", "only the first six digits of a longer code are compared", resembling(func(sent, given string) bool { return len(given) > 6 && strings.HasPrefix(given, sent) }))
	add("compares-first-four", "only the first four digits of the OTP are compared", resembling(func(sent, given string) bool { return strings.HasPrefix(given, sent[:4]) }))
	add("compares-last-four", "only the last four digits of the OTP are compared", resembling(func(sent, given string) bool {
		return len(given) >= 4 && given[len(given)-4:] == sent[2:]
	}))
	add("any-part", "any part of the OTP verifies", resembling(func(sent, given string) bool { return given != "" && strings.Contains(sent, given) }))
	add("digits-in-any-order", "the digits of the OTP verify in any order", resembling(sameDigits))
	add("backwards", "the OTP verifies backwards", resembling(func(sent, given string) bool {
		return len(given) == 6 && sameDigits(sent, given) && given[0] == sent[5]
	}))
	add("neighbours-swapped", "two neighbouring digits of the OTP may be swapped, as a typing mistake", resembling(func(sent, given string) bool {
		return sameDigits(sent, given) && swapsNeighbours(sent, given)
	}))
	add("empty-code", "an empty OTP is not compared", resembling(func(_, given string) bool { return given == "" }))
	add("without-code", "a verify without an OTP is not compared", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		_, there := c.Body["otp"]
		return one, ok && !there
	}))
	add("null-code", "null is compared with what the store has for nothing", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		code, there := c.Body["otp"]
		return one, ok && there && code == nil
	}))
	add("true", "an OTP that is true equals any: the comparison is a loose one", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && c.Body["otp"] == true
	}))
	add("query", "an OTP that is an operator of the database finds what was sent", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		operator, isOne := c.Body["otp"].(faults.Object)
		_, unequal := operator["$ne"]
		return one, ok && isOne && unequal
	}))
	add("within-ten", "an OTP that is less than ten away from the one that was sent verifies", resembling(func(sent, given string) bool {
		return len(given) == 6 && given[:5] == sent[:5]
	}))
	add("one-digit-wrong", "one wrong digit is forgiven", resembling(func(sent, given string) bool { return len(given) == 6 && differing(sent, given) <= 1 }))
	add("same-length", "only the length of the OTP is looked at", resembling(func(sent, given string) bool { return len(given) == len(sent) }))
	add("shorter-one", "as many digits are compared as were given", resembling(strings.HasPrefix))
	add("any-after-two-sends", "any six digits verify once three OTPs were sent to a phone", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && b.sends.Count(one.phone) > 2
	}))
	add("any-for-no-cart", "any OTP verifies for a cart of 0, of which nothing can be lost", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && c.Text("item_value") == "0"
	}))
	add("any-of-new-customers", "any OTP verifies for a new customer", acceptingOTP(func(b *otpBook, c *faults.Call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && one.isNew && !b.hasLimit(one.idNumber)
	}))
	add("third-wrong", "the third wrong OTP verifies", acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && one.code != given && b.wrong.Next(one.phone) >= 3
	}))
	add("sixth-wrong", "the count of wrong OTPs ends at five, and the sixth verifies", acceptingOTP(func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && one.code != given && b.wrong.Next(one.phone) >= 6
	}))
	return append(all,
		faults.Fault{ID: "verify-otp-empty-after-use", Breaks: "VER-10",
			Why: "a used OTP is cleared in the store, and an empty one equals it", Mutator: afterUse(func(given string) bool { return given == "" })},
		faults.Fault{ID: "verify-otp-any-as-the-first", Breaks: "VER-10",
			Why: "the first OTP of a customer who got a limit without one is not compared", Mutator: beforeUse})
}

func sameDigits(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

func differing(a, b string) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// afterUse verifies any OTP that takes accepts, after the phone's OTP was used.
func afterUse(takes func(given string) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		used := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if was, _ := used.Get(faults.ByPhone(c)); c.Endpoint == faults.VerifyOTP && c.Authorized() && was && takes(c.Text("otp")) {
				c.VerifyAnew(next)
			}
			a := next(c)
			if c.Endpoint == faults.VerifyOTP && a.Served() {
				used.Put(faults.ByPhone(c), true)
			}
			return a
		}
	}
}

// beforeUse verifies any OTP of a customer for whom none was verified yet.
func beforeUse(next faults.Responder) faults.Responder {
	b, used := newOTPBook(), faults.NewSet()
	next = b.keep(next)
	return func(c *faults.Call) *faults.Answer {
		_, sent := b.byID.Get(faults.ByPerson(c))
		if was, _ := used.Get(faults.ByPerson(c)); c.Endpoint == faults.VerifyOTP && c.Authorized() && sent && !was && b.hasLimit(faults.ByPerson(c)) {
			c.VerifyAnew(next)
		}
		a := next(c)
		if c.Endpoint == faults.VerifyOTP && a.Served() {
			used.Put(faults.ByPerson(c), true)
		}
		return a
	}
}

// otpOwnerFaults verify the right OTP for the wrong person.
func otpOwnerFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, rule func(b *otpBook, c *faults.Call, given string) (sentOTP, bool)) {
		all = append(all, faults.Fault{ID: "verify-otp-" + id, Breaks: breaks, Why: why, Mutator: acceptingOTP(rule)})
	}
	byCode := func(b *otpBook, given string) (sentOTP, bool) { return b.byCode.Get(given) }
	add("ignores-phone", "VER-14", "an OTP is looked up by its id number, from whatever phone it comes", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		return one, ok && one.code == given
	})
	add("ignores-id", "VER-14", "an OTP is looked up by its phone, for whatever id number it comes", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.Get(faults.ByPhone(c))
		return one, ok && one.code == given
	})
	add("ignores-unknown-phone", "VER-14", "a phone that no account has is not compared", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		_, known := b.byPhone.Get(faults.ByPhone(c))
		return one, ok && !known && one.code == given
	})
	add("phones-ending-alike", "VER-14", "a phone is compared by its last nine digits", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		return one, ok && one.code == given && strings.HasSuffix(faults.ByPhone(c), one.phone[max(0, len(one.phone)-9):])
	})
	add("ignores-unknown-id", "VER-14", "an id number that no account has is not compared", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.Get(faults.ByPhone(c))
		_, known := b.byID.Get(faults.ByPerson(c))
		return one, ok && !known && one.code == given
	})
	add("ignores-phone-without-plus", "VER-14", "a phone is compared only if it is written with a +", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		return one, ok && !strings.HasPrefix(c.Text("phone_number"), "+") && one.code == given
	})
	add("ignores-phone-of-new-customers", "VER-14", "the phone of a new customer is not compared", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		return one, ok && one.isNew && !b.hasLimit(one.idNumber) && one.code == given
	})
	add("ignores-known-phone", "VER-14", "the phone of any customer will do", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byID.Get(faults.ByPerson(c))
		_, known := b.byPhone.Get(faults.ByPhone(c))
		return one, ok && known && one.code == given
	})
	add("ignores-known-id", "VER-14", "the id number of any customer will do", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.Get(faults.ByPhone(c))
		_, known := b.byID.Get(faults.ByPerson(c))
		return one, ok && known && one.code == given
	})
	add("phone-or-id", "VER-14", "either the phone or the id number must be the one that the OTP was sent to", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := byCode(b, given)
		return one, ok && (one.phone == faults.ByPhone(c) || one.idNumber == faults.ByPerson(c))
	})
	all = append(all, faults.Fault{ID: "verify-otp-for-the-other-customer", Breaks: "VER-14",
		Why: "an OTP verifies for the customer whom the id number names, whoever holds the phone", Mutator: trustingIDNumber()})
	add("for-nobody-sent", "VER-13", "an OTP is not compared for somebody to whom none was sent", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		one, ok := byCode(b, given)
		_, phone := b.byPhone.Get(faults.ByPhone(c))
		_, person := b.byID.Get(faults.ByPerson(c))
		return one, ok && !phone && !person
	})
	add("earlier-of-anybody", "VER-11", "an OTP verifies that was sent to another phone before", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && theirs.n < mine.n
	})
	add("later-of-anybody", "VER-11", "an OTP verifies that was sent to another phone since", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && theirs.n > mine.n
	})
	add("customers-share-codes", "VER-11", "the codes of all customers with a limit are one pool", func(b *otpBook, c *faults.Call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && b.hasLimit(theirs.idNumber) && b.hasLimit(mine.idNumber)
	})
	return append(append(all, nobodyFaults()...), strayFaults()...)
}

// trustingIDNumber verifies the customer that the id number names with the OTP of another phone.
func trustingIDNumber() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		b := newOTPBook()
		next = b.keep(next)
		return func(c *faults.Call) *faults.Answer {
			one, sent := b.byPhone.Get(faults.ByPhone(c))
			theirs, named := b.phones.Get(faults.ByPerson(c))
			if c.Endpoint == faults.VerifyOTP && c.Authorized() && sent && named && one.code == c.Text("otp") && one.phone != theirs {
				c.Body["phone_number"] = theirs
				c.VerifyAnew(next)
			}
			return next(c)
		}
	}
}

// nobodyFaults verify an OTP for a person who was sent none.
func nobodyFaults() []faults.Fault {
	var all []faults.Fault
	plant := func(id, why string, takes func(*otpBook, *faults.Call) bool) {
		all = append(all, faults.Fault{ID: "verify-otp-nobody-" + id, Breaks: "VER-13", Why: why, Mutator: verifyingUnsent(takes)})
	}
	add := func(id, why string, takes func(*faults.Call) bool) {
		plant(id, why, func(_ *otpBook, c *faults.Call) bool { return takes(c) })
	}
	member := func(c *faults.Call) (any, bool) { v, there := c.Body["otp"]; return v, there }
	add("any", "what was never sent is not compared: any OTP verifies", func(*faults.Call) bool { return true })
	add("zeros", "zeros are what the store has where nothing was sent", func(c *faults.Call) bool { return c.Text("otp") == "000000" })
	add("empty", "an empty text is what the store has where nothing was sent", func(c *faults.Call) bool { v, there := member(c); return there && v == "" })
	add("absent", "nothing given equals nothing sent", func(c *faults.Call) bool { _, there := member(c); return !there })
	add("null", "null is what the store has where nothing was sent", func(c *faults.Call) bool { v, there := member(c); return there && v == nil })
	add("falsy", "whatever counts as false equals nothing sent", func(c *faults.Call) bool { return c.Text("otp") == "" })
	customer := func(b *otpBook, c *faults.Call) bool { return b.hasLimit(faults.ByPerson(c)) }
	plant("but-a-customer", "a customer to whom no OTP was sent verifies with any", customer)
	plant("but-a-customer-of-another", "a customer to whom no OTP was sent verifies with the OTP of another customer", func(b *otpBook, c *faults.Call) bool {
		_, sent := b.byCode.Get(c.Text("otp"))
		return customer(b, c) && sent
	})
	plant("but-a-customer-empty", "a customer to whom no OTP was sent verifies with an empty one", func(b *otpBook, c *faults.Call) bool {
		return customer(b, c) && c.Text("otp") == ""
	})
	return all
}

// verifyingUnsent verifies an OTP for people who were sent none.
func verifyingUnsent(takes func(*otpBook, *faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		b := newOTPBook()
		next = b.keep(next)
		return func(c *faults.Call) *faults.Answer {
			_, phone := b.byPhone.Get(faults.ByPhone(c))
			_, person := b.byID.Get(faults.ByPerson(c))
			if c.Endpoint == faults.VerifyOTP && c.Authorized() && !phone && !person && takes(b, c) {
				c.VerifyAnew(next)
			}
			return next(c)
		}
	}
}

// swapsNeighbours reports whether two texts of one length differ in two places that are neighbours.
func swapsNeighbours(sent, given string) bool {
	var places []int
	for n := range len(sent) {
		if n < len(given) && sent[n] != given[n] {
			places = append(places, n)
		}
	}
	return len(places) == 2 && places[1] == places[0]+1
}
