package partner

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// Variants lists legal ways to write requests that the sample partner does not use: a documented
// reading, or a choice that the specification leaves open. A store can have several of them. Then
// it chooses its values first, and then how it writes them. A variant without a field decides
// something that no other variant decides. The caller may change the returned slice.
func Variants() []faults.Variant {
	all := slices.Concat(valueVariants(), legalRequestVariants(), readingVariants(), freedomVariants(), servedVariants(), loanVariants())
	for i := range all {
		all[i].Field = cmp.Or(all[i].Field, all[i].ID)
	}
	slices.SortFunc(all, func(a, b faults.Variant) int { return cmp.Compare(a.ID, b.ID) }) // for the same sets from the same seed
	return all
}

// These are what more than one kind of variant decides.
const (
	country  = "country_code"
	lastName = "last_name"
	birth    = "date_of_birth"
)

// asDigits writes a number or a boolean as text.
func asDigits(endpoint, path string) faults.Variant {
	return faults.Variant{ID: endpoint + "/" + path + "-as-digits", EditRequest: on(endpoint, func(q *samplepartner.Request) {
		names := strings.Split(path, ".")
		last := names[len(names)-1]
		for _, members := range objects(q.Body, names[:len(names)-1]) {
			members[last] = fmt.Sprint(members[last])
		}
	})}
}

func readingVariants() []faults.Variant {
	rename := func(q *samplepartner.Request) {
		for _, item := range objects(q.Body, []string{"items", "#"}) {
			item["item_decriptionn"] = item["item_description"]
			delete(item, "item_description")
		}
	}
	return []faults.Variant{
		asDigits("create-purchases", "order_id"), asDigits("create-purchases", "items.#.item_value"),
		asDigits("create-limit", "loan_amount"), asDigits("create-limit", "employed"), asDigits("create-limit", self+"business_registered"),
		{ID: "otp/heading-path", EditRequest: func(q *samplepartner.Request) { q.Path = strings.Replace(q.Path, "/api/v2/otp/", "/otp/api/v2/", 1) }},
		{ID: "otp/day-first", Field: birth, EditRequest: on("send-otp", func(q *samplepartner.Request) { put(q, "date_of_birth", "31/01/1990") })},
		{ID: "otp/three-letters", Field: country, EditRequest: on("send-otp", func(q *samplepartner.Request) { put(q, "country_code", "KEN") })},
		{ID: "limit/three-letters", Field: country, EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, "country_code", "KEN") })},
		{ID: "phone/no-plus", Field: "plus", EditRequest: func(q *samplepartner.Request) { withoutPlus(q, "phone_number") }},
		{ID: "phone/hyphens", Field: "separators", EditRequest: func(q *samplepartner.Request) { writePhone(q, "-", "-") }},
		{ID: "phone/dots", Field: "separators", EditRequest: func(q *samplepartner.Request) { writePhone(q, ".", ".") }},
		{ID: "phone/brackets", Field: "separators", EditRequest: func(q *samplepartner.Request) { writePhone(q, " (", ") ") }},
		{ID: "item/other-spelling", Field: "spelling", EditRequest: on("create-purchases", rename)},
		{ID: "item/both-spellings", Field: "spelling", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["item_decriptionn"] = item["item_description"]
			}
		})},
		{ID: "item/no-topup", EditRequest: on("create-purchases", func(q *samplepartner.Request) { drop(q, "items.#.item_topup"); drop(q, "items.#.topup_ref") })},
		{ID: "item/no-options", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			drop(q, "items.#.delivery_option")
			drop(q, "items.#.preferred_option")
		})},
		{ID: "limit/password", Field: "password", EditRequest: on("create-limit", func(q *samplepartner.Request) { q.Body["password"] = "a long password" })},
		{ID: "limit/mobile-money", Field: "create-limit/" + self + "business_payment_type", EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, self+"business_payment_type", "mobile_money") })},
		{ID: "limit/other-industry", EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, self+"business_industry", "Bee keeping") })},
		{ID: "limit/private-job-group", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			for _, detail := range objects(q.Body, []string{"employed_occupational_detail"}) {
				detail["job_group"] = "A"
			}
		})},
		{ID: "update/no-id-in-path", EditRequest: on("update-purchases", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases" })},
		{ID: "bodiless/content-type", EditRequest: func(q *samplepartner.Request) { q.Header.Set("Content-Type", "application/json") }},
	}
}

