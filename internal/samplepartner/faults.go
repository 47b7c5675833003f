package samplepartner

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// valueFaults bend what one member says in the light of another.
func valueFaults() []Fault {
	const both = "create-limit"
	swap := func(q *Request, from, to string) {
		if detail, ok := q.Body[from]; ok {
			q.Body[to] = detail
			delete(q.Body, from)
		}
	}
	return []Fault{
		{"create-limit/no-occupation", "PCL-15", "there is no occupational member", on(both, func(q *Request) {
			delete(q.Body, strings.TrimSuffix(emp, "."))
			delete(q.Body, strings.TrimSuffix(self, "."))
		})},
		{"create-limit/both-occupations", "PCL-15", "there are both occupational members", on(both, func(q *Request) {
			for _, w := range []Work{Private, SelfEmployed} {
				name, detail := occupation(w)
				if _, there := q.Body[name]; !there {
					q.Body[name] = detail
				}
			}
		})},
		{"create-limit/employed-as-self-employed", "PCL-15", "the details of the employed go by the other name", on(both, func(q *Request) {
			swap(q, strings.TrimSuffix(emp, "."), strings.TrimSuffix(self, "."))
		})},
		{"create-limit/self-employed-as-employed", "PCL-15", "the self-employed are given an employer", on(both, func(q *Request) {
			if q.Body["employed"] == false {
				_, q.Body["employed_occupational_detail"] = occupation(Private)
				delete(q.Body, strings.TrimSuffix(self, "."))
			}
		})},
		{"create-limit/employed-turned-round", "PCL-15", "employed says the opposite", on(both, func(q *Request) {
			if employed, ok := q.Body["employed"].(bool); ok {
				q.Body["employed"] = !employed
			}
		})},
		{"create-limit/occupation-null", "PCL-15", "the occupational member is null", on(both, func(q *Request) {
			put(q, strings.TrimSuffix(emp, "."), nil)
		})},
		{"create-limit/occupation-list", "PCL-15", "the occupational member is a list", on(both, func(q *Request) {
			put(q, strings.TrimSuffix(self, "."), []any{})
		})},
		{"create-limit/password-number", "PCL-13", "the password is a number", on(both, func(q *Request) { q.Body["password"] = 1234 })},
		{"create-limit/password-null", "PCL-13", "the password is null", on(both, func(q *Request) { q.Body["password"] = nil })},
		{"create-limit/private-job-group", "PCL-20", "a private employee has a job_group beyond T", on(both, func(q *Request) {
			if detail, ok := q.Body["employed_occupational_detail"].(map[string]any); ok {
				detail["job_group"] = "Z"
			}
		})},
		{"send-otp/names-only", "PSO-08", "a new customer has no date of birth", from(2, "send-otp", func(q *Request) { delete(q.Body, "date_of_birth") })},
	}
}

// bodyFaults are bodies that are not one JSON object.
func bodyFaults() []Fault {
	var all []Fault
	for _, e := range shapes {
		if e.bodiless {
			continue
		}
		raw := func(how, why string, make func([]byte) []byte) {
			all = append(all, Fault{e.name + "/" + how, e.prefix + "-04", "the body of " + e.name + " " + why, on(e.name, func(q *Request) {
				if q.Body != nil {
					q.rewrite(make)
				}
			})})
		}
		raw("no-body", "is empty", func([]byte) []byte { return []byte{} })
		raw("in-an-array", "stands in an array", func(b []byte) []byte { return []byte("[" + string(b) + "]") })
		raw("as-a-string", "is written into a string", func(b []byte) []byte { quoted, _ := json.Marshal(string(b)); return quoted })
		raw("cut-off", "is cut off", func(b []byte) []byte { return b[:len(b)-1] })
		raw("twice", "is sent twice over", func(b []byte) []byte { return append(b, b...) })
		raw("single-quotes", "has single quotes", func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), `"`, `'`)) })
		raw("not-utf-8", "is not in UTF-8", func(b []byte) []byte { return []byte(strings.Replace(string(b), `":"`, "\":\"\xff", 1)) })
	}
	return all
}

