package partner

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// httpClientFaults are typical mistakes of real clients. Examples are wrong tokens, blank texts,
// amounts from floats, labels instead of values, dates in words, and ids from another place.
func httpClientFaults() []faults.Fault {
	all := append(tokenFaults(), mediaFaults()...)
	all = append(all, blankFaults()...)
	all = append(all, writingFaults()...)
	return append(all, idFaults()...)
}

func tokenFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range shapes {
		add := func(how, why string, bend func(*samplepartner.Request)) {
			all = append(all, faults.Fault{ID: e.name + "/" + how, Breaks: e.prefix + "-02", Why: e.name + " carries " + why, EditRequests: always(bend)})
		}
		token := func(make func(string) string) func(*samplepartner.Request) {
			return on(e.name, func(q *samplepartner.Request) {
				q.Header.Set("Authorization", "Bearer "+make(q.Token))
			})
		}
		add("example-token", "the token of the documentation", token(func(string) string { return "<ACCESS_TOKEN>" }))
		add("quoted-token", "the token in quotes", token(func(t string) string { return `"` + t + `"` }))
		switch e.name {
		case "cancel-purchase":
			add("double-bearer", "the word Bearer twice", token(func(t string) string { return "Bearer " + t }))
		case "update-purchases":
			add("two-authorizations", "two Authorization headers", on(e.name, func(q *samplepartner.Request) { q.Header.Add("Authorization", "Bearer old") }))
		default:
			add("token-goes-stale", "the token of yesterday from its second call on", from(2, e.name, func(q *samplepartner.Request) { q.Header.Set("Authorization", "Bearer yesterdays-token") }))
		}
	}
	return append(all,
		faults.Fault{ID: "send-otp/token-in-capitals", Breaks: "PSO-02", Why: "the token was put into capitals", EditRequests: always(on("send-otp", func(q *samplepartner.Request) {
			q.Header.Set("Authorization", "Bearer "+strings.ToUpper(q.Token))
		}))},
		faults.Fault{ID: "fetch-limit/token-in-small-letters", Breaks: "PFL-02", Why: "the token was put into small letters", EditRequests: always(on("fetch-limit", func(q *samplepartner.Request) {
			q.Header.Set("Authorization", "Bearer "+strings.ToLower(q.Token))
		}))},
		faults.Fault{ID: "create-purchases/token-cut-off", Breaks: "PCP-02", Why: "the token has lost its last character", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			q.Header.Set("Authorization", "Bearer "+q.Token[:len(q.Token)-1])
		}))})
}

// mediaFaults are JSON bodies with a wrong Content-Type, or bodies that are not JSON but are
// declared as JSON.
func mediaFaults() []faults.Fault {
	var all []faults.Fault
	for i, e := range shapes {
		if e.bodiless {
			continue
		}
		media := []string{"application/json, application/json", "json", "application/json; charset", "text/json", "application/x-json", "application/json charset=utf-8"}[i%6]
		all = append(all,
			faults.Fault{ID: e.name + "/odd-content-type", Breaks: e.prefix + "-03", Why: "the Content-Type is " + media, EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.Header.Set("Content-Type", media) }))},
			faults.Fault{ID: e.name + "/form-body", Breaks: e.prefix + "-04", Why: "the body is a form", EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.RewriteBody(func([]byte) []byte { return asForm(q.Body) }) }))},
			faults.Fault{ID: e.name + "/byte-order-mark", Breaks: e.prefix + "-04", Why: "a byte order mark stands before the body", EditRequests: always(on(e.name, func(q *samplepartner.Request) {
				q.RewriteBody(func(b []byte) []byte { return append([]byte("\ufeff"), b...) })
			}))})
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

