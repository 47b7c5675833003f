package faults

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// otpFaults are those of sections 4.1 and 4.2 that no table gives.
func otpFaults() []Fault {
	isNew := func(c *call) bool { return c.body["first_name"] != nil }
	all := []Fault{
		{ID: "send-otp-refuses-existing", Breaks: "OTP-01", Why: "an existing customer is refused an OTP",
			plant: refusing(sendOTP, 404, func(c *call) bool { return !isNew(c) })},
		{ID: "send-otp-refuses-new", Breaks: "OTP-02", Why: "a new customer is refused an OTP, as though forbidden",
			plant: refusing(sendOTP, 403, isNew)},
		{ID: "send-otp-new-answers-201", Breaks: "OTP-02", Why: "a new customer's OTP is answered with 201",
			plant: on(sendOTP, func(c *call, a *answer) {
				if isNew(c) {
					restate(a, 201)
				}
			})},
		{ID: "send-otp-data-number", Breaks: "OTP-07", Why: "data is the OTP, as a number",
			plant: on(sendOTP, func(_ *call, a *answer) { a.touch().body()["data"] = json.Number("123456") })},
		{ID: "send-otp-data-list", Breaks: "OTP-07", Why: "data is a list of a message",
			plant: on(sendOTP, func(_ *call, a *answer) { a.touch().body()["data"] = []any{"sent"} })},
		{ID: "send-otp-second-refused", Breaks: "OTP-11", Why: "the second OTP of an existing customer is refused: one was sent already",
			plant: func(next server) server {
				t := newTally()
				return refusing(sendOTP, 409, func(c *call) bool { return !isNew(c) && t.next(byPhone(c)) > 1 })(next)
			}},
		{ID: "send-otp-second-fails", Breaks: "OTP-11", Why: "the second OTP of an existing customer ends in an error",
			plant: func(next server) server {
				t := newTally()
				return refusing(sendOTP, 500, func(c *call) bool { return !isNew(c) && t.next(byPhone(c)) > 1 })(next)
			}},
	}
	all = append(all, requestIDFaults("OTP-12", sendOTP, verifyOTP, byPhone)...)
	return append(append(all, verifyFaults()...), ownershipFaults()...)
}

// requestIDFaults repeat a request_id that has to be unique (section 1).
func requestIDFaults(breaks, first, then string, key func(*call) string) []Fault {
	constant := func(_ *call, a *answer) { a.touch().body()["request_id"] = "5f0c1c1e-0000-4000-8000-0000000000fe" }
	return []Fault{
		{ID: first + "-constant-request-id", Breaks: breaks, Why: "every answer to " + first + " has the same request_id", plant: on(first, constant)},
		{ID: then + "-constant-request-id", Breaks: breaks, Why: "every answer to " + then + " has the same request_id", plant: on(then, constant)},
		{ID: first + "-request-id-by-customer", Breaks: breaks, Why: "request_id of " + first + " is that of the customer's first call",
			plant: keepingRequestID(first, first, key)},
		{ID: then + "-repeats-request-id", Breaks: breaks, Why: then + " repeats the request_id of the last " + first,
			plant: keepingRequestID(first, then, byNothing)},
		{ID: then + "-second-request-id", Breaks: breaks, Why: "the second answer to " + then + " has the request_id of the first",
			plant: func(next server) server {
				seen, t := newNotes[any](), newTally()
				return on(then, func(_ *call, a *answer) {
					switch t.next("") {
					case 1:
						seen.put("", a.body()["request_id"])
					case 2:
						id, _ := seen.get("")
						a.touch().body()["request_id"] = id
					}
				})(next)
			}},
	}
}

// keepingRequestID remembers the request_id of one endpoint, and gives it again
// on another. On the same endpoint the first of each key is kept.
func keepingRequestID(from, to string, key func(*call) string) plant {
	return func(next server) server {
		seen := newNotes[any]()
		return func(c *call) *answer {
			a := next(c)
			id, known := seen.get(key(c))
			if c.endpoint == to && known && a.ok() {
				a.touch().body()["request_id"] = id
			}
			if c.endpoint == from && a.ok() && (from != to || !known) {
				seen.put(key(c), a.body()["request_id"])
			}
			return a
		}
	}
}

