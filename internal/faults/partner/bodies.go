package partner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// valueFaults send a value of a member that contradicts another member or its meaning.
func valueFaults() []faults.Fault {
	const both = "create-limit"
	swap := func(q *samplepartner.Request, from, to string) {
		if detail, ok := q.Body[from]; ok {
			q.Body[to] = detail
			delete(q.Body, from)
		}
	}
	return []faults.Fault{
		{ID: "create-limit/no-occupation", Breaks: "PCL-15", Why: "there is no occupational member", EditRequests: always(on(both, func(q *samplepartner.Request) {
			delete(q.Body, strings.TrimSuffix(emp, "."))
			delete(q.Body, strings.TrimSuffix(self, "."))
		}))},
		{ID: "create-limit/both-occupations", Breaks: "PCL-15", Why: "there are both occupational members", EditRequests: always(on(both, func(q *samplepartner.Request) {
			for _, w := range []samplepartner.Work{samplepartner.Private, samplepartner.SelfEmployed} {
				name, detail := samplepartner.OccupationOf(w)
				if _, there := q.Body[name]; !there {
					q.Body[name] = detail
				}
			}
		}))},
		{ID: "create-limit/employed-as-self-employed", Breaks: "PCL-15", Why: "the details of the employed go by the other name", EditRequests: always(on(both, func(q *samplepartner.Request) {
			swap(q, strings.TrimSuffix(emp, "."), strings.TrimSuffix(self, "."))
		}))},
		{ID: "create-limit/self-employed-as-employed", Breaks: "PCL-15", Why: "the self-employed are given an employer", EditRequests: always(on(both, func(q *samplepartner.Request) {
			if q.Body["employed"] == false {
				_, q.Body["employed_occupational_detail"] = samplepartner.OccupationOf(samplepartner.Private)
				delete(q.Body, strings.TrimSuffix(self, "."))
			}
		}))},
		{ID: "create-limit/employed-turned-round", Breaks: "PCL-15", Why: "employed says the opposite", EditRequests: always(on(both, func(q *samplepartner.Request) {
			if employed, ok := q.Body["employed"].(bool); ok {
				q.Body["employed"] = !employed
			}
		}))},
		{ID: "create-limit/occupation-null", Breaks: "PCL-15", Why: "the occupational member is null", EditRequests: always(on(both, func(q *samplepartner.Request) {
			put(q, strings.TrimSuffix(emp, "."), nil)
		}))},
		{ID: "create-limit/occupation-list", Breaks: "PCL-15", Why: "the occupational member is a list", EditRequests: always(on(both, func(q *samplepartner.Request) {
			put(q, strings.TrimSuffix(self, "."), []any{})
		}))},
		{ID: "create-purchases/second-description-number", Breaks: "PCP-10", Why: "the other spelling of the description is there as well, and a number", EditRequests: always(secondSpelling(5))},
		{ID: "create-purchases/second-description-null", Breaks: "PCP-10", Why: "the other spelling of the description is there as well, and null", EditRequests: always(secondSpelling(nil))},
		{ID: "create-limit/password-number", Breaks: "PCL-13", Why: "the password is a number", EditRequests: always(on(both, func(q *samplepartner.Request) { q.Body["password"] = 1234 }))},
		{ID: "create-limit/password-null", Breaks: "PCL-13", Why: "the password is null", EditRequests: always(on(both, func(q *samplepartner.Request) { q.Body["password"] = nil }))},
		{ID: "create-limit/private-job-group", Breaks: "PCL-20", Why: "a private employee has a job_group beyond T", EditRequests: always(on(both, func(q *samplepartner.Request) {
			if detail, ok := q.Body["employed_occupational_detail"].(map[string]any); ok {
				detail["job_group"] = "Z"
			}
		}))},
		{ID: "create-limit/email-as-name", Breaks: "PCL-06", Why: "the email is in the first name, too", EditRequests: always(on(both, copies("email", "first_name")))},
		{ID: "create-limit/id-as-name", Breaks: "PCL-06", Why: "the id number is in the first name, too", EditRequests: always(on(both, copies("id_number", "first_name")))},
		{ID: "create-limit/phone-as-name", Breaks: "PCL-06", Why: "the phone number is in the last name, too", EditRequests: always(on(both, copies("phone_number", "last_name")))},
		{ID: "create-limit/email-as-id", Breaks: "PCL-06", Why: "the email is in the id number, too", EditRequests: always(on(both, copies("email", "id_number")))},
		{ID: "create-limit/phone-as-id", Breaks: "PCL-06", Why: "the phone number is in the id number, too", EditRequests: always(on(both, copies("phone_number", "id_number")))},
		{ID: "create-limit/name-as-id", Breaks: "PCL-06", Why: "the last name is in the id number, too", EditRequests: always(on(both, copies("last_name", "id_number")))},
		{ID: "create-limit/names-as-id", Breaks: "PCL-06", Why: "the first and the last name are in the id number", EditRequests: always(on(both, func(q *samplepartner.Request) {
			put(q, "id_number", fmt.Sprint(q.Body["first_name"], " ", q.Body["last_name"]))
		}))},
		{ID: "create-limit/id-as-phone", Breaks: "PCL-07", Why: "the id number is in the phone number, too", EditRequests: always(on(both, copies("id_number", "phone_number")))},
		{ID: "create-limit/letter-lost", Breaks: "PCL-06", Why: "a letter of the last name was lost on its way", EditRequests: always(on(both, func(q *samplepartner.Request) { put(q, "last_name", "N\ufffddiaye") }))},
		{ID: "send-otp/details-in-camel-case", Breaks: "PSO-07", Why: "the names of the four details of a new customer are in camel case", EditRequests: always(on("send-otp", func(q *samplepartner.Request) {
			for _, name := range []string{"first_name", "last_name", "country_code", "date_of_birth"} {
				inCamelCase(q, name)
			}
		}))},
		{ID: "send-otp/id-as-name", Breaks: "PSO-07", Why: "the id number is in the first name, too", EditRequests: always(on("send-otp", copies("id_number", "first_name")))},
		{ID: "send-otp/phone-as-name", Breaks: "PSO-07", Why: "the phone number is in the last name, too", EditRequests: always(on("send-otp", copies("phone_number", "last_name")))},
		{ID: "send-otp/letter-lost", Breaks: "PSO-07", Why: "a letter of the first name was lost on its way", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { put(q, "first_name", "Jos\ufffd") }))},
		{ID: "send-otp/id-as-phone", Breaks: "PSO-06", Why: "the id number is in the phone number, too", EditRequests: always(on("send-otp", copies("id_number", "phone_number")))},
		{ID: "send-otp/phone-as-id", Breaks: "PSO-06", Why: "the phone number is in the id number, too", EditRequests: always(on("send-otp", copies("phone_number", "id_number")))},
		{ID: "create-limit/born-today", Breaks: "PCL-10", Why: "the day of birth is today, wherever the store is", EditRequests: always(on(both, func(q *samplepartner.Request) {
			const ahead = 14 * time.Hour // ahead of UTC, in the far east
			put(q, "date_of_birth", time.Now().UTC().Add(ahead).Format("01/02/2006"))
		}))},
		{ID: "send-otp/names-only", Breaks: "PSO-08", Why: "a new customer has no date of birth", EditRequests: always(from(2, "send-otp", func(q *samplepartner.Request) { delete(q.Body, "date_of_birth") }))},
	}
}

