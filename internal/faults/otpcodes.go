package faults

import (
	"slices"
	"strings"
)

// sentOTP is an OTP as a careless build remembers it.
type sentOTP struct {
	code, phone, idNumber string
	isNew                 bool // sent by the six details of a new customer
	n                     int  // counted from 1 over all that were sent
}

// otpBook is what a careless build remembers of the OTPs that it sent.
type otpBook struct {
	byPhone *notes[sentOTP]
	byID    *notes[sentOTP]
	byCode  *notes[sentOTP]
	phones  *notes[string] // of each id number with a limit
	sends   *tally         // by phone, and of all by ""
	wrong   *tally         // by phone
}

func newOTPBook() *otpBook {
	return &otpBook{newNotes[sentOTP](), newNotes[sentOTP](), newNotes[sentOTP](), newNotes[string](), newTally(), newTally()}
}

// keep makes the book follow what the server does.
func (b *otpBook) keep(next server) server {
	return func(c *call) *answer {
		a := next(c)
		if c.endpoint == createLimit && a.ok() {
			b.phones.put(byPerson(c), byPhone(c))
		}
		if code := text(get(a.body(), "data.otp")); c.endpoint == sendOTP && a.ok() && code != "" {
			one := sentOTP{code, byPhone(c), byPerson(c), c.body["first_name"] != nil, b.sends.next("")}
			b.sends.next(one.phone)
			b.byPhone.put(one.phone, one)
			b.byID.put(one.idNumber, one)
			b.byCode.put(code, one)
		}
		return a
	}
}

// hasLimit tells whether a customer of this id number was given a limit.
func (b *otpBook) hasLimit(idNumber string) bool {
	_, has := b.phones.get(idNumber)
	return has
}

// ofCaller is the last OTP of the phone and id number that a verify names.
func (b *otpBook) ofCaller(c *call) (one sentOTP, ok bool) {
	one, ok = b.byPhone.get(byPhone(c))
	return one, ok && one.idNumber == byPerson(c)
}

// taking makes verify take what a rule says is good enough: the call goes on
// with the OTP that was really sent, and with whom it was sent to.
func taking(rule func(b *otpBook, c *call, given string) (sentOTP, bool)) plant {
	return func(next server) server {
		b := newOTPBook()
		next = b.keep(next)
		return func(c *call) *answer {
			if c.endpoint != verifyOTP || !c.authorized() {
				return next(c)
			}
			given := c.text("otp")
			if one, ok := rule(b, c, given); ok && one.code != "" {
				c.body["otp"], c.body["phone_number"], c.body["id_number"] = one.code, one.phone, one.idNumber
				if c.text("item_value") == "0" {
					c.body["item_value"] = "1"
				}
				c.touch()
			}
			return next(c)
		}
	}
}

// resembling takes an OTP of the right phone and id number that only resembles
// the one that was sent.
func resembling(alike func(sent, given string) bool) plant {
	return taking(func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && len(one.code) == 6 && alike(one.code, given)
	})
}