// verifyFaults spoil what a verified OTP says of the customer.
func verifyFaults() []Fault {
	otherID := func(_ *call, a *answer) { a.touch().body()["data"].(object)["id"] = uuid.NewString() }
	all := []Fault{
		{ID: "verify-otp-new-id-each-time", Breaks: "VER-07", Why: "the verified customer's id is a new one", plant: on(verifyOTP, otherID)},
		{ID: "verify-otp-previous-customer", Breaks: "VER-07", Why: "the verified customer's id is that of whoever verified before", plant: previous(verifyOTP, "data.id")},
		{ID: "verify-otp-doubles-limit", Breaks: "VER-08", Why: "credit_limit of a verified OTP is twice the limit", plant: on(verifyOTP, scaled("data.credit_limit", 2))},
		{ID: "verify-otp-zero-available", Breaks: "VER-08", Why: "available_limit of a verified OTP is 0", plant: on(verifyOTP, put("data.available_limit", json.Number("0")))},
		{ID: "verify-otp-other-status", Breaks: "VER-08", Why: "credit_limit_status of a verified OTP is not that of the limit", plant: on(verifyOTP, put("data.credit_limit_status", "limit_unknown"))},
		{ID: "verify-otp-rounds-limit", Breaks: "VER-08", Why: "the limits of a verified OTP are rounded to millions", plant: on(verifyOTP, rounded("data.credit_limit"))},
		{ID: "verify-otp-previous-limit", Breaks: "VER-08", Why: "credit_limit of a verified OTP is that of whoever verified before", plant: previous(verifyOTP, "data.credit_limit")},
		{ID: "verify-otp-refuses-cart-of-one", Breaks: "VER-09", Why: "a cart worth 1 is refused",
			plant: refusing(verifyOTP, 422, func(c *call) bool { return c.text("item_value") == "1" })},
		{ID: "verify-otp-refuses-three-digits", Breaks: "VER-09", Why: "a cart of three digits is refused",
			plant: refusing(verifyOTP, 422, func(c *call) bool { return len(c.text("item_value")) == 3 })},
		{ID: "verify-otp-refuses-odd-cart", Breaks: "VER-09", Why: "a cart is refused whose value is no multiple of ten",
			plant: refusing(verifyOTP, 422, func(c *call) bool { return !strings.HasSuffix(c.text("item_value"), "0") })},
	}
	for _, k := range kindsOfCustomer {
		all = append(all,
			Fault{ID: "verify-otp-other-id-" + k.name, Breaks: "VER-07", Why: "the id of a verified " + k.name + " customer is another",
				plant: onCustomers(verifyOTP, k.is, otherID)},
			Fault{ID: "verify-otp-other-limit-" + k.name, Breaks: "VER-08", Why: "the credit_limit of a verified " + k.name + " customer is another",
				plant: onCustomers(verifyOTP, k.is, scaled("data.credit_limit", 3))})
	}
	return all
}

// ownershipFaults let somebody verify who was not sent the OTP.
func ownershipFaults() []Fault {
	return []Fault{
		{ID: "verify-otp-any-code", Breaks: "VER-10", Why: "any six digits verify", plant: lenient(func(_, _ string) bool { return true })},
		{ID: "verify-otp-ignores-last-digit", Breaks: "VER-10", Why: "the last digit of the OTP is not looked at",
			plant: lenient(func(sent, given string) bool { return sent[:5] == given[:min(5, len(given))] })},
		{ID: "verify-otp-ignores-first-digit", Breaks: "VER-10", Why: "the first digit of the OTP is not looked at",
			plant: lenient(func(sent, given string) bool { return len(given) == 6 && sent[1:] == given[1:] })},
		{ID: "verify-otp-gives-in", Breaks: "VER-10", Why: "the second wrong OTP verifies", plant: givingIn()},
		{ID: "verify-otp-of-anybody", Breaks: "VER-11", Why: "an OTP verifies that was sent to any phone", plant: sharedOTPs(false)},
		{ID: "verify-otp-latest-of-anybody", Breaks: "VER-11", Why: "the latest OTP verifies, whoever it was sent to", plant: sharedOTPs(true)},
	}
}

// otps remembers which OTP was last sent to which phone.
func otps(sent *notes[string], next server) server {
	return func(c *call) *answer {
		a := next(c)
		if code := text(get(a.body(), "data.otp")); c.endpoint == sendOTP && code != "" {
			sent.put(byPhone(c), code)
			sent.put("latest", code)
			sent.put("code "+code, code)
		}
		return a
	}
}

// lenient takes an OTP that only resembles the one that was sent.
func lenient(alike func(sent, given string) bool) plant {
	return func(next server) server {
		sent := newNotes[string]()
		next = otps(sent, next)
		return func(c *call) *answer {
			code, ok := sent.get(byPhone(c))
			if c.endpoint == verifyOTP && ok && len(code) == 6 && alike(code, c.text("otp")) {
				c.body["otp"] = code
				c.touch()
			}
			return next(c)
		}
	}
}

func givingIn() plant {
	return func(next server) server {
		wrong := newTally()
		return lenient(func(sent, given string) bool { return sent == given || wrong.next(sent) > 1 })(next)
	}
}

func sharedOTPs(latestOnly bool) plant {
	return func(next server) server {
		sent := newNotes[string]()
		next = otps(sent, next)
		return func(c *call) *answer {
			if c.endpoint != verifyOTP {
				return next(c)
			}
			code, ok := sent.get(byPhone(c))
			latest, _ := sent.get("latest")
			_, anybodys := sent.get("code " + c.text("otp"))
			if ok && anybodys && (!latestOnly || latest == c.text("otp")) {
				c.body["otp"] = code
				c.touch()
			}
			return next(c)
		}
	}
}
