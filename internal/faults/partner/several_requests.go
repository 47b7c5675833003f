package partner

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// severalRequestFaults show only if several requests of a day are compared.
func severalRequestFaults() []faults.Fault {
	verifyEach := func(s *samplepartner.Store) { s.VerifyEach = true }
	return []faults.Fault{
		{ID: "send-otp/phone-and-id-swapped", Breaks: "PSO-06", Why: "phone_number and id_number are swapped, without the +", EditRequests: always(on("send-otp", swapped))},
		{ID: "send-otp/one-person-for-all", Breaks: "PSO-07", Why: "every OTP is sent for the same names", EditRequests: always(on("send-otp", func(q *samplepartner.Request) {
			put(q, "first_name", "Test")
			put(q, "last_name", "Person")
		}))},
		{ID: "send-otp/birth-as-last-name", Breaks: "PSO-07", Why: "the date of birth is the last name", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { put(q, "last_name", q.Body["date_of_birth"]) }))},
		{ID: "send-otp/one-id-for-all", Breaks: "PSO-06", Why: "every OTP is sent for the same id number", EditRequests: always(on("send-otp", func(q *samplepartner.Request) { put(q, "id_number", "20000001") }))},
		{ID: "send-otp/birth-as-id", Breaks: "PSO-06", Why: "the date of birth is the id number of every new customer", EditRequests: always(on("send-otp", birthAsID))},
		{ID: "create-limit/birth-as-id", Breaks: "PCL-06", Why: "the date of birth is the id number", EditRequests: always(on("create-limit", birthAsID))},
		{ID: "send-otp/id-one-too-high", Breaks: "PSO-06", Why: "every OTP is sent for the id number of the record after the customer's", EditRequests: always(on("send-otp", func(q *samplepartner.Request) {
			if id, err := strconv.Atoi(fmt.Sprint(q.Body["id_number"])); err == nil {
				put(q, "id_number", fmt.Sprint(id+10))
			}
		}))},
		{ID: "send-otp/phone-of-another-field", Breaks: "PSO-06", Why: "every OTP goes to another phone of the customer than all other requests have", EditRequests: always(on("send-otp", func(q *samplepartner.Request) {
			put(q, "phone_number", strings.Replace(fmt.Sprint(q.Body["phone_number"]), "+2547", "+2541", 1))
		}))},
		{ID: "create-limit/country-of-the-store", Breaks: "PCL-08", Why: "every limit has the country of the store, and not the one of the customer", EditRequests: always(func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "country_code", []string{"KE", "UGA"}[q.Nth%2]) })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "country_code", "TZ") })(q)
		})},
		{ID: "create-limit/first-name-initial", Breaks: "PCL-06", Why: "the first name of every limit is its first letter", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			put(q, "first_name", beginOf(q, "first_name", 1)+".")
		}))},
		{ID: "create-limit/id-with-commas", Breaks: "PCL-06", Why: "the id number has commas, as for people to read", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			if id := fmt.Sprint(q.Body["id_number"]); len(id) == 8 {
				put(q, "id_number", id[:2]+","+id[2:5]+","+id[5:])
			}
		}))},
		{ID: "create-limit/id-without-zeros", Breaks: "PCL-06", Why: "the id number is a number on its way, and loses the zeros at its beginning", EditRequests: always(func(q *samplepartner.Request) {
			withZeros := func(q *samplepartner.Request) { put(q, "id_number", "00"+fmt.Sprint(q.Body["id_number"])) }
			on("send-otp", withZeros)(q)
			on("verify-otp", withZeros)(q)
		})},
		{ID: "send-otp/customer-before", Breaks: "PSO-07", Why: "an OTP is sent for the names of the customer before", EditRequests: namesBefore},
		{ID: "create-limit/names-swapped", Breaks: "PCL-06", Why: "the first name of every limit is the last one, and the reverse", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			q.Body["first_name"], q.Body["last_name"] = q.Body["last_name"], q.Body["first_name"]
		}))},
		{ID: "create-limit/person-before", Breaks: "PCL-06", Why: "every limit has the names of the first customer", EditRequests: personBefore},
		{ID: "create-limit/name-escaped", Breaks: "PCL-06", Why: "the last name is escaped for HTML", EditRequests: always(func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "last_name", "O'Hara") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "last_name", "O&#39;Hara") })(q)
		})},
		{ID: "create-limit/letters-as-question-marks", Breaks: "PCL-06", Why: "letters outside of ASCII are question marks", EditRequests: always(func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "first_name", "Zoë") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "first_name", "Zo?") })(q)
		})},
		{ID: "create-limit/name-in-another-encoding", Breaks: "PCL-06", Why: "the octets of UTF-8 are taken for letters", EditRequests: always(func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "first_name", "Zoë") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "first_name", "ZoÃ«") })(q)
		})},
		{ID: "create-limit/id-as-fraction", Breaks: "PCL-06", Why: "the id number went through a number with fractions", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			put(q, "id_number", fmt.Sprint(q.Body["id_number"])+".0")
		}))},
		{ID: "create-limit/birth-a-day-early", Breaks: "PCL-10", Why: "the date of birth of every limit is a day early", EditRequests: always(on("create-limit", func(q *samplepartner.Request) { put(q, "date_of_birth", "01/30/1990") }))},
		{ID: "create-limit/loan-in-cents", Breaks: "PCL-11", Why: "every loan_amount is 100 times the cart value", EditRequests: always(on("create-limit", func(q *samplepartner.Request) { put(q, "loan_amount", 1_500_000) }))},
		{ID: "verify-otp/cart-in-cents", Breaks: "PVO-07", Why: "every cart value is 100 times the order", Configure: verifyEach, EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			if value, ok := q.Body["item_value"].(string); ok {
				q.Body["item_value"] = value + "00"
			}
		}))},
		{ID: "verify-otp/cart-is-otp", Breaks: "PVO-07", Why: "every cart value is the OTP", Configure: verifyEach, EditRequests: always(on("verify-otp", func(q *samplepartner.Request) { put(q, "item_value", q.Body["otp"]) }))},
		{ID: "verify-otp/cart-is-phone", Breaks: "PVO-07", Why: "every cart value is the phone number", Configure: verifyEach, EditRequests: always(on("verify-otp", func(q *samplepartner.Request) {
			put(q, "item_value", strings.TrimPrefix(fmt.Sprint(q.Body["phone_number"]), "+"))
		}))},
		{ID: "create-limit/id-of-service", Breaks: "PCL-06", Why: "the id number of a limit is an id that the service gave", EditRequests: idOfService},
		{ID: "create-limit/phone-of-the-next", Breaks: "PCL-07", Why: "the limits are paired with the phone numbers of the list from its second line on", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			if next := map[any]string{"+254711000001": "+254711000002", "+254711000002": "+254711000003"}[q.Body["phone_number"]]; next != "" {
				put(q, "phone_number", next)
			}
		}))},
		{ID: "create-limit/phone-before", Breaks: "PCL-07", Why: "every limit has the phone number of the limit before", EditRequests: phoneBefore},
		{ID: "create-purchases/one-code-for-all", Breaks: "PCP-10", Why: "all items of an order have the code of the first", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			items := objects(q.Body, []string{"items", "#"})
			for _, item := range items {
				item["item_code"] = items[0]["item_code"]
			}
		}))},
		{ID: "create-purchases/code-of-another-order", Breaks: "PCP-10", Why: "two articles have the codes of each other in a later order", EditRequests: ordersAgain(func(items []map[string]any) []any {
			items[0]["item_code"], items[2]["item_code"] = items[2]["item_code"], items[0]["item_code"]
			return []any{items[0], items[2]}
		})},
		{ID: "create-purchases/code-of-the-line", Breaks: "PCP-10", Why: "every item has the number of its line in the order as its code", EditRequests: linesAsCodes},
		{ID: "create-limit/in-a-member", Breaks: "PCL-04", Why: "all members are in a member data", EditRequests: always(on("create-limit", func(q *samplepartner.Request) { q.Body = map[string]any{"data": q.Body} }))},
		{ID: "create-limit/in-text-for-all", Breaks: "PCL-04", Why: "the JSON is in a text, and the customers come from the answers", Configure: moreCustomers, EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			q.RewriteBody(func(b []byte) []byte { return strconv.AppendQuote(nil, string(b)) })
		}))},
		{ID: "create-purchases/as-a-limit", Breaks: "PCP-04", Why: "the body is that of a limit", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			q.Body = map[string]any{"id_number": "20000003", "loan_amount": 45000, "referral_source": "SAMPLE-STORE"}
		}))},
		{ID: "get-purchase/cancelled-behind", Breaks: "PGP-05", Why: "a word stands behind the id", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) { q.Path += "-cancelled" }))},
		{ID: "get-purchase/by-head", Breaks: "PGP-01", Why: "an item is got by HEAD, and never by GET", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) { q.Method = http.MethodHead }))},
		{ID: "fetch-limit/by-head", Breaks: "PFL-01", Why: "a limit is fetched by HEAD, and never by GET", EditRequests: always(on("fetch-limit", func(q *samplepartner.Request) { q.Method = http.MethodHead }))},
		{ID: "get-purchase/by-post", Breaks: "PGP-01", Why: "an item is got by a POST without a body", EditRequests: always(on("get-purchase", func(q *samplepartner.Request) { q.Method = http.MethodPost }))},
		{ID: "create-purchases/store-key-as-token", Breaks: "PCP-02", Why: "the store key is the token", EditRequests: always(on("create-purchases", func(q *samplepartner.Request) { q.Header.Set("Authorization", "Bearer SAMPLE-STORE") }))},
		{ID: "verify-otp/second-try-without-phone", Breaks: "PVO-06", Why: "after a mistyped OTP the second try lacks the phone number", EditRequests: always(on("verify-otp", triesAgain(func(q *samplepartner.Request) { delete(q.Body, "phone_number") })))},
		{ID: "verify-otp/second-try-appends", Breaks: "PVO-08", Why: "after a mistyped OTP the field has the digits of both tries", EditRequests: always(on("verify-otp", triesAgain(func(q *samplepartner.Request) { q.Body["otp"] = fmt.Sprint(q.Body["otp"], q.Body["otp"]) })))},
		{ID: "create-purchases/customer-before", Breaks: "PCP-06", Why: "orders are sent under the id of a customer who came before", EditRequests: customerBefore},
		{ID: "create-purchases/customer-of-parallel-sessions", Breaks: "PCP-06", Why: "sessions run at the same time, and all orders have the id of one customer", EditRequests: customersAtOnce},
	}
}

