package samplepartner

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// clientFaults are what real clients get wrong beyond the shape of a member:
// tokens, texts that hold nothing, amounts out of floats, labels in the place of
// values, dates as people write them, ids from elsewhere.
func clientFaults() []Fault {
	all := append(tokenFaults(), mediaFaults()...)
	all = append(all, blankFaults()...)
	all = append(all, writingFaults()...)
	return append(all, idFaults()...)
}

func tokenFaults() []Fault {
	var all []Fault
	for _, e := range shapes {
		add := func(how, why string, bend func(*Request)) {
			all = append(all, Fault{ID: e.name + "/" + how, Breaks: e.prefix + "-02", Why: e.name + " carries " + why, Bend: bend})
		}
		token := func(make func(string) string) func(*Request) {
			return on(e.name, func(q *Request) {
				q.Header.Set("Authorization", "Bearer "+make(q.Token))
			})
		}
		add("example-token", "the token of the documentation", token(func(string) string { return "<ACCESS_TOKEN>" }))
		add("quoted-token", "the token in quotes", token(func(t string) string { return `"` + t + `"` }))
		switch e.name {
		case "cancel-purchase":
			add("double-bearer", "the word Bearer twice", token(func(t string) string { return "Bearer " + t }))
		case "update-purchases":
			add("two-authorizations", "two Authorization headers", on(e.name, func(q *Request) { q.Header.Add("Authorization", "Bearer old") }))
		default:
			add("token-goes-stale", "the token of yesterday from its second call on", from(2, e.name, func(q *Request) { q.Header.Set("Authorization", "Bearer yesterdays-token") }))
		}
	}
	return append(all,
		Fault{"send-otp/token-in-capitals", "PSO-02", "the token was put into capitals", on("send-otp", func(q *Request) {
			q.Header.Set("Authorization", "Bearer "+strings.ToUpper(q.Token))
		})},
		Fault{"create-purchases/token-cut-off", "PCP-02", "the token has lost its last character", on("create-purchases", func(q *Request) {
			q.Header.Set("Authorization", "Bearer "+q.Token[:len(q.Token)-1])
		})})
}

// mediaFaults are bodies that are JSON but do not say so, or say so and are not.
func mediaFaults() []Fault {
	var all []Fault
	for i, e := range shapes {
		if e.bodiless {
			continue
		}
		media := []string{"application/json, application/json", "json", "application/json; charset", "text/json", "application/x-json", "application/json charset=utf-8"}[i%6]
		all = append(all,
			Fault{e.name + "/odd-content-type", e.prefix + "-03", "the Content-Type is " + media, on(e.name, func(q *Request) { q.Header.Set("Content-Type", media) })},
			Fault{e.name + "/form-body", e.prefix + "-04", "the body is a form", on(e.name, func(q *Request) { q.rewrite(func([]byte) []byte { return asForm(q.Body) }) })},
			Fault{e.name + "/byte-order-mark", e.prefix + "-04", "a byte order mark stands before the body", on(e.name, func(q *Request) {
				q.rewrite(func(b []byte) []byte { return append([]byte("\ufeff"), b...) })
			})})
	}
	return all
}

func asForm(body map[string]any) []byte {
	form := make(url.Values)
	for name, value := range body {
		form.Set(name, fmt.Sprint(value))
	}
	return []byte(form.Encode())
}

