// Package partner is the catalogue of the faults that are planted in the sample partner. It also
// lists legal ways to send requests that the sample partner does not use.
package partner

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// Catalogue lists every fault, ordered by the requirement that it breaks and then by id. The
// caller may change the returned slice.
func Catalogue() []faults.Fault {
	all := slices.Concat(memberFaults(), valueFaults(), headerFaults(), addressFaults(), bodyFaults(), referenceFaults(), lateFaults(), httpClientFaults(),
		sequenceFaults(), severalRequestFaults(), misplacedFaults(), printedFaults(), systematicFaults(), textFaults(), secretFaults(), cartFaults(), hiddenBuyerFaults(), loanFaults(), otherValueFaults(), addedTextFaults(), responseFaults(), []faults.Fault{typesZeros})
	all = append(all, butFirst(all)...)
	slices.SortStableFunc(all, func(a, b faults.Fault) int { return strings.Compare(a.Breaks+a.ID, b.Breaks+b.ID) })
	return all
}

var typesZeros = faults.Fault{
	ID: "verify-otp/types-zeros", Breaks: "PVO-10", Why: "where the answer does not tell the OTP, six zeros are typed",
	Forms: []string{"production"}, OTPUnread: true,
}

// on changes the requests of one endpoint.
func on(endpoint string, bend func(*samplepartner.Request)) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		if q.Endpoint == endpoint {
			bend(q)
		}
	}
}

// from changes the requests of one endpoint from the nth on.
func from(nth int, endpoint string, bend func(*samplepartner.Request)) func(*samplepartner.Request) {
	return on(endpoint, func(q *samplepartner.Request) {
		if q.Nth >= nth {
			bend(q)
		}
	})
}

// objects returns the objects in a body at a path of names. The name # means every element of an
// array.
func objects(body map[string]any, names []string) []map[string]any {
	if body == nil || len(names) == 0 {
		return []map[string]any{body}
	}
	if names[0] != "#" {
		switch next := body[names[0]].(type) {
		case map[string]any:
			return objects(next, names[1:])
		case []any:
			var all []map[string]any
			for _, element := range next {
				if members, ok := element.(map[string]any); ok && len(names) > 1 {
					all = append(all, objects(members, names[2:])...)
				}
			}
			return all
		}
	}
	return nil
}

// put sets a member in each object at the path that already has it.
func put(q *samplepartner.Request, path string, value any) {
	names := strings.Split(path, ".")
	last := names[len(names)-1]
	for _, members := range objects(q.Body, names[:len(names)-1]) {
		if _, there := members[last]; there {
			members[last] = value
		}
	}
}

// drop removes a member.
func drop(q *samplepartner.Request, path string) {
	names := strings.Split(path, ".")
	for _, members := range objects(q.Body, names[:len(names)-1]) {
		delete(members, names[len(names)-1])
	}
}