// blankFaults are required texts that are blank, amounts that are negative, and lists without
// items.
func blankFaults() []faults.Fault {
	var all []faults.Fault
	for i, m := range []struct{ endpoint, path, owner string }{
		{"send-otp", "id_number", "PSO-09"}, {"send-otp", "first_name", "PSO-09"}, {"send-otp", "last_name", "PSO-09"}, {"send-otp", "country_code", "PSO-09"},
		{"verify-otp", "id_number", "PVO-11"}, {"verify-otp", "phone_number", "PVO-11"},
		{"create-limit", "first_name", "PCL-26"}, {"create-limit", "last_name", "PCL-26"}, {"create-limit", "id_number", "PCL-26"},
		{"create-limit", "phone_number", "PCL-26"}, {"create-limit", emp + "employer", "PCL-26"}, {"create-limit", self + "business_name", "PCL-26"},
		{"create-limit", self + "business_location", "PCL-26"}, {"create-limit", self + "business_industry", "PCL-26"},
		{"create-purchases", "items.#.item_brand", "PCP-18"}, {"create-purchases", "items.#.item_description", "PCP-18"}, {"create-purchases", "items.#.item_code", "PCP-18"},
		{"update-purchases", "items.#.facility_status", "PUP-11"}, {"customer-lookup", "value", "PLK-12"},
	} {
		blank := []string{"", "  ", "\t", "\u00a0", "\u200b"}[i%5]
		all = append(all, faults.Fault{ID: m.endpoint + "/" + m.path + "-blank", Breaks: m.owner, Why: m.path + " is blank", EditRequests: always(on(m.endpoint, func(q *samplepartner.Request) { put(q, m.path, blank) }))})
	}
	for _, m := range []struct {
		endpoint, path, owner string
		value                 any
	}{
		{"create-limit", "loan_amount", "PCL-27", -1}, {"create-limit", emp + "net_income", "PCL-27", -120000}, {"create-limit", emp + "expenses", "PCL-27", -1},
		{"create-limit", self + "gross_monthly_revenue", "PCL-27", -250000}, {"create-limit", self + "average_monthly_expenses", "PCL-27", -3},
		{"create-limit", self + "average_monthly_personal_expense", "PCL-27", -40000}, {"create-purchases", "items.#.item_value", "PCP-19", -15000},
	} {
		all = append(all, faults.Fault{ID: m.endpoint + "/" + m.path + "-negative", Breaks: m.owner, Why: m.path + " is negative", EditRequests: always(on(m.endpoint, func(q *samplepartner.Request) { put(q, m.path, m.value) }))})
	}
	return append(all,
		faults.Fault{ID: "create-purchases/last-code-blank", Breaks: "PCP-18", Why: "the last item of several has a blank code", EditRequests: always(lastItem("create-purchases", func(m map[string]any) { m["item_code"] = " " }))},
		faults.Fault{ID: "create-purchases/discount-as-item", Breaks: "PCP-19", Why: "a discount is sent as an item with a negative price", EditRequests: always(lastItem("create-purchases", func(m map[string]any) { m["item_value"] = -500 }))},
		faults.Fault{ID: "create-purchases/no-items", Breaks: "PCP-20", Why: "an order has no item", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Body["items"] = []any{} }))},
		faults.Fault{ID: "create-purchases/second-without-items", Breaks: "PCP-20", Why: "the second order has no item", EditRequests: always(from(2, "create-purchases", func(q *samplepartner.Request) { q.Body["items"] = []any{} }))},
		faults.Fault{ID: "update-purchases/no-items", Breaks: "PUP-12", Why: "an update names no item", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { q.Body["items"] = []any{} }))},
		faults.Fault{ID: "update-purchases/second-without-items", Breaks: "PUP-12", Why: "the second update names no item", EditRequests: always(from(2, "update-purchases", func(q *samplepartner.Request) { q.Body["items"] = []any{} }))})
}

// lastItem changes the last item of a request that has several items.
func lastItem(endpoint string, bend func(map[string]any)) func(*samplepartner.Request) {
	return on(endpoint, func(q *samplepartner.Request) {
		items := objects(q.Body, []string{"items", "#"})
		if len(items) > 1 {
			bend(items[len(items)-1])
		}
	})
}

// writingFaults write a value as a person or a library would write it, and not as the tables
// demand.
func writingFaults() []faults.Fault {
	var all []faults.Fault
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
		{"create-purchases", "items.#.store_key", "PCP-11", "store-name", "Reference Store"}, {"create-purchases", "items.#.store_key", "PCP-11", "trailing-space", "SAMPLE-STORE "},
		{"create-purchases", "items", "PCP-08", "json-in-text", `[{"item_type":"tv"}]`}, {"update-purchases", "items", "PUP-07", "one-id", "5f0c1c1e-0000-4000-8000-000000000001"},
		{"customer-lookup", "queryFieldEnum", "PLK-06", "label", "Phone number"}, {"customer-lookup", "queryFieldEnum", "PLK-06", "index", "0"},
	} {
		all = append(all, faults.Fault{ID: m.endpoint + "/" + m.path + "-" + m.how, Breaks: m.owner, Why: fmt.Sprintf("%s is %#v", m.path, m.value), EditRequests: always(on(m.endpoint, func(q *samplepartner.Request) { put(q, m.path, m.value) }))})
	}
	return append(all,
		faults.Fault{ID: "create-limit/employed-text-turned-round", Breaks: "PCL-15", Why: `the self-employed are "employed": "true"`, EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			if q.Body["employed"] == false {
				q.Body["employed"] = "true"
			}
		}))},
		faults.Fault{ID: "create-limit/other-occupation-null", Breaks: "PCL-15", Why: "the other occupational member is there, and null", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			for _, name := range []string{strings.TrimSuffix(emp, "."), strings.TrimSuffix(self, ".")} {
				if _, there := q.Body[name]; !there {
					q.Body[name] = nil
				}
			}
		}))})
}