// blankFaults are required texts with nothing in them.
func blankFaults() []Fault {
	var all []Fault
	for i, m := range []struct{ endpoint, path, owner string }{
		{"send-otp", "id_number", "PSO-09"}, {"send-otp", "first_name", "PSO-09"}, {"send-otp", "last_name", "PSO-09"}, {"send-otp", "country_code", "PSO-09"},
		{"verify-otp", "id_number", "PVO-11"}, {"verify-otp", "phone_number", "PVO-11"},
		{"create-limit", "first_name", "PCL-26"}, {"create-limit", "last_name", "PCL-26"}, {"create-limit", "id_number", "PCL-26"},
		{"create-limit", "phone_number", "PCL-26"}, {"create-limit", emp + "employer", "PCL-26"}, {"create-limit", self + "business_name", "PCL-26"},
		{"create-limit", self + "business_location", "PCL-26"}, {"create-limit", self + "business_industry", "PCL-26"},
		{"create-purchases", "items.#.item_brand", "PCP-18"}, {"create-purchases", "items.#.item_description", "PCP-18"}, {"create-purchases", "items.#.item_code", "PCP-18"},
		{"update-purchases", "items.#.facility_status", "PUP-11"}, {"customer-lookup", "value", "PLK-12"},
	} {
		blank := []string{"", "  ", "\t", "\u00a0"}[i%4]
		all = append(all, Fault{m.endpoint + "/" + m.path + "-blank", m.owner, m.path + " is blank", on(m.endpoint, func(q *Request) { put(q, m.path, blank) })})
	}
	for _, m := range []struct {
		endpoint, path, owner string
		value                 any
	}{
		{"create-limit", "loan_amount", "PCL-27", -1}, {"create-limit", emp + "net_income", "PCL-27", -120000}, {"create-limit", emp + "expenses", "PCL-27", -1},
		{"create-limit", self + "gross_monthly_revenue", "PCL-27", -250000}, {"create-limit", self + "average_monthly_expenses", "PCL-27", -3},
		{"create-limit", self + "average_monthly_personal_expense", "PCL-27", -40000}, {"create-purchases", "items.#.item_value", "PCP-19", -15000},
	} {
		all = append(all, Fault{m.endpoint + "/" + m.path + "-negative", m.owner, m.path + " is negative", on(m.endpoint, func(q *Request) { put(q, m.path, m.value) })})
	}
	return append(all,
		Fault{"create-purchases/last-code-blank", "PCP-18", "the last item of several has a blank code", lastItem("create-purchases", func(m map[string]any) { m["item_code"] = " " })},
		Fault{"create-purchases/discount-as-item", "PCP-19", "a discount is sent as an item with a negative price", lastItem("create-purchases", func(m map[string]any) { m["item_value"] = -500 })},
		Fault{"create-purchases/no-items", "PCP-20", "an order has no item", on("create-purchases", func(q *Request) { q.Body["items"] = []any{} })},
		Fault{"create-purchases/second-without-items", "PCP-20", "the second order has no item", from(2, "create-purchases", func(q *Request) { q.Body["items"] = []any{} })},
		Fault{"update-purchases/no-items", "PUP-12", "an update names no item", on("update-purchases", func(q *Request) { q.Body["items"] = []any{} })},
		Fault{"update-purchases/second-without-items", "PUP-12", "the second update names no item", from(2, "update-purchases", func(q *Request) { q.Body["items"] = []any{} })})
}

// lastItem bends the last of several items.
func lastItem(endpoint string, bend func(map[string]any)) func(*Request) {
	return on(endpoint, func(q *Request) {
		items := objects(q.Body, []string{"items", "#"})
		if len(items) > 1 {
			bend(items[len(items)-1])
		}
	})
}

