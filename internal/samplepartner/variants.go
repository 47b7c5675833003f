package samplepartner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Variant is a legal way to write requests that the store does not use itself:
// a documented reading, or a freedom that the specification leaves.
type Variant struct {
	ID   string
	Bend func(*Request)
}

// Variants lists legal ways to write requests. The list is the caller's own.
func Variants() []Variant {
	all := append(readingVariants(), freedomVariants()...)
	return append(all, valueVariants()...)
}

// asDigits writes a number as its digits.
func asDigits(endpoint, path string) Variant {
	return Variant{endpoint + "/" + path + "-as-digits", on(endpoint, func(q *Request) {
		names := strings.Split(path, ".")
		last := names[len(names)-1]
		for _, members := range objects(q.Body, names[:len(names)-1]) {
			members[last] = fmt.Sprint(members[last])
		}
	})}
}

func readingVariants() []Variant {
	rename := func(q *Request) {
		for _, item := range objects(q.Body, []string{"items", "#"}) {
			item["item_decriptionn"] = item["item_description"]
			delete(item, "item_description")
		}
	}
	return []Variant{
		asDigits("create-purchases", "order_id"), asDigits("create-purchases", "items.#.item_value"),
		asDigits("create-limit", "loan_amount"), asDigits("create-limit", "employed"), asDigits("create-limit", self+"business_registered"),
		{"otp/heading-path", func(q *Request) { q.Path = strings.Replace(q.Path, "/api/v2/otp/", "/otp/api/v2/", 1) }},
		{"otp/day-first", on("send-otp", func(q *Request) { put(q, "date_of_birth", "31/01/1990") })},
		{"otp/three-letters", on("send-otp", func(q *Request) { put(q, "country_code", "KEN") })},
		{"limit/three-letters", on("create-limit", func(q *Request) { put(q, "country_code", "KEN") })},
		{"phone/no-plus", func(q *Request) { withoutPlus(q, "phone_number") }},
		{"item/other-spelling", on("create-purchases", rename)},
		{"item/no-topup", on("create-purchases", func(q *Request) { drop(q, "items.#.item_topup"); drop(q, "items.#.topup_ref") })},
		{"item/no-options", on("create-purchases", func(q *Request) {
			drop(q, "items.#.delivery_option")
			drop(q, "items.#.preferred_option")
		})},
		{"limit/password", on("create-limit", func(q *Request) { q.Body["password"] = "a long password" })},
		{"limit/mobile-money", on("create-limit", func(q *Request) { put(q, self+"business_payment_type", "mobile_money") })},
		{"limit/other-industry", on("create-limit", func(q *Request) { put(q, self+"business_industry", "Bee keeping") })},
		{"limit/private-job-group", on("create-limit", func(q *Request) {
			for _, detail := range objects(q.Body, []string{"employed_occupational_detail"}) {
				detail["job_group"] = "A"
			}
		})},
		{"update/no-id-in-path", on("update-purchases", func(q *Request) { q.Path = "/api/v2/purchases" })},
		{"bodiless/content-type", func(q *Request) { q.Header.Set("Content-Type", "application/json") }},
	}
}

func withoutPlus(q *Request, name string) {
	if phone, ok := q.Body[name].(string); ok {
		q.Body[name] = strings.TrimPrefix(phone, "+")
	}
}