// addressFaults are undocumented methods and paths.
func addressFaults() []Fault {
	var all []Fault
	for _, e := range shapes {
		if e.wrongMethod != "" {
			all = append(all, Fault{e.name + "/method", e.prefix + "-01", e.name + " is sent by " + e.wrongMethod, on(e.name, func(q *Request) { q.Method = e.wrongMethod })})
		}
		if e.wrongPath != "" {
			all = append(all, Fault{e.name + "/path", e.prefix + "-01", e.name + " goes to " + e.wrongPath, on(e.name, func(q *Request) { q.Path = e.wrongPath })})
			all = append(all, Fault{e.name + "/trailing-slash", e.prefix + "-01", e.name + " goes to a path with a slash behind", on(e.name, func(q *Request) { q.Path += "/" })})
		}
	}
	all = append(all, strayFaults()...)
	return append(all,
		Fault{"cancel-purchase/by-call", "PCA-01", "an item is cancelled by a call of that name", on("cancel-purchase", func(q *Request) { q.Method, q.Path = http.MethodPost, q.Path+"/cancel" })},
		Fault{"cancel-purchase/no-id", "PCA-01", "a cancel names no item", on("cancel-purchase", func(q *Request) { q.Path = "/api/v2/purchases" })},
		Fault{"get-purchase/by-order", "PGP-05", "an item is asked for by its order", on("get-purchase", func(q *Request) { q.Path = "/api/v2/purchases/1001" })},
		Fault{"get-purchase/undashed", "PGP-05", "the id in the path has lost its dashes", on("get-purchase", func(q *Request) {
			q.Path = "/api/v2/purchases/" + strings.ReplaceAll(strings.TrimPrefix(q.Path, "/api/v2/purchases/"), "-", "")
		})},
		Fault{"fetch-limit/by-id-number", "PFL-05", "a limit is asked for by the id number", on("fetch-limit", func(q *Request) { q.Path = "/api/v2/limits/20000001" })},
		Fault{"cancel-purchase/by-code", "PCA-05", "an item is cancelled by its code", on("cancel-purchase", func(q *Request) { q.Path = "/api/v2/purchases/K-1" })},
		Fault{"update-purchases/by-code", "PUP-06", "the path of an update ends in the item's code", on("update-purchases", func(q *Request) { q.Path = "/api/v2/purchases/K-1" })},
	)
}