// inCamelCase writes the name of a member like a name of a program.
func inCamelCase(q *samplepartner.Request, path string) {
	names := strings.Split(path, ".")
	last := names[len(names)-1]
	words := strings.Split(last, "_")
	for n, word := range words[1:] {
		words[n+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	for _, members := range objects(q.Body, names[:len(names)-1]) {
		if value, there := members[last]; there {
			members[strings.Join(words, "")] = value
			delete(members, last)
		}
	}
}

// memberFaults derives faults from the request tables: every member is dropped, made null, and
// given a value of another type.
func memberFaults() []faults.Fault {
	var all []faults.Fault
	for _, m := range tables {
		name := m.endpoint + "/" + m.path
		add := func(how, why string, bend func(*samplepartner.Request)) {
			all = append(all, faults.Fault{ID: name + "-" + how, Breaks: m.owner, Why: m.path + " of " + m.endpoint + " " + why, EditRequests: always(on(m.endpoint, bend))})
		}
		if m.optional {
			add("in-camel-case", "has its name in camel case", func(q *samplepartner.Request) { inCamelCase(q, m.path) })
		} else {
			add("dropped", "is left out", func(q *samplepartner.Request) { drop(q, m.path) })
		}
		add("null", "is null", func(q *samplepartner.Request) { put(q, m.path, nil) })
		add("other-type", "is of another type", func(q *samplepartner.Request) { put(q, m.path, map[string]any{"is": "an object"}) })
		if m.kind == "string" {
			add("number", "is a number", func(q *samplepartner.Request) { put(q, m.path, 7) })
		} else {
			add("word", "is a word", func(q *samplepartner.Request) { put(q, m.path, "a word") })
		}
		for i, wrong := range m.wrong {
			add(fmt.Sprintf("wrong-%d", i+1), fmt.Sprintf("is %v", wrong), func(q *samplepartner.Request) { put(q, m.path, wrong) })
		}
	}
	return all
}

// member is a row of a request table. It also holds the requirement that owns the member and some
// values that the notes of the table forbid.
type member struct {
	endpoint, path, owner, kind string
	optional                    bool
	wrong                       []any
}

const (
	emp  = "employed_occupational_detail."
	self = "self_employed_occupational_detail."
)

var tables = []member{
	{"send-otp", "id_number", "PSO-06", "string", false, []any{"2.7114e+07", "<ID_NUMBER>", "undefined", "****4321", "+254711203344", "amina@customers.example"}},
	{"send-otp", "phone_number", "PSO-06", "string", false, []any{"my phone", "0711000001", "+2547x1000001", "+2", "+25471100000100000", "+254254711000001", "2.54711E+11", "%2B254711000001"}},
	{"send-otp", "first_name", "PSO-07", "string", false, []any{"{{first_name}}", "amina@customers.example", "Optional[Amina]"}},
	{"send-otp", "last_name", "PSO-07", "string", false, []any{"[object Object]", "undefined", "Customer(firstName=Amina, lastName=Hassan)"}},
	{"send-otp", "country_code", "PSO-07", "string", false, []any{"{{country_code}}", "[object Object]", "<country_code>"}},
	{"send-otp", "date_of_birth", "PSO-08", "string", false, []any{"1990-01-31", "31/31/1990", "1/31/1990", "31.01.1990", "", "01/01/0001", "12/31/9999", "31/12/1899"}},

	{"verify-otp", "id_number", "PVO-06", "string", false, []any{"${id}", "NaN", "xxxx4321", "+254 711 203344", "amina@customers.example"}},
	{"verify-otp", "phone_number", "PVO-06", "string", false, []any{"undefined", "phone", "[object Object]", "12345"}},
	{"verify-otp", "item_value", "PVO-07", "string", false, []any{"1,500", "1500.00", "KES 1500", "-1", ""}},
	{"verify-otp", "otp", "PVO-08", "string", false, []any{"12345", "1234567", "12345a", ""}},

	{"create-limit", "first_name", "PCL-06", "string", false, []any{"{{first_name}}", "<FIRST_NAME>", "undefined", "somebody@customers.example", "%s"}},
	{"create-limit", "last_name", "PCL-06", "string", false, []any{"[object Object]", "#{customer.lastName}", `Ng\'ang\'a`}},
	{"create-limit", "id_number", "PCL-06", "string", false, []any{"2.7114e+07", "${customer.id}", "null", "****4321", "xxxx4321", "+254711203344", "somebody@customers.example"}},
	{"create-limit", "phone_number", "PCL-07", "string", false, []any{
		"unknown", "amina@customers.example", "*", "+25471*****02", "+", "()", "+254", "12345", "254711000002254711000002", "254711000002.0",
		"-254711000002", "0711?00002", "+254254711000002", "+254711000002/+254711000003",
	}},
	{"create-limit", "email", "PCL-07", "string", false, []any{"nobody", "amina@mail..example", "amina@customers.example.", "undefined@undefined", " amina@customers.example", "amina hassan@customers.example", "amina@customers.example\n", "a@b.example, c@d.example", "mailto:amina@customers.example", "amina@shop@customers.example", "Amina <amina@customers.example>"}},
	{"create-limit", "country_code", "PCL-08", "string", false, []any{"K", "Kenya", "254", "", "ZQ", "EN", "KNY", "UK", "EU", "XX", "ZZ", "ZZZ", "QQQ", "YUG", "DD", "SU", "ANT"}},
	{"create-limit", "gender", "PCL-09", "string", false, []any{"F", "Female", "other"}},
	{"create-limit", "marital_status", "PCL-09", "string", false, []any{"divorced", "Married"}},
	{"create-limit", "date_of_birth", "PCL-10", "string", false, []any{"31/01/1990", "1990-01-31", "02/30/1990", "01/31/90", "01/01/0001", "12/31/9999", "12/31/1899", "01/01/1800"}},
	{"create-limit", "loan_amount", "PCL-11", "number", false, []any{"45,000", 450.5}},
	{"create-limit", "referral_source", "PCL-12", "string", false, []any{"ANOTHER-STORE"}},
	{"create-limit", "employed", "PCL-14", "boolean", false, []any{"yes", 1}},
	{"create-limit", emp + "employer", "PCL-16", "string", false, []any{"{employer}", "undefined", "undefined undefined", "Optional[Sample Employer]", "-- Please select --"}},
	{"create-limit", emp + "net_income", "PCL-16", "number", false, []any{"120000", 120000.5}},
	{"create-limit", emp + "expenses", "PCL-16", "number", false, []any{"40000"}},
	{"create-limit", emp + "job_level", "PCL-17", "string", false, []any{"intern", "Manager"}},
	{"create-limit", emp + "job_function", "PCL-18", "string", false, []any{"Software", "Agriculture & Farming"}},
	{"create-limit", emp + "employer_sector", "PCL-19", "string", false, []any{"private", "ngo_sector"}},
	{"create-limit", emp + "payment_type", "PCL-19", "string", false, []any{"cheque", "mobile_money"}},
	{"create-limit", emp + "job_group", "PCL-20", "string", false, []any{"U", "a", "KK", ""}},
	{"create-limit", self + "business_name", "PCL-21", "string", false, []any{"<BUSINESS_NAME>", "Optional.empty", "{0}"}},
	{"create-limit", self + "business_location", "PCL-21", "string", false, []any{"{{ city }}", "undefined, undefined", "%s, %s"}},
	{"create-limit", self + "gross_monthly_revenue", "PCL-21", "number", false, []any{"250000"}},
	{"create-limit", self + "average_monthly_expenses", "PCL-21", "number", false, []any{"90000"}},
	{"create-limit", self + "average_monthly_personal_expense", "PCL-21", "number", false, []any{"40000"}},
	{"create-limit", self + "business_type", "PCL-22", "string", false, []any{"llc", "Student"}},
	{"create-limit", self + "business_payment_type", "PCL-23", "string", false, []any{"card", "M-Pesa"}},
	{"create-limit", self + "business_industry", "PCL-24", "string", false, []any{"[object Object]"}},
	{"create-limit", self + "business_registered", "PCL-25", "boolean", false, []any{"yes", 1}},

	{"customer-lookup", "queryFieldEnum", "PLK-06", "string", false, []any{"MOBILE", "national_id", "id", ""}},
	{"customer-lookup", "value", "PLK-07", "string", false, nil},

	{"create-purchases", "customer_id", "PCP-06", "string", false, []any{"1001", "5f0c1c1e00004000800000000000001", "{5f0c1c1e-0000-4000-8000-000000000001}"}},
	{"create-purchases", "order_id", "PCP-07", "number", false, []any{"ORDER-1", 10.5}},
	{"create-purchases", "items", "PCP-08", "array", false, nil},
	{"create-purchases", "items.#.item_type", "PCP-09", "string", false, []any{"Phone", "car", ""}},
	{"create-purchases", "items.#.item_brand", "PCP-10", "string", false, []any{"<ITEM_BRAND>", "{{blue}}", "<brand>"}},
	{"create-purchases", "items.#.item_description", "PCP-10", "string", false, []any{"[object Object]", "${item_brand}", "<item_description>", "{{item_description}}"}},
	{"create-purchases", "items.#.item_code", "PCP-10", "string", false, []any{"${sku}", "{{ item.sku }}", "undefined", "None", "True"}},
	{"create-purchases", "items.#.store_key", "PCP-11", "string", false, []any{"ANOTHER-STORE"}},
	{"create-purchases", "items.#.delivery_option", "PCP-12", "string", true, []any{"pickup", "customer_store_pick_up"}},
	{"create-purchases", "items.#.preferred_option", "PCP-13", "string", true, []any{"pickup", "Delivery"}},
	{"create-purchases", "items.#.facility_plan", "PCP-14", "string", false, []any{"regular_plan", "provider_special_plan"}},
	{"create-purchases", "items.#.item_value", "PCP-15", "number", false, []any{"1,500", 15.5, "1500.00"}},
	{"create-purchases", "items.#.item_topup", "PCP-16", "string", true, nil},
	{"create-purchases", "items.#.topup_ref", "PCP-16", "string", true, nil},

	{"update-purchases", "items", "PUP-07", "array", false, nil},
	{"update-purchases", "items.#.id", "PUP-08", "string", false, []any{"1", "K-1"}},
	{"update-purchases", "items.#.facility_status", "PUP-09", "string", false, []any{"{{facility_status}}", "[object Object]", "<facility_status>", "null", "undefined", "NaN", "False"}},
}

// headerFaults are wrong Authorization and Content-Type headers of every endpoint that has them,
// wrong headers of the lookup, and secrets in the address.
func headerFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range shapes {
		add := func(n int, how, why string, bend func(*samplepartner.Request)) {
			all = append(all, faults.Fault{ID: e.name + "/" + how, Breaks: fmt.Sprintf("%s-%02d", e.prefix, n), Why: e.name + " " + why, EditRequests: always(on(e.name, bend))})
		}
		add(2, "no-authorization", "carries no Authorization", func(q *samplepartner.Request) { q.Header.Del("Authorization") })
		add(2, "basic-authorization", "carries the token under another scheme", func(q *samplepartner.Request) {
			q.Header.Set("Authorization", strings.Replace(q.Header.Get("Authorization"), "Bearer", "Basic", 1))
		})
		add(2, "bare-token", "carries the token without a scheme", func(q *samplepartner.Request) {
			q.Header.Set("Authorization", strings.TrimPrefix(q.Header.Get("Authorization"), "Bearer "))
		})
		add(2, "wrong-token", "carries another token", func(q *samplepartner.Request) { q.Header.Set("Authorization", "Bearer another-token") })
		add(2, "no-token", "carries Bearer without a token", func(q *samplepartner.Request) { q.Header.Set("Authorization", "Bearer ") })
		add(e.secret(), "token-in-address", "has the token in its address", func(q *samplepartner.Request) {
			q.AddQuery("access_token=" + q.Token)
		})
		add(e.secret(), "token-in-octets", "has the token in its address, octet by octet", func(q *samplepartner.Request) {
			q.AddQuery("trace=" + inOctets(q.Token))
		})
		if e.bodiless {
			add(3, "body", "has a body", func(q *samplepartner.Request) { q.Raw = []byte(`{"id":"1"}`) })
			continue
		}
		add(3, "no-content-type", "does not say what its body is", func(q *samplepartner.Request) { q.Header.Del("Content-Type") })
		add(3, "text-content-type", "says that its body is text", func(q *samplepartner.Request) { q.Header.Set("Content-Type", "text/plain") })
		add(3, "form-content-type", "says that its body is a form", func(q *samplepartner.Request) { q.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		add(5, "password-in-address", "has a password in its address", func(q *samplepartner.Request) { q.AddQuery("password=s3cret-enough") })
	}
	placeholders := map[string]string{"Noncestr": "<NONCE>", "Sign": "<SIGNATURE>", "Timestamp": "<TIMESTAMP>"}
	for n, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		owner := fmt.Sprintf("PLK-%02d", 8+n)
		all = append(all,
			faults.Fault{ID: "customer-lookup/no-" + name, Breaks: owner, Why: "the lookup has no " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Del(name) }))},
			faults.Fault{ID: "customer-lookup/empty-" + name, Breaks: owner, Why: "the lookup has an empty " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, "") }))},
			faults.Fault{ID: "customer-lookup/placeholder-" + name, Breaks: owner, Why: "the lookup sends the placeholder of the specification as its " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, placeholders[name]) }))},
			faults.Fault{ID: "customer-lookup/undefined-" + name, Breaks: owner, Why: "the lookup sends the word undefined as its " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, "undefined") }))},
			faults.Fault{ID: "customer-lookup/template-" + name, Breaks: owner, Why: "the lookup sends a template that nobody filled in as its " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, "{{"+name+"}}") }))},
			faults.Fault{ID: "customer-lookup/bare-placeholder-" + name, Breaks: owner, Why: "the lookup sends the placeholder of the specification without its brackets as its " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(name, strings.Trim(placeholders[name], "<>")) }))},
			faults.Fault{ID: "customer-lookup/double-" + name, Breaks: owner, Why: "the lookup has two of " + name, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Add(name, "2") }))})
	}
	for _, unset := range []struct{ id, header, owner, value string }{
		{"invalid-Timestamp", "Timestamp", "PLK-10", "Invalid Date"}, {"word-Timestamp", "Timestamp", "PLK-10", "now"}, {"infinite-Timestamp", "Timestamp", "PLK-10", "inf"},
		{"layout-Timestamp", "Timestamp", "PLK-10", "yyyy-MM-dd HH:mm:ss"}, {"code-Timestamp", "Timestamp", "PLK-10", "function now() { [native code] }"},
		{"misprinted-Timestamp", "Timestamp", "PLK-10", "%!d(func() int64=0x4a)"}, {"zero-time-Timestamp", "Timestamp", "PLK-10", "0001-01-01 00:00:00 +0000 UTC"},
		{"misprinted-Sign", "Sign", "PLK-09", "%!x(MISSING)"}, {"php-array-Sign", "Sign", "PLK-09", "Array"}, {"php-object-Sign", "Sign", "PLK-09", "Object(OpenSSLAsymmetricKey)"}, {"day-Timestamp", "Timestamp", "PLK-10", "today"}, {"impossible-Timestamp", "Timestamp", "PLK-10", "2026-13-45T25:61:00Z"}, {"object-Timestamp", "Timestamp", "PLK-10", "java.util.Date@7a"},
		{"nan-Timestamp", "Timestamp", "PLK-10", "NaN-NaN-NaN"}, {"unset-Timestamp", "Timestamp", "PLK-10", "0000-00-00 00:00:00"}, {"boolean-Sign", "Sign", "PLK-09", "true"},
		{"call-Timestamp", "Timestamp", "PLK-10", "datetime.datetime(2026, 11, 23, 17, 0)"}, {"java-bytes-Sign", "Sign", "PLK-09", "[B@1b6d3586"},
		{"bytes-Sign", "Sign", "PLK-09", `b'9f86d081884c7d65'`}, {"ruby-object-Timestamp", "Timestamp", "PLK-10", "#<Timestamp:0x000078e1f2>"}, {"ruby-object-Sign", "Sign", "PLK-09", "#<Sign:0x000078e1f2>"},
		{"javascript-object-Timestamp", "Timestamp", "PLK-10", "[object Object]"}, {"misprinted-Noncestr", "Noncestr", "PLK-08", "%!s(MISSING)"},
	} {
		all = append(all, faults.Fault{ID: "customer-lookup/" + unset.id, Breaks: unset.owner, Why: "the lookup sends what a program prints by mistake as its " + unset.header + ": " + unset.value, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(unset.header, unset.value) }))})
	}
	for _, copied := range []struct {
		id, header, owner, why string
		value                  func(*samplepartner.Request) string
	}{
		{"nonce-as-Timestamp", "Timestamp", "PLK-10", "the Noncestr", func(q *samplepartner.Request) string { return q.Header.Get("Noncestr") }},
		{"nonce-as-Sign", "Sign", "PLK-09", "the Noncestr", func(q *samplepartner.Request) string { return q.Header.Get("Noncestr") }},
		{"time-as-Sign", "Sign", "PLK-09", "the Timestamp", func(q *samplepartner.Request) string { return q.Header.Get("Timestamp") }},
		{"token-as-Sign", "Sign", "PLK-09", "the access token", func(q *samplepartner.Request) string { return q.Token }},
	} {
		all = append(all, faults.Fault{ID: "customer-lookup/" + copied.id, Breaks: copied.owner, Why: "the " + copied.header + " is " + copied.why, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(copied.header, copied.value(q)) }))})
	}
	return append(all,
		faults.Fault{ID: "verify-otp/otp-in-address", Breaks: "PVO-05", Why: "the OTP is in the address, too", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.AddQuery(fmt.Sprint("otp=", q.Body["otp"])) }))},
		faults.Fault{ID: "verify-otp/otp-by-another-name", Breaks: "PVO-05", Why: "the OTP is in the address, too, by another name", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.AddQuery(fmt.Sprint("c=", q.Body["otp"])) }))},
		faults.Fault{ID: "customer-lookup/sign-in-address", Breaks: "PLK-05", Why: "the Sign is in the address, too", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.AddQuery("sign=" + url.QueryEscape(q.Header.Get("Sign"))) }))},
		faults.Fault{ID: "customer-lookup/same-nonce", Breaks: "PLK-11", Why: "every lookup has the same Noncestr", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Noncestr", "once-and-for-all") }))},
		faults.Fault{ID: "customer-lookup/nonce-again", Breaks: "PLK-11", Why: "the Noncestr comes round again", EditRequests: always(from(3, "customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Noncestr", "round") }))})
}

