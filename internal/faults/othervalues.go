package faults

import (
	"encoding/json"
	"fmt"
	"strings"
)

// valueVariants answer with other values where the specification names none.
func valueVariants() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	const limits = createLimit + " " + fetchLimit
	const items = createOrder + " " + getItem + " " + updateItems
	const everyLimit = limits + " " + verifyOTP + " " + lookup
	inRecords := func(member string, value any) plant { return on(items, put("data.*."+member, value)) }
	inProfile := func(member string, value any) plant { return onFound(put(profile+member, value)) }
	all := []Variant{
		v("uuids-in-capitals", "uuids", "RFC 9562: UUIDs have no case", on(everyEndpoint, func(_ *call, a *answer) { a.tree = walk(a.touch().body(), shoutUUID) })),
		v("uuids-in-capitals-on-get", "uuids", "RFC 9562: UUIDs have no case", on(getItem+" "+fetchLimit, func(_ *call, a *answer) { a.tree = walk(a.touch().body(), shoutUUID) })),
		v("phone-normalised", "phone-shown", "2.8: a phone number may be written in several ways", on(limits, amended(details+"mobile_number", digits))),
		v("phone-spaced", "phone-shown", "2.8: a phone number may be written in several ways", on(limits, amended(details+"mobile_number", func(s string) string {
			s = digits(s)
			return "+" + s[:3] + " " + s[3:6] + " " + s[6:]
		}))),
		v("phone-national", "phone-shown", "2.10: a phone number may be written in several ways", onFound(amended(profile+"mobile", func(s string) string { return "0" + digits(s)[3:] }))),
		v("email-in-capitals", "email", "the case of an address carries no documented meaning", on(everyLimit, func(c *call, a *answer) {
			amended(details+"email", strings.ToUpper)(c, a)
			amended(profile+"email", strings.ToUpper)(c, a)
		})),
		v("available-unmoved", "available", "whether a purchase lowers what is available is not shown", on(everyLimit, func(_ *call, a *answer) {
			data, _ := a.touch().body()["data"].(object)
			for _, o := range []any{data, data["credit_limit_details"]} {
				if o, ok := o.(object); ok && o["available_limit"] != nil {
					o["available_limit"] = o["credit_limit"]
				}
			}
			if info, ok := data["creditLimitInfo"].(object); ok {
				info["availableLimit"] = info["creditLimit"]
			}
		})),
		v("limits-with-cents", "cents", "2.8: amounts are numbers", on(everyLimit, func(c *call, a *answer) {
			for _, path := range []string{"data.credit_limit", "data.credit_limit_details.credit_limit", credit + "creditLimit"} {
				computed(path, func(f float64) float64 { return f + 0.75 })(c, a)
			}
		})),
		v("other-limit-status", "limit-status", "3: other values are not shown", on(everyLimit, func(c *call, a *answer) {
			put("data.credit_limit_status", "APPROVED")(c, a)
			put("data.credit_limit_details.credit_limit_status", "APPROVED")(c, a)
		})),
		v("zero-terms", "terms", "2.8: what the terms come to is not named", on(limits+" "+verifyOTP, put("data.payment_terms.upfront_fees", "0.00"))),
		v("request-id-counted", "request-id", "1: a unique string, of no named form", counted()),
		v("other-otp-words", "words-otp", "4.1: the words of the message are not given", on(sendOTP, func(_ *call, a *answer) {
			change(a.touch().body(), "data.message", constant("Nambari imetumwa ✓"))
			change(a.body(), "data", func(v any) any {
				if _, ok := v.(string); ok {
					return "Nambari imetumwa ✓"
				}
				return v
			})
		})),
		v("other-cancel-words", "words-cancel", "4.9: the words of the message are not given", on(cancelItem, func(c *call, a *answer) {
			put("data.message", strings.ToUpper(c.id)+" — imefutwa")(c, a)
		})),
		v("other-lookup-words", "words-lookup", "4.5: the words of the message are not given", on(lookup, put("msg", "Mafanikio"))),
		v("other-invalid-token-words", "words-token", "7: the words of the message are not given", onInvalidToken(func(b object) { b["msg"] = "Hati si sahihi" })),
		v("delivery-starts-elsewhere", "first-status", "3: the first status is observed for pick-up at the store only", kept("facility_status", elsewhere)),
		v("currency", "currency", "2.3: the currency is not shown", onFound(put(credit+"currency", "USD"))),
		v("frozen-limit", "frozen", "2.10: a number, of no named meaning", onFound(put(credit+"frozenLimit", json.Number("12.5")))),
		v("profile-picture", "picture", "2.10: a nullable string", inProfile("imageUrl", "https://images.example/1.png")),
		v("profile-bvn", "bvn", "2.10: a nullable string", inProfile("bvnNo", "22200000000")),
		v("profile-passport", "passport", "2.10: a nullable string, by which the customer is found", passports()),
		v("gender-numbers", "gender", "2.10: an integer, of no named meaning", inProfile("gender", json.Number("0"))),
		v("times-in-seconds", "times", "2.10: integer timestamps, of no named unit", onFound(func(_ *call, a *answer) {
			for _, name := range []string{"birthday", "registerTime", "createTime"} {
				change(a.touch().body(), profile+name, func(any) any { return json.Number("-315619200") })
			}
		})),
		v("member-numbers", "member", "2.10: memberId is a string, of no named form", memberNumbers()),
	}
	for member, value := range map[string]any{
		"source": "POS ↔ web", "accepted_terms": "pending", "loan_duration": json.Number("36"), "facility_plan": json.Number("0"),
		"interest_rate": json.Number("2.755"), "upfront_fees": json.Number("0"), "item_topup": json.Number("1250.5"), "topup_ref": "T-é-1",
	} {
		all = append(all, v(kebab("other-"+member), kebab("record-"+member), "2.3: the value is not named", inRecords(member, value)))
	}
	return all
}

func elsewhere(c *call, r object) string {
	for _, item := range c.items() {
		pickup := r["delivery_option"] == "customer_store_pickup" && r["preferred_option"] == "pick_up"
		if item["item_code"] == r["item_code"] && !pickup {
			return "pending_delivery"
		}
	}
	return text(r["facility_status"])
}

func shoutUUID(v any) any {
	s, ok := v.(string)
	if ok && len(s) == 36 && strings.Count(s, "-") == 4 {
		return strings.ToUpper(s)
	}
	return v
}

func counted() plant {
	return func(next server) server {
		t := newTally()
		return on(sendOTP+" "+verifyOTP+" "+createLimit+" "+fetchLimit, func(_ *call, a *answer) {
			a.touch().body()["request_id"] = fmt.Sprintf("req/%06d", t.next(""))
		})(next)
	}
}

// memberNumbers names members by a number of its own, and finds them by it.
func memberNumbers() plant {
	return func(next server) server {
		ids := newNotes[string]()
		inner := seeking("memberId", func(c *call) {
			if id, ok := ids.get(c.text("value")); ok {
				c.body["value"] = id
			}
		})(next)
		return onFound(func(_ *call, a *answer) {
			id := text(get(a.body(), profile+"memberId"))
			number := "M" + strings.ReplaceAll(id, "-", "")[:12]
			ids.put(number, id)
			put(profile+"memberId", number)(nil, a)
			put(credit+"memberId", number)(nil, a)
		})(inner)
	}
}