func freedomVariants() []Variant {
	raw := func(change func([]byte) []byte) func(*Request) {
		return func(q *Request) {
			if q.Body != nil {
				q.rewrite(change)
			}
		}
	}
	return []Variant{
		{"json/indented", raw(func(b []byte) []byte {
			var out bytes.Buffer
			if json.Indent(&out, b, "\t", "  ") != nil {
				return b
			}
			return out.Bytes()
		})},
		{"json/line-end", raw(func(b []byte) []byte { return append(b, '\r', '\n') })},
		{"json/exponent", raw(func(b []byte) []byte { return bytes.Replace(b, []byte(":45000"), []byte(":4.5e4"), 1) })},
		{"json/fraction-of-nothing", raw(func(b []byte) []byte { return bytes.Replace(b, []byte(":15000,"), []byte(":15000.0,"), 1) })},
		{"json/escapes", raw(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("Kilele"), []byte(`Kil\u0065le`)) })},
		{"json/extra-member", func(q *Request) {
			if q.Body != nil {
				q.Body["channel"] = map[string]any{"name": "shop", "till": nil}
			}
		}},
		{"item/extra-member", on("create-purchases", func(q *Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["colour"] = "black"
			}
		})},
		{"header/charset", func(q *Request) {
			if q.Header.Get("Content-Type") != "" {
				q.Header.Set("Content-Type", "application/json; charset=utf-8")
			}
		}},
		{"header/media-case", func(q *Request) {
			if q.Header.Get("Content-Type") != "" {
				q.Header.Set("Content-Type", "Application/JSON")
			}
		}},
		{"header/others", func(q *Request) { q.Header.Set("X-Trace", "1"); q.Header.Set("Cookie", "a=b") }},
		{"header/scheme-case", func(q *Request) {
			q.Header.Set("Authorization", strings.Replace(q.Header.Get("Authorization"), "Bearer", "bearer", 1))
		}},
		{"address/parameter", func(q *Request) { q.ask("trace=1") }},
		{"id/upper-case", func(q *Request) {
			if at := strings.LastIndex(q.Path, "/"); len(q.Path)-at == 37 {
				q.Path = q.Path[:at] + strings.ToUpper(q.Path[at:])
			}
		}},
	}
}

// valueVariants go through every documented value.
func valueVariants() []Variant {
	var all []Variant
	for _, v := range []struct {
		endpoint, path string
		values         []string
	}{
		{"create-purchases", "items.#.item_type", []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"}},
		{"create-purchases", "items.#.delivery_option", []string{"customer_store_pickup", "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"}},
		{"create-purchases", "items.#.preferred_option", []string{"delivery", "pick_up"}},
		{"create-purchases", "items.#.item_brand", []string{"小米", "Bäng & Olufsen", `"quoted"`}},
		{"create-limit", "gender", []string{"male", "female"}},
		{"create-limit", "marital_status", []string{"single", "married"}},
		{"create-limit", emp + "job_level", []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}},
		{"create-limit", emp + "payment_type", []string{"bank", "mpesa", "cash"}},
		{"create-limit", emp + "job_group", []string{"A", "B", "S", "T"}},
		{"create-limit", emp + "job_function", []string{"Agriculture &Farming", "Other", "Hospitality/Leisure & Travel"}},
		{"create-limit", self + "business_type", []string{"student", "freelancer", "sole_proprietorship", "partnership", "limited_company"}},
		{"create-limit", self + "business_payment_type", []string{"mpesa", "bank", "cash"}},
		{"update-purchases", "items.#.facility_status", []string{"collected_by_agent", "pending_collection_customer", "on_its_way"}},
	} {
		for _, value := range v.values {
			all = append(all, Variant{v.endpoint + "/" + v.path + "=" + value, on(v.endpoint, func(q *Request) { put(q, v.path, value) })})
		}
	}
	return append(all, lookupVariants()...)
}

// lookupVariants ask by every query field, each with values that it can have.
func lookupVariants() []Variant {
	var all []Variant
	for _, query := range [][2]string{
		{"mobile", "+254700000001"}, {"mobile", "0700 000-001"}, {"phoneNumber", "254700000001"}, {"phoneNumber", "(0700) 000.001"},
		{"memberId", "5f0c1c1e-0000-4000-8000-000000000001"}, {"memberId", "M/17"}, {"NATIONAL_ID", "10000001"}, {"NATIONAL_ID", "AB 12-C"},
		{"email", "wanjiru@customers.example"}, {"email", "用户@例え.jp"}, {"PASSPORT", "C01X00T47"},
	} {
		all = append(all, Variant{"customer-lookup/" + query[0] + "=" + query[1], on("customer-lookup", func(q *Request) {
			q.Body["queryFieldEnum"], q.Body["value"] = query[0], query[1]
		})})
	}
	return all
}