// copies copies the value of one member to another, if the body has both.
func copies(source, target string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		if value, there := q.Body[source]; there {
			put(q, target, value)
		}
	}
}

// secondSpelling gives the last item both spellings of the description (section 2.2).
func secondSpelling(value any) func(*samplepartner.Request) {
	return lastItem("create-purchases", func(item map[string]any) { item["item_decriptionn"] = value })
}

// bodyFaults are bodies that are not exactly one valid JSON object.
func bodyFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range shapes {
		if e.bodiless {
			continue
		}
		raw := func(how, why string, make func([]byte) []byte) {
			all = append(all, faults.Fault{ID: e.name + "/" + how, Breaks: e.prefix + "-04", Why: "the body of " + e.name + " " + why, EditRequests: always(on(e.name, func(q *samplepartner.Request) {
				if q.Body != nil {
					q.RewriteBody(make)
				}
			}))})
		}
		raw("no-body", "is empty", func([]byte) []byte { return []byte{} })
		raw("in-an-array", "stands in an array", func(b []byte) []byte { return []byte("[" + string(b) + "]") })
		raw("as-a-string", "is written into a string", func(b []byte) []byte { quoted, _ := json.Marshal(string(b)); return quoted })
		raw("cut-off", "is cut off", func(b []byte) []byte { return b[:len(b)-1] })
		raw("twice", "is sent twice over", func(b []byte) []byte { return append(b, b...) })
		raw("single-quotes", "has single quotes", func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), `"`, `'`)) })
		raw("not-utf-8", "is not in UTF-8", func(b []byte) []byte { return []byte(strings.Replace(string(b), `":"`, "\":\"\xff", 1)) })
	}
	for _, twice := range []struct{ endpoint, owner, member, value string }{
		{"create-purchases", "PCP-04", "customer_id", unknownID}, {"verify-otp", "PVO-04", "otp", "000000"}, {"customer-lookup", "PLK-04", "value", "undefined"},
		{"create-limit", "PCL-04", "employed", "maybe"}, {"send-otp", "PSO-04", "phone_number", "unknown"},
	} {
		all = append(all, faults.Fault{ID: twice.endpoint + "/" + twice.member + "-twice", Breaks: twice.owner, Why: twice.member + " is there twice, first with another value", EditRequests: always(on(twice.endpoint, func(q *samplepartner.Request) {
			q.RewriteBody(func(b []byte) []byte {
				return bytes.Replace(b, []byte("{"), fmt.Appendf(nil, `{%q:%q,`, twice.member, twice.value), 1)
			})
		}))})
	}
	return all
}