// ordersAgain sends one more order after the second one, with other items made from its three.
func ordersAgain(edit func(items []map[string]any) []any) func() func(*samplepartner.Request) {
	return always(on("create-purchases", func(q *samplepartner.Request) {
		items := objects(q.Body, []string{"items", "#"})
		if q.Nth != 2 || len(items) != 3 {
			return
		}
		var copies []map[string]any
		for _, item := range items {
			copies = append(copies, clone(item))
		}
		body := clone(q.Body)
		body["order_id"], body["items"] = 1003, edit(copies)
		q.After = append(q.After, post(q, "create-purchases", "/api/v2/purchases", body))
	}))
}

// linesAsCodes numbers the items of every order, and sends one more order in another order.
func linesAsCodes() func(*samplepartner.Request) {
	number := func(items []map[string]any) []any {
		var all []any
		for n, item := range items {
			item["item_code"] = fmt.Sprint(n + 1)
			all = append(all, item)
		}
		return all
	}
	again := ordersAgain(func(items []map[string]any) []any {
		slices.Reverse(items)
		return number(items)
	})()
	return on("create-purchases", func(q *samplepartner.Request) {
		number(objects(q.Body, []string{"items", "#"}))
		again(q)
	})
}

// birthAsID sends the date of birth as the id number.
func birthAsID(q *samplepartner.Request) {
	if birth, isThere := q.Body["date_of_birth"]; isThere {
		put(q, "id_number", birth)
	}
}

