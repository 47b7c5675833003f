package faults

import (
	"net/http"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

// optionVariants are the choices that the reference itself offers.
func optionVariants() []Variant {
	option := func(id, field, why string, choose func(*reference.Options)) Variant {
		return Variant{ID: id, Field: field, Why: why, choose: choose}
	}
	return []Variant{
		option("otp-production-form", "otp-form", "4.1: production answers a confirmation string", func(o *reference.Options) { o.ProductionOTP = true }),
		option("otp-before-limit", "otp-order", "4.2: whether a verify is required before a limit is not shown", func(o *reference.Options) { o.RequireOTP = true }),
		option("otp-before-each-purchase", "otp-order", "4.2: whether a verify is required before a purchase is not shown", func(o *reference.Options) { o.RequireOTPPerPurchase = true }),
		option("otp-before-everything", "otp-order", "4.2: whether a verify is required is not shown", func(o *reference.Options) { o.RequireOTP, o.RequireOTPPerPurchase = true, true }),
		option("otp-to-anybody", "otp-adopt", "4.1: how an unknown person with two details is answered is not shown", func(o *reference.Options) { o.AdoptUnknown = true }),
		option("purchase-beyond-limit", "limit-bound", "8: whether a purchase is bounded by the limit is not shown", func(o *reference.Options) { o.IgnoreAvailable = true }),
		option("cancelled-dropped", "cancelled", "3: the state after a cancel is not given; the item may be gone", func(o *reference.Options) { o.DropCancelled = true }),
		option("cancelled-spelled-otherwise", "cancelled", "3: the name of the resulting status is not given", func(o *reference.Options) { o.CancelledStatus = "canceled" }),
		option("cancelled-closed", "cancelled", "3: the name of the resulting status is not given", func(o *reference.Options) { o.CancelledStatus = "CLOSED_BY_PARTNER" }),
		option("updated-in-seconds", "updated", "2.8: updated is a timestamp with no precision named", func(o *reference.Options) { o.UpdatedWithoutMillis = true }),
		option("invalid-token-200", "invalid-token", "7: the body is given, the HTTP status is not", func(o *reference.Options) { o.InvalidTokenStatus = http.StatusOK }),
		option("invalid-token-500", "invalid-token", "7: the body is given, the HTTP status is not", func(o *reference.Options) { o.InvalidTokenStatus = http.StatusInternalServerError }),
		option("invalid-token-403", "invalid-token", "7: the body is given, the HTTP status is not", func(o *reference.Options) { o.InvalidTokenStatus = http.StatusForbidden }),
		option("any-store-key", "store-key", "5: how store keys are issued is not shown", func(o *reference.Options) { o.AnyStoreKey = true }),
		option("other-store-name", "store-name", "2.3: store_name is derived from store_key, how is not shown", func(o *reference.Options) { o.StoreName = "Dükân & Söhne «Nairobi»" }),
		option("other-signup-address", "signup", "4.5: the address is the service's own", func(o *reference.Options) { o.SignupURL = "https://apply.example/start?from=partner&lang=sw#form" }),
	}
}

// pinned is a server that takes a member in one reading alone.
func pinned(endpoints, path string, takes func(v any) bool) plant {
	holder, name := "", path
	if cut := strings.LastIndexByte(path, '.'); cut >= 0 {
		holder, name = path[:cut], path[cut+1:]
	}
	return refusing(endpoints, 422, func(c *call) bool {
		switch holder {
		case "":
			return !takes(c.body[name])
		case "items":
			for _, item := range c.items() {
				if !takes(item[name]) {
					return true
				}
			}
			return false
		}
		o, ok := get(c.body, holder).(object)
		return ok && !takes(o[name])
	})
}

// What a reading takes, by the JSON type of the value; nil is an absent member.
func isString(v any) bool  { _, ok := v.(string); return ok }
func notString(v any) bool { return !isString(v) }
func isAbsent(v any) bool  { return v == nil }
func isThere(v any) bool   { return v != nil }

// requestReadings take one reading of each contradiction of a request, and no
// other. (Of alternatives a server must take all: see alternativeFaults.) Three readings have no such server: one that took
// delivery_option, preferred_option, business_payment_type or business_industry
// only absent or only outside the list would refuse values that sections 2.2,
// 2.6 and 2.7 list, and those are tolerated on top of the list, not in place of
// it.
func requestReadings() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	return []Variant{
		v("otp-path-api-first", "otp-path", "4.1, 4.2: the path of the endpoint line", onlyPath("/otp/api/v2/")),
		v("otp-path-otp-first", "otp-path", "4.1, 4.2: the path of the heading", onlyPath("/api/v2/otp/")),
		v("phone-with-plus", "phone", "4.1: shown with a leading +", phones(sendOTP+" "+verifyOTP+" "+createLimit, true)),
		v("phone-without-plus", "phone", "4.1: shown without a leading +", phones(sendOTP+" "+verifyOTP+" "+createLimit, false)),
		v("phone-plus-in-otp-only", "phone", "4.1: each endpoint may take another of the two forms", both(phones(sendOTP+" "+verifyOTP, true), phones(createLimit, false))),
		v("phone-plus-in-limits-only", "phone", "4.1: each endpoint may take another of the two forms", both(phones(sendOTP+" "+verifyOTP, false), phones(createLimit, true))),
		v("birth-month-first", "birth", "4.1: the samples have mm/dd/yyyy", births(0)),
		v("birth-day-first", "birth", "4.1: the samples have dd/mm/yyyy", births(3)),
		v("order-id-integer", "order-id", "2.1: the table has an integer", pinned(createOrder, "order_id", notString)),
		v("order-id-string", "order-id", "2.1: the examples have a string of digits", pinned(createOrder, "order_id", isString)),
		v("item-value-integer", "item-value", "2.2: the table has an integer", pinned(createOrder, "items.item_value", notString)),
		v("item-value-string", "item-value", "2.2: the examples have a string of digits", pinned(createOrder, "items.item_value", isString)),
		v("description-as-sample", "description", "2.2: the samples' spelling", pinned(createOrder, "items.item_description", isThere)),
		v("description-as-table", "description", "2.2: the table's spelling", pinned(createOrder, "items.item_decriptionn", isThere)),
		v("delivery-option-present", "delivery", "2.2: required", pinned(createOrder, "items.delivery_option", isThere)),
		v("preferred-option-present", "preferred", "2.2: required", pinned(createOrder, "items.preferred_option", isThere)),
		v("employed-boolean", "employed", "2.4: the table has a boolean", pinned(createLimit, "employed", notString)),
		v("employed-string", "employed", "2.4: the samples have a string", pinned(createLimit, "employed", isString)),
		v("loan-amount-integer", "loan-amount", "2.4: the table has an integer", pinned(createLimit, "loan_amount", notString)),
		v("loan-amount-string", "loan-amount", "2.4: the samples have a string", pinned(createLimit, "loan_amount", isString)),
		v("password-absent", "password", "2.4: not in the table", pinned(createLimit, "password", isAbsent)),
		v("password-present", "password", "2.4: in the samples", pinned(createLimit, "password", isString)),
		v("job-group-of-government-only", "job-group", "2.5: required of government employees alone", jobGroupOfPrivate(isAbsent)),
		v("business-registered-boolean", "registered", "2.6: the table has a boolean", pinned(createLimit, business+"business_registered", notString)),
		v("business-registered-string", "registered", "2.6: the sample has a string", pinned(createLimit, business+"business_registered", isString)),
		v("business-payment-listed", "payment", "2.6: the list of the table", pinned(createLimit, business+"business_payment_type", func(v any) bool { return v != "mobile_money" })),
		v("business-industry-listed", "industry", "2.7: the list", pinned(createLimit, business+"business_industry", func(v any) bool { return listed(text(v)) })),
		v("update-with-id", "update-path", "4.8: the endpoint line has an id in the path", refusing(updateItems, 404, func(c *call) bool { return c.id == "" })),
		v("update-without-id", "update-path", "4.8: the sample has no id in the path", refusing(updateItems, 405, func(c *call) bool { return c.id != "" })),
		v("content-type-always", "bodiless", "1: requests carry Content-Type", refusing(fetchLimit+" "+getItem+" "+cancelItem, 415, func(c *call) bool { return c.request.Header.Get("Content-Type") == "" })),
		v("content-type-with-body-only", "bodiless", "4.4, 4.7, 4.9: no body", refusing(fetchLimit+" "+getItem+" "+cancelItem, 415, func(c *call) bool { return c.request.Header.Get("Content-Type") != "" })),
	}
}

