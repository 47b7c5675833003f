package customers

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/faults"
)

// otpFaults are the faults of sections 4.1 and 4.2 that are not derived from a table.
func otpFaults() []faults.Fault {
	isNew := func(c *faults.Call) bool { return c.Body["first_name"] != nil }
	all := []faults.Fault{
		{ID: "send-otp-refuses-existing", Breaks: "OTP-01", Why: "an existing customer is refused an OTP",
			Mutator: faults.Refusing(faults.SendOTP, 404, func(c *faults.Call) bool { return !isNew(c) })},
		{ID: "send-otp-refuses-new", Breaks: "OTP-02", Why: "a new customer is refused an OTP, as though forbidden",
			Mutator: faults.Refusing(faults.SendOTP, 403, isNew)},
		{ID: "send-otp-breaks-on-letters", Breaks: "OTP-02", Why: "an OTP for a new customer whose name is not plain ASCII ends in an error of the server",
			Mutator: faults.Refusing(faults.SendOTP, 500, func(c *faults.Call) bool {
				return isNew(c) && strings.ContainsFunc(c.Text("last_name"), func(r rune) bool { return r > unicode.MaxASCII })
			})},
		{ID: "send-otp-new-answers-201", Breaks: "OTP-02", Why: "a new customer's OTP is answered with 201",
			Mutator: faults.On(faults.SendOTP, func(c *faults.Call, a *faults.Answer) {
				if isNew(c) {
					faults.SetStatus(a, 201)
				}
			})},
		{ID: "send-otp-data-number", Breaks: "OTP-07", Why: "data is the OTP, as a number",
			Mutator: faults.On(faults.SendOTP, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["data"] = json.Number("123456") })},
		{ID: "send-otp-message-denies", Breaks: "OTP-07", Why: "the message says that the OTP could not be sent", Mutator: faults.On(faults.SendOTP, faults.Put("data.message", "The OTP could not be sent"))},
		{ID: "send-otp-message-blank", Breaks: "OTP-07", Why: "the message about the OTP is a blank",
			Mutator: faults.On(faults.SendOTP, faults.Put("data.message", " "))},
		{ID: "send-otp-data-list", Breaks: "OTP-07", Why: "data is a list of a message",
			Mutator: faults.On(faults.SendOTP, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["data"] = []any{"sent"} })},
		{ID: "send-otp-second-refused", Breaks: "OTP-11", Why: "the second OTP of an existing customer is refused: one was sent already",
			Mutator: func(next faults.Responder) faults.Responder {
				t := faults.NewCounter()
				return faults.Refusing(faults.SendOTP, 409, func(c *faults.Call) bool { return !isNew(c) && t.Next(faults.ByPhone(c)) > 1 })(next)
			}},
		{ID: "send-otp-second-fails", Breaks: "OTP-11", Why: "the second OTP of an existing customer ends in an error",
			Mutator: func(next faults.Responder) faults.Responder {
				t := faults.NewCounter()
				return faults.Refusing(faults.SendOTP, 500, func(c *faults.Call) bool { return !isNew(c) && t.Next(faults.ByPhone(c)) > 1 })(next)
			}},
	}
	all = append(all, requestIDFaults("OTP-12", faults.SendOTP, faults.VerifyOTP, faults.ByPhone)...)
	return append(append(all, verifyFaults()...), ownershipFaults()...)
}