// otpCodeFaults verify what is not the OTP that was sent.
func otpCodeFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "verify-otp-" + id, Breaks: "VER-10", Why: why, plant: p})
	}
	for _, code := range []string{"000000", "123456", "111111"} {
		add("master-code-"+code, "the code "+code+" of the developers verifies, whatever was sent", resembling(func(_, given string) bool { return given == code }))
	}
	add("repeated-digit", "a code of one digit, six times, verifies", resembling(func(_, given string) bool {
		return len(given) == 6 && strings.Count(given, given[:1]) == 6
	}))
	add("first-four-digits", "the first four digits of the OTP suffice", resembling(func(sent, given string) bool { return given == sent[:4] }))
	add("last-four-digits", "the last four digits of the OTP suffice", resembling(func(sent, given string) bool { return given == sent[2:] }))
	add("compares-first-four", "only the first four digits of the OTP are compared", resembling(func(sent, given string) bool { return cutTo(given, 4) == sent[:4] }))
	add("compares-last-four", "only the last four digits of the OTP are compared", resembling(func(sent, given string) bool {
		return len(given) >= 4 && given[len(given)-4:] == sent[2:]
	}))
	add("any-part", "any part of the OTP verifies", resembling(func(sent, given string) bool { return given != "" && strings.Contains(sent, given) }))
	add("digits-in-any-order", "the digits of the OTP verify in any order", resembling(sameDigits))
	add("backwards", "the OTP verifies backwards", resembling(func(sent, given string) bool {
		return len(given) == 6 && sameDigits(sent, given) && given[0] == sent[5]
	}))
	add("empty-code", "an empty OTP is not compared", resembling(func(_, given string) bool { return given == "" }))
	add("without-code", "a verify without an OTP is not compared", taking(func(b *otpBook, c *call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		_, there := c.body["otp"]
		return one, ok && !there
	}))
	add("null-code", "null is compared with what the store has for nothing", taking(func(b *otpBook, c *call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		code, there := c.body["otp"]
		return one, ok && there && code == nil
	}))
	add("within-ten", "an OTP that is less than ten away from the one that was sent verifies", resembling(func(sent, given string) bool {
		return len(given) == 6 && given[:5] == sent[:5]
	}))
	add("one-digit-wrong", "one wrong digit is forgiven", resembling(func(sent, given string) bool { return len(given) == 6 && differing(sent, given) <= 1 }))
	add("same-length", "only the length of the OTP is looked at", resembling(func(sent, given string) bool { return len(given) == len(sent) }))
	add("shorter-one", "as many digits are compared as were given", resembling(strings.HasPrefix))
	add("any-after-two-sends", "any six digits verify once three OTPs were sent to a phone", taking(func(b *otpBook, c *call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && b.sends.count(one.phone) > 2
	}))
	add("any-for-no-cart", "any OTP verifies for a cart of 0, of which nothing can be lost", taking(func(b *otpBook, c *call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && c.text("item_value") == "0"
	}))
	add("any-of-new-customers", "any OTP verifies for a new customer", taking(func(b *otpBook, c *call, _ string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && one.isNew && !b.hasLimit(one.idNumber)
	}))
	add("third-wrong", "the third wrong OTP verifies", taking(func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.ofCaller(c)
		return one, ok && one.code != given && b.wrong.next(one.phone) >= 3
	}))
	return append(all, Fault{ID: "verify-otp-empty-after-use", Breaks: "VER-10",
		Why: "a used OTP is cleared in the store, and an empty one equals it", plant: emptyAfterUse()})
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

// count tells how many there were of a key.
func (t *tally) count(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n[key]
}

// emptyAfterUse serves a verify with an empty OTP once the phone's was used.
func emptyAfterUse() plant {
	return func(next server) server {
		used := newNotes[bool]()
		return func(c *call) *answer {
			if was, _ := used.get(byPhone(c)); c.endpoint == verifyOTP && c.authorized() && was && c.text("otp") == "" {
				c.proveAnew(next)
			}
			a := next(c)
			if c.endpoint == verifyOTP && a.ok() {
				used.put(byPhone(c), true)
			}
			return a
		}
	}
}

// proveAnew has an OTP sent to whoever a verify names, as to a new customer, and
// puts it in: the call is then served.
func (c *call) proveAnew(next server) {
	sent := next(c.aside("POST", "/api/v2/otp/send", object{
		"phone_number": c.text("phone_number"), "id_number": c.text("id_number"), "first_name": "Nobody", "last_name": "Nobody",
		"country_code": "KE", "date_of_birth": "12/31/1999",
	}))
	if code := text(get(sent.body(), "data.otp")); code != "" {
		c.body["otp"] = code
		c.touch()
	}
}

