package faults

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// limitFaults are those of sections 4.3 and 4.4 that no table gives.
func limitFaults() []Fault {
	all := []Fault{
		{ID: "create-limit-government-answers-200", Breaks: "LIM-02", Why: "a government employee's limit is answered with 200",
			plant: onCustomers(createLimit, government, func(_ *call, a *answer) { restate(a, 200) })},
		{ID: "create-limit-government-fails", Breaks: "LIM-02", Why: "a government employee's request ends in an error",
			plant: refusing(createLimit, 500, func(c *call) bool { return government(c.body) })},
		{ID: "create-limit-self-employed-answers-200", Breaks: "LIM-03", Why: "a self-employed customer's limit is answered with 200",
			plant: onCustomers(createLimit, selfEmployed, func(_ *call, a *answer) { restate(a, 200) })},
		{ID: "create-limit-self-employed-fails", Breaks: "LIM-03", Why: "a self-employed customer's request ends in an error",
			plant: refusing(createLimit, 500, func(c *call) bool { return selfEmployed(c.body) })},
		{ID: "create-limit-employee-fails", Breaks: "LIM-01", Why: "a private employee's request ends in an error",
			plant: refusing(createLimit, 500, func(c *call) bool { return employee(c.body) })},
		{ID: "create-limit-self-employed-drops-terms", Breaks: "LIM-08", Why: "a self-employed customer's limit has no payment_terms",
			plant: onCustomers(createLimit, selfEmployed, func(_ *call, a *answer) { drop(a.touch().body(), "data.payment_terms") })},
		{ID: "create-limit-foreign-names-null", Breaks: "LIM-08", ShownBy: "LIM-09", Why: "a first name that is not ASCII comes back as null",
			plant: on(createLimit, func(c *call, a *answer) {
				if !ascii(c.text("first_name")) {
					put("data.customer_details.first_name", nil)(c, a)
				}
			})},
	}
	all = append(all, detailFaults()...)
	all = append(all, amountFaults()...)
	all = append(all, againFaults()...)
	all = append(all, sharedLimitFaults()...)
	all = append(all, requestIDFaults("LIM-21", createLimit, fetchLimit, byPerson)...)
	return append(all, fetchFaults()...)
}

const details = "data.customer_details."

// detailFaults spoil what a new limit says of its customer (2.8, 2.4).
func detailFaults() []Fault {
	var all []Fault
	add := func(id, why string, edit func(*call, *answer)) {
		all = append(all, Fault{ID: "create-limit-" + id, Breaks: "LIM-09", Why: why, plant: on(createLimit, edit)})
	}
	for _, m := range append(append([]mangling(nil), manglings...), quoting, shorten, title) {
		for _, name := range []string{"first_name", "last_name"} {
			if name == "first_name" && (m.id == "quotes" || m.id == "shortens" || m.id == "capitalizes" || m.id == "escapes") {
				continue // no first name that a check gives would show it
			}
			add(kebab(m.id+"-"+name), "the limit record "+m.why+" in "+name, amended(details+name, m.by))
		}
	}
	add("shouts-names", "the limit record writes names in capitals", func(c *call, a *answer) {
		amended(details+"last_name", strings.ToUpper)(c, a)
		amended(details+"first_name", strings.ToUpper)(c, a)
	})
	add("swaps-names", "first_name and last_name are swapped", func(_ *call, a *answer) {
		d, _ := get(a.touch().body(), "data.customer_details").(object)
		d["first_name"], d["last_name"] = d["last_name"], d["first_name"]
	})
	add("short-name-empty", "a name of one letter comes back empty", amended(details+"first_name", func(s string) string {
		if len(s) == 1 {
			return ""
		}
		return s
	}))
	for name, value := range map[string]string{
		"email": "somebody@example.org", "id_number": "00000000", "mobile_number": "+254700000000", "referral_source": "ANOTHER-STORE",
	} {
		add(kebab("other-"+name), name+" of the limit record is not what was sent", put(details+name, value))
	}
	for _, k := range kindsOfCustomer {
		all = append(all, Fault{ID: "create-limit-empty-email-" + k.name, Breaks: "LIM-09", Why: "the email of a new " + k.name + " customer comes back empty",
			plant: onCustomers(createLimit, k.is, put(details+"email", ""))})
	}
	return all
}

