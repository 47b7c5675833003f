package variants

import (
	"net/http"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
)

// optionVariants are the choices that the options of the reference offer.
func optionVariants() []faults.Variant {
	option := func(id, field, why string, choose func(*reference.Options)) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Options: choose}
	}
	return []faults.Variant{
		option("otp-production-form", "otp-form", "4.1: production answers a confirmation string", func(o *reference.Options) { o.ProductionOTP = true }),
		option("otp-before-limit", "otp-order", "4.2: whether a verify is required before a limit is not shown", func(o *reference.Options) { o.RequireOTP = true }),
		option("otp-before-each-purchase", "otp-order", "4.2: whether a verify is required before a purchase is not shown", func(o *reference.Options) { o.RequireOTPPerPurchase = true }),
		option("otp-before-everything", "otp-order", "4.2: whether a verify is required is not shown", func(o *reference.Options) { o.RequireOTP, o.RequireOTPPerPurchase = true, true }),
		option("otp-fixed", "otp-form", "4.1: how an OTP is made is not shown; a test environment may send everybody the same", func(o *reference.Options) { o.FixedOTP = "482951" }),
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

// requestReadings take one reading of each contradiction in a request, and no other. (A server
// must accept all alternatives: see alternativeFaults.) Some readings have no such server. A
// server that accepts delivery_option, preferred_option, business_payment_type or
// business_industry only absent, or only outside the list, refuses values that sections 2.2, 2.6
// and 2.7 list. These readings are tolerated in addition to the list, and not instead of it.
func requestReadings() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	return []faults.Variant{
		v("otp-path-api-first", "otp-path", "4.1, 4.2: the path of the endpoint line", onlyPath("/otp/api/v2/")),
		v("otp-path-otp-first", "otp-path", "4.1, 4.2: the path of the heading", onlyPath("/api/v2/otp/")),
		v("phone-with-plus", "phone", "4.1: shown with a leading +", phones(faults.SendOTP+" "+faults.VerifyOTP+" "+faults.CreateLimit, true)),
		v("phone-without-plus", "phone", "4.1: shown without a leading +", phones(faults.SendOTP+" "+faults.VerifyOTP+" "+faults.CreateLimit, false)),
		v("phone-plus-in-otp-only", "phone", "4.1: each endpoint may take another of the two forms", faults.Both(phones(faults.SendOTP+" "+faults.VerifyOTP, true), phones(faults.CreateLimit, false))),
		v("phone-plus-in-limits-only", "phone", "4.1: each endpoint may take another of the two forms", faults.Both(phones(faults.SendOTP+" "+faults.VerifyOTP, false), phones(faults.CreateLimit, true))),
		v("birth-month-first", "birth", "4.1: the samples have mm/dd/yyyy", births(0)),
		v("birth-day-first", "birth", "4.1: the samples have dd/mm/yyyy", faults.Both(readDayFirst, births(3))),
		v("order-id-integer", "order-id", "2.1: the table has an integer", faults.TakeOnly(faults.CreateOrder, "order_id", faults.NotString)),
		v("order-id-string", "order-id", "2.1: the examples have a string of digits", faults.TakeOnly(faults.CreateOrder, "order_id", faults.IsString)),
		v("item-value-integer", "item-value", "2.2: the table has an integer", faults.TakeOnly(faults.CreateOrder, "items.item_value", faults.NotString)),
		v("item-value-string", "item-value", "2.2: the examples have a string of digits", faults.TakeOnly(faults.CreateOrder, "items.item_value", faults.IsString)),
		v("description-as-sample", "description", "2.2: the samples' spelling", faults.TakeOnly(faults.CreateOrder, "items.item_description", faults.IsThere)),
		v("description-as-table", "description", "2.2: the table's spelling", faults.TakeOnly(faults.CreateOrder, "items.item_decriptionn", faults.IsThere)),
		v("description-none-by-default", "description", "2.2, 7: one spelling suffices; what a target shows of an item without a description is not shown", descriptionNone),
		v("delivery-option-present", "delivery", "2.2: required", faults.TakeOnly(faults.CreateOrder, "items.delivery_option", faults.IsThere)),
		v("preferred-option-present", "preferred", "2.2: required", faults.TakeOnly(faults.CreateOrder, "items.preferred_option", faults.IsThere)),
		v("employed-boolean", "employed", "2.4: the table has a boolean", faults.TakeOnly(faults.CreateLimit, "employed", faults.NotString)),
		v("employed-string", "employed", "2.4: the samples have a string", faults.TakeOnly(faults.CreateLimit, "employed", faults.IsString)),
		v("loan-amount-integer", "loan-amount", "2.4: the table has an integer", faults.TakeOnly(faults.CreateLimit, "loan_amount", faults.NotString)),
		v("loan-amount-string", "loan-amount", "2.4: the samples have a string", faults.TakeOnly(faults.CreateLimit, "loan_amount", faults.IsString)),
		v("password-absent", "password", "2.4: not in the table", faults.TakeOnly(faults.CreateLimit, "password", faults.IsAbsent)),
		v("password-present", "password", "2.4: in the samples", faults.TakeOnly(faults.CreateLimit, "password", faults.IsString)),
		v("job-group-of-government-only", "job-group", "2.5: required of government employees alone", faults.PrivateJobGroup(faults.IsAbsent)),
		v("business-registered-boolean", "registered", "2.6: the table has a boolean", faults.TakeOnly(faults.CreateLimit, faults.Business+"business_registered", faults.NotString)),
		v("business-registered-string", "registered", "2.6: the sample has a string", faults.TakeOnly(faults.CreateLimit, faults.Business+"business_registered", faults.IsString)),
		v("business-payment-listed", "payment", "2.6: the list of the table", faults.TakeOnly(faults.CreateLimit, faults.Business+"business_payment_type", func(v any) bool { return v != "mobile_money" })),
		v("business-industry-listed", "industry", "2.7: the list", faults.TakeOnly(faults.CreateLimit, faults.Business+"business_industry", func(v any) bool { return listed(faults.Text(v)) })),
		v("update-with-id", "update-path", "4.8: the endpoint line has an id in the path", faults.Refusing(faults.UpdateItems, 404, func(c *faults.Call) bool { return c.ID == "" })),
		v("update-without-id", "update-path", "4.8: the sample has no id in the path", faults.Refusing(faults.UpdateItems, 405, func(c *faults.Call) bool { return c.ID != "" })),
		v("update-with-id-of-one-item", "update-path", "4.8: that a path with the id of an item takes others, too, is not shown", faults.Refusing(faults.UpdateItems, 422, func(c *faults.Call) bool {
			return c.ID != "" && len(c.Items()) > 1
		})),
		v("content-type-always", "bodiless", "1: requests carry Content-Type", faults.Refusing(faults.FetchLimit+" "+faults.GetItem+" "+faults.CancelItem, 415, func(c *faults.Call) bool { return c.Request.Header.Get("Content-Type") == "" })),
		v("content-type-with-body-only", "bodiless", "4.4, 4.7, 4.9: no body", faults.Refusing(faults.FetchLimit+" "+faults.GetItem+" "+faults.CancelItem, 415, func(c *faults.Call) bool { return c.Request.Header.Get("Content-Type") != "" })),
		v("content-type-with-body-only-in-a-delete", "bodiless", "4.9: no body", faults.Refusing(faults.CancelItem, 400, func(c *faults.Call) bool { return c.Request.Header.Get("Content-Type") != "" })),
	}
}

