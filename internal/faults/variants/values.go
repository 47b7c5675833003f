package variants

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// valueVariants answer with other values where the specification names none.
func valueVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	const limits = faults.CreateLimit + " " + faults.FetchLimit
	const items = faults.CreateOrder + " " + faults.GetItem + " " + faults.UpdateItems
	const everyLimit = limits + " " + faults.VerifyOTP + " " + faults.Lookup
	inRecords := func(member string, value any) faults.Mutator {
		return faults.On(items, faults.Put("data.*."+member, value))
	}
	inProfile := func(member string, value any) faults.Mutator {
		return faults.OnFound(faults.Put(faults.LookupProfile+member, value))
	}
	all := []faults.Variant{
		v("uuids-in-capitals", "uuids", "RFC 9562: UUIDs have no case", faults.On(everyEndpoint, func(_ *faults.Call, a *faults.Answer) { a.Tree = walk(a.Touch().Body(), shoutUUID) })),
		v("uuids-in-capitals-on-get", "uuids", "RFC 9562: UUIDs have no case", faults.On(faults.GetItem+" "+faults.FetchLimit, func(_ *faults.Call, a *faults.Answer) { a.Tree = walk(a.Touch().Body(), shoutUUID) })),
		v("phone-normalised", "phone-shown", "2.8: a phone number may be written in several ways", faults.On(limits, faults.EditText(faults.CustomerDetails+"mobile_number", faults.WithoutPlus))),
		v("phone-spaced", "phone-shown", "2.8: a phone number may be written in several ways", faults.On(limits, faults.EditText(faults.CustomerDetails+"mobile_number", func(s string) string {
			s = faults.WithoutPlus(s)
			return "+" + s[:3] + " " + s[3:6] + " " + s[6:]
		}))),
		v("phone-national", "phone-shown", "2.10: a phone number may be written in several ways", faults.OnFound(faults.EditText(faults.LookupProfile+"mobile", func(s string) string { return "0" + faults.WithoutPlus(s)[3:] }))),
		v("email-in-capitals", "email", "the case of an address carries no documented meaning", faults.On(everyLimit, func(c *faults.Call, a *faults.Answer) {
			faults.EditText(faults.CustomerDetails+"email", strings.ToUpper)(c, a)
			faults.EditText(faults.LookupProfile+"email", strings.ToUpper)(c, a)
		})),
		v("available-unmoved", "available", "whether a purchase lowers what is available is not shown", faults.On(everyLimit, func(_ *faults.Call, a *faults.Answer) {
			data, _ := a.Touch().Body()["data"].(faults.Object)
			for _, o := range []any{data, data["credit_limit_details"]} {
				if o, ok := o.(faults.Object); ok && o["available_limit"] != nil {
					o["available_limit"] = o["credit_limit"]
				}
			}
			if info, ok := data["creditLimitInfo"].(faults.Object); ok {
				info["availableLimit"] = info["creditLimit"]
			}
		})),
		v("limits-with-cents", "cents", "2.8: amounts are numbers", faults.On(everyLimit, func(c *faults.Call, a *faults.Answer) {
			for _, path := range []string{"data.credit_limit", "data.credit_limit_details.credit_limit", faults.LookupCredit + "creditLimit"} {
				faults.Compute(path, func(f float64) float64 { return f + 0.75 })(c, a)
			}
		})),
		v("other-limit-status", "limit-status", "3: other values are not shown", faults.On(everyLimit, func(c *faults.Call, a *faults.Answer) {
			faults.Put("data.credit_limit_status", "APPROVED")(c, a)
			faults.Put("data.credit_limit_details.credit_limit_status", "APPROVED")(c, a)
		})),
		v("terms-of-the-last-request", "terms", "1, 2.8: whether the terms of an existing customer follow a later loan_amount is not shown", termsOfTheLastRequest),
		v("zero-terms", "terms", "2.8: what the terms come to is not named", faults.On(limits+" "+faults.VerifyOTP, faults.Put("data.payment_terms.upfront_fees", "0.00"))),
		v("request-id-counted", "request-id", "1: a unique string, of no named form", counted()),
		v("other-otp-words", "words-otp", "4.1: the words of the message are not given", faults.On(faults.SendOTP, func(_ *faults.Call, a *faults.Answer) {
			faults.Change(a.Touch().Body(), "data.message", faults.Constant("Nambari imetumwa ✓"))
			faults.Change(a.Body(), "data", func(v any) any {
				if _, ok := v.(string); ok {
					return "Nambari imetumwa ✓"
				}
				return v
			})
		})),
		v("other-cancel-words", "words-cancel", "4.9: the words of the message are not given", faults.On(faults.CancelItem, func(c *faults.Call, a *faults.Answer) {
			faults.Put("data.message", strings.ToUpper(c.ID)+" — imefutwa")(c, a)
		})),
		v("other-lookup-words", "words-lookup", "4.5: the words of the message are not given", faults.On(faults.Lookup, faults.Put("msg", "Mafanikio"))),
		v("other-invalid-token-words", "words-token", "7: the words of the message are not given", faults.OnInvalidToken(func(b faults.Object) { b["msg"] = "Hati si sahihi" })),
		v("delivery-starts-elsewhere", "first-status", "3: the first status is observed for pick-up at the store only", faults.KeepMember("facility_status", elsewhere)),
		v("currency", "currency", "2.3: the currency is not shown", faults.OnFound(faults.Put(faults.LookupCredit+"currency", "USD"))),
		v("frozen-limit", "frozen", "2.10: a number, of no named meaning", faults.OnFound(faults.Put(faults.LookupCredit+"frozenLimit", json.Number("12.5")))),
		v("profile-picture", "picture", "2.10: a nullable string", inProfile("imageUrl", "https://images.example/1.png")),
		v("profile-bvn", "bvn", "2.10: a nullable string", inProfile("bvnNo", "22200000000")),
		v("profile-passport", "passport", "2.10: a nullable string, by which the customer is found", passports()),
		v("gender-numbers", "gender", "2.10: an integer, of no named meaning", inProfile("gender", json.Number("0"))),
		v("times-in-seconds", "times", "2.10: integer timestamps, of no named unit", faults.OnFound(func(_ *faults.Call, a *faults.Answer) {
			for _, name := range []string{"birthday", "registerTime", "createTime"} {
				faults.Change(a.Touch().Body(), faults.LookupProfile+name, func(any) any { return json.Number("-315619200") })
			}
		})),
		v("order-id-number-on-get", "order-id-shown", "4.7: order_id has no type", faults.On(faults.GetItem, func(_ *faults.Call, a *faults.Answer) {
			faults.Change(a.Touch().Body(), "order_id", func(v any) any { return json.Number(faults.Text(v)) })
		})),
		v("member-numbers", "member", "2.10: memberId is a string, of no named form", memberNumbers()),
	}
	for member, value := range map[string]any{
		"source": "POS ↔ web", "accepted_terms": "pending", "loan_duration": json.Number("36"), "facility_plan": json.Number("0"),
		"interest_rate": json.Number("2.755"), "upfront_fees": json.Number("0"), "item_topup": json.Number("1250.5"), "topup_ref": "T-é-1",
	} {
		all = append(all, v(faults.Kebab("other-"+member), faults.Kebab("record-"+member), "2.3: the value is not named", inRecords(member, value)))
	}
	return all
}