func listed(v string) bool {
	for _, each := range industries {
		if each == v {
			return true
		}
	}
	return false
}

// onlyPath serves no OTP endpoint below a prefix.
func onlyPath(not string) plant {
	return refusing(sendOTP+" "+verifyOTP, 404, func(c *call) bool { return strings.HasPrefix(c.request.URL.Path, not) })
}

func phones(endpoints string, plus bool) plant {
	return pinned(endpoints, "phone_number", func(v any) bool { return strings.HasPrefix(text(v), "+") == plus })
}

// births takes a date whose month stands at an offset. The suite's days are
// above 12, so that a date in the other order is none.
func births(month int) plant {
	return refusing(sendOTP, 422, func(c *call) bool {
		day := c.text("date_of_birth")
		return len(day) == 10 && day[month:month+2] > "12"
	})
}

// answerVariants are freedoms of the answer as a whole.
func answerVariants() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	everything := func(edit func(c *call, a *answer)) plant {
		return func(next server) server {
			return func(c *call) *answer {
				a := next(c)
				edit(c, a)
				return a
			}
		}
	}
	header := func(name, value string) plant {
		return everything(func(_ *call, a *answer) { a.header.Set(name, value) })
	}
	return []Variant{
		v("charset", "media", "1: JSON; a parameter changes nothing", header("Content-Type", "application/json; charset=utf-8")),
		v("charset-in-capitals", "media", "1: JSON; media types have no case", header("Content-Type", "application/json;charset=UTF-8")),
		v("media-in-capitals", "media", "1: JSON; media types have no case", header("Content-Type", "Application/JSON")),
		v("media-suffix", "media", "1: JSON by its suffix", header("Content-Type", "application/vnd.partner+json")),
		v("more-headers", "headers", "HTTP: any header may come", everything(func(_ *call, a *answer) {
			a.header.Set("Set-Cookie", "a=b; Path=/")
			a.header.Set("X-Request-Id", "42")
			a.header.Set("Server", "nginx")
			a.header.Set("Vary", "Origin")
		})),
		v("in-two-pieces", "pieces", "HTTP: chunks", everything(func(_ *call, a *answer) { a.pieces = 2 })),
		v("in-many-pieces", "pieces", "HTTP: chunks", everything(func(_ *call, a *answer) { a.pieces = 9 })),
		v("slow", "delay", "no latency is named", func(next server) server {
			return func(c *call) *answer {
				time.Sleep(overlap)
				return next(c)
			}
		}),
		v("records-reversed", "order", "4.6: the order of data is not named", on(createOrder+" "+updateItems, records(reversed))),
		v("limit-again-200", "again", "1: an existing customer's status is not named", func(next server) server {
			t := newTally()
			return on(createLimit, func(c *call, a *answer) {
				if t.next(byPerson(c)) > 1 {
					restate(a, 200)
				}
			})(next)
		}),
		v("at-most-five-items", "cart", "8: the most items of a purchase are not shown", refusing(createOrder, 413, func(c *call) bool { return len(c.items()) > 5 })),
		v("at-most-ten-items", "cart", "8: the most items of a purchase are not shown", refusing(createOrder, 422, func(c *call) bool { return len(c.items()) > 10 })),
		{ID: "clock-of-seconds", Field: "clock", Coarse: true, Why: "2.3: milliseconds are written, how fine the clock is is not named",
			plant: on(createOrder+" "+getItem+" "+updateItems, func(c *call, a *answer) {
				whole := func(s string) string { return s[:19] + ".000Z" }
				amended("data.*.created_at", whole)(c, a)
				amended("data.*.updated_at", whole)(c, a)
			})},
	}
}