// descriptionNone does not know the table's spelling, and records a text of its own in its place.
func descriptionNone(next faults.Responder) faults.Responder {
	return faults.EditItems(func(item faults.Object) {
		if _, ok := item["item_decriptionn"]; ok {
			item["item_decriptionn"] = "none"
		}
	})(next)
}

func listed(v string) bool {
	for _, each := range faults.Industries {
		if each == v {
			return true
		}
	}
	return false
}

// onlyPath does not serve the OTP endpoints below the prefix not.
func onlyPath(not string) faults.Mutator {
	return faults.Refusing(faults.SendOTP+" "+faults.VerifyOTP, 404, func(c *faults.Call) bool { return strings.HasPrefix(c.Request.URL.Path, not) })
}

func phones(endpoints string, plus bool) faults.Mutator {
	return faults.TakeOnly(endpoints, "phone_number", func(v any) bool { return strings.HasPrefix(faults.Text(v), "+") == plus })
}

// births accepts a date only if the month is at this offset. The days in the suite are above 12,
// so a date in the other order has no valid month.
func births(month int) faults.Mutator {
	return faults.Refusing(faults.SendOTP, 422, func(c *faults.Call) bool {
		day := c.Text("date_of_birth")
		return len(day) == 10 && day[month:month+2] > "12"
	})
}

