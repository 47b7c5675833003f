package partner

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// otherValueFaults send the value of another member, of another request or of another customer, for all
// customers of a day.
func otherValueFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "create-limit/id-and-phone-swapped", Breaks: "PCL-06", Why: "the id number and the phone number of every limit are swapped", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			q.Body["id_number"], q.Body["phone_number"] = strings.TrimPrefix(fmt.Sprint(q.Body["phone_number"]), "+"), q.Body["id_number"]
		}))},
		{ID: "create-limit/whole-name-in-both", Breaks: "PCL-06", Why: "both names of every limit are the whole name", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			whole := fmt.Sprint(q.Body["first_name"], " ", q.Body["last_name"])
			put(q, "first_name", whole)
			put(q, "last_name", whole)
		}))},
		{ID: "create-limit/income-is-loan", Breaks: "PCL-16", Why: "the net income is the loan_amount", EditRequests: ofCarts(emp + "net_income")},
		{ID: "create-limit/revenue-is-loan", Breaks: "PCL-21", Why: "the revenue is the loan_amount", Configure: returningCustomers, EditRequests: ofCarts(self + "gross_monthly_revenue")},
		{ID: "create-limit/loan-is-first-price", Breaks: "PCL-11", Why: "every loan_amount is the price of the first item", EditRequests: always(loansOfPassersby(func(n int) int { return 2100 + 10*n }))},
		{ID: "create-limit/loan-is-count", Breaks: "PCL-11", Why: "every loan_amount is the number of items", EditRequests: always(loansOfPassersby(func(n int) int { return n%3 + 1 }))},
		{ID: "create-limit/loan-is-tiny", Breaks: "PCL-11", Why: "every loan_amount is the place of its customer in the list", EditRequests: always(loansOfPassersby(func(n int) int { return 5 + n%3 }))},
		{ID: "create-limit/person-of-the-first", Breaks: "PCL-06", Why: "every limit has the person of the first one", EditRequests: firstForm("create-limit", "id_number", "phone_number", "first_name", "last_name", "date_of_birth", "email")},
		{ID: "verify-otp/form-of-the-first", Breaks: "PVO-06", Why: "every verify is that of the first customer", EditRequests: firstForm("verify-otp", "id_number", "phone_number", "otp", "item_value")},
		{ID: "verify-otp/cart-is-running-total", Breaks: "PVO-07", Why: "every cart value is the total of the cart and of all orders before", EditRequests: runningTotal},
		{ID: "verify-otp/cart-is-dearest-price", Breaks: "PVO-07", Why: "every cart value is the highest price in the cart", EditRequests: always(dearestFirst)},
		{ID: "create-limit/loan-is-last-price", Breaks: "PCL-11", Why: "every loan_amount is the price of the last item", EditRequests: always(loansOfPassersby(func(n int) int { return 2100 + 10*n }))},
		{ID: "create-limit/accents-lost", Breaks: "PCL-06", Why: "every limit has lost the letters with an accent", EditRequests: always(accented(onlyASCII))},
		{ID: "create-limit/accents-flattened", Breaks: "PCL-06", Why: "every limit has lost the accents of its letters", EditRequests: always(accented(withoutAccents))},
		{ID: "create-limit/name-escaped-for-sql", Breaks: "PCL-06", Why: "the apostrophe of a name is doubled", EditRequests: always(func(q *samplepartner.Request) {
			on("send-otp", func(q *samplepartner.Request) { put(q, "last_name", "O'Brien") })(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, "last_name", "O''Brien") })(q)
		})},
		{ID: "create-limit/expenses-are-revenue", Breaks: "PCL-21", Why: "the expenses of every business are its revenue", EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			for _, detail := range objects(q.Body, []string{strings.TrimSuffix(self, ".")}) {
				detail["gross_monthly_revenue"] = 90000 + digitsOf(q.Body["id_number"])%100
				detail["average_monthly_expenses"] = detail["gross_monthly_revenue"]
			}
		})), Configure: moreShopkeepers},
		{ID: "send-otp/country-undefined", Breaks: "PSO-07", Why: "the country of one customer is undefined", EditRequests: always(from(2, "send-otp", func(q *samplepartner.Request) { put(q, "country_code", "undefined") }))},
		{ID: "fetch-limit/token-in-quotes", Breaks: "PFL-02", Why: "the token is in quotes", EditRequests: always(on("fetch-limit", func(q *samplepartner.Request) { q.Header.Set("Authorization", `Bearer "`+q.Token+`"`) }))},
		{ID: "customer-lookup/time-is-birth", Breaks: "PLK-10", Why: "the Timestamp of every lookup is the date of birth of a customer", EditRequests: always(func(q *samplepartner.Request) {
			birth := fmt.Sprintf("01/%02d/1990", 10+digitsOf(q.Body["id_number"])%10)
			if q.Endpoint == "send-otp" || q.Endpoint == "create-limit" {
				put(q, "date_of_birth", birth)
			}
			on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Timestamp", fmt.Sprintf("1990-01-%02d", 11+q.Nth%3)) })(q)
		})},
		{ID: "customer-lookup/time-and-nonce-swapped", Breaks: "PLK-10", Why: "the Timestamp and the Noncestr are swapped", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Noncestr", fmt.Sprintf("%d%d", time.Now().UnixMilli(), q.Nth))
			q.Header.Set("Timestamp", fmt.Sprintf("6b58%dc78a235f%d9fab", q.Nth, q.Nth))
		}))},
	}
	for id, day := range map[string]string{"thirteenth-month": "-13-27", "day-32": "-11-32", "february-30": "-02-30"} {
		all = append(all, faults.Fault{ID: "customer-lookup/time-of-" + id, Breaks: "PLK-10", Why: "the Timestamp has a day that no calendar has", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Timestamp", fmt.Sprint(time.Now().Year(), day, "T10:00:00Z"))
		}))})
	}
	for id, value := range map[string]func(*samplepartner.Request) string{
		"value": func(q *samplepartner.Request) string { return fmt.Sprint(q.Body["value"]) },
		"path":  func(q *samplepartner.Request) string { return q.Path },
	} {
		all = append(all, faults.Fault{ID: "customer-lookup/sign-is-" + id, Breaks: "PLK-09", Why: "the Sign is the " + id + " of the lookup", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Header.Set("Sign", value(q))
		}))})
	}
	for n := range all {
		if all[n].Configure == nil {
			all[n].Configure = moreCustomers
		}
	}
	all = append(all, faults.Fault{ID: "create-purchases/item_code-is-category", Breaks: "PCP-10", Why: "every item_code is that of the category of the item", Configure: moreCustomers, EditRequests: always(on("create-purchases", categoryCodes))})
	return slices.Concat(all, otherItemValues(), oneKindFaults())
}

