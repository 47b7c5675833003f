package partner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// systematicFaults make one mistake for all customers, orders or items of a day.
func systematicFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, owner, why string, edit func() func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: id, Breaks: owner, Why: why, Configure: moreCustomers, EditRequests: edit})
	}
	of := func(id, owner, why, endpoint string, edit func(*samplepartner.Request)) {
		add(id, owner, why, always(on(endpoint, edit)))
	}
	of("send-otp/null-for-all", "PSO-07", "the last name of every customer is null", "send-otp", func(q *samplepartner.Request) { put(q, "last_name", "null") })
	of("send-otp/first-name-reversed", "PSO-07", "the letters of every first name are reversed, and the email address has them right", "send-otp", func(q *samplepartner.Request) {
		if name, isText := q.Body["first_name"].(string); isText {
			letters := []byte(name)
			slices.Reverse(letters)
			put(q, "first_name", string(letters))
		}
	})
	of("create-limit/last-name-twice", "PCL-06", "every first name of a limit is the last name", "create-limit", copies("last_name", "first_name"))
	add("create-limit/id-of-the-first-customer", "PCL-06", "every limit has the id number of the first one", always(on("create-limit", func(q *samplepartner.Request) { put(q, "id_number", "20000001") })))
	for _, before := range []struct{ id, owner, why, endpoint, member string }{
		{"send-otp/id-of-the-customer-before", "PSO-06", "every OTP is sent for the id number of the customer before", "send-otp", "id_number"},
		{"create-limit/id-of-the-limit-before", "PCL-06", "every limit has the id number of the limit before", "create-limit", "id_number"},
		{"create-limit/email-of-the-customer-before", "PCL-07", "every limit has the email of the limit before", "create-limit", "email"},
	} {
		add(before.id, before.owner, before.why, lagging(before.endpoint, before.member))
	}
	of("create-limit/gender-as-name", "PCL-06", "the first name of every customer is the gender", "create-limit", func(q *samplepartner.Request) { put(q, "first_name", q.Body["gender"]) })
	of("send-otp/country-is-dialled", "PSO-07", "the country is its dialling code, and not that of the limits", "send-otp", func(q *samplepartner.Request) { put(q, "country_code", "+254") })
	add("send-otp/birth-is-unset", "PSO-08", "every customer is born on the first day of the clock", always(func(q *samplepartner.Request) { put(q, "date_of_birth", "01/01/1970") }))
	for id, dayFirst := range map[string]bool{"": false, "-as-in-the-otp": true} {
		add("create-limit/day-first-up-to-12"+id, "PCL-10", "the date of birth of a limit has the day first, if the day may be a month", always(bornFirst(dayFirst)))
	}
	of("send-otp/birth-is-recent", "PSO-08", "every customer was born three days ago", "send-otp", func(q *samplepartner.Request) {
		put(q, "date_of_birth", time.Now().AddDate(0, 0, -3).Format("01/02/2006"))
	})
	add("send-otp/phone-without-country-code", "PSO-06", "every phone number lacks the country code", always(func(q *samplepartner.Request) {
		if phone, ok := q.Body["phone_number"].(string); ok {
			put(q, "phone_number", strings.TrimPrefix(phone, "+254"))
		}
	}))
	for id, name := range map[string]string{"question-marks": "?????", "dash": "-", "dot": ".", "number": "12"} {
		of("create-limit/name-is-"+id, "PCL-06", "the first name of every limit is "+name, "create-limit", func(q *samplepartner.Request) { put(q, "first_name", name) })
		of("send-otp/name-is-"+id, "PSO-07", "the last name of every OTP request is "+name, "send-otp", func(q *samplepartner.Request) { put(q, "last_name", name) })
	}
	of("create-limit/letters-are-question-marks", "PCL-06", "every letter of the names of a limit is a question mark", "create-limit", func(q *samplepartner.Request) {
		put(q, "first_name", strings.Repeat("?", len(fmt.Sprint(q.Body["first_name"]))))
		put(q, "last_name", strings.Repeat("?", len(fmt.Sprint(q.Body["last_name"]))))
	})
	of("send-otp/letters-are-question-marks", "PSO-07", "every letter of the last name of an OTP request is a question mark", "send-otp", func(q *samplepartner.Request) {
		put(q, "last_name", strings.Repeat("?", len(fmt.Sprint(q.Body["last_name"]))))
	})
	of("create-limit/location-undefined", "PCL-21", "the city of the business is undefined", "create-limit", func(q *samplepartner.Request) {
		put(q, "self_employed_occupational_detail.business_location", "undefined, Kenya")
	})
	of("create-limit/id-with-a-newline", "PCL-06", "the id number ends with the end of its line", "create-limit", func(q *samplepartner.Request) { put(q, "id_number", fmt.Sprint(q.Body["id_number"], "\n")) })
	of("update-purchases/enumeration-as-status", "PUP-09", "the status is printed with the type of its enumeration", "update-purchases", func(q *samplepartner.Request) { put(q, "items.#.facility_status", "FacilityStatus.collected_by_agent") })
	add("send-otp/id-unknown", "PSO-06", "the id number of every customer is unknown", always(func(q *samplepartner.Request) { put(q, "id_number", "Unknown") }))
	of("create-limit/phone-of-the-shop", "PCL-07", "every limit has the phone number of the shop", "create-limit", func(q *samplepartner.Request) { put(q, "phone_number", "+254709000111") })
	of("create-limit/id-lost-a-digit", "PCL-06", "every id number in a limit lacks the first digit of the one that was verified", "create-limit", func(q *samplepartner.Request) {
		put(q, "id_number", strings.TrimPrefix(fmt.Sprint(q.Body["id_number"]), beginOf(q, "id_number", 1)))
	})
	of("create-limit/phone-lost-a-digit", "PCL-07", "every phone number in a limit lacks the last digit of the one that was verified", "create-limit", func(q *samplepartner.Request) {
		put(q, "phone_number", beginOf(q, "phone_number", 12))
	})
	of("create-limit/email-of-the-first", "PCL-07", "every limit has the email of the first customer", "create-limit", func(q *samplepartner.Request) { put(q, "email", "wanjiru@customers.example") })
	of("verify-otp/id-lost-a-digit", "PVO-10", "every id number of a verify lacks the first digit of the one in the other requests", "verify-otp", func(q *samplepartner.Request) {
		put(q, "id_number", strings.TrimPrefix(fmt.Sprint(q.Body["id_number"]), beginOf(q, "id_number", 1)))
	})
	of("create-limit/loan-is-id", "PCL-11", "every loan_amount is the id number", "create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", digitsOf(q.Body["id_number"])) })
	of("create-limit/loan-is-phone", "PCL-11", "every loan_amount is the phone number", "create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", digitsOf(q.Body["phone_number"])) })
	of("create-limit/loan-is-time", "PCL-11", "every loan_amount is the time", "create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", time.Now().Unix()) })
	of("create-limit/loan-is-order", "PCL-11", "every loan_amount is the order_id of the order that follows", "create-limit", func(q *samplepartner.Request) {
		put(q, "loan_amount", orderOf(q.Nth, 3))
	})
	add("create-limit/loan-is-otp", "PCL-11", "every loan_amount is the OTP", fromVerify(func(_, now *samplepartner.Request) int { return digitsOf(now.Body["otp"]) }))
	add("create-limit/loan-in-thousandths", "PCL-11", "every loan_amount is 1000 times the cart value", fromVerify(func(_, now *samplepartner.Request) int { return 1000 * digitsOf(now.Body["item_value"]) }))
	add("create-limit/loan-of-the-customer-before", "PCL-11", "every loan_amount is the cart value of the customer before", fromVerify(func(before, _ *samplepartner.Request) int { return digitsOf(before.Body["item_value"]) }))
	for name, value := range map[string]func(*samplepartner.Request) string{
		"order": func(q *samplepartner.Request) string { return strconv.Itoa(orderOf(q.Nth, 4)) },
		"time":  func(*samplepartner.Request) string { return strconv.FormatInt(time.Now().UnixMilli(), 10) },
		"tenth": func(q *samplepartner.Request) string { return fmt.Sprint(q.Body["item_value"], "0") },
	} {
		of("verify-otp/cart-is-"+name, "PVO-07", "every cart value is another number: "+name, "verify-otp", func(q *samplepartner.Request) { put(q, "item_value", value(q)) })
	}
	of("create-purchases/price-is-order", "PCP-15", "every price is the order_id", "create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_value", q.Body["order_id"]) })
	of("create-purchases/code-is-type", "PCP-10", "every item_code is the item_type", "create-purchases", func(q *samplepartner.Request) {
		for _, item := range objects(q.Body, []string{"items", "#"}) {
			item["item_code"] = item["item_type"]
		}
	})
	add("create-purchases/cart-of-the-customer-before", "PCP-08", "every order is the cart of the customer before", cartsBefore(func(before, _ []any) []any { return before }))
	add("create-purchases/cart-of-the-first-customer", "PCP-08", "every order is the cart of the first customer", func() func(*samplepartner.Request) {
		var first any
		return on("create-purchases", func(q *samplepartner.Request) {
			if q.Nth == 1 {
				first = q.Body["items"]
			}
			q.Body["items"] = first
		})
	})
	add("create-purchases/cart-is-not-emptied", "PCP-08", "every order has the cart of the customer before too", cartsBefore(func(before, now []any) []any {
		return append(append([]any(nil), before...), now...)
	}))
	for id, status := range map[string]string{"in-capitals": "COLLECTED_BY_AGENT", "with-hyphens": "collected-by-agent", "in-camel-case": "collectedByAgent", "with-a-blank": "collected_by_agent ", "in-quotes": `"collected_by_agent"`} {
		of("update-purchases/status-"+id, "PUP-09", "every status is "+status, "update-purchases", func(q *samplepartner.Request) { put(q, "items.#.facility_status", status) })
	}
	of("update-purchases/delivery-as-status", "PUP-09", "every status is the delivery option", "update-purchases", func(q *samplepartner.Request) { put(q, "items.#.facility_status", "store_delivery") })
	of("update-purchases/id-as-status", "PUP-09", "every status is the id of the item", "update-purchases", func(q *samplepartner.Request) {
		for _, item := range objects(q.Body, []string{"items", "#"}) {
			item["facility_status"] = item["id"]
		}
	})
	for _, m := range []struct{ endpoint, path, owner, id, text string }{
		{"create-purchases", "items.#.item_description", "PCP-10", "is-a-list", "Array"}, {"create-purchases", "items.#.item_brand", "PCP-10", "is-to-do", "TODO"},
		{"create-purchases", "items.#.item_description", "PCP-10", "has-no-brand", "None Phone"}, {"create-purchases", "items.#.item_description", "PCP-10", "has-no-model", "Samsung undefined"},
		{"create-purchases", "items.#.item_description", "PCP-10", "is-a-format", "TV %s"},
		{"create-limit", emp + "employer", "PCL-16", "is-null", "null"}, {"create-limit", self + "business_name", "PCL-21", "is-a-list", "Array"},
		{"create-limit", self + "business_location", "PCL-21", "has-no-city", "undefined, Kenya"},
		{"create-limit", "first_name", "PCL-06", "is-to-do", "FIXME"}, {"update-purchases", "items.#.facility_status", "PUP-09", "is-a-list", "Array"},
	} {
		of(m.endpoint+"/"+m.path+"-"+m.id, m.owner, "every "+m.path+" is "+m.text, m.endpoint, func(q *samplepartner.Request) { put(q, m.path, m.text) })
	}
	for _, path := range []string{"items.#.item_brand", "items.#.item_description", "items.#.item_code"} {
		of("create-purchases/"+path+"-loses-letters", "PCP-10", "every "+path+" has lost a letter", "create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				name := strings.TrimPrefix(path, "items.#.")
				item[name] = fmt.Sprint(item[name], item["item_code"], "\ufffd")
			}
		})
	}
	return all
}