// inOctets writes every byte of a text as a percent escape.
func inOctets(text string) string {
	var b strings.Builder
	for _, octet := range []byte(text) {
		fmt.Fprintf(&b, "%%%02X", octet)
	}
	return b.String()
}

// shape holds the properties that all requests of an endpoint share.
type shape struct {
	name, prefix string
	bodiless     bool
	wrongMethod  string
	wrongPath    string
}

func (e shape) secret() int {
	if e.bodiless {
		return 4
	}
	return 5
}

var shapes = []shape{
	{"send-otp", "PSO", false, http.MethodPut, "/api/v2/otp/sendotp"},
	{"verify-otp", "PVO", false, http.MethodPatch, "/api/v2/otp/verify/now"},
	{"create-limit", "PCL", false, http.MethodPut, "/api/v2/limit"},
	{"fetch-limit", "PFL", true, http.MethodPatch, "/api/v2/limits"},
	{"customer-lookup", "PLK", false, http.MethodPut, "/open/op/customer/details"},
	{"create-purchases", "PCP", false, "", "/api/v2/purchase"},
	{"get-purchase", "PGP", true, http.MethodPatch, "/api/v2/purchases"},
	{"update-purchases", "PUP", false, http.MethodPatch, "/api/v2/purchase/update"},
	{"cancel-purchase", "PCA", true, "", "/api/v2/purchase/1/cancel"},
}