// readDayFirst reads the day before the month, also if both orders give a valid date. It swaps
// them, because the reference reads the month first.
func readDayFirst(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		if date := c.Text("date_of_birth"); c.Endpoint == faults.SendOTP && len(date) == 10 {
			c.Body["date_of_birth"] = date[3:6] + date[:3] + date[6:]
			c.Touch()
		}
		return next(c)
	}
}

// answerVariants use choices that concern the answer as a whole.
func answerVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	everything := func(edit func(c *faults.Call, a *faults.Answer)) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				edit(c, a)
				return a
			}
		}
	}
	header := func(name, value string) faults.Mutator {
		return everything(func(_ *faults.Call, a *faults.Answer) { a.Header.Set(name, value) })
	}
	return []faults.Variant{
		v("charset", "media", "1: JSON; a parameter changes nothing", header("Content-Type", "application/json; charset=utf-8")),
		v("charset-in-capitals", "media", "1: JSON; media types have no case", header("Content-Type", "application/json;charset=UTF-8")),
		v("media-in-capitals", "media", "1: JSON; media types have no case", header("Content-Type", "Application/JSON")),
		v("media-suffix", "media", "1: JSON by its suffix", header("Content-Type", "application/vnd.partner+json")),
		v("more-headers", "headers", "HTTP: any header may come", everything(func(_ *faults.Call, a *faults.Answer) {
			a.Header.Set("Set-Cookie", "a=b; Path=/")
			a.Header.Set("X-Request-Id", "42")
			a.Header.Set("Server", "nginx")
			a.Header.Set("Vary", "Origin")
		})),
		v("in-two-pieces", "pieces", "HTTP: chunks", everything(func(_ *faults.Call, a *faults.Answer) { a.Pieces = 2 })),
		v("in-many-pieces", "pieces", "HTTP: chunks", everything(func(_ *faults.Call, a *faults.Answer) { a.Pieces = 9 })),
		v("slow", "delay", "no latency is named", func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				time.Sleep(faults.RaceWindow)
				return next(c)
			}
		}),
		v("records-reversed", "order", "4.6: the order of data is not named", faults.On(faults.CreateOrder+" "+faults.UpdateItems, faults.EditRecords(reversed))),
		v("malformed-body-500", "malformed", "7: how a body that is not JSON is refused is not shown", malformedBodies(func(c *faults.Call) *faults.Answer {
			return faults.Refusal(c, http.StatusInternalServerError, "internal error")
		})),
		v("malformed-body-hang-up", "malformed", "7: nor whether it is answered at all", malformedBodies(func(*faults.Call) *faults.Answer {
			panic(http.ErrAbortHandler)
		})),
		v("malformed-body-200", "malformed", "7: a refusal may come with any status", malformedBodies(func(c *faults.Call) *faults.Answer {
			return faults.Refusal(c, http.StatusOK, "the body is not JSON")
		})),
		v("limit-again-200", "again", "1: an existing customer's status is not named", func(next faults.Responder) faults.Responder {
			t := faults.NewCounter()
			return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
				if faults.Get(a.Body(), "data") != nil && t.Next(faults.ByPerson(c)) > 1 { // a refusal may come with 200, too
					faults.SetStatus(a, 200)
				}
			})(next)
		}),
		v("at-most-five-items", "cart", "8: the most items of a purchase are not shown", faults.Refusing(faults.CreateOrder, 413, func(c *faults.Call) bool { return len(c.Items()) > 5 })),
		v("at-most-ten-items", "cart", "8: the most items of a purchase are not shown", faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool { return len(c.Items()) > 10 })),
		{ID: "clock-of-seconds", Field: "clock", Coarse: true, Why: "2.3: milliseconds are written, how fine the clock is is not named",
			Mutator: faults.On(faults.CreateOrder+" "+faults.GetItem+" "+faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
				whole := func(s string) string { return s[:19] + ".000Z" }
				faults.EditText("data.*.created_at", whole)(c, a)
				faults.EditText("data.*.updated_at", whole)(c, a)
			})},
	}
}