// personBefore sends the names of the first customer in all limit requests.
func personBefore() func(*samplepartner.Request) {
	var first, last any
	return on("create-limit", func(q *samplepartner.Request) {
		if first == nil {
			first, last = q.Body["first_name"], q.Body["last_name"]
		}
		put(q, "first_name", first)
		put(q, "last_name", last)
	})
}

// namesBefore sends an OTP request with the names of the previous new customer.
func namesBefore() func(*samplepartner.Request) {
	var before [2]any
	return on("send-otp", func(q *samplepartner.Request) {
		if q.Body["first_name"] == nil {
			return
		}
		now := [2]any{q.Body["first_name"], q.Body["last_name"]}
		if before[0] != nil {
			put(q, "first_name", before[0])
			put(q, "last_name", before[1])
		}
		before = now
	})
}

// swapped swaps the phone number and the id number.
func swapped(q *samplepartner.Request) {
	id, _ := q.Body["id_number"].(string)
	phone, _ := q.Body["phone_number"].(string)
	if id != "" && phone != "" {
		q.Body["id_number"], q.Body["phone_number"] = strings.TrimPrefix(phone, "+"), id
	}
}

// looksUpFirst looks up the phone number of the first customer as a passport before the first
// OTP.
func looksUpFirst() func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		const phone = "0711000001"
		switch {
		case q.Endpoint == "send-otp" && q.Nth == 1:
			header := q.PlainHeader()
			for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
				header.Set(name, name+" 1732400000000")
			}
			q.Before = append(q.Before, &samplepartner.Request{
				Endpoint: "customer-lookup", Method: http.MethodPost, Path: "/open/op/customer/detail", Header: header,
				Body: map[string]any{"queryFieldEnum": "PASSPORT", "value": phone},
			})
		}
	}
}