// writingFaults write a value as a person or a library would, and not as the
// tables do.
func writingFaults() []Fault {
	var all []Fault
	for _, m := range []struct {
		endpoint, path, owner, how string
		value                      any
	}{
		{"create-limit", "loan_amount", "PCL-11", "out-of-a-float", 49999.99999}, {"create-limit", "loan_amount", "PCL-11", "exponent-in-text", "5e4"},
		{"create-limit", "loan_amount", "PCL-11", "with-cents", "45000.00"}, {"create-limit", "loan_amount", "PCL-11", "with-currency", "KES 45000"},
		{"create-limit", emp + "net_income", "PCL-16", "out-of-a-float", 119999.99999999999}, {"create-limit", emp + "expenses", "PCL-16", "grouped", "40,000"},
		{"create-limit", self + "gross_monthly_revenue", "PCL-21", "in-thousands", "250k"}, {"create-limit", self + "average_monthly_expenses", "PCL-21", "out-of-a-float", 0.1 + 0.2},
		{"create-purchases", "items.#.item_value", "PCP-15", "out-of-a-float", 15000.000001}, {"create-purchases", "items.#.item_value", "PCP-15", "with-currency", "KSh 15000"},
		{"create-purchases", "items.#.item_value", "PCP-15", "grouped-by-space", "15 000"}, {"create-purchases", "order_id", "PCP-07", "with-prefix", "SO-1001"},
		{"create-purchases", "order_id", "PCP-07", "grouped", "1,001"}, {"verify-otp", "item_value", "PVO-07", "exponent-in-text", "1.5e3"},
		{"verify-otp", "item_value", "PVO-07", "wide-digits", "１５００"}, {"verify-otp", "otp", "PVO-08", "grouped", "123 456"},
		{"create-purchases", "items.#.delivery_option", "PCP-12", "label", "Store delivery"}, {"create-purchases", "items.#.delivery_option", "PCP-12", "capitals", "STORE_DELIVERY"},
		{"create-purchases", "items.#.preferred_option", "PCP-13", "label", "Pick up"}, {"create-purchases", "items.#.item_type", "PCP-09", "label", "Home theater"},
		{"create-purchases", "items.#.facility_plan", "PCP-14", "label", "Provider regular plan"}, {"create-purchases", "items.#.facility_plan", "PCP-14", "as-answered", 1},
		{"create-limit", emp + "employer_sector", "PCL-19", "label", "Private sector"}, {"create-limit", emp + "payment_type", "PCL-19", "label", "M-Pesa"},
		{"create-limit", "gender", "PCL-09", "as-in-the-lookup", 1}, {"create-limit", "marital_status", "PCL-09", "trailing-space", "married "},
		{"create-limit", emp + "job_level", "PCL-17", "hyphen", "Mid-level manager"}, {"create-limit", emp + "job_function", "PCL-18", "label", "Information Technology"},
		{"create-limit", self + "business_type", "PCL-22", "label", "Limited Company"}, {"create-limit", self + "business_payment_type", "PCL-23", "label", "Mobile Money"},
		{"create-limit", "employed", "PCL-14", "capitals", "TRUE"}, {"create-limit", "employed", "PCL-14", "digit-in-text", "1"}, {"create-limit", self + "business_registered", "PCL-25", "no", "no"},
		{"create-limit", self + "business_registered", "PCL-25", "capital", "True"}, {"create-limit", "date_of_birth", "PCL-10", "in-words", "31 Jan 1990"},
		{"create-limit", "date_of_birth", "PCL-10", "with-time", "1990-01-31T00:00:00.000Z"}, {"create-limit", "date_of_birth", "PCL-10", "dashes", "01-31-1990"},
		{"create-limit", "date_of_birth", "PCL-10", "blank", ""}, {"send-otp", "date_of_birth", "PSO-08", "in-words", "January 31, 1990"},
		{"send-otp", "date_of_birth", "PSO-08", "dashes", "31-01-1990"}, {"send-otp", "phone_number", "PSO-06", "blank", " "}, {"send-otp", "phone_number", "PSO-06", "two-zeros", "00254711000001"},
		{"create-limit", emp + "job_group", "PCL-20", "with-words", "Job Group K"}, {"create-limit", "email", "PCL-07", "blank", ""}, {"create-limit", "country_code", "PCL-08", "dialling", "+254"},
		{"create-limit", "referral_source", "PCL-12", "lower-case", "reference-store"}, {"create-limit", "referral_source", "PCL-12", "blank", ""},
		{"create-purchases", "items.#.store_key", "PCP-11", "store-name", "Reference Store"}, {"create-purchases", "items.#.store_key", "PCP-11", "trailing-space", "REFERENCE-STORE "},
		{"create-purchases", "items", "PCP-08", "json-in-text", `[{"item_type":"tv"}]`}, {"update-purchases", "items", "PUP-07", "one-id", "5f0c1c1e-0000-4000-8000-000000000001"},
		{"customer-lookup", "queryFieldEnum", "PLK-06", "label", "Phone number"}, {"customer-lookup", "queryFieldEnum", "PLK-06", "index", "0"},
	} {
		all = append(all, Fault{m.endpoint + "/" + m.path + "-" + m.how, m.owner, fmt.Sprintf("%s is %#v", m.path, m.value), on(m.endpoint, func(q *Request) { put(q, m.path, m.value) })})
	}
	return append(all,
		Fault{"create-limit/employed-text-turned-round", "PCL-15", `the self-employed are "employed": "true"`, on("create-limit", func(q *Request) {
			if q.Body["employed"] == false {
				q.Body["employed"] = "true"
			}
		})},
		Fault{"create-limit/other-occupation-null", "PCL-15", "the other occupational member is there, and null", on("create-limit", func(q *Request) {
			for _, name := range []string{strings.TrimSuffix(emp, "."), strings.TrimSuffix(self, ".")} {
				if _, there := q.Body[name]; !there {
					q.Body[name] = nil
				}
			}
		})})
}