func reversed(l []any) []any {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
	return l
}

// refusalVariants say no in other ways: no status and no body of an error is
// documented but that of section 7.
func refusalVariants() []Variant {
	refused := func(id, why string, edit func(a *answer)) Variant {
		return Variant{ID: "refusal-" + id, Field: "refusal", Why: why, plant: func(next server) server {
			return func(c *call) *answer {
				a := next(c)
				if c.endpoint != lookup && a.status >= 400 {
					edit(a)
				}
				return a
			}
		}}
	}
	const why = "7: error statuses and bodies of all other endpoints are not shown"
	status := func(to int) func(a *answer) { return func(a *answer) { restate(a, to) } }
	return []Variant{
		refused("400", why, status(400)), refused("403", why, status(403)), refused("404", why, status(404)),
		refused("418", why, status(418)), refused("500", why, status(500)),
		refused("in-200", why, func(a *answer) { a.status = 200 }),
		refused("empty", why, func(a *answer) { a.say(nil) }),
		refused("html", why, func(a *answer) {
			a.say([]byte("<html><body>No.</body></html>"))
			a.header.Set("Content-Type", "text/html")
		}),
		refused("other-envelope", why, func(a *answer) {
			a.tree = object{"error": object{"code": "E_INVALID", "details": []any{}}}
			a.touch()
		}),
		refused("lookup-envelope", why, func(a *answer) {
			a.tree = object{"code": a.status, "msg": "no", "data": nil, "success": false}
			a.touch()
		}),
	}
}