// otpOwnerFaults verify the right OTP for the wrong person.
func otpOwnerFaults() []Fault {
	var all []Fault
	add := func(id, breaks, why string, rule func(b *otpBook, c *call, given string) (sentOTP, bool)) {
		all = append(all, Fault{ID: "verify-otp-" + id, Breaks: breaks, Why: why, plant: taking(rule)})
	}
	byCode := func(b *otpBook, given string) (sentOTP, bool) { return b.byCode.get(given) }
	add("ignores-phone", "VER-14", "an OTP is looked up by its id number, from whatever phone it comes", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byID.get(byPerson(c))
		return one, ok && one.code == given
	})
	add("ignores-id", "VER-14", "an OTP is looked up by its phone, for whatever id number it comes", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.get(byPhone(c))
		return one, ok && one.code == given
	})
	add("ignores-unknown-phone", "VER-14", "a phone that no account has is not compared", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byID.get(byPerson(c))
		_, known := b.byPhone.get(byPhone(c))
		return one, ok && !known && one.code == given
	})
	add("ignores-unknown-id", "VER-14", "an id number that no account has is not compared", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.get(byPhone(c))
		_, known := b.byID.get(byPerson(c))
		return one, ok && !known && one.code == given
	})
	add("ignores-known-phone", "VER-14", "the phone of any customer will do", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byID.get(byPerson(c))
		_, known := b.byPhone.get(byPhone(c))
		return one, ok && known && one.code == given
	})
	add("ignores-known-id", "VER-14", "the id number of any customer will do", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := b.byPhone.get(byPhone(c))
		_, known := b.byID.get(byPerson(c))
		return one, ok && known && one.code == given
	})
	add("phone-or-id", "VER-14", "either the phone or the id number must be the one that the OTP was sent to", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := byCode(b, given)
		return one, ok && (one.phone == byPhone(c) || one.idNumber == byPerson(c))
	})
	all = append(all, Fault{ID: "verify-otp-for-the-other-customer", Breaks: "VER-14",
		Why: "an OTP verifies for the customer whom the id number names, whoever holds the phone", plant: forWhomTheIDNames()})
	add("for-nobody-sent", "VER-13", "an OTP is not compared for somebody to whom none was sent", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		one, ok := byCode(b, given)
		_, phone := b.byPhone.get(byPhone(c))
		_, person := b.byID.get(byPerson(c))
		return one, ok && !phone && !person
	})
	add("earlier-of-anybody", "VER-11", "an OTP verifies that was sent to another phone before", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && theirs.n < mine.n
	})
	add("later-of-anybody", "VER-11", "an OTP verifies that was sent to another phone since", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && theirs.n > mine.n
	})
	add("customers-share-codes", "VER-11", "the codes of all customers with a limit are one pool", func(b *otpBook, c *call, given string) (sentOTP, bool) {
		mine, ok := b.ofCaller(c)
		theirs, sent := byCode(b, given)
		return mine, ok && sent && b.hasLimit(theirs.idNumber) && b.hasLimit(mine.idNumber)
	})
	return append(append(all, nobodyFaults()...), strayFaults()...)
}

// forWhomTheIDNames takes the OTP of a phone for proof that its holder is the
// customer whom the id number names.
func forWhomTheIDNames() plant {
	return func(next server) server {
		b := newOTPBook()
		next = b.keep(next)
		return func(c *call) *answer {
			one, sent := b.byPhone.get(byPhone(c))
			theirs, named := b.phones.get(byPerson(c))
			if c.endpoint == verifyOTP && c.authorized() && sent && named && one.code == c.text("otp") && one.phone != theirs {
				c.body["phone_number"] = theirs
				c.proveAnew(next)
			}
			return next(c)
		}
	}
}

// nobodyFaults verify for somebody to whom nothing was sent.
func nobodyFaults() []Fault {
	var all []Fault
	add := func(id, why string, takes func(c *call) bool) {
		all = append(all, Fault{ID: "verify-otp-nobody-" + id, Breaks: "VER-13", Why: why, plant: func(next server) server {
			b := newOTPBook()
			next = b.keep(next)
			return func(c *call) *answer {
				_, phone := b.byPhone.get(byPhone(c))
				_, person := b.byID.get(byPerson(c))
				if c.endpoint == verifyOTP && c.authorized() && !phone && !person && takes(c) {
					c.proveAnew(next)
				}
				return next(c)
			}
		}})
	}
	member := func(c *call) (any, bool) { v, there := c.body["otp"]; return v, there }
	add("any", "what was never sent is not compared: any OTP verifies", func(*call) bool { return true })
	add("zeros", "zeros are what the store has where nothing was sent", func(c *call) bool { return c.text("otp") == "000000" })
	add("empty", "an empty text is what the store has where nothing was sent", func(c *call) bool { v, there := member(c); return there && v == "" })
	add("absent", "nothing given equals nothing sent", func(c *call) bool { _, there := member(c); return !there })
	add("null", "null is what the store has where nothing was sent", func(c *call) bool { v, there := member(c); return there && v == nil })
	add("falsy", "whatever counts as false equals nothing sent", func(c *call) bool { return c.text("otp") == "" })
	return all
}