// idFaults send another value instead of an id, or an id instead of another value.
func idFaults() []faults.Fault {
	last := func(id string) func(*samplepartner.Request) {
		return func(q *samplepartner.Request) { // another fault may add a word after the id, so the id is not always last
			if at := idInPath.FindStringIndex(q.Path); at != nil {
				q.Path = q.Path[:at[0]] + id + q.Path[at[1]:]
				return
			}
			if part := q.Path[strings.LastIndex(q.Path, "/")+1:]; part != "limits" && part != "purchases" { // another fault may remove the id
				q.Path = strings.TrimSuffix(q.Path, part) + id
			}
		}
	}
	behind := func(text string) func(*samplepartner.Request) {
		return func(q *samplepartner.Request) { q.Path += text }
	}
	byQuery := func(q *samplepartner.Request) {
		if at := idInPath.FindStringIndex(q.Path); at != nil {
			q.AddQuery("id=" + q.Path[at[0]:at[1]])
			q.Path = q.Path[:at[0]-1]
		}
	}
	return append(lookupFaults(), []faults.Fault{
		{ID: "fetch-limit/placeholder", Breaks: "PFL-05", Why: "the path holds its placeholder", EditRequests: always(on("fetch-limit", last(":customer_id")))},
		{ID: "fetch-limit/undefined", Breaks: "PFL-05", Why: "the path ends in undefined", EditRequests: always(on("fetch-limit", last("undefined")))},
		{ID: "fetch-limit/trailing-space", Breaks: "PFL-05", Why: "a space stands behind the id", EditRequests: always(on("fetch-limit", behind("%20")))},
		{ID: "fetch-limit/by-query", Breaks: "PFL-01", Why: "the id is a parameter", EditRequests: always(on("fetch-limit", byQuery))},
		{ID: "fetch-limit/all-zeros", Breaks: "PFL-06", Why: "the id is all zeros", EditRequests: always(on("fetch-limit", last("00000000-0000-0000-0000-000000000000")))},
		{ID: "get-purchase/null", Breaks: "PGP-05", Why: "the path ends in null", EditRequests: always(on("get-purchase", last("null")))},
		{ID: "get-purchase/in-braces", Breaks: "PGP-05", Why: "the id stands in braces", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) {
			last("%7B" + q.Path[strings.LastIndex(q.Path, "/")+1:] + "%7D")(q)
		}))},
		{ID: "get-purchase/by-query", Breaks: "PGP-01", Why: "the id is a parameter", EditRequests: always(on("get-purchase", byQuery))},
		{ID: "get-purchase/all-zeros", Breaks: "PGP-06", Why: "the id is all zeros", EditRequests: always(on("get-purchase", last("00000000-0000-0000-0000-000000000000")))},
		{ID: "get-purchase/several-ids", Breaks: "PGP-05", Why: "two ids stand in the path", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) {
			last(q.Path[strings.LastIndex(q.Path, "/")+1:] + "," + unknownID)(q)
		}))},
		{ID: "cancel-purchase/by-order", Breaks: "PCA-05", Why: "the order is cancelled", EditRequests: always(on("cancel-purchase", last("1001")))},
		{ID: "cancel-purchase/by-query", Breaks: "PCA-01", Why: "the id is a parameter", EditRequests: always(on("cancel-purchase", byQuery))},
		{ID: "cancel-purchase/trailing-space", Breaks: "PCA-05", Why: "a space stands behind the id", EditRequests: always(on("cancel-purchase", behind("%20")))},
		{ID: "cancel-purchase/customer-id", Breaks: "PCA-06", Why: "an item is cancelled by the customer's id", EditRequests: always(on("cancel-purchase", last("5f0c1c1e-0000-4000-8000-000000000001")))},
		{ID: "update-purchases/order-id", Breaks: "PUP-08", Why: "the order's id stands in the place of the item's", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { put(q, "items.#.id", "1001") }))},
		{ID: "update-purchases/order-in-path", Breaks: "PUP-06", Why: "the path ends in the order's id", EditRequests: always(on("update-purchases", last("1001")))},
		{ID: "update-purchases/id-with-space", Breaks: "PUP-08", Why: "a space stands behind the ids", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["id"] = fmt.Sprint(item["id"], " ")
			}
		}))},
		{ID: "update-purchases/by-post", Breaks: "PUP-01", Why: "an update is sent by POST to the item", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) {
			if q.Nth == 1 {
				q.Method = http.MethodPost
			}
		}))},
		{ID: "create-purchases/customer-with-space", Breaks: "PCP-06", Why: "a space stands behind the customer's id", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			q.Body["customer_id"] = fmt.Sprint(q.Body["customer_id"], " ")
		}))},
		{ID: "create-purchases/customer-by-phone", Breaks: "PCP-06", Why: "the customer is named by phone", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Body["customer_id"] = samplepartner.Regular.Phone }))},
		{ID: "create-purchases/all-zeros", Breaks: "PCP-17", Why: "the customer's id is all zeros", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Body["customer_id"] = "00000000-0000-0000-0000-000000000000" }))},
		{ID: "send-otp/shop-phone", Breaks: "PSO-06", Why: "every OTP goes to the phone of the shop", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { put(q, "phone_number", "+254799000000") }))},
		{ID: "send-otp/shop-id", Breaks: "PSO-06", Why: "every OTP is sent for the id number of the shop", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { put(q, "id_number", "77777777") }))},
		{ID: "verify-otp/third-never-sent", Breaks: "PVO-10", Why: "the third OTP is verified and was never sent", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { q.Skip = q.Nth == 3 }))},
	}...)
}
