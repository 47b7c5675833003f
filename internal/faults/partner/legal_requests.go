package partner

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// sendsForKnown sends one more OTP for every customer after the limit, with the members of a new
// customer but without their values.
func sendsForKnown(name, birth any) func(*samplepartner.Request) {
	return on("create-limit", func(q *samplepartner.Request) {
		q.After = append(q.After, post(q, "send-otp", "/api/v2/otp/send", map[string]any{
			"id_number": q.Body["id_number"], "phone_number": q.Body["phone_number"],
			"first_name": name, "last_name": name, "country_code": name, "date_of_birth": birth,
		}))
	})
}

// legalRequestVariants are legal stores that differ from the sample partner. Some use something
// that a service may limit or make conditional (sections 4.1, 4.2, 8). One writes all values as
// the samples do.
func legalRequestVariants() []faults.Variant {
	return []faults.Variant{
		// The day and the month may be swapped here: the date is 4 March, and send OTP writes the
		// day first.
		{ID: "otp/day-first-early-in-the-month", Field: birth, Born: "1990-03-04", EditRequest: func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "date_of_birth", "04/03/1990") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "date_of_birth", "03/04/1990") })(q)
		}},
		{ID: "otp/fifth-of-may", Field: birth, Born: "1990-05-05", EditRequest: func(q *samplepartner.Request) { put(q, "date_of_birth", "05/05/1990") }},
		{ID: "otp/mistyped-and-given-up", EditRequest: on("verify-otp", givesUp(2, "1000003", "+254700000003", "483927"))},
		{ID: "otp/guessed-alike-and-given-up", EditRequest: on("verify-otp", func(q *samplepartner.Request) {
			givesUp(2, "1000003", "+254700000003", "000000")(q)
			givesUp(3, "10000004", "+254700000004", "000000")(q)
		})},
		{ID: "customers/otps-guessed-and-given-up", Configure: moreCustomers, EditRequest: from(5, "verify-otp", func(q *samplepartner.Request) { put(q, "otp", "123456") })},
		{ID: "otp/mistyped-first", EditRequest: on("verify-otp", mistypesFirst)},
		{ID: "otp/mistyped-until-refused", EditRequest: on("verify-otp", triesAgain(func(*samplepartner.Request) {}))},
		{ID: "customers/id-number-mistyped-first", Configure: moreCustomers, EditRequest: on("verify-otp", mistypesID(4))},
		{ID: "otp/name-corrected-each-time", EditRequest: on("send-otp", sentAgainCorrected)},
		{ID: "otp/before-each-purchase", Configure: func(s *samplepartner.Store) { s.VerifyEach = true }},
		{ID: "otp/not-before-a-limit", EditRequest: from(2, "verify-otp", func(q *samplepartner.Request) { q.Skip = true })},
		{ID: "otp/known-customer-with-empty-names", EditRequest: sendsForKnown("", "")},
		{ID: "otp/known-customer-with-one-name", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			q.After = append(q.After, post(q, "send-otp", "/api/v2/otp/send", map[string]any{
				"id_number": q.Body["id_number"], "phone_number": q.Body["phone_number"], "first_name": q.Body["first_name"],
			}))
		})},
		{ID: "otp/known-customer-without-names", EditRequest: sendsForKnown(nil, nil)},
		{ID: "otp/large-cart", Field: "cart value", EditRequest: on("verify-otp", func(q *samplepartner.Request) { put(q, "item_value", "250000") })},
		{ID: "otp/huge-cart", Field: "cart value", EditRequest: on("verify-otp", func(q *samplepartner.Request) { put(q, "item_value", "5000000000") })},
		{ID: "otp/cart-with-delivery", Field: "price", EditRequest: on("verify-otp", func(q *samplepartner.Request) {
			if cart, err := strconv.Atoi(fmt.Sprint(q.Body["item_value"])); err == nil {
				put(q, "item_value", strconv.Itoa(cart+350))
			}
		})},
		{ID: "otp/id-with-blanks", EditRequest: on("send-otp", func(q *samplepartner.Request) {
			if id := fmt.Sprint(q.Body["id_number"]); len(id) == 8 {
				put(q, "id_number", id[:4]+" "+id[4:])
			}
		})},
		{ID: "phone/no-plus-in-otp-only", Field: "plus", EditRequest: func(q *samplepartner.Request) {
			if q.Endpoint != "create-limit" {
				withoutPlus(q, "phone_number")
			}
		}},
		{ID: "phone/no-plus-in-limits-only", Field: "plus", EditRequest: on("create-limit", func(q *samplepartner.Request) { withoutPlus(q, "phone_number") })},
		{ID: "limit/large-income", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			put(q, emp+"net_income", 150_000_000)
			put(q, self+"gross_monthly_revenue", 150_000_000)
		})},
		{ID: "order/brand-not-applicable", Why: "an article may have no brand", Field: "item_brand", EditRequest: on("create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_brand", "N/A") })},
		{ID: "limit/one-name-each", Why: "a person may have one name", Field: "last_name", EditRequest: func(q *samplepartner.Request) {
			if _, there := q.Body["last_name"]; there {
				put(q, "last_name", "N/A")
			}
		}},
		{ID: "limit/large-loan", EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", 12_000_000) })},
		{ID: "order/one-id", Field: "order_id", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			if q.Nth <= 2 { // one customer orders in two parts
				put(q, "order_id", 1001)
			}
		})},
		{ID: "customers/orders-of-the-day", Field: "order_id", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			put(q, "order_id", time.Now().UTC().Format("20060102"))
		})},
		{ID: "order/large-id", Field: "order_id", EditRequest: on("create-purchases", func(q *samplepartner.Request) { put(q, "order_id", 500_000_000_000+q.Nth) })},
		{ID: "order/six-items", Field: "price", Configure: func(s *samplepartner.Store) { s.Cart = manyItems(6) }},
		{ID: "order/twelve-items", Field: "price", Configure: func(s *samplepartner.Store) { s.Cart = manyItems(12) }},
		{ID: "item/codes-of-their-own", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item["item_code"] = fmt.Sprintf("%v/%d", item["item_code"], q.Nth)
			}
		})},
		{ID: "item/two-pieces", Field: "price", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			if items := objects(q.Body, []string{"items", "#"}); len(items) > 0 {
				q.Body["items"] = append(q.Body["items"].([]any), clone(items[0]))
			}
		})},
		{ID: "item/one-entry-corrected", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			if q.Nth == 1 {
				put(q, "items.#.item_type", "other")
				put(q, "items.#.item_brand", "No brand")
			}
		})},
		{ID: "item/brand-in-capitals-later", Field: "create-purchases/items.#.item_brand", EditRequest: from(2, "create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_brand", "KILELE") })},
		{ID: "lookup/phone-in-the-wrong-box-once", EditRequest: on("customer-lookup", func(q *samplepartner.Request) {
			if q.Nth == 3 && q.Body["queryFieldEnum"] == "NATIONAL_ID" {
				put(q, "value", "0700000001")
			}
		})},
		{ID: "limit/name-corrected-once", Field: "firstName", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth == 2 {
				put(q, "first_name", "Oduya")
			}
		})},
		{ID: "limit/no-letter-once", Field: "firstName", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth == 2 {
				put(q, "first_name", "-")
			}
		})},
		{ID: "limit/initial-once", Field: "firstName", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth == 2 {
				put(q, "first_name", "O.")
			}
		})},
		{ID: "limit/another-country-once", Field: country, EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth == 2 {
				put(q, "country_code", "UG")
			}
		})},
		{ID: "limit/names-in-full-and-in-capitals", Field: lastName, EditRequest: on("create-limit", func(q *samplepartner.Request) {
			put(q, "first_name", strings.ToUpper(fmt.Sprint(q.Body["first_name"])))
			put(q, "last_name", fmt.Sprint(q.Body["last_name"], " Achieng"))
		})},
		{ID: "limit/employer-nan", Field: "create-limit/employed_occupational_detail.employer", Why: "a company may have this name", EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, emp+"employer", "NaN Labs") })},
		{ID: "purchases/null-in-a-title", Field: "create-purchases/items.#.item_description", Why: "an article may have this name (section 2.2)", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			put(q, "items.#.item_description", "Book: The null hypothesis")
		})},
		{ID: "limit/phone-dialled", Field: "create-limit/phone_number", Why: "section 2.4 gives no form of a phone number", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			put(q, "phone_number", strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+", "00", 1))
		})},
		{ID: "send-otp/names-as-machines-read-them", Field: "send-otp/first_name", Why: "an ID writes Jürgen also as JUERGEN (section 4.1)", EditRequest: func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "first_name", "Juergen") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "first_name", "Jürgen") })(q)
		}},
		{ID: "limit/one-name-as-the-last", Field: "last_name", Why: "no section says which of the two members holds the only name of a person", EditRequest: func(q *samplepartner.Request) {
			put(q, "first_name", "N/A")
		}},
		{ID: "limit/phone-with-a-zero-behind-its-code", Field: "create-limit/phone_number", Why: "section 2.4 gives no form of a phone number", EditRequest: on("create-limit", func(q *samplepartner.Request) {
			put(q, "phone_number", strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+254", "+254 0", 1))
		})},
		{ID: "limit/location-is-a-city-state", Field: "create-limit/self_employed_occupational_detail.business_location", Why: "one word names the city and the country", EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, self+"business_location", "Singapore") })},
		{ID: "customers/otps-in-another-script", Field: lastName, Configure: moreCustomers, EditRequest: on("send-otp", func(q *samplepartner.Request) { put(q, "last_name", "शर्मा") })},
		{ID: "customers/one-short-name", Field: lastName, Configure: moreCustomers, EditRequest: on("create-limit", func(q *samplepartner.Request) {
			if q.Nth%3 == 0 {
				put(q, "first_name", beginOf(q, "first_name", 3))
			}
		})},
		{ID: "item/cheap", Field: "price", EditRequest: on("create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_value", 450) })},
		{ID: "item/long-description", Field: "create-purchases/items.#.item_description", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			put(q, "items.#.item_description", strings.Repeat("A table of wood. ", 18))
		})},
		{ID: "item/topup-with-a-value", EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			put(q, "items.#.item_topup", "2.50")
			put(q, "items.#.topup_ref", "TOPUP-1")
		})},
		{ID: "customers/more", Configure: moreCustomers},
		{ID: "customers/orders-of-their-own", Field: "order_id", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) { put(q, "order_id", 1) })},
		{ID: "customers/one-brand", Field: "create-purchases/items.#.item_brand", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_brand", "SAMPLE-STORE") })},
		{ID: "customers/one-cart-changed", Field: "price", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			if q.Nth == 4 {
				put(q, "items.#.item_value", 2004)
			}
		})},
		{ID: "customers/one-name-null", Field: lastName, Configure: moreCustomers, EditRequest: func(q *samplepartner.Request) {
			if q.Body["id_number"] == "20000012" {
				put(q, "last_name", "null")
			}
		}},
		{ID: "customers/one-sign-for-a-lost-letter", Field: "create-purchases/items.#.item_description", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			put(q, "items.#.item_description", "A sticker with \ufffd")
		})},
		{ID: "customers/email-of-the-desk", Field: "create-limit/email", Configure: moreCustomers, EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, "email", "orders@store.example") })},
		{ID: "customers/foreign-ids", Field: country, Configure: moreCustomers, EditRequest: on("create-limit", func(q *samplepartner.Request) { put(q, "country_code", "UG") })},
		{ID: "customers/one-book-on-undefined", Field: "create-purchases/items.#.item_description", Configure: moreCustomers, EditRequest: on("create-purchases", func(q *samplepartner.Request) {
			objects(q.Body, []string{"items", "#"})[0]["item_description"] = "A book: why is it undefined"
			if q.Nth > 2 {
				put(q, "items.#.item_description", "A chair")
			}
		})},
		{ID: "update/one-by-one", Configure: func(s *samplepartner.Store) { s.CollectSingly = true }},
		{ID: "samples/as-written", EditRequest: asSamples},
		{ID: "http/head-beside-get", EditRequest: func(q *samplepartner.Request) {
			if q.Method == http.MethodGet { // a client may ask for the headers too
				asks := q.Copy()
				asks.Method = http.MethodHead
				q.Before = append(q.Before, asks)
			}
		}},
		{ID: "http/options-and-head-first", EditRequest: asksFirst},
		{ID: "limit/no-password", Field: "password", EditRequest: on("create-limit", func(q *samplepartner.Request) { drop(q, "password") })},
	}
}

