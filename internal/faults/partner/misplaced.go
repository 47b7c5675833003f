package partner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// moreCustomers serves five more customers, each with a cart of its own.
func moreCustomers(s *samplepartner.Store) { s.More = samplepartner.Passersby }

// misplacedFaults put one detail into the member of another, for all customers of a day.
func misplacedFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, owner, why string, edit func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: id, Breaks: owner, Why: why, Configure: moreCustomers, EditRequests: always(edit)})
	}
	for _, m := range []struct{ path, owner string }{{emp + "employer", "PCL-16"}, {self + "business_name", "PCL-21"}, {self + "business_location", "PCL-21"}} {
		for _, detail := range []string{"email", "phone_number", "id_number"} {
			add("create-limit/"+m.path+"-is-"+detail, m.owner, m.path+" is the "+detail+" of the customer", on("create-limit", func(q *samplepartner.Request) { put(q, m.path, q.Body[detail]) }))
		}
		add("create-limit/"+m.path+"-is-token", m.owner, m.path+" is the access token", on("create-limit", func(q *samplepartner.Request) { put(q, m.path, q.Token) }))
		add("create-limit/"+m.path+"-is-customer", m.owner, m.path+" is the id of a customer", on("create-limit", func(q *samplepartner.Request) { put(q, m.path, firstCustomer) }))
	}
	for _, path := range []string{"items.#.item_brand", "items.#.item_description"} {
		for name, values := range detailsOfAll {
			add("create-purchases/"+path+"-is-"+name, "PCP-10", path+" is the "+name+" of a customer", on("create-purchases", func(q *samplepartner.Request) { put(q, path, values[q.Nth%len(values)]) }))
		}
		add("create-purchases/"+path+"-is-token", "PCP-10", path+" is the access token", on("create-purchases", func(q *samplepartner.Request) { put(q, path, q.Token) }))
	}
	for name, values := range detailsOfAll {
		if name != "email" {
			add("create-purchases/order_id-is-"+name, "PCP-07", "order_id is the "+name+" of the customer", on("create-purchases", func(q *samplepartner.Request) {
				q.Body["order_id"] = strings.TrimPrefix(values[q.Nth%len(values)], "+")
			}))
		}
	}
	add("create-purchases/item_description-is-store-key", "PCP-10", "every description is the store key", on("create-purchases", func(q *samplepartner.Request) { put(q, "items.#.item_description", "SAMPLE-STORE") }))
	add("create-purchases/order_id-is-total", "PCP-07", "order_id is the total of the order", on("create-purchases", func(q *samplepartner.Request) { put(q, "order_id", totalOf(q)) }))
	add("create-purchases/order_id-is-constant", "PCP-07", "all orders have one order_id", on("create-purchases", func(q *samplepartner.Request) { put(q, "order_id", 471100) }))
	add("verify-otp/cart-is-constant", "PVO-07", "every cart value is 100", on("verify-otp", func(q *samplepartner.Request) { put(q, "item_value", "100") }))
	add("verify-otp/cart-of-one-customer", "PVO-07", "every cart value is that of one of the customers", on("verify-otp", func(q *samplepartner.Request) { put(q, "item_value", "2100") }))
	add("verify-otp/cart-is-count", "PVO-07", "every cart value is the number of items", on("verify-otp", func(q *samplepartner.Request) {
		put(q, "item_value", fmt.Sprint(max(0, q.Nth-5)%3+1)) // the passers-by come after four others
	}))
	add("send-otp/token-as-name", "PSO-07", "the last name is the access token", on("send-otp", func(q *samplepartner.Request) { put(q, "last_name", q.Token) }))
	return append(all, otherMembers()...)
}

// otherMembers send the value of another member, which the tables give, for all customers of a day.
func otherMembers() []faults.Fault {
	var all []faults.Fault
	add := func(id, owner, why string, edit func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: id, Breaks: owner, Why: why, Configure: moreCustomers, EditRequests: always(edit)})
	}
	for _, path := range []string{"items.#.item_brand", "items.#.item_description"} {
		for _, other := range []string{"delivery_option", "preferred_option", "facility_plan"} {
			add("create-purchases/"+path+"-is-"+other, "PCP-10", path+" is the "+other+" of the item", on("create-purchases", func(q *samplepartner.Request) {
				for _, item := range objects(q.Body, []string{"items", "#"}) {
					item[strings.TrimPrefix(path, "items.#.")] = item[other]
				}
			}))
		}
	}
	for _, m := range []struct{ object, member, other, owner string }{
		{emp, "employer", "employer_sector", "PCL-16"}, {self, "business_name", "business_type", "PCL-21"}, {self, "business_location", "business_type", "PCL-21"},
		{emp, "employer", "job_level", "PCL-16"}, {emp, "employer", "job_function", "PCL-16"}, {self, "business_location", "business_industry", "PCL-21"}, {self, "business_location", "business_name", "PCL-21"},
	} {
		add("create-limit/"+m.object+m.member+"-is-"+m.other, m.owner, m.member+" is the "+m.other, on("create-limit", func(q *samplepartner.Request) {
			for _, detail := range objects(q.Body, []string{strings.TrimSuffix(m.object, ".")}) {
				detail[m.member] = detail[m.other]
			}
		}))
	}
	for _, m := range []struct{ object, member, owner string }{{emp, "net_income", "PCL-16"}, {emp, "expenses", "PCL-16"}, {self, "gross_monthly_revenue", "PCL-21"}} {
		add("create-limit/"+m.object+m.member+"-is-phone", m.owner, m.member+" has the digits of the phone number", on("create-limit", func(q *samplepartner.Request) {
			for _, detail := range objects(q.Body, []string{strings.TrimSuffix(m.object, ".")}) {
				if phone, err := strconv.Atoi(strings.TrimPrefix(fmt.Sprint(q.Body["phone_number"]), "+")); err == nil {
					detail[m.member] = phone
				}
			}
		}))
	}
	for _, member := range []string{"gender", "marital_status", "country_code"} {
		add("create-limit/id-is-"+member, "PCL-06", "the id number is the "+member+" of the customer", on("create-limit", copies(member, "id_number")))
	}
	add("create-limit/id-and-name-swapped", "PCL-06", "the last name and the id number are swapped", on("create-limit", func(q *samplepartner.Request) {
		q.Body["last_name"], q.Body["id_number"] = q.Body["id_number"], q.Body["last_name"]
	}))
	add("create-limit/birth-as-phone", "PCL-07", "the phone number is the date of birth", on("create-limit", copies("date_of_birth", "phone_number")))
	add("send-otp/id-is-country_code", "PSO-06", "the id number of new customers is their country_code", on("send-otp", func(q *samplepartner.Request) {
		if code, isNew := q.Body["country_code"]; isNew {
			q.Body["id_number"] = code
		}
	}))
	return all
}

// firstCustomer is the id of the first published customer.
const firstCustomer = "5f0c1c1e-0000-4000-8000-000000000001"

// detailsOfAll are details of three customers whose limits come before the first order.
var detailsOfAll = map[string][]string{
	"email":        {"wanjiru@customers.example", "otieno@customers.example", "amina@customers.example"},
	"phone_number": {"+254711000001", "+254711000002", "+254711000003"},
	"id_number":    {"20000001", "20000002", "20000003"},
}

// totalOf returns the total of an order.
func totalOf(q *samplepartner.Request) int {
	total := 0
	for item := range slices.Values(objects(q.Body, []string{"items", "#"})) {
		if price, ok := item["item_value"].(int); ok {
			total += price
		}
	}
	return total
}