// beginOf returns the first letters of a member. Another fault may have made it shorter.
func beginOf(q *samplepartner.Request, member string, letters int) string {
	text := fmt.Sprint(q.Body[member])
	return text[:min(letters, len(text))]
}

// bornFirst gives each customer a date of birth. A limit has the day first if it is at most 12, and OTP
// requests have it first or not.
func bornFirst(dayFirst bool) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		n := digitsOf(q.Body["id_number"]) % 10
		month, day := n+2, []int{5, 5, 28, 7, 9, 30, 1, 1, 1, 1}[n]
		isFirst := q.Endpoint == "send-otp" && dayFirst || q.Endpoint == "create-limit" && day <= 12
		if isFirst {
			month, day = day, month
		}
		put(q, "date_of_birth", fmt.Sprintf("%02d/%02d/1990", month, day))
	}
}

// lagging sends a member of the request before, from the second request on.
func lagging(endpoint, member string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		var before any
		return on(endpoint, func(q *samplepartner.Request) {
			now := q.Body[member]
			if before != nil {
				put(q, member, before)
			}
			before = now
		})
	}
}

// orderOf returns the order_id of the order that follows the nth request, where the request of the
// last customer before the passersby is the given one.
func orderOf(nth, last int) int {
	if nth <= last {
		return 1001
	}
	return 2000 + nth - last
}

func digitsOf(value any) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(fmt.Sprint(value), "+"))
	return n
}

// fromVerify sends a loan_amount that is made from the last two verify OTP requests.
func fromVerify(loan func(before, now *samplepartner.Request) int) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		var before, now *samplepartner.Request
		return func(q *samplepartner.Request) {
			switch {
			case q.Endpoint == "verify-otp":
				before, now = now, q
			case q.Endpoint == "create-limit" && before != nil:
				put(q, "loan_amount", loan(before, now))
			}
		}
	}
}

// cartsBefore makes the items of each passerby from the cart of the customer before.
func cartsBefore(edit func(before, now []any) []any) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		var before []any
		return on("create-purchases", func(q *samplepartner.Request) {
			const second = 2 // the second order of one customer, without a cart value of its own
			now, _ := q.Body["items"].([]any)
			if q.Nth > second {
				q.Body["items"] = edit(before, now)
			}
			if q.Nth != second {
				before = now
			}
		})
	}
}