// idFaults put something else in the place of an id, or the id in the place of
// something else.
func idFaults() []Fault {
	last := func(id string) func(*Request) {
		return func(q *Request) { q.Path = q.Path[:strings.LastIndex(q.Path, "/")+1] + id }
	}
	behind := func(text string) func(*Request) { return func(q *Request) { q.Path += text } }
	byQuery := func(q *Request) {
		if at := idInPath.FindStringIndex(q.Path); at != nil {
			q.ask("id=" + q.Path[at[0]:at[1]])
			q.Path = q.Path[:at[0]-1]
		}
	}
	lookUp := func(field, value string) func(*Request) {
		return on("customer-lookup", func(q *Request) { q.Body["queryFieldEnum"], q.Body["value"] = field, value })
	}
	return []Fault{
		{"fetch-limit/placeholder", "PFL-05", "the path holds its placeholder", on("fetch-limit", last(":customer_id"))},
		{"fetch-limit/undefined", "PFL-05", "the path ends in undefined", on("fetch-limit", last("undefined"))},
		{"fetch-limit/trailing-space", "PFL-05", "a space stands behind the id", on("fetch-limit", behind("%20"))},
		{"fetch-limit/by-query", "PFL-01", "the id is a parameter", on("fetch-limit", byQuery)},
		{"fetch-limit/all-zeros", "PFL-06", "the id is all zeros", on("fetch-limit", last("00000000-0000-0000-0000-000000000000"))},
		{"get-purchase/null", "PGP-05", "the path ends in null", on("get-purchase", last("null"))},
		{"get-purchase/in-braces", "PGP-05", "the id stands in braces", on("get-purchase", func(q *Request) {
			last("%7B" + q.Path[strings.LastIndex(q.Path, "/")+1:] + "%7D")(q)
		})},
		{"get-purchase/by-query", "PGP-01", "the id is a parameter", on("get-purchase", byQuery)},
		{"get-purchase/all-zeros", "PGP-06", "the id is all zeros", on("get-purchase", last("00000000-0000-0000-0000-000000000000"))},
		{"get-purchase/several-ids", "PGP-05", "two ids stand in the path", on("get-purchase", func(q *Request) {
			last(q.Path[strings.LastIndex(q.Path, "/")+1:] + "," + unknownID)(q)
		})},
		{"cancel-purchase/by-order", "PCA-05", "the order is cancelled", on("cancel-purchase", last("1001"))},
		{"cancel-purchase/by-query", "PCA-01", "the id is a parameter", on("cancel-purchase", byQuery)},
		{"cancel-purchase/trailing-space", "PCA-05", "a space stands behind the id", on("cancel-purchase", behind("%20"))},
		{"cancel-purchase/customer-id", "PCA-06", "an item is cancelled by the customer's id", on("cancel-purchase", last("5f0c1c1e-0000-4000-8000-000000000001"))},
		{"update-purchases/order-id", "PUP-08", "the order's id stands in the place of the item's", on("update-purchases", func(q *Request) { put(q, "items.#.id", "1001") })},
		{"update-purchases/order-in-path", "PUP-06", "the path ends in the order's id", on("update-purchases", last("1001"))},
		{"update-purchases/id-with-space", "PUP-08", "a space stands behind the ids", on("update-purchases", func(q *Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["id"] = fmt.Sprint(item["id"], " ")
			}
		})},
		{"update-purchases/by-post", "PUP-01", "an update is sent by POST to the item", on("update-purchases", func(q *Request) {
			if q.Nth == 1 {
				q.Method = http.MethodPost
			}
		})},
		{"create-purchases/customer-with-space", "PCP-06", "a space stands behind the customer's id", on("create-purchases", func(q *Request) {
			q.Body["customer_id"] = fmt.Sprint(q.Body["customer_id"], " ")
		})},
		{"create-purchases/customer-by-phone", "PCP-06", "the customer is named by phone", on("create-purchases", func(q *Request) { q.Body["customer_id"] = regular.Phone })},
		{"create-purchases/all-zeros", "PCP-17", "the customer's id is all zeros", on("create-purchases", func(q *Request) { q.Body["customer_id"] = "00000000-0000-0000-0000-000000000000" })},
		{"customer-lookup/phone-as-email", "PLK-13", "a phone number is asked for as an email address", lookUp("email", regular.Phone)},
		{"customer-lookup/email-as-mobile", "PLK-13", "an email address is asked for as a mobile", lookUp("mobile", "amina@customers.example")},
		{"customer-lookup/name-as-phone", "PLK-13", "a name is asked for as a phone number", lookUp("phoneNumber", "Amina Hassan")},
		{"customer-lookup/member-as-phone", "PLK-13", "a member id is asked for as a phone number", lookUp("phoneNumber", "5f0c1c1e-0000-4000-8000-000000000001")},
		{"customer-lookup/id-as-email", "PLK-13", "a national id is asked for as an email address", lookUp("email", "10000001")},
		{"customer-lookup/address-cut", "PLK-13", "an email address has lost its domain", lookUp("email", "amina@")},
		{"send-otp/shop-phone", "PVO-10", "every OTP goes to the phone of the shop", on("send-otp", func(q *Request) { put(q, "phone_number", "+254799000000") })},
		{"send-otp/shop-id", "PVO-10", "every OTP is sent for the id number of the shop", on("send-otp", func(q *Request) { put(q, "id_number", "77777777") })},
		{"verify-otp/third-never-sent", "PVO-10", "the third OTP is verified and was never sent", on("send-otp", func(q *Request) { q.Skip = q.Nth == 3 })},
	}
}