// strayFaults are paths that are documented but for one thing.
func strayFaults() []Fault {
	var all []Fault
	for _, e := range shapes {
		add := func(how, why string, bend func(path string) string) {
			all = append(all, Fault{e.name + "/" + how, e.prefix + "-01", "the path of " + e.name + " " + why, on(e.name, func(q *Request) { q.Path = bend(q.Path) })})
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

// unknownID is nobody's.
const unknownID = "0bad0bad-0bad-4bad-8bad-0bad0bad0bad"

// referenceFaults take up what the service never gave.
func referenceFaults() []Fault {
	idInPath := func(q *Request) { q.Path = q.Path[:strings.LastIndex(q.Path, "/")+1] + unknownID }
	return []Fault{
		{"fetch-limit/unknown", "PFL-06", "the customer is made up", on("fetch-limit", idInPath)},
		{"fetch-limit/purchase-id", "PFL-06", "only the second customer is made up", from(2, "fetch-limit", idInPath)},
		{"create-purchases/unknown", "PCP-17", "the customer is made up", on("create-purchases", func(q *Request) { q.Body["customer_id"] = unknownID })},
		{"create-purchases/second-unknown", "PCP-17", "the customer of the second order is made up", from(2, "create-purchases", func(q *Request) { q.Body["customer_id"] = unknownID })},
		{"get-purchase/unknown", "PGP-06", "the item is made up", on("get-purchase", idInPath)},
		{"get-purchase/customer-id", "PGP-06", "the item is asked for by the customer's id", on("get-purchase", func(q *Request) {
			q.Path = "/api/v2/purchases/5f0c1c1e-0000-4000-8000-000000000001"
		})},
		{"cancel-purchase/unknown", "PCA-06", "the item is made up", on("cancel-purchase", idInPath)},
		{"update-purchases/unknown", "PUP-10", "the items are made up", on("update-purchases", func(q *Request) { put(q, "items.#.id", unknownID) })},
		{"update-purchases/unknown-in-path", "PUP-10", "the id in the path is made up", on("update-purchases", func(q *Request) { q.Path = "/api/v2/purchases/" + unknownID })},
		{"update-purchases/second-unknown", "PUP-10", "the last item of several is made up", on("update-purchases", func(q *Request) {
			items := objects(q.Body, []string{"items", "#"})
			if len(items) > 1 {
				items[len(items)-1]["id"] = unknownID
			}
		})},
		{"verify-otp/never-sent", "PVO-09", "an OTP is verified before any was sent", on("send-otp", func(q *Request) { q.Skip = true })},
		{"verify-otp/first-never-sent", "PVO-09", "the first OTP is verified before any was sent", on("send-otp", func(q *Request) { q.Skip = q.Nth == 1 })},
		{"verify-otp/made-up", "PVO-10", "the OTP is made up", on("verify-otp", func(q *Request) { q.Body["otp"] = differentOTP(q.Body["otp"]) })},
		{"verify-otp/second-made-up", "PVO-10", "the second OTP is made up", from(2, "verify-otp", func(q *Request) { q.Body["otp"] = differentOTP(q.Body["otp"]) })},
		{"verify-otp/other-phone", "PVO-10", "the OTP is verified for another phone", on("verify-otp", func(q *Request) { q.Body["phone_number"] = "+254799999999" })},
		{"verify-otp/other-id", "PVO-10", "the OTP is verified for another id number", on("verify-otp", func(q *Request) { q.Body["id_number"] = "99999999" })},
		{"verify-otp/phone-as-id", "PVO-10", "phone and id number are mixed up", on("verify-otp", func(q *Request) { q.Body["id_number"] = q.Body["phone_number"] })},
	}
}

func differentOTP(otp any) string {
	if text, _ := otp.(string); text == "111111" {
		return "222222"
	}
	return "111111"
}

// lateFaults show late, or in one case of many.
func lateFaults() []Fault {
	ofOrder := func(bend func(map[string]any)) func(*Request) { return lastItem("create-purchases", bend) }
	plus := func(q *Request) {
		if items, ok := q.Body["items"].([]any); ok {
			q.Body["items"] = append(slices.Clone(items), "K-1")
		}
	}
	return []Fault{
		{"create-purchases/last-item-type", "PCP-09", "the last item of several has no type", ofOrder(func(m map[string]any) { delete(m, "item_type") })},
		{"create-purchases/last-item-brand", "PCP-10", "the last item of several has no brand", ofOrder(func(m map[string]any) { delete(m, "item_brand") })},
		{"create-purchases/last-item-key", "PCP-11", "the last item of several has another store key", ofOrder(func(m map[string]any) { m["store_key"] = "OTHER" })},
		{"create-purchases/last-item-delivery", "PCP-12", "the last item of several goes by drone", ofOrder(func(m map[string]any) { m["delivery_option"] = "drone" })},
		{"create-purchases/last-item-plan", "PCP-14", "the last item of several has another plan", ofOrder(func(m map[string]any) { m["facility_plan"] = "weekly" })},
		{"create-purchases/last-item-value", "PCP-15", "the last item of several has a price with cents", ofOrder(func(m map[string]any) { m["item_value"] = "15.00" })},
		{"create-purchases/item-string", "PCP-08", "an item is its code alone", on("create-purchases", plus)},
		{"create-purchases/items-object", "PCP-08", "a single item stands without its array", on("create-purchases", func(q *Request) {
			if items, ok := q.Body["items"].([]any); ok && len(items) > 0 {
				q.Body["items"] = items[0]
			}
		})},
		{"update-purchases/item-string", "PUP-07", "an item is its id alone", on("update-purchases", plus)},
		{"update-purchases/last-status", "PUP-09", "the last item of several has no status", lastItem("update-purchases", func(m map[string]any) { delete(m, "facility_status") })},
		{"create-limit/second-gender", "PCL-09", "only a government employee has no gender", from(2, "create-limit", func(q *Request) { delete(q.Body, "gender") })},
		{"create-limit/third-date", "PCL-10", "only the self-employed have a date the other way round", from(3, "create-limit", func(q *Request) { q.Body["date_of_birth"] = "31/01/1990" })},
		{"customer-lookup/second-field", "PLK-06", "only the last lookup asks by a field that there is not", from(4, "customer-lookup", func(q *Request) { q.Body["queryFieldEnum"] = "BVN" })},
		{"get-purchase/second-token", "PGP-02", "only the second call has lost its token", from(2, "get-purchase", func(q *Request) { q.Header.Del("Authorization") })},
	}
}