func elsewhere(c *faults.Call, r faults.Object) string {
	for _, item := range c.Items() {
		pickup := r["delivery_option"] == "customer_store_pickup" && r["preferred_option"] == "pick_up"
		if item["item_code"] == r["item_code"] && !pickup {
			return "pending_delivery"
		}
	}
	return faults.Text(r["facility_status"])
}

func shoutUUID(v any) any {
	s, ok := v.(string)
	if ok && len(s) == 36 && strings.Count(s, "-") == 4 {
		return strings.ToUpper(s)
	}
	return v
}

func counted() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return faults.On(faults.SendOTP+" "+faults.VerifyOTP+" "+faults.CreateLimit+" "+faults.FetchLimit, func(_ *faults.Call, a *faults.Answer) {
			a.Touch().Body()["request_id"] = fmt.Sprintf("req/%06d", t.Next(""))
		})(next)
	}
}

// memberNumbers gives each member a number of its own as memberId, and finds the member by it.
func memberNumbers() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		ids := faults.NewStore[string]()
		inner := faults.EditLookup("memberId", func(c *faults.Call) {
			if id, ok := ids.Get(c.Text("value")); ok {
				c.Body["value"] = id
			}
		})(next)
		return faults.OnFound(func(_ *faults.Call, a *faults.Answer) {
			id := faults.Text(faults.Get(a.Body(), faults.LookupProfile+"memberId"))
			number := "M" + strings.ReplaceAll(id, "-", "")[:12]
			ids.Put(number, id)
			faults.Put(faults.LookupProfile+"memberId", number)(nil, a)
			faults.Put(faults.LookupCredit+"memberId", number)(nil, a)
		})(inner)
	}
}