func reversed(l []any) []any {
	for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
		l[i], l[j] = l[j], l[i]
	}
	return l
}

// refusalVariants refuse in other ways. Section 7 documents the only status and body of an error.
func refusalVariants() []faults.Variant {
	refused := func(id, why string, edit func(a *faults.Answer)) faults.Variant {
		return faults.Variant{ID: "refusal-" + id, Field: "refusal", Why: why, Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if c.Endpoint != faults.Lookup && a.Status >= 400 {
					edit(a)
				}
				return a
			}
		}}
	}
	const why = "7: error statuses and bodies of all other endpoints are not shown"
	status := func(to int) func(a *faults.Answer) { return func(a *faults.Answer) { faults.SetStatus(a, to) } }
	return []faults.Variant{
		refused("400", why, status(400)), refused("403", why, status(403)), refused("404", why, status(404)),
		refused("418", why, status(418)), refused("500", why, status(500)),
		refused("in-200", why, func(a *faults.Answer) { a.Status = 200 }),
		refused("hang-up", "7: nor whether they are answered at all", func(*faults.Answer) { panic(http.ErrAbortHandler) }),
		refused("empty", why, func(a *faults.Answer) { a.SetRaw(nil) }),
		refused("html", why, func(a *faults.Answer) {
			a.SetRaw([]byte("<html><body>No.</body></html>"))
			a.Header.Set("Content-Type", "text/html")
		}),
		refused("other-envelope", why, func(a *faults.Answer) {
			a.Tree = faults.Object{"error": faults.Object{"code": "E_INVALID", "details": []any{}}}
			a.Touch()
		}),
		refused("lookup-envelope", why, func(a *faults.Answer) {
			a.Tree = faults.Object{"code": a.Status, "msg": "no", "data": nil, "success": false}
			a.Touch()
		}),
	}
}

// otpVariants decide what the specification does not show about OTPs: who is sent one, and how
// wrong requests are answered.
func otpVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	said := func(data any) faults.Mutator {
		return unsent(func(_ faults.Responder, _ *faults.Call, a *faults.Answer) {
			a.Tree = faults.Object{"request_id": a.Body()["request_id"], "apiVersion": "2.0", "status": 200, "data": data}
			a.Status = 200
			a.Touch()
		})
	}
	return []faults.Variant{
		v("otp-said-to-be-sent", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown; to tell nobody who has an account, all are answered alike",
			said(faults.Object{"message": "An OTP was sent to the phone number", "otp": "246813"})),
		v("otp-said-to-be-sent-without-it", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown", said(faults.Object{"message": "If there is such an account, an OTP is on its way"})),
		v("otp-said-to-be-sent-as-in-production", "otp-unsent", "4.1: how a phone that is not the account's is refused is not shown", said("If there is such an account, an OTP is on its way")),
		v("otp-sent-to-somebody-new", "otp-unsent", "4.1: whether an id number and a phone that are not one account's are somebody new is not shown", somebodyNew()),
		v("otp-refused-in-200", "otp-refused", "7: how verify refuses is not shown", func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if c.Endpoint == faults.VerifyOTP && c.Authorized() && !a.Served() {
					a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "data": faults.Object{"message": "The OTP is not valid", "verified": false}}
					a.Status = 200
					a.Touch()
				}
				return a
			}
		}),
		v("otp-the-same-for-everybody", "otp-code", "4.1: a string of six digits, and not where they come from; test environments send everybody the same", sameOTP("135792")),
		v("otp-before-each-limit", "otp-order", "4.2: whether a verify is required before a limit is not shown, nor for how many it holds", onceVerified),
		v("otp-once-before-purchases", "otp-order", "4.2: whether a verify is required before a purchase is not shown", onlyForVerified),
		v("least-price-and-order-id-string", "price-and-order-id", "2.1, 8: the examples have a string of digits; a least price is not shown",
			faults.Both(faults.Refusing(faults.CreateOrder, 422, isBelowAThousand), faults.TakeOnly(faults.CreateOrder, "order_id", faults.IsString))),
		v("otp-for-the-cart-value", "otp-order", "1, 4.2: an OTP is verified for a cart value; whether a purchase may be worth more is not shown", upToTheVerifiedCart),
		v("otp-locked-after-three-wrong", "otp-lock", "8: what a target does about wrong OTPs is not shown", lockedAfter(3)),
		v("otp-locked-until-the-next", "otp-lock", "8: what a target does about wrong OTPs is not shown", lockedUntilTheNextOTP(3)),
		v("otp-locked-after-one-wrong", "otp-lock", "8: what a target does about wrong OTPs is not shown", lockedAfter(1)),
	}
}