// oneKindFaults are in the form for self-employed customers only.
func oneKindFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, owner, why string, edit func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: "create-limit/self-employed-" + id, Breaks: owner, Why: why + ", if the customer is self-employed", Configure: moreCustomers, EditRequests: always(on("create-limit", func(q *samplepartner.Request) {
			if len(objects(q.Body, []string{strings.TrimSuffix(self, ".")})) > 0 {
				edit(q)
			}
		}))})
	}
	add("names-swapped", "PCL-06", "the first and the last name are swapped", func(q *samplepartner.Request) {
		q.Body["first_name"], q.Body["last_name"] = q.Body["last_name"], q.Body["first_name"]
	})
	add("gender-as-name", "PCL-06", "the last name is the gender", func(q *samplepartner.Request) { put(q, "last_name", q.Body["gender"]) })
	add("birth-a-day-early", "PCL-10", "the date of birth is a day early", func(q *samplepartner.Request) { put(q, "date_of_birth", "01/30/1990") })
	add("phone-of-the-first", "PCL-07", "the phone number is that of the first customer", func(q *samplepartner.Request) { put(q, "phone_number", "+254711000001") })
	add("loan-is-revenue", "PCL-11", "the loan_amount is the revenue", loanFrom("gross_monthly_revenue"))
	add("loan-is-order", "PCL-11", "the loan_amount is the order_id of the order that follows", func(q *samplepartner.Request) { put(q, "loan_amount", orderOf(q.Nth, 3)) })
	return all
}

// otherItemValues send the value of another member of the item or the order.
func otherItemValues() []faults.Fault {
	var all []faults.Fault
	for _, m := range []struct {
		member, id string
		value      func(q *samplepartner.Request, item map[string]any) any
	}{
		{"item_brand", "item_type", memberOfItem("item_type")}, {"item_brand", "item_code", memberOfItem("item_code")}, {"item_brand", "item_value", memberOfItem("item_value")},
		{"item_brand", "order_id", func(q *samplepartner.Request, _ map[string]any) any { return q.Body["order_id"] }},
		{"item_brand", "list", func(_ *samplepartner.Request, item map[string]any) any {
			return fmt.Sprintf("[%q]", item["item_brand"])
		}},
		{"item_description", "item_value", memberOfItem("item_value")},
		{"item_description", "java-object", func(*samplepartner.Request, map[string]any) any { return "Product@1b6d3586" }},
		{"item_description", "key-with-code", func(_ *samplepartner.Request, item map[string]any) any {
			return fmt.Sprint("catalog.item.", item["item_code"], ".title")
		}},
		{"item_description", "escaped", func(_ *samplepartner.Request, item map[string]any) any {
			return fmt.Sprint("Gr&#246;&#223;e ", item["item_code"])
		}},
		{"item_code", "item_value", memberOfItem("item_value")},
		{"item_code", "quoted", func(_ *samplepartner.Request, item map[string]any) any { return fmt.Sprintf("%q", item["item_code"]) }},
	} {
		all = append(all, faults.Fault{ID: "create-purchases/" + m.member + "-is-" + m.id, Breaks: "PCP-10", Why: "every " + m.member + " is another value: " + m.id, Configure: moreCustomers, EditRequests: always(on("create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				item[m.member] = fmt.Sprint(m.value(q, item))
			}
		}))})
	}
	return all
}

