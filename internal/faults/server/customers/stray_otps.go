package customers

import (
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// strayFaults send a customer's OTP to a phone that is not the customer's. Whoever has that OTP
// can then verify as the customer (section 4.1).
func strayFaults() []faults.Fault {
	anyPhone := func(*otpBook, *faults.Call, string) bool { return true }
	var all []faults.Fault
	add := func(id, why string, sends func(b *otpBook, c *faults.Call, theirs string) bool, by func(phone, theirs string) bool) {
		all = append(all, faults.Fault{ID: "send-otp-" + id, Breaks: "OTP-14", Why: why, Mutator: straying(sends, by)})
	}
	byItself := func(phone, theirs string) bool { return phone != theirs }
	byTheirs := func(phone, theirs string) bool { return phone == theirs }
	byBoth := func(string, string) bool { return true }
	add("to-any-phone", "the phone of an account is not compared: whoever asks gets the OTP", anyPhone, byItself)
	add("to-any-phone-for-the-real-one", "whoever asks is given the OTP that then verifies by the customer's phone", anyPhone, byTheirs)
	add("to-any-phone-for-both", "the phone that asks is added to those of the account", anyPhone, byBoth)
	add("to-customers-phones", "any phone of any customer gets the OTP of an account", func(b *otpBook, c *faults.Call, _ string) bool {
		_, known := b.byPhone.Get(faults.ByPhone(c))
		return known
	}, byItself)
	add("to-customers-phones-for-the-real-one", "any customer is given the OTP of an account, for the account's phone", func(b *otpBook, c *faults.Call, _ string) bool {
		_, known := b.byPhone.Get(faults.ByPhone(c))
		return known
	}, byTheirs)
	add("to-unknown-phones", "a phone that no account has is taken for a new number of the customer", func(b *otpBook, c *faults.Call, _ string) bool {
		_, known := b.byPhone.Get(faults.ByPhone(c))
		return !known
	}, byItself)
	add("to-new-details", "whoever gives the details of a new customer gets the OTP of the account with their id number", func(_ *otpBook, c *faults.Call, _ string) bool {
		return c.Body["first_name"] != nil
	}, byItself)
	add("to-phones-alike", "the phone of an account is compared by its first nine digits", func(_ *otpBook, c *faults.Call, theirs string) bool {
		return faults.CutText(faults.ByPhone(c), 9) == faults.CutText(theirs, 9)
	}, byBoth)
	add("to-phones-ending-alike", "the phone of an account is compared by its last nine digits", func(_ *otpBook, c *faults.Call, theirs string) bool {
		asked := faults.ByPhone(c)
		return len(theirs) > 9 && strings.HasSuffix(asked, theirs[len(theirs)-9:])
	}, byBoth)
	add("to-phones-but-the-last-digit", "the last digit of the phone is not compared", func(_ *otpBook, c *faults.Call, theirs string) bool {
		return digitsApart(faults.ByPhone(c), theirs) == 1 && faults.CutText(faults.ByPhone(c), len(theirs)-1) == faults.CutText(theirs, len(theirs)-1)
	}, byBoth)
	add("to-phones-cut-short", "a phone is looked for in the phone of the account, so a part of it is enough", func(_ *otpBook, c *faults.Call, theirs string) bool {
		return strings.Contains(theirs, faults.ByPhone(c))
	}, byBoth)
	add("to-phones-one-digit-off", "the phone of an account may differ in one digit", func(_ *otpBook, c *faults.Call, theirs string) bool {
		return digitsApart(faults.ByPhone(c), theirs) == 1
	}, byBoth)
	add("to-phones-without-plus", "the phone of an account is compared only if it is written with a +", func(_ *otpBook, c *faults.Call, _ string) bool {
		return !strings.HasPrefix(c.Text("phone_number"), "+")
	}, byItself)
	add("to-any-phone-asked-twice", "the phone of an account is compared once: the second request is taken for a confirmed change of the number", func(b *otpBook, c *faults.Call, _ string) bool {
		return b.foreign.Next(faults.ByPerson(c)+" "+faults.ByPhone(c)) > 1
	}, byItself)
	return append(all, faults.Fault{ID: "send-otp-to-any-phone-for-buyers", Breaks: "OTP-14", Why: "the phone of a customer who bought something is not compared", Mutator: strayingForBuyers})
}

// digitsApart counts the positions at which two numbers of the same length differ. It returns -1
// if their lengths differ.
func digitsApart(a, b string) int {
	if len(a) != len(b) {
		return -1
	}
	apart := 0
	for n := range a {
		if a[n] != b[n] {
			apart++
		}
	}
	return apart
}

// strayingForBuyers sends the OTP of a customer who bought something to any phone.
func strayingForBuyers(next faults.Responder) faults.Responder {
	numbers, buyers := faults.NewStore[string](), faults.NewSet()
	inner := straying(func(_ *otpBook, c *faults.Call, _ string) bool {
		bought, _ := buyers.Get(faults.ByPerson(c))
		return bought
	}, func(phone, theirs string) bool { return phone != theirs })(next)
	return func(c *faults.Call) *faults.Answer {
		a := inner(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.CreateLimit:
			numbers.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), faults.ByPerson(c))
		case c.Endpoint == faults.CreateOrder:
			if number, known := numbers.Get(c.Text("customer_id")); known {
				buyers.Put(number, true)
			}
		}
		return a
	}
}

// straying sends the OTP of an account to a phone that is not the account's. It then accepts this
// OTP only from the phones for which by is true.
func straying(sends func(b *otpBook, c *faults.Call, theirs string) bool, by func(phone, theirs string) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		b, strays := newOTPBook(), faults.NewStore[sentOTP]()
		next = b.keep(next)
		return func(c *faults.Call) *faults.Answer {
			theirs, has := b.phones.Get(faults.ByPerson(c))
			switch {
			case !has || !c.Authorized():
			case c.Endpoint == faults.SendOTP && faults.ByPhone(c) != theirs && sends(b, c, theirs):
				a := next(c.Subrequest("POST", "/api/v2/otp/send", faults.Object{"phone_number": theirs, "id_number": faults.ByPerson(c)}))
				if code := faults.Text(faults.Get(a.Body(), "data.otp")); code != "" {
					strays.Put(faults.ByPerson(c)+" "+code, sentOTP{code: code, phone: theirs})
				}
				return a
			case c.Endpoint == faults.VerifyOTP:
				if stray, ok := strays.Get(faults.ByPerson(c) + " " + c.Text("otp")); ok && by(faults.ByPhone(c), theirs) {
					c.Body["phone_number"] = stray.phone
					c.Touch()
				} else if ok {
					return faults.Refusal(c, 422, "the OTP is not valid")
				}
			}
			return next(c)
		}
	}
}