// customerBefore sends two additional orders for the customer of the first order. Each has the
// cart of another customer who has just verified it.
func customerBefore() func(*samplepartner.Request) {
	return on("create-purchases", func(q *samplepartner.Request) {
		if q.Nth != 1 {
			return
		}
		for n, cart := range []int{7100, 8200} {
			id, phone := fmt.Sprintf("3000000%d", n), fmt.Sprintf("+25471200000%d", n)
			body := clone(q.Body)
			items := objects(body, []string{"items", "#"})
			if len(items) == 0 {
				return
			}
			item := clone(items[0])
			item["item_value"], body["order_id"], body["items"] = cart, 2001+n, []any{item}
			q.After = append(append(q.After, verifiesCart(q, id, phone, cart)...), post(q, "create-purchases", "/api/v2/purchases", body))
		}
	})
}

// customersAtOnce sends six additional orders for the customer of the first order, after six other
// customers have verified their carts.
func customersAtOnce() func(*samplepartner.Request) {
	return on("create-purchases", func(q *samplepartner.Request) {
		items := objects(q.Body, []string{"items", "#"})
		if q.Nth != 1 || len(items) == 0 {
			return
		}
		var verifies, orders []*samplepartner.Request
		for n := range 6 {
			id, phone, cart := fmt.Sprintf("3000001%d", n), fmt.Sprintf("+25471200001%d", n), 6100+n
			body, item := clone(q.Body), clone(items[0])
			item["item_value"], body["order_id"], body["items"] = cart, 2011+n, []any{item}
			verifies = append(verifies, verifiesCart(q, id, phone, cart)...)
			orders = append(orders, post(q, "create-purchases", "/api/v2/purchases", body))
		}
		q.After = append(append(q.After, verifies...), orders...)
	})
}

// verifiesCart returns the requests by which another customer verifies a cart.
func verifiesCart(q *samplepartner.Request, id, phone string, cart int) []*samplepartner.Request {
	send := post(q, "send-otp", "/api/v2/otp/send", map[string]any{"id_number": id, "phone_number": phone})
	verify := post(q, "verify-otp", "/api/v2/otp/verify", map[string]any{"id_number": id, "phone_number": phone, "item_value": fmt.Sprint(cart)})
	verify.TypesOTP = true
	return []*samplepartner.Request{send, verify}
}

func post(q *samplepartner.Request, endpoint, path string, body map[string]any) *samplepartner.Request {
	return &samplepartner.Request{Endpoint: endpoint, Method: http.MethodPost, Path: path, Header: q.PlainHeader(), Body: body}
}

// idOfService asks for one more limit, under the id that the service gave to a customer.
func idOfService() func(*samplepartner.Request) {
	var limit map[string]any
	return func(q *samplepartner.Request) {
		switch {
		case q.Endpoint == "create-limit" && limit == nil:
			limit = clone(q.Body)
		case q.Endpoint == "create-purchases" && q.Nth == 1 && limit != nil:
			body := clone(limit)
			body["id_number"] = q.Body["customer_id"]
			q.After = append(q.After, post(q, "create-limit", "/api/v2/limits", body))
		}
	}
}

// phoneBefore sends every limit with the phone number of the limit before.
func phoneBefore() func(*samplepartner.Request) {
	var before any
	return on("create-limit", func(q *samplepartner.Request) {
		own := q.Body["phone_number"]
		if before != nil {
			put(q, "phone_number", before)
		}
		before = own
	})
}