// verifyFaults damage what a verified OTP returns about the customer, or refuse some calls.
func verifyFaults() []faults.Fault {
	otherID := func(c *faults.Call, a *faults.Answer) {
		a.Touch().Body()["data"].(faults.Object)["id"] = c.NewID("customer")
	}
	all := []faults.Fault{
		{ID: "verify-otp-new-id-each-time", Breaks: "VER-07", Why: "the verified customer's id is a new one", Mutator: faults.On(faults.VerifyOTP, otherID)},
		{ID: "verify-otp-previous-customer", Breaks: "VER-07", Why: "the verified customer's id is that of whoever verified before", Mutator: faults.Previous(faults.VerifyOTP, "data.id")},
		{ID: "verify-otp-doubles-limit", Breaks: "VER-08", Why: "credit_limit of a verified OTP is twice the limit", Mutator: faults.On(faults.VerifyOTP, faults.Scale("data.credit_limit", 2))},
		{ID: "verify-otp-zero-available", Breaks: "VER-08", Why: "available_limit of a verified OTP is 0", Mutator: faults.On(faults.VerifyOTP, faults.Put("data.available_limit", json.Number("0")))},
		{ID: "verify-otp-other-status", Breaks: "VER-08", Why: "credit_limit_status of a verified OTP is not that of the limit", Mutator: faults.On(faults.VerifyOTP, faults.Put("data.credit_limit_status", "limit_unknown"))},
		{ID: "verify-otp-rounds-limit", Breaks: "VER-08", Why: "the limits of a verified OTP are rounded to millions", Mutator: faults.On(faults.VerifyOTP, faults.RoundUp("data.credit_limit"))},
		{ID: "verify-otp-previous-limit", Breaks: "VER-08", Why: "credit_limit of a verified OTP is that of whoever verified before", Mutator: faults.Previous(faults.VerifyOTP, "data.credit_limit")},
		{ID: "verify-otp-leading-zero-lost", Breaks: "VER-01", Why: "OTPs are kept as numbers: one that begins with 0 never verifies",
			Mutator: faults.Refusing(faults.VerifyOTP, 422, func(c *faults.Call) bool { return strings.HasPrefix(c.Text("otp"), "0") })},
		{ID: "verify-otp-refuses-cart-of-999", Breaks: "VER-09", Why: "a cart worth 999 is refused, and one worth 1 is taken",
			Mutator: faults.Refusing(faults.VerifyOTP, 422, func(c *faults.Call) bool { return c.Text("item_value") == "999" })},
		{ID: "verify-otp-refuses-three-digits", Breaks: "VER-09", Why: "a cart of three digits is refused",
			Mutator: faults.Refusing(faults.VerifyOTP, 422, func(c *faults.Call) bool { return len(c.Text("item_value")) == 3 })},
		{ID: "verify-otp-refuses-odd-cart", Breaks: "VER-09", Why: "a cart is refused whose value is no multiple of ten",
			Mutator: faults.Refusing(faults.VerifyOTP, 422, func(c *faults.Call) bool { return !strings.HasSuffix(c.Text("item_value"), "0") })},
	}
	all = append(all,
		faults.Fault{ID: "verify-otp-first-wins", Breaks: "VER-01", Why: "of two OTPs that one customer was sent the newer one never verifies", Mutator: firstWins(faults.ByPhone)},
		faults.Fault{ID: "verify-otp-first-wins-of-person", Breaks: "VER-01", Why: "while an OTP of a customer is not used, another is sent and not stored", Mutator: firstWins(faults.ByPerson)},
		faults.Fault{ID: "verify-otp-last-of-all", Breaks: "VER-01", Why: "one OTP is kept for all customers, the last one that was sent", Mutator: lastOfAll})
	for _, k := range faults.KindsOfCustomer {
		all = append(all,
			faults.Fault{ID: "verify-otp-other-id-" + k.Name, Breaks: "VER-07", Why: "the id of a verified " + k.Name + " customer is another",
				Mutator: faults.OnCustomers(faults.VerifyOTP, k.Is, otherID)},
			faults.Fault{ID: "verify-otp-other-limit-" + k.Name, Breaks: "VER-08", Why: "the credit_limit of a verified " + k.Name + " customer is another",
				Mutator: faults.OnCustomers(faults.VerifyOTP, k.Is, faults.Scale("data.credit_limit", 3))})
	}
	return all
}

// lastOfAll refuses each OTP but the last one that was sent to anybody.
func lastOfAll(next faults.Responder) faults.Responder {
	last := faults.NewStore[string]()
	return func(c *faults.Call) *faults.Answer {
		if code, _ := last.Get(""); c.Endpoint == faults.VerifyOTP && c.Authorized() && c.Text("otp") != code {
			return faults.Refusal(c, 422, "the OTP is not correct")
		}
		a := next(c)
		if code := faults.Text(faults.Get(a.Body(), "data.otp")); c.Endpoint == faults.SendOTP && a.Served() {
			last.Put("", code)
		}
		return a
	}
}