func withoutPlus(q *samplepartner.Request, name string) {
	if phone, ok := q.Body[name].(string); ok {
		q.Body[name] = strings.TrimPrefix(phone, "+")
	}
}

// memberName is the name of a member in JSON.
var memberName = regexp.MustCompile(`"[a-zA-Z][a-zA-Z_]*":`)

// plainID matches the id numbers of the sample partner.
var plainID = regexp.MustCompile(`^[0-9]{8}$`)

// countryAndOperator matches the beginning of the phone numbers of the sample partner.
var countryAndOperator = regexp.MustCompile(`^(\+?254)([0-9]{3})`)

// writePhone writes separators around the three digits that follow the country code.
func writePhone(q *samplepartner.Request, before, behind string) {
	if phone, ok := q.Body["phone_number"].(string); ok {
		q.Body["phone_number"] = countryAndOperator.ReplaceAllString(phone, "${1}"+before+"${2}"+behind)
	}
}

func freedomVariants() []faults.Variant {
	raw := func(change func([]byte) []byte) func(*samplepartner.Request) {
		return func(q *samplepartner.Request) {
			if q.Body != nil {
				q.RewriteBody(change)
			}
		}
	}
	return []faults.Variant{
		{ID: "json/indented", EditRequest: raw(func(b []byte) []byte {
			var out bytes.Buffer
			if json.Indent(&out, b, "\t", "  ") != nil {
				return b
			}
			return out.Bytes()
		})},
		{ID: "json/line-end", EditRequest: raw(func(b []byte) []byte { return append(b, '\r', '\n') })},
		{ID: "json/exponent", EditRequest: raw(func(b []byte) []byte { return bytes.Replace(b, []byte(":45000"), []byte(":4.5e4"), 1) })},
		{ID: "json/fraction-of-nothing", EditRequest: raw(func(b []byte) []byte { return bytes.Replace(b, []byte(":15000,"), []byte(":15000.0,"), 1) })},
		{ID: "json/escapes", EditRequest: raw(func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("Kilele"), []byte(`Kil\u0065le`)) })},
		{ID: "json/escaped-names", EditRequest: raw(func(b []byte) []byte {
			return memberName.ReplaceAllFunc(b, func(name []byte) []byte { return fmt.Appendf(nil, `"\u%04X%s`, name[1], name[2:]) })
		})},
		{ID: "json/extra-member", EditRequest: func(q *samplepartner.Request) {
			if q.Body != nil {
				q.Body["channel"] = map[string]any{"name": "shop", "till": nil}
			}
		}},
		{ID: "json/extra-member-twice", EditRequest: raw(func(b []byte) []byte { return bytes.Replace(b, []byte("{"), []byte(`{"note":1,"note":1,`), 1) })},
		{ID: "json/extra-member-huge", EditRequest: raw(func(b []byte) []byte { return bytes.Replace(b, []byte("{"), []byte(`{"note":1e400,`), 1) })},
		{ID: "item/extra-member", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["colour"] = "black"
			}
		})},
		{ID: "header/charset", Field: "media type", EditRequest: func(q *samplepartner.Request) {
			if q.Header.Get("Content-Type") != "" {
				q.Header.Set("Content-Type", "application/json; charset=utf-8")
			}
		}},
		{ID: "header/media-case", Field: "media type", EditRequest: func(q *samplepartner.Request) {
			if q.Header.Get("Content-Type") != "" {
				q.Header.Set("Content-Type", "Application/JSON")
			}
		}},
		{ID: "header/others", EditRequest: func(q *samplepartner.Request) { q.Header.Set("X-Trace", "1"); q.Header.Set("Cookie", "a=b") }},
		{ID: "header/nonce-in-braces", Field: "nonce", EditRequest: on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Noncestr", "{"+q.Header.Get("Noncestr")+"}")
		})},
		{ID: "header/timestamp-in-words", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "Montag, 23. November 2026")},
		{ID: "header/timestamp-day-first", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "2026-23-11T23:59:60Z")},
		{ID: "header/timestamp-in-letters", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "lxyzabcd")},
		{ID: "header/timestamp-of-http", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "Mon, 23 Nov 2026 14:05:30 GMT")},
		{ID: "header/timestamp-compact", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "20261123140530")},
		{ID: "header/timestamp-without-zone", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "2026-11-23 14:05")},
		{ID: "header/timestamp-zero", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "0")},
		{ID: "header/timestamp-constant", Field: "timestamp", EditRequest: lookupHeader("Timestamp", "20261123")},
		{ID: "header/nonce-of-the-time", Field: "nonce", EditRequest: on("customer-lookup", func(q *samplepartner.Request) {
			at := fmt.Sprintf("20261123T17000%d000Z", q.Nth)
			q.Header.Set("Noncestr", at)
			q.Header.Set("Timestamp", at)
		})},
		{ID: "header/nonces-of-test-data", Field: "nonce", EditRequest: on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Noncestr", fmt.Sprint("nonce-", q.Nth)) })},
		{ID: "header/sign-as-json", Field: "sign", EditRequest: lookupHeader("Sign", `{"alg":"HS256","sig":"bQ=="}`)},
		{ID: "header/sign-in-letters", Field: "sign", EditRequest: lookupHeader("Sign", "bQ==")},
		{ID: "header/scheme-case", EditRequest: func(q *samplepartner.Request) {
			q.Header.Set("Authorization", strings.Replace(q.Header.Get("Authorization"), "Bearer", "bearer", 1))
		}},
		{ID: "address/parameter", EditRequest: func(q *samplepartner.Request) { q.AddQuery("trace=1") }},
		{ID: "address/otp-flag", EditRequest: on("verify-otp", func(q *samplepartner.Request) { q.AddQuery("otp=sms&sign=yes") })},
		{ID: "address/id-number", EditRequest: on("send-otp", func(q *samplepartner.Request) { q.AddQuery(fmt.Sprint("id=", q.Body["id_number"])) })},
		{ID: "address/letters-escaped", EditRequest: func(q *samplepartner.Request) {
			q.Path = strings.NewReplacer("purchases", "purch%61ses", "/api/v2", "/%61pi/v%32", "limits", "l%69mits").Replace(q.Path)
		}},
		{ID: "id/upper-case", EditRequest: func(q *samplepartner.Request) {
			if at := strings.LastIndex(q.Path, "/"); len(q.Path)-at == 37 {
				q.Path = q.Path[:at] + strings.ToUpper(q.Path[at:])
			}
		}},
	}
}