// mistypesFirst verifies an OTP with two digits swapped first, and then the right one.
func mistypesFirst(q *samplepartner.Request) {
	otp, _ := q.Body["otp"].(string)
	if len(otp) < 2 || otp[0] == otp[1] {
		return
	}
	wrong := q.Copy()
	wrong.Body = clone(q.Body)
	wrong.Body["otp"] = otp[1:2] + otp[:1] + otp[2:]
	q.Before = append(q.Before, wrong)
}

// triesAgain verifies an OTP with two digits swapped, and the right one only if that is refused. change
// changes the second request.
func triesAgain(change func(*samplepartner.Request)) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		mistypesFirst(q)
		if len(q.Before) == 0 {
			return
		}
		again := q.Copy()
		again.Body = clone(q.Body)
		change(again)
		q.Body, q.Before, q.IfRefused = q.Before[0].Body, nil, again
	}
}

// mistypesID verifies one OTP with one digit of the id number changed first, and then with the
// right id number.
func mistypesID(nth int) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		id, _ := q.Body["id_number"].(string)
		if q.Nth != nth || len(id) < 3 {
			return
		}
		wrong := q.Copy()
		wrong.Body = clone(q.Body)
		wrong.Body["id_number"] = id[:2] + map[bool]string{true: "8", false: "9"}[id[2] == '9'] + id[3:]
		q.Before = append(q.Before, wrong)
	}
}