// amountFaults refuse amounts that no table bounds.
func amountFaults() []Fault {
	var all []Fault
	add := func(id, why, path string, refused func(amount float64) bool) {
		all = append(all, Fault{ID: "create-limit-refuses-" + id, Breaks: "LIM-16", Why: why,
			plant: refusing(createLimit, 422, func(c *call) bool {
				amount, err := strconv.ParseFloat(c.text(path), 64)
				return err == nil && refused(amount)
			})})
	}
	// A bound of its own a build may have; what it refuses below one it takes is none.
	add("seven-digit-income", "a net_income of seven digits is refused, and one of eight taken", employment+"net_income", func(f float64) bool { return f > 999_999 && f < 10_000_000 })
	add("income-of-1250000", "one net_income is refused, and larger ones taken", employment+"net_income", func(f float64) bool { return f == 1_250_000 })
	add("small-expenses", "expenses below 100 are refused", employment+"expenses", func(f float64) bool { return f < 100 })
	add("no-expenses", "expenses of 0 are taken to be missing", employment+"expenses", func(f float64) bool { return f == 0 })
	add("expenses-of-one", "expenses of 1 are refused", employment+"expenses", func(f float64) bool { return f == 1 })
	add("small-loan", "a loan_amount below 5,000 is refused", "loan_amount", func(f float64) bool { return f < 5_000 })
	add("small-loan-of-self-employed", "a self-employed customer's loan_amount below 2,000 is refused", "loan_amount", func(f float64) bool { return f < 2_000 })
	add("small-business-expenses", "average_monthly_expenses below 100 are refused", business+"average_monthly_expenses", func(f float64) bool { return f < 100 })
	add("small-personal-expense", "an average_monthly_personal_expense below 100 is refused", business+"average_monthly_personal_expense", func(f float64) bool { return f < 100 })
	return all
}

// againFaults treat an existing customer as a new one (section 1).
func againFaults() []Fault {
	var all []Fault
	add := func(id, why string, of func(object) bool, edit func(*call, *answer)) {
		all = append(all, Fault{ID: "create-limit-again-" + id, Breaks: "LIM-19", Why: why, plant: func(next server) server {
			t := newTally()
			return on(createLimit, func(c *call, a *answer) {
				if t.next(byPerson(c)) > 1 && of(c.body) {
					edit(c, a)
				}
			})(next)
		}})
	}
	anybody := func(object) bool { return true }
	newID := func(path string) func(*call, *answer) { return put(path, uuid.NewString()) }
	add("new-customer", "an existing customer is given a new id", anybody, newID(details+"id"))
	add("new-limit", "an existing customer's limit is given a new id", anybody, newID("data.credit_limit_details.id"))
	add("doubles-limit", "an existing customer's limit doubles", anybody, scaled("data.credit_limit_details.credit_limit", 2))
	for _, k := range kindsOfCustomer {
		add("new-customer-"+k.name, "an existing "+k.name+" customer is given a new id", k.is, newID(details+"id"))
	}
	for _, status := range []int{409, 500} {
		all = append(all, Fault{ID: "create-limit-again-answers-" + strconv.Itoa(status), Breaks: "LIM-19",
			Why: "an existing customer who asks again is refused", plant: refusingNth(createLimit, status, byPerson, afterFirst)})
	}
	return all
}