// addressFaults are undocumented methods and paths.
func addressFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range shapes {
		if e.wrongMethod != "" {
			all = append(all, faults.Fault{ID: e.name + "/method", Breaks: e.prefix + "-01", Why: e.name + " is sent by " + e.wrongMethod, EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.Method = e.wrongMethod }))})
		}
		if e.wrongPath != "" {
			all = append(all, faults.Fault{ID: e.name + "/path", Breaks: e.prefix + "-01", Why: e.name + " goes to " + e.wrongPath, EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.Path = e.wrongPath }))})
			all = append(all, faults.Fault{ID: e.name + "/trailing-slash", Breaks: e.prefix + "-01", Why: e.name + " goes to a path with a slash behind", EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.Path += "/" }))})
		}
	}
	for _, stray := range []struct{ id, owner, endpoint, path string }{
		{"half-a-heading", "PSO-01", "send-otp", "/api/v2/send"}, {"by-another-name", "PVO-01", "verify-otp", "/api/v2/code"},
		{"by-another-name", "PCL-01", "create-limit", "/api/v2/applications"}, {"create-behind", "PCL-01", "create-limit", "/api/v2/limits/create"},
		{"at-a-customer", "PCL-01", "create-limit", "/api/v2/limits/" + unknownID}, {"by-another-name", "PCP-01", "create-purchases", "/api/v2/orders"},
		{"items-behind", "PCP-01", "create-purchases", "/api/v2/purchases/items"}, {"at-an-item", "PCP-01", "create-purchases", "/api/v2/purchases/" + unknownID},
		{"by-another-name", "PLK-01", "customer-lookup", "/open/query"},
	} {
		all = append(all, faults.Fault{ID: stray.endpoint + "/" + stray.id, Breaks: stray.owner, Why: stray.endpoint + " goes to " + stray.path, EditRequests: always(on(stray.endpoint, func(q *samplepartner.Request) { q.Path = stray.path }))})
	}
	all = append(all, strayFaults()...)
	return append(all,
		faults.Fault{ID: "verify-otp/to-be-sent", Breaks: "PSO-04", Why: "an OTP that is to be verified goes to the path that sends one", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Path = "/api/v2/otp/send" }))},
		faults.Fault{ID: "verify-otp/by-another-word", Breaks: "PVO-01", Why: "an OTP is validated, and not verified", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Path = "/api/v2/otp/validate" }))},
		faults.Fault{ID: "cancel-purchase/by-call", Breaks: "PCA-01", Why: "an item is cancelled by a call of that name", EditRequests: always(on("cancel-purchase", func(q *samplepartner.Request) { q.Method, q.Path = http.MethodPost, q.Path+"/cancel" }))},
		faults.Fault{ID: "cancel-purchase/by-post", Breaks: "PCA-01", Why: "an item is cancelled by a POST without a body", EditRequests: always(on("cancel-purchase", func(q *samplepartner.Request) { q.Method = http.MethodPost }))},
		faults.Fault{ID: "get-purchase/lower-case", Breaks: "PGP-01", Why: "the method is written in small letters", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) { q.Method = "get" }))},
		faults.Fault{ID: "update-purchases/as-an-order", Breaks: "PUP-01", Why: "an update is sent by the method and to the path of an order", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { q.Method, q.Path = http.MethodPost, "/api/v2/purchases" }))},
		faults.Fault{ID: "create-purchases/slash-escaped", Breaks: "PCP-01", Why: "a slash of the path is escaped", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Path = "/api/v2%2Fpurchases" }))},
		faults.Fault{ID: "create-purchases/as-an-update", Breaks: "PCP-01", Why: "an order is sent by PUT", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Method = http.MethodPut }))},
		faults.Fault{ID: "cancel-purchase/no-id", Breaks: "PCA-01", Why: "a cancel names no item", EditRequests: always(on("cancel-purchase", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases" }))},
		faults.Fault{ID: "get-purchase/by-order", Breaks: "PGP-05", Why: "an item is asked for by its order", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases/1001" }))},
		faults.Fault{ID: "get-purchase/undashed", Breaks: "PGP-05", Why: "the id in the path has lost its dashes", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) {
			q.Path = "/api/v2/purchases/" + strings.ReplaceAll(strings.TrimPrefix(q.Path, "/api/v2/purchases/"), "-", "")
		}))},
		faults.Fault{ID: "fetch-limit/by-id-number", Breaks: "PFL-05", Why: "a limit is asked for by the id number", EditRequests: always(on("fetch-limit", func(q *samplepartner.Request) { q.Path = "/api/v2/limits/20000001" }))},
		faults.Fault{ID: "cancel-purchase/by-code", Breaks: "PCA-05", Why: "an item is cancelled by its code", EditRequests: always(on("cancel-purchase", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases/K-1" }))},
		faults.Fault{ID: "update-purchases/by-code", Breaks: "PUP-06", Why: "the path of an update ends in the item's code", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases/K-1" }))},
	)
}

// strayFaults are paths that differ from a documented path in one detail.
func strayFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range shapes {
		add := func(how, why string, bend func(path string) string) {
			all = append(all, faults.Fault{ID: e.name + "/" + how, Breaks: e.prefix + "-01", Why: "the path of " + e.name + " " + why, EditRequests: always(on(e.name, func(q *samplepartner.Request) { q.Path = bend(q.Path) }))})
		}
		add("double-slash", "begins with two slashes", func(path string) string { return "/" + path })
		add("in-a-folder", "has a folder before it", func(path string) string { return "/shop" + path })
		add("in-capitals", "is in capitals", strings.ToUpper)
		if e.name != "customer-lookup" {
			add("first-version", "is that of version 1", func(path string) string { return strings.Replace(path, "/v2/", "/v1/", 1) })
		}
	}
	return all
}

// unknownID is an id that the service never gave.
const unknownID = "0bad0bad-0bad-4bad-8bad-0bad0bad0bad"

// memberID is the memberId that a sandbox returns for the first published customer.
const memberID = "a00c1c1e-0000-4000-8000-000000000001"

// referenceFaults use ids and OTPs that the service never gave.
func referenceFaults() []faults.Fault {
	madeUp := func(q *samplepartner.Request) { q.Path = idInPath.ReplaceAllString(q.Path, unknownID) }
	return []faults.Fault{
		{ID: "fetch-limit/unknown", Breaks: "PFL-06", Why: "the customer is made up", EditRequests: always(on("fetch-limit", madeUp))},
		{ID: "fetch-limit/purchase-id", Breaks: "PFL-06", Why: "only the second customer is made up", EditRequests: always(from(2, "fetch-limit", madeUp))},
		{ID: "create-purchases/unknown", Breaks: "PCP-17", Why: "the customer is made up", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Body["customer_id"] = unknownID }))},
		{ID: "fetch-limit/member-id", Breaks: "PFL-06", Why: "the limit is asked for by the memberId of the customer", EditRequests: always(on("fetch-limit", func(q *samplepartner.Request) { q.Path = "/api/v2/limits/" + memberID }))},
		{ID: "create-purchases/member-id", Breaks: "PCP-17", Why: "the customer is named by the memberId that a lookup returned", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Body["customer_id"] = memberID }))},
		{ID: "create-purchases/second-unknown", Breaks: "PCP-17", Why: "the customer of the second order is made up", EditRequests: always(from(2, "create-purchases", func(q *samplepartner.Request) { q.Body["customer_id"] = unknownID }))},
		{ID: "get-purchase/unknown", Breaks: "PGP-06", Why: "the item is made up", EditRequests: always(on("get-purchase", madeUp))},
		{ID: "get-purchase/customer-id", Breaks: "PGP-06", Why: "the item is asked for by the customer's id", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) {
			q.Path = "/api/v2/purchases/5f0c1c1e-0000-4000-8000-000000000001"
		}))},
		{ID: "cancel-purchase/unknown", Breaks: "PCA-06", Why: "the item is made up", EditRequests: always(on("cancel-purchase", madeUp))},
		{ID: "update-purchases/unknown", Breaks: "PUP-10", Why: "the items are made up", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { put(q, "items.#.id", unknownID) }))},
		{ID: "update-purchases/unknown-in-path", Breaks: "PUP-10", Why: "the id in the path is made up", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases/" + unknownID }))},
		{ID: "update-purchases/second-unknown", Breaks: "PUP-10", Why: "the last item of several is made up", EditRequests: always(on("update-purchases", func(q *samplepartner.Request) {
			items := objects(q.Body, []string{"items", "#"})
			if len(items) > 1 {
				items[len(items)-1]["id"] = unknownID
			}
		}))},
		{ID: "verify-otp/never-sent", Breaks: "PVO-09", Why: "an OTP is verified before any was sent", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { q.Skip = true }))},
		{ID: "verify-otp/first-never-sent", Breaks: "PVO-09", Why: "the first OTP is verified before any was sent", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { q.Skip = q.Nth == 1 }))},
		{ID: "verify-otp/made-up", Breaks: "PVO-10", Why: "the OTP is made up", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Body["otp"] = differentOTP(q.Body["otp"]) }))},
		{ID: "verify-otp/second-made-up", Breaks: "PVO-10", Why: "the second OTP is made up", EditRequests: always(from(2, "verify-otp", func(q *samplepartner.Request) { q.Body["otp"] = differentOTP(q.Body["otp"]) }))},
		{ID: "verify-otp/other-phone", Breaks: "PVO-10", Why: "the OTP is verified for another phone", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Body["phone_number"] = "+254799999999" }))},
		{ID: "verify-otp/other-country", Breaks: "PVO-10", Why: "the OTP is verified for the phone with the same digits in another country", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			q.Body["phone_number"] = strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+254", "+255", 1)
		}))},
		{ID: "verify-otp/country-lost", Breaks: "PVO-10", Why: "the country code of the phone is that of another country, of one digit", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			q.Body["phone_number"] = strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+254", "+1", 1)
		}))},
		{ID: "verify-otp/digit-too-many", Breaks: "PVO-10", Why: "a digit too many stands before the phone number", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			q.Body["phone_number"] = strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+", "+9", 1)
		}))},
		{ID: "verify-otp/other-id", Breaks: "PVO-10", Why: "the OTP is verified for another id number", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Body["id_number"] = "99999999" }))},
		{ID: "verify-otp/phone-as-id", Breaks: "PVO-06", Why: "phone and id number are mixed up", EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { q.Body["id_number"] = q.Body["phone_number"] }))},
	}
}