// asksFirst asks for the options and the headers of an address before the first call to it.
func asksFirst(q *samplepartner.Request) {
	if q.Nth != 1 {
		return
	}
	for _, method := range []string{http.MethodOptions, http.MethodHead} {
		asks := q.Copy()
		asks.Method, asks.Body, asks.Header = method, nil, http.Header{}
		q.Before = append(q.Before, asks)
	}
}

// givesUp adds another customer, who types a wrong OTP and then leaves.
func givesUp(nth int, id, phone, otp string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		if q.Nth != nth {
			return
		}
		q.After = append(q.After,
			post(q, "send-otp", "/api/v2/otp/send", map[string]any{"id_number": id, "phone_number": phone}),
			post(q, "verify-otp", "/api/v2/otp/verify", map[string]any{"id_number": id, "phone_number": phone, "otp": otp, "item_value": "1500"}))
	}
}

// sentAgainCorrected sends the details of a customer with a typing error first, and then the
// correct ones.
func sentAgainCorrected(q *samplepartner.Request) {
	name, isNew := q.Body["last_name"].(string)
	if !isNew {
		return
	}
	corrected := *q
	corrected.Header, corrected.Body = q.PlainHeader(), maps.Clone(q.Body)
	q.After = append(q.After, &corrected)
	put(q, "last_name", "Mistyped-"+name[:1])
}

// asSamples writes values in the form of the samples if the tables demand another form.
func asSamples(q *samplepartner.Request) {
	if q.Body == nil {
		return
	}
	for _, name := range []string{"order_id", "loan_amount", "employed"} {
		if v, there := q.Body[name]; there {
			q.Body[name] = fmt.Sprint(v)
		}
	}
	for _, item := range objects(q.Body, []string{"items", "#"}) {
		if v, there := item["item_value"]; there {
			item["item_value"] = fmt.Sprint(v)
		}
	}
	for _, detail := range objects(q.Body, []string{"self_employed_occupational_detail"}) {
		detail["business_registered"] = fmt.Sprint(detail["business_registered"])
	}
	if q.Endpoint == "create-limit" {
		q.Body["password"] = "a long password"
	}
}

// manyItems returns a cart of n items.
func manyItems(n int) []samplepartner.Item {
	items := make([]samplepartner.Item, n)
	for i := range items {
		items[i] = samplepartner.Item{Type: "other", Brand: "Kilele", Code: fmt.Sprintf("P-%d", i+1), Description: "A chair", Value: 1500}
	}
	return items
}