// onceVerified refuses a limit request of a person who has verified no OTP since the last one.
func onceVerified(next faults.Responder) faults.Responder {
	verified := faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.CreateLimit && c.Authorized() && !verified.Has(faults.ByPerson(c)) {
			return faults.Refusal(c, 422, "an OTP must be verified first")
		}
		a := next(c)
		if a.Served() && (c.Endpoint == faults.VerifyOTP || c.Endpoint == faults.CreateLimit) {
			verified.Put(faults.ByPerson(c), c.Endpoint == faults.VerifyOTP)
		}
		return a
	}
}

// sameOTP sends every person the same OTP, and verifies it for each person who was sent one.
func sameOTP(code string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		drawn := faults.NewStore[string]() // the OTP that the service itself has sent
		person := func(c *faults.Call) string { return faults.ByPerson(c) + " " + faults.ByPhone(c) }
		return func(c *faults.Call) *faults.Answer {
			if own, sent := drawn.Get(person(c)); c.Endpoint == faults.VerifyOTP && sent && c.Text("otp") == code {
				c.Body["otp"] = own
				c.Touch()
			}
			a := next(c)
			data, _ := faults.Get(a.Body(), "data").(faults.Object)
			if own := faults.Text(data["otp"]); c.Endpoint == faults.SendOTP && own != "" {
				drawn.Put(person(c), own)
				data["otp"] = code
				a.Touch()
			}
			return a
		}
	}
}

// unsent changes how a build refuses to send an OTP to a phone that is not the account's. A build
// may also refuse a request that it cannot read, for example a variant that accepts one form of a
// phone number. That refusal has no request_id, and it stays a refusal.
func unsent(edit func(next faults.Responder, c *faults.Call, a *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.SendOTP && c.Authorized() && a.Status == 422 && faults.Text(a.Body()["request_id"]) != "" && c.Text("id_number") != "" && c.Text("phone_number") != "" {
				edit(next, c, a)
			}
			return a
		}
	}
}

// somebodyNew treats an id number and a phone that do not belong to one account as a new person
// without a limit.
func somebodyNew() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		strangers := faults.NewStore[string]()
		person := func(c *faults.Call) string { return faults.ByPerson(c) + " " + faults.ByPhone(c) }
		inner := next
		next = unsent(func(_ faults.Responder, c *faults.Call, a *faults.Answer) {
			idNumber := "PAIR" + faults.WithoutPlus(c.Text("phone_number"))
			sent := inner(c.Subrequest("POST", "/api/v2/otp/send", faults.Object{
				"phone_number": c.Text("phone_number"), "id_number": idNumber, "first_name": "New", "last_name": "Person",
				"country_code": "KE", "date_of_birth": "12/31/1999",
			}))
			if sent.Served() {
				strangers.Put(person(c), idNumber)
				*a = *sent
			}
		})(next)
		return func(c *faults.Call) *faults.Answer {
			if idNumber, ok := strangers.Get(person(c)); ok && c.Endpoint == faults.VerifyOTP {
				c.Body["id_number"] = idNumber
				c.Touch()
			}
			return next(c)
		}
	}
}

// malformedBodies answers the calls whose body is not a JSON object with answer.
func malformedBodies(answer func(*faults.Call) *faults.Answer) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != "" && c.Authorized() && c.Body == nil && c.Request.Method != http.MethodGet && c.Request.Method != http.MethodDelete {
				return answer(c)
			}
			return next(c)
		}
	}
}