func differentOTP(otp any) string {
	if text, _ := otp.(string); text == "111111" {
		return "222222"
	}
	return "111111"
}

// lateFaults show only in a later request, or in only one of several items.
func lateFaults() []faults.Fault {
	ofOrder := func(bend func(map[string]any)) func(*samplepartner.Request) {
		return lastItem("create-purchases", bend)
	}
	plus := func(q *samplepartner.Request) {
		if items, ok := q.Body["items"].([]any); ok {
			q.Body["items"] = append(slices.Clone(items), "K-1")
		}
	}
	return []faults.Fault{
		{ID: "create-purchases/last-item-type", Breaks: "PCP-09", Why: "the last item of several has no type", EditRequests: always(ofOrder(func(m map[string]any) { delete(m, "item_type") }))},
		{ID: "create-purchases/last-item-brand", Breaks: "PCP-10", Why: "the last item of several has no brand", EditRequests: always(ofOrder(func(m map[string]any) { delete(m, "item_brand") }))},
		{ID: "create-purchases/last-item-key", Breaks: "PCP-11", Why: "the last item of several has another store key", EditRequests: always(ofOrder(func(m map[string]any) { m["store_key"] = "OTHER" }))},
		{ID: "create-purchases/last-item-delivery", Breaks: "PCP-12", Why: "the last item of several goes by drone", EditRequests: always(ofOrder(func(m map[string]any) { m["delivery_option"] = "drone" }))},
		{ID: "create-purchases/last-item-plan", Breaks: "PCP-14", Why: "the last item of several has another plan", EditRequests: always(ofOrder(func(m map[string]any) { m["facility_plan"] = "weekly" }))},
		{ID: "create-purchases/last-item-value", Breaks: "PCP-15", Why: "the last item of several has a price with cents", EditRequests: always(ofOrder(func(m map[string]any) { m["item_value"] = "15.00" }))},
		{ID: "create-purchases/item-string", Breaks: "PCP-08", Why: "an item is its code alone", EditRequests: always(on("create-purchases", plus))},
		{ID: "create-purchases/items-object", Breaks: "PCP-08", Why: "a single item stands without its array", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			if items, ok := q.Body["items"].([]any); ok && len(items) > 0 {
				q.Body["items"] = items[0]
			}
		}))},
		{ID: "update-purchases/item-string", Breaks: "PUP-07", Why: "an item is its id alone", EditRequests: always(on("update-purchases", plus))},
		{ID: "update-purchases/last-status", Breaks: "PUP-09", Why: "the last item of several has no status", EditRequests: always(lastItem("update-purchases", func(m map[string]any) { delete(m, "facility_status") }))},
		{ID: "create-limit/second-gender", Breaks: "PCL-09", Why: "only a government employee has no gender", EditRequests: always(from(2, "create-limit", func(q *samplepartner.Request) { delete(q.Body, "gender") }))},
		{ID: "create-limit/third-date", Breaks: "PCL-10", Why: "only the self-employed have a date the other way round", EditRequests: always(from(3, "create-limit", func(q *samplepartner.Request) { q.Body["date_of_birth"] = "31/01/1990" }))},
		{ID: "customer-lookup/second-field", Breaks: "PLK-06", Why: "only the last lookup asks by a field that there is not", EditRequests: always(from(4, "customer-lookup", func(q *samplepartner.Request) { q.Body["queryFieldEnum"] = "BVN" }))},
		{ID: "get-purchase/second-token", Breaks: "PGP-02", Why: "only the second call has lost its token", EditRequests: always(from(2, "get-purchase", func(q *samplepartner.Request) { q.Header.Del("Authorization") }))},
	}
}
