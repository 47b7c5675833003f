package partner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// textFaults are texts that a program changed for all customers or orders of a day, each of which
// could be right alone.
func textFaults() []faults.Fault {
	var all []faults.Fault
	of := func(id, owner, why, endpoint string, edit func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: id, Breaks: owner, Why: why, Configure: moreCustomers, EditRequests: always(on(endpoint, edit))})
	}
	for endpoint, owner := range map[string]string{"send-otp": "PSO-07", "create-limit": "PCL-06"} {
		of(endpoint+"/last-name-cut", owner, "every last name ends after three letters", endpoint, func(q *samplepartner.Request) {
			if name, isText := q.Body["last_name"].(string); isText {
				put(q, "last_name", name[:min(3, len(name))])
			}
		})
		of(endpoint+"/both-names-as-first-name", owner, "every first name contains the last name, too", endpoint, func(q *samplepartner.Request) {
			if name, isText := q.Body["first_name"].(string); isText {
				put(q, "first_name", fmt.Sprint(name, " ", q.Body["last_name"]))
			}
		})
	}
	all = append(all,
		faults.Fault{ID: "create-limit/names-swapped-in-two-scripts", Breaks: "PCL-06", Why: "the first and the last name of every limit are swapped, and one customer has names in two scripts", Configure: moreCustomers, EditRequests: always(func(q *samplepartner.Request) {
			if q.Body["id_number"] == "20000012" {
				put(q, "last_name", "शर्मा")
			}
			if q.Endpoint == "create-limit" {
				q.Body["first_name"], q.Body["last_name"] = q.Body["last_name"], q.Body["first_name"]
			}
		})},
		faults.Fault{ID: "create-purchases/order_id-is-one", Breaks: "PCP-07", Why: "order_id is 1 in all orders, also of customers with several", Configure: returningCustomers, EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			put(q, "order_id", 1)
		}))})
	of("create-purchases/some-descriptions-misread", "PCP-10", "every description with a letter beyond ASCII is read in another encoding", "create-purchases", func(q *samplepartner.Request) {
		for n, item := range objects(q.Body, []string{"items", "#"}) {
			if (q.Nth+n)%2 == 0 {
				item["item_description"] = fmt.Sprint("A cafetiÃ¨re ", item["item_code"])
			}
		}
	})
	of("create-purchases/description-of-the-first-item", "PCP-10", "every item of an order has the description of the first one", "create-purchases", func(q *samplepartner.Request) {
		for n, item := range objects(q.Body, []string{"items", "#"}) {
			item["item_type"] = []string{"phone", "tv", "laptop"}[n%3]
			item["item_description"] = fmt.Sprint("Article of order ", q.Nth)
		}
	})
	for prices, last := range map[string]int{"later-prices": 100, "second-price": 1} {
		of("create-purchases/"+prices+"-in-cents", "PCP-15", "the first price of every order is right; in cents: "+prices, "create-purchases", func(q *samplepartner.Request) {
			for n, item := range objects(q.Body, []string{"items", "#"}) {
				if price, isNumber := item["item_value"].(int); isNumber && n > 0 && n <= last {
					item["item_value"] = price * 100
				}
			}
		})
	}
	of("create-purchases/first-item-twice", "PCP-08", "the first item of every order is added once more", "create-purchases", func(q *samplepartner.Request) {
		if items, isList := q.Body["items"].([]any); isList {
			q.Body["items"] = append(slices.Clone(items), items[0])
		}
	})
	of("create-limit/expenses-are-the-income", "PCL-16", "the expenses of every employed customer are the income", "create-limit", func(q *samplepartner.Request) {
		for _, detail := range objects(q.Body, []string{strings.TrimSuffix(emp, ".")}) {
			detail["net_income"], detail["expenses"] = 50_000+q.Nth, 50_000+q.Nth
		}
	})
	of("create-limit/location-without-country", "PCL-21", "the location of every business is a city without its country", "create-limit", func(q *samplepartner.Request) {
		put(q, self+"business_location", "Nairobi")
	})
	of("create-limit/location-with-an-empty-country", "PCL-21", "the location of every business has nothing after the comma", "create-limit", func(q *samplepartner.Request) {
		put(q, self+"business_location", "Nairobi, ")
	})
	of("create-limit/location-is-coordinates", "PCL-21", "the location of every business is two numbers", "create-limit", func(q *samplepartner.Request) {
		put(q, self+"business_location", "-1.2921, 36.8219")
	})
	of("create-purchases/every-item-twice", "PCP-08", "every item of every order is added once more", "create-purchases", func(q *samplepartner.Request) {
		items, _ := q.Body["items"].([]any)
		q.Body["items"] = append(slices.Clone(items), items...)
	})
	return all
}

// addedTextFaults add something to a text of every customer, or lose a letter of it.
func addedTextFaults() []faults.Fault {
	var all []faults.Fault
	add := func(owner, endpoint, member, how, why string, edit func(string) string) {
		all = append(all, faults.Fault{ID: endpoint + "/" + member + "-" + how, Breaks: owner, Why: member + " of every request " + why, EditRequests: always(on(endpoint, func(q *samplepartner.Request) {
			if text, ok := q.Body[member].(string); ok {
				q.Body[member] = edit(text)
			}
		}))})
	}
	around := func(before, behind string) func(string) string {
		return func(text string) string { return before + text + behind }
	}
	for _, phone := range []struct{ owner, endpoint string }{{"PSO-06", "send-otp"}, {"PVO-06", "verify-otp"}, {"PCL-07", "create-limit"}} {
		add(phone.owner, phone.endpoint, "phone_number", "blank-for-plus", "has a blank in place of the +", func(text string) string { return " " + strings.TrimPrefix(text, "+") })
		add(phone.owner, phone.endpoint, "phone_number", "line-end", "ends in a line break", around("", "\n"))
		add(phone.owner, phone.endpoint, "phone_number", "direction-marks", "has the marks of the writing direction around it, as a list of contacts has them", around("\u202a", "\u202c"))
	}
	for _, name := range []struct{ owner, endpoint string }{{"PSO-07", "send-otp"}, {"PCL-06", "create-limit"}} {
		add(name.owner, name.endpoint, "first_name", "line-end", "ends in a line break", around("", "\n"))
		add(name.owner, name.endpoint, "first_name", "salutation", "is the salutation of a letter", around("Dear ", ","))
		add(name.owner, name.endpoint, "last_name", "with-key", "is a key and its value", around("name=", ""))
	}
	add("PCL-07", "create-limit", "email", "byte-order-mark", "begins with a byte order mark", around("\ufeff", ""))
	add("PCL-07", "create-limit", "email", "letter-lost", "has lost a letter", func(text string) string { return "\ufffd" + text[1:] })
	add("PCL-07", "create-limit", "email", "misread", "has a letter in UTF-8 that was read in another encoding", around("Ã©", ""))
	add("PCL-07", "create-limit", "email", "name-undefined", "begins with undefined", func(text string) string { return "undefined" + text[strings.IndexByte(text, '@'):] })
	for n, time := range []string{"v2", "10.0.0.1"} {
		all = append(all, faults.Fault{ID: fmt.Sprintf("customer-lookup/time-of-another-header-%d", n+1), Breaks: "PLK-10", Why: "the Timestamp is " + time, EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Timestamp", time)
		}))})
	}
	return all
}