// lookupHeader sets a header of the lookup. The specification shows no form for these headers.
func lookupHeader(name, value string) func(*samplepartner.Request) {
	return on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, value) })
}

// valueVariants use every documented value, and unusual legal values of other members.
func valueVariants() []faults.Variant {
	var all []faults.Variant
	for _, v := range []struct {
		endpoint, path string
		values         []string
	}{
		{"create-purchases", "items.#.item_type", []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"}},
		{"create-purchases", "items.#.delivery_option", []string{"customer_store_pickup", "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"}},
		{"create-purchases", "items.#.preferred_option", []string{"delivery", "pick_up"}},
		{"create-purchases", "items.#.item_brand", []string{"小米", "Bäng & Olufsen", `"quoted"`, "None", "{X}", "$avvy", "None Better", "[sic]", "#1 Home", "~Casa", "Array"}},
		{"create-purchases", "items.#.item_description", []string{`Cable <3 m> & "plug"`, "100% cotton &amp; 50%20", "<new>", "&lt;new&gt;", "{blue}", "Model {A}", "Case ${HOME} print", "${5}", "$ave 20% on TVs, 5 % off", "Array of 12 solar cells", "second_hand", "Value #1 @ home"}},
		{"create-limit", "gender", []string{"male", "female"}},
		{"create-limit", emp + "employer", []string{"Null & Sons", "Undefined Ltd", "Array Ltd", "@Work", "@Source"}},
		{"create-limit", self + "business_location", []string{"Nan, Thailand", "Nil, France"}},
		{"create-limit", "marital_status", []string{"single", "married"}},
		{"create-limit", emp + "job_level", []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}},
		{"create-limit", emp + "payment_type", []string{"bank", "mpesa", "cash"}},
		{"create-limit", emp + "job_group", []string{"A", "B", "S", "T"}},
		{"create-limit", emp + "job_function", []string{"Agriculture &Farming", "Other", "Hospitality/Leisure & Travel"}},
		{"create-limit", self + "business_type", []string{"student", "freelancer", "sole_proprietorship", "partnership", "limited_company"}},
		{"create-limit", self + "business_payment_type", []string{"mpesa", "bank", "cash"}},
		{"update-purchases", "items.#.facility_status", []string{"collected_by_agent", "pending_collection_customer", "on_its_way", "none_left", "COLLECTED", "Collected by agent Kamau", "colected_by_agent"}},
	} {
		for _, value := range v.values {
			all = append(all, faults.Variant{ID: v.endpoint + "/" + v.path + "=" + value, Field: v.endpoint + "/" + v.path, EditRequest: on(v.endpoint, func(q *samplepartner.Request) { put(q, v.path, value) })})
		}
	}
	for _, code := range []string{"{5F0C1C1E-0000-4000-8000-000000000001}", "NULL-1", "TRUE 100", "TRUE", "NIL", "NAN", "1E400"} {
		all = append(all, faults.Variant{ID: "create-purchases/items.#.item_code=" + code, Field: "item_code", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			objects(q.Body, []string{"items", "#"})[0]["item_code"] = code
		})})
	}
	return append(append(all, detailVariants()...), lookupVariants()...)
}