// letterVariants refuse texts and names because of their characters. The specification does not
// show how a service validates (section 7), and sections 2.2 and 2.4 name no permitted
// characters.
func letterVariants() []faults.Variant {
	v := func(id, field, endpoint, pattern string, paths ...string) faults.Variant {
		taken := regexp.MustCompile(pattern)
		return faults.Variant{
			ID: id, Field: field, Why: "7: how values are validated is not shown, and 2.2 and 2.4 name no letters",
			Mutator: faults.Refusing(endpoint, 422, func(c *faults.Call) bool {
				return slices.ContainsFunc(paths, func(path string) bool {
					return slices.ContainsFunc(c.Values(path), func(text string) bool { return !taken.MatchString(text) })
				})
			}),
		}
	}
	const basic = `^[\x{0}-\x{ffff}]*$`
	return []faults.Variant{
		v("texts-of-the-basic-plane", "text-letters", faults.CreateOrder, basic, "items.item_brand", "items.item_description"),
		v("texts-of-ascii", "text-letters", faults.CreateOrder, `^[ -~]*$`, "items.item_brand", "items.item_description", "items.item_code"),
		v("texts-without-markup", "text-letters", faults.CreateOrder, `^[^<>]*$`, "items.item_brand", "items.item_description"),
		v("texts-without-ampersand", "text-letters", faults.CreateOrder, `^[^&]*$`, "items.item_brand", "items.item_description"),
		v("texts-of-letters-digits-and-spaces", "text-letters", faults.CreateOrder, `^[\pL\pN ]*$`, "items.item_brand", "items.item_description"),
		v("work-of-letters-digits-and-spaces", "work-letters", faults.CreateLimit, `^[\pL\pN ]*$`, faults.Employment+"employer", faults.Business+"business_name", faults.Business+"business_location"),
		v("work-with-a-comma", "work-letters", faults.CreateLimit, `, `, faults.Business+"business_location"),
		v("codes-of-letters-and-digits-alone", "text-letters", faults.CreateOrder, `^[A-Za-z0-9]*$`, "items.item_code"),
		v("codes-of-letters-and-digits", "text-letters", faults.CreateOrder, `^[A-Za-z0-9-]*$`, "items.item_code"),
		v("names-of-the-basic-plane", "name-letters", faults.CreateLimit, basic, "first_name", "last_name"),
		v("names-of-ascii", "name-letters", faults.CreateLimit, `^[ -~]*$`, "first_name", "last_name"),
		v("names-of-two-letters-and-more", "name-letters", faults.CreateLimit, `^..+$`, "first_name", "last_name"),
		v("names-of-one-word", "name-letters", faults.CreateLimit, `^[^ ]*$`, "first_name", "last_name"),
	}
}

// termsOfTheLastRequest shows the loan_amount of a customer's last limit request as the principal.
func termsOfTheLastRequest(next faults.Responder) faults.Responder {
	last := faults.NewStore[string]()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if !a.Served() || c.Endpoint != faults.CreateLimit && c.Endpoint != faults.FetchLimit {
			return a
		}
		id := faults.Text(faults.Get(a.Body(), "data.customer_details.id"))
		if c.Endpoint == faults.CreateLimit {
			last.Put(id, c.Text("loan_amount")+".00")
		}
		if principal, ok := last.Get(id); ok {
			faults.Change(a.Touch().Body(), "data.payment_terms.principal_amount", faults.Constant(principal))
		}
		return a
	}
}