// sharedLimitFaults give several customers one id.
func sharedLimitFaults() []Fault {
	every := func(n int) plant {
		return func(next server) server {
			first, t := newNotes[any](), newTally()
			return on(createLimit+" "+fetchLimit, func(c *call, a *answer) {
				owner := text(get(a.body(), details+"id"))
				if t.next(owner) == 1 {
					k := t.next("")
					if k == 1 {
						first.put("", get(a.body(), "data.credit_limit_details.id"))
					} else if k%n == 0 {
						shared, _ := first.get("")
						first.put(owner, shared)
					}
				}
				if id, ok := first.get(owner); ok {
					put("data.credit_limit_details.id", id)(c, a)
				}
			})(next)
		}
	}
	return []Fault{
		{ID: "create-limit-shared-limit-id", Breaks: "LIM-20", Why: "every second limit has the id of the first", plant: every(2)},
		{ID: "create-limit-tenth-limit-id", Breaks: "LIM-20", Why: "every tenth limit has the id of the first", plant: every(10)},
		{ID: "create-limit-shared-customer", Breaks: "LIM-20", Why: "one customer is answered with the id of another", plant: func(next server) server {
			seen, t := newNotes[any](), newTally()
			return on(createLimit, func(_ *call, a *answer) {
				switch t.next("") {
				case 2:
					seen.put("", get(a.body(), details+"id"))
				case 7:
					id, _ := seen.get("")
					put(details+"id", id)(nil, a)
				}
			})(next)
		}},
	}
}

// fetchFaults spoil what fetch says of a limit that create gave (4.4).
func fetchFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "fetch-limit-" + id, Breaks: "FLM-07", Why: why, plant: p})
	}
	limit := "data.credit_limit_details."
	add("other-limit", "fetch gives another credit_limit", on(fetchLimit, scaled(limit+"credit_limit", 1.1)))
	add("zero-available", "fetch gives an available_limit of 0", on(fetchLimit, put(limit+"available_limit", json.Number("0"))))
	add("other-status", "fetch gives another credit_limit_status", on(fetchLimit, put(limit+"credit_limit_status", "limit_unknown")))
	add("new-limit-id", "fetch gives the limit a new id", on(fetchLimit, func(c *call, a *answer) { put(limit+"id", uuid.NewString())(c, a) }))
	add("other-terms", "fetch gives other payment_terms", on(fetchLimit, put("data.payment_terms.principal_amount", "1.00")))
	add("zero-fees", "fetch gives upfront_fees of nothing", on(fetchLimit, put("data.payment_terms.upfront_fees", "0.00")))
	add("shouts-name", "fetch writes the name in capitals", on(fetchLimit, amended(details+"last_name", strings.ToUpper)))
	add("other-email", "fetch gives another email", on(fetchLimit, put(details+"email", "somebody@example.org")))
	add("no-phone", "fetch gives an empty phone number", on(fetchLimit, put(details+"mobile_number", "")))
	add("other-id", "fetch gives the customer another id", on(fetchLimit, func(c *call, a *answer) { put(details+"id", uuid.NewString())(c, a) }))
	add("tenth", "the tenth fetch gives a credit_limit of 0", onNth(fetchLimit, byID, tenth, put(limit+"credit_limit", json.Number("0"))))
	add("second", "the second fetch gives a credit_limit of 0", onNth(fetchLimit, byID, second, put(limit+"credit_limit", json.Number("0"))))
	add("previous-limit", "fetch gives the credit_limit that was fetched before", previous(fetchLimit, limit+"credit_limit"))
	add("latest-customer", "fetch gives the limit of whoever came last", latestCustomer())
	for _, k := range kindsOfCustomer {
		add("other-limit-"+k.name, "fetch gives a "+k.name+" customer another credit_limit", onCustomers(fetchLimit, k.is, scaled(limit+"credit_limit", 0.5)))
	}
	add("rounds-large", "a credit_limit above 300,000 is fetched in millions", on(fetchLimit, computed(limit+"credit_limit", func(f float64) float64 {
		if f > 300_000 {
			return float64(int64(f/1e6)+1) * 1e6
		}
		return f
	})))
	return all
}

// latestCustomer keeps the limit in one variable for everybody.
func latestCustomer() plant {
	return func(next server) server {
		latest := newNotes[any]()
		return func(c *call) *answer {
			a := next(c)
			switch {
			case c.endpoint == createLimit && a.ok():
				latest.put("", get(a.body(), "data.credit_limit_details"))
			case c.endpoint == fetchLimit && a.ok():
				if limit, ok := latest.get(""); ok {
					put("data.credit_limit_details", limit)(c, a)
				}
			}
			return a
		}
	}
}