// detailVariants have unusual details of a customer. Each request for the customer has the same ones.
func detailVariants() []faults.Variant {
	var all []faults.Variant
	for _, code := range []string{"UG", "ke", "SSD", "BQ", "gbr", "ROU"} {
		all = append(all, faults.Variant{ID: "create-limit/country_code=" + code, Field: country, EditRequest: func(q *samplepartner.Request) { put(q, "country_code", code) }})
	}
	for _, email := range []string{"A.b+shop@Sub.Example.co.ke", "o'neil@example.museum"} { // of one customer
		all = append(all, faults.Variant{ID: "create-limit/email=" + email, Field: "create-limit/email", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth == 1 {
				put(q, "email", email)
			}
		})})
	}
	for _, form := range []string{"XX%s", "X%sL"} { // of another country
		all = append(all, faults.Variant{ID: "create-limit/id_number=" + fmt.Sprintf(form, "1234567"), Field: "id_number", EditRequest: func(q *samplepartner.Request) {
			for _, member := range []string{"id_number", "value"} { // a lookup has it as its value
				if id, ok := q.Body[member].(string); ok && plainID.MatchString(id) {
					q.Body[member] = fmt.Sprintf(form, id)
				}
			}
		}})
	}
	for _, name := range []string{"Null", "O'Brien", "Todo", "d'Array", "-"} { // as on the ID card
		all = append(all, faults.Variant{ID: "create-limit/last_name=" + name, Field: lastName, EditRequest: func(q *samplepartner.Request) { put(q, "last_name", name) }})
	}
	return all
}

// lookupVariants look up by every query field, each with values that the field can have.
func lookupVariants() []faults.Variant {
	var all []faults.Variant
	for _, query := range [][2]string{
		{"mobile", "+254700000001"}, {"mobile", "0700 000-001"}, {"phoneNumber", "254700000001"}, {"phoneNumber", "(0700) 000.001"},
		{"memberId", "5f0c1c1e-0000-4000-8000-000000000001"}, {"memberId", "M/17"}, {"NATIONAL_ID", "1000001"}, {"NATIONAL_ID", "AB 12-C"},
		{"email", "wanjiru@customers.example"}, {"email", "用户@例え.jp"}, {"PASSPORT", "C01X00T47"}, {"PASSPORT", "NULLA 7"},
		{"mobile", "+254 (0)700 000001"}, {"PASSPORT", "1000001"}, {"memberId", "1000001"}, {"memberId", "+254700000001"}, {"NATIONAL_ID", "Mina"},
		{"NATIONAL_ID", "00000001"}, {"NATIONAL_ID", "11000001"}, {"NATIONAL_ID", "711000001"},
		{"NATIONAL_ID", "K-1"}, {"memberId", "1001"}, {"memberId", "KE"}, {"mobile", "01/31/1991"},
	} {
		all = append(all, faults.Variant{ID: "customer-lookup/" + query[0] + "=" + query[1], Field: "query", EditRequest: on("customer-lookup", func(q *samplepartner.Request) {
			q.Body["queryFieldEnum"], q.Body["value"] = query[0], query[1]
		})})
	}
	return all
}