// accented gives customers first names with an accent, and edits those in limits.
func accented(edit func(name string) string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		name := map[any]string{"Wanjiru": "Zoë", "Otieno": "Jürgen", "Amina": "Núñez", "Baraka": "Renée", "Chebet": "Björk", "Dalmas": "Émile", "Esther": "Inés", "Faraja": "Chloé"}[q.Body["first_name"]]
		if q.Endpoint == "create-limit" {
			name = edit(name)
		}
		if name != "" {
			put(q, "first_name", name)
		}
	}
}

// onlyASCII drops the letters that ASCII does not have.
func onlyASCII(name string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, name)
}

// withoutAccents keeps the letters, and drops their accents.
func withoutAccents(name string) string {
	return strings.NewReplacer("ë", "e", "ü", "u", "ú", "u", "ñ", "n", "é", "e", "ö", "o", "É", "E").Replace(name)
}

// moreShopkeepers serves five more customers, who all have a business.
func moreShopkeepers(s *samplepartner.Store) {
	for _, p := range samplepartner.Passersby {
		p.Work = samplepartner.SelfEmployed
		s.More = append(s.More, p)
	}
}

func memberOfItem(name string) func(*samplepartner.Request, map[string]any) any {
	return func(_ *samplepartner.Request, item map[string]any) any { return item[name] }
}

// ofCarts asks for the loan of the cart that was verified, and sends it also as another amount.
func ofCarts(path string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		loan := fromVerify(func(_, now *samplepartner.Request) int { return digitsOf(now.Body["item_value"]) })()
		return func(q *samplepartner.Request) {
			otherCarts(q)
			loan(q)
			on("create-limit", func(q *samplepartner.Request) { put(q, path, q.Body["loan_amount"]) })(q)
		}
	}
}

// loansOfPassersby gives the limits of the passersby another loan_amount, and their orders a second article.
func loansOfPassersby(loan func(n int) int) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		if isOfFirst(q) {
			put(q, "item_value", "47000")
		}
		on("create-limit", func(q *samplepartner.Request) {
			const before = 3 // limits before the first passerby
			n := q.Nth - before - 1
			if n < 0 {
				n = 1
			}
			put(q, "loan_amount", loan(n))
		})(q)
	}
}

// firstForm sends the members of the first request of an endpoint in all of them.
func firstForm(endpoint string, members ...string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		first := make(map[string]any)
		return on(endpoint, func(q *samplepartner.Request) {
			for _, member := range members {
				if first[member] == nil {
					first[member] = q.Body[member]
				}
				put(q, member, first[member])
			}
		})
	}
}

// runningTotal verifies the total of the cart and of all orders before.
func runningTotal() func(*samplepartner.Request) {
	total := 0
	return func(q *samplepartner.Request) {
		switch q.Endpoint {
		case "create-purchases":
			total += totalOf(q)
		case "verify-otp":
			put(q, "item_value", fmt.Sprint(total+digitsOf(q.Body["item_value"])))
		}
	}
}

// categoryCodes sells another article in each order, of three item_types, with the codes of those.
func categoryCodes(q *samplepartner.Request) {
	kind := []string{"phone", "laptop", "tv"}[q.Nth%3]
	for _, item := range objects(q.Body, []string{"items", "#"}) {
		item["item_type"], item["item_code"] = kind, "C-"+kind
		item["item_brand"], item["item_description"] = fmt.Sprint("Brand ", q.Nth), fmt.Sprint("Model ", q.Nth)
	}
}

// dearestFirst sells two or three chairs to each passerby, for different prices, and verifies the highest.
func dearestFirst(q *samplepartner.Request) {
	const before = 2 // orders before the first passerby
	id, _ := q.Body["id_number"].(string)
	switch {
	case q.Endpoint == "verify-otp" && strings.HasPrefix(id, "2000001"):
		put(q, "item_value", fmt.Sprint(3000+digitsOf(id)%100))
	case q.Endpoint == "create-purchases" && q.Nth > before:
		items := objects(q.Body, []string{"items", "#"})
		if len(items) == 1 {
			items = append(items, clone(items[0]))
			q.Body["items"] = []any{items[0], items[1]}
		}
		for n, item := range items {
			item["item_code"] = fmt.Sprint(item["item_code"], "/", n)
			item["item_value"] = 1000 + n
			if n == len(items)/2 {
				item["item_value"] = 3000 + q.Nth - before + 10
			}
		}
	}
}