// strayFaults send an OTP for a customer to a phone that is not theirs, and let
// it prove whoever has it to be the customer (section 4.1).
func strayFaults() []Fault {
	anyPhone := func(*otpBook, *call, string) bool { return true }
	var all []Fault
	add := func(id, why string, sends func(b *otpBook, c *call, theirs string) bool, by func(phone, theirs string) bool) {
		all = append(all, Fault{ID: "send-otp-" + id, Breaks: "OTP-14", Why: why, plant: straying(sends, by)})
	}
	byItself := func(phone, theirs string) bool { return phone != theirs }
	byTheirs := func(phone, theirs string) bool { return phone == theirs }
	byBoth := func(string, string) bool { return true }
	add("to-any-phone", "the phone of an account is not compared: whoever asks gets the OTP", anyPhone, byItself)
	add("to-any-phone-for-the-real-one", "whoever asks is given the OTP that then verifies by the customer's phone", anyPhone, byTheirs)
	add("to-any-phone-for-both", "the phone that asks is added to those of the account", anyPhone, byBoth)
	add("to-customers-phones", "any phone of any customer gets the OTP of an account", func(b *otpBook, c *call, _ string) bool {
		_, known := b.byPhone.get(byPhone(c))
		return known
	}, byItself)
	add("to-customers-phones-for-the-real-one", "any customer is given the OTP of an account, for the account's phone", func(b *otpBook, c *call, _ string) bool {
		_, known := b.byPhone.get(byPhone(c))
		return known
	}, byTheirs)
	add("to-unknown-phones", "a phone that no account has is taken for a new number of the customer", func(b *otpBook, c *call, _ string) bool {
		_, known := b.byPhone.get(byPhone(c))
		return !known
	}, byItself)
	add("to-new-details", "whoever gives the details of a new customer gets the OTP of the account with their id number", func(_ *otpBook, c *call, _ string) bool {
		return c.body["first_name"] != nil
	}, byItself)
	add("to-phones-alike", "the phone of an account is compared by its first nine digits", func(_ *otpBook, c *call, theirs string) bool {
		return cutTo(byPhone(c), 9) == cutTo(theirs, 9)
	}, byBoth)
	return all
}

// straying sends the OTP of an account to a phone that is not its own, and takes
// it from the phones that by names.
func straying(sends func(b *otpBook, c *call, theirs string) bool, by func(phone, theirs string) bool) plant {
	return func(next server) server {
		b, strays := newOTPBook(), newNotes[sentOTP]()
		next = b.keep(next)
		return func(c *call) *answer {
			theirs, has := b.phones.get(byPerson(c))
			switch {
			case !has || !c.authorized():
			case c.endpoint == sendOTP && byPhone(c) != theirs && sends(b, c, theirs):
				a := next(c.aside("POST", "/api/v2/otp/send", object{"phone_number": theirs, "id_number": byPerson(c)}))
				if code := text(get(a.body(), "data.otp")); code != "" {
					strays.put(byPerson(c)+" "+code, sentOTP{code: code, phone: theirs})
				}
				return a
			case c.endpoint == verifyOTP:
				if stray, ok := strays.get(byPerson(c) + " " + c.text("otp")); ok && by(byPhone(c), theirs) {
					c.body["phone_number"] = stray.phone
					c.touch()
				} else if ok {
					return refusal(c, 422, "the OTP is not valid")
				}
			}
			return next(c)
		}
	}
}