// firstWins ignores each new OTP while an earlier one is not used.
func firstWins(of func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		unused := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			first, _ := unused.Get(of(c))
			if c.Endpoint == faults.VerifyOTP && c.Authorized() && first != "" && c.Text("otp") != first {
				return faults.Refusal(c, 422, "the OTP is not correct")
			}
			a := next(c)
			switch code := faults.Text(faults.Get(a.Body(), "data.otp")); {
			case !a.Served():
			case c.Endpoint == faults.SendOTP && first == "" && c.Body["first_name"] == nil:
				unused.Put(of(c), code)
			case c.Endpoint == faults.VerifyOTP:
				unused.Put(of(c), "")
			}
			return a
		}
	}
}

// ownershipFaults let a caller verify without the OTP that was sent to this caller.
func ownershipFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "verify-otp-any-code", Breaks: "VER-10", Why: "any six digits verify", Mutator: lenient(func(_, _ string) bool { return true })},
		{ID: "verify-otp-ignores-last-digit", Breaks: "VER-10", Why: "the last digit of the OTP is not looked at",
			Mutator: lenient(func(sent, given string) bool { return sent[:5] == given[:min(5, len(given))] })},
		{ID: "verify-otp-ignores-first-digit", Breaks: "VER-10", Why: "the first digit of the OTP is not looked at",
			Mutator: lenient(func(sent, given string) bool { return len(given) == 6 && sent[1:] == given[1:] })},
		{ID: "verify-otp-gives-in", Breaks: "VER-10", Why: "the second wrong OTP verifies", Mutator: givingIn()},
		{ID: "verify-otp-of-anybody", Breaks: "VER-11", Why: "an OTP verifies that was sent to any phone", Mutator: sharedOTPs(false)},
		{ID: "verify-otp-latest-of-anybody", Breaks: "VER-11", Why: "the latest OTP verifies, whoever it was sent to", Mutator: sharedOTPs(true)},
	}
}

// otps remembers which OTP was last sent to each phone.
func otps(sent *faults.Store[string], next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if code := faults.Text(faults.Get(a.Body(), "data.otp")); c.Endpoint == faults.SendOTP && code != "" {
			sent.Put(faults.ByPhone(c), code)
			sent.Put("latest", code)
			sent.Put("code "+code, code)
		}
		return a
	}
}

// lenient accepts an OTP that only resembles the one that was sent.
func lenient(alike func(sent, given string) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		sent := faults.NewStore[string]()
		next = otps(sent, next)
		return func(c *faults.Call) *faults.Answer {
			code, ok := sent.Get(faults.ByPhone(c))
			if c.Endpoint == faults.VerifyOTP && ok && len(code) == 6 && alike(code, c.Text("otp")) {
				c.Body["otp"] = code
				c.Touch()
			}
			return next(c)
		}
	}
}

func givingIn() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		wrong := faults.NewCounter()
		return lenient(func(sent, given string) bool { return sent == given || wrong.Next(sent) > 1 })(next)
	}
}

func sharedOTPs(latestOnly bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		sent := faults.NewStore[string]()
		next = otps(sent, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.VerifyOTP {
				return next(c)
			}
			code, ok := sent.Get(faults.ByPhone(c))
			latest, _ := sent.Get("latest")
			_, anybodys := sent.Get("code " + c.Text("otp"))
			if ok && anybodys && (!latestOnly || latest == c.Text("otp")) {
				c.Body["otp"] = code
				c.Touch()
			}
			return next(c)
		}
	}
}

// sentOTPFaults change something that a send of an OTP must not change.
func sentOTPFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "send-otp-token-replaces", Breaks: "OTP-13", Why: "a send without the valid token is refused, and replaces the OTP that was sent before", Mutator: replacingUnasked},
		{ID: "send-otp-hides-limit", Breaks: "FLM-01", ShownBy: "JRN-01", Why: "the limit of a customer is not found from a new OTP until it is verified", Mutator: hidingTheLimit},
	}
}

// birthdayFaults refuse an OTP to new customers with certain birthdays (section 4.1).
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

// replacingUnasked carries out a send before it checks the token.
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

// hidingTheLimit does not find the limit of a customer while an OTP that was sent to them is not
// verified.
func hidingTheLimit(next faults.Responder) faults.Responder {
	people, waiting := faults.NewStore[string](), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		person, _ := people.Get(c.ID)
		if waiting.Has(person) && c.Endpoint == faults.FetchLimit && c.Authorized() {
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