// otpVariants decide what is not shown of who is told what about an OTP.
func otpVariants() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	said := func(data any) plant {
		return unsent(func(_ server, _ *call, a *answer) {
			a.tree = object{"request_id": a.body()["request_id"], "apiVersion": "2.0", "status": 200, "data": data}
			a.status = 200
			a.touch()
		})
	}
	return []Variant{
		v("otp-said-to-be-sent", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown; to tell nobody who has an account, all are answered alike",
			said(object{"message": "An OTP was sent to the phone number", "otp": "246813"})),
		v("otp-said-to-be-sent-without-it", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown", said(object{"message": "If there is such an account, an OTP is on its way"})),
		v("otp-said-to-be-sent-as-in-production", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown", said("If there is such an account, an OTP is on its way")),
		v("otp-sent-to-somebody-new", "otp-unsent", "4.1: whether an id number and a phone that are not one account's are somebody new is not shown", somebodyNew()),
		v("otp-refused-in-200", "otp-refused", "7: how verify refuses is not shown", func(next server) server {
			return func(c *call) *answer {
				a := next(c)
				if c.endpoint == verifyOTP && c.authorized() && !a.ok() {
					a.tree = object{"apiVersion": "2.0", "status": 200, "data": object{"message": "The OTP is not valid", "verified": false}}
					a.status = 200
					a.touch()
				}
				return a
			}
		}),
		v("otp-locked-after-three-wrong", "otp-lock", "8: what a target does about wrong OTPs is not shown", lockedAfter(3)),
		v("otp-locked-after-one-wrong", "otp-lock", "8: what a target does about wrong OTPs is not shown", lockedAfter(1)),
	}
}

// unsent changes how a build refuses an OTP to a phone that is not the account's.
// Whoever refuses a request because it cannot read it, as a variant that takes one
// form of a phone number, names no request_id: that stays a refusal.
func unsent(edit func(next server, c *call, a *answer)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint == sendOTP && c.authorized() && a.status == 422 && text(a.body()["request_id"]) != "" && c.text("id_number") != "" && c.text("phone_number") != "" {
				edit(next, c, a)
			}
			return a
		}
	}
}

// somebodyNew takes an id number and a phone that are not one account's for
// somebody new, who has no limit.
func somebodyNew() plant {
	return func(next server) server {
		strangers := newNotes[string]()
		person := func(c *call) string { return byPerson(c) + " " + byPhone(c) }
		inner := next
		next = unsent(func(_ server, c *call, a *answer) {
			idNumber := "PAIR" + digits(c.text("phone_number"))
			sent := inner(c.aside("POST", "/api/v2/otp/send", object{
				"phone_number": c.text("phone_number"), "id_number": idNumber, "first_name": "New", "last_name": "Person",
				"country_code": "KE", "date_of_birth": "12/31/1999",
			}))
			if sent.ok() {
				strangers.put(person(c), idNumber)
				*a = *sent
			}
		})(next)
		return func(c *call) *answer {
			if idNumber, ok := strangers.get(person(c)); ok && c.endpoint == verifyOTP {
				c.body["id_number"] = idNumber
				c.touch()
			}
			return next(c)
		}
	}
}

// lockedAfter refuses every verify of a phone, for good, once so many wrong OTPs
// were tried for it.
func lockedAfter(n int) plant {
	return func(next server) server {
		wrong := newTally()
		return func(c *call) *answer {
			if c.endpoint == verifyOTP && c.authorized() && wrong.count(byPhone(c)) >= n {
				return refusal(c, 423, "locked")
			}
			a := next(c)
			if c.endpoint == verifyOTP && c.authorized() && !a.ok() {
				wrong.next(byPhone(c))
			}
			return a
		}
	}
}
