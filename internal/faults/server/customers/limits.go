package customers

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// limitFaults are the faults of sections 4.3 and 4.4 that are not derived from a table.
func limitFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "create-limit-government-answers-200", Breaks: "LIM-02", Why: "a government employee's limit is answered with 200",
			Mutator: faults.OnCustomers(faults.CreateLimit, faults.Government, func(_ *faults.Call, a *faults.Answer) { faults.SetStatus(a, 200) })},
		{ID: "create-limit-government-fails", Breaks: "LIM-02", Why: "a government employee's request ends in an error",
			Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool { return faults.Government(c.Body) })},
		{ID: "create-limit-self-employed-answers-200", Breaks: "LIM-03", Why: "a self-employed customer's limit is answered with 200",
			Mutator: faults.OnCustomers(faults.CreateLimit, faults.SelfEmployed, func(_ *faults.Call, a *faults.Answer) { faults.SetStatus(a, 200) })},
		{ID: "create-limit-self-employed-fails", Breaks: "LIM-03", Why: "a self-employed customer's request ends in an error",
			Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool { return faults.SelfEmployed(c.Body) })},
		{ID: "create-limit-employee-fails", Breaks: "LIM-01", Why: "a private employee's request ends in an error",
			Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool { return faults.Employee(c.Body) })},
		{ID: "create-limit-self-employed-drops-terms", Breaks: "LIM-08", Why: "a self-employed customer's limit has no payment_terms",
			Mutator: faults.OnCustomers(faults.CreateLimit, faults.SelfEmployed, func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), "data.payment_terms") })},
		{ID: "create-limit-foreign-names-null", Breaks: "LIM-08", ShownBy: "LIM-09", Why: "a first name that is not ASCII comes back as null",
			Mutator: faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
				if !faults.IsASCII(c.Text("first_name")) {
					faults.Put("data.customer_details.first_name", nil)(c, a)
				}
			})},
	}
	all = append(all, detailFaults()...)
	all = append(all, amountFaults()...)
	all = append(all, againFaults()...)
	all = append(all, sharedLimitFaults()...)
	all = append(all, requestIDFaults("LIM-21", faults.CreateLimit, faults.FetchLimit, faults.ByPerson)...)
	return append(all, fetchFaults()...)
}

// detailFaults damage the customer's details in a new limit (2.8, 2.4).
func detailFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, edit func(*faults.Call, *faults.Answer)) {
		all = append(all, faults.Fault{ID: "create-limit-" + id, Breaks: "LIM-09", Why: why, Mutator: faults.On(faults.CreateLimit, edit)})
	}
	for _, m := range append(append([]faults.TextFault(nil), faults.ScriptFaults...), faults.TextDoublesApostrophes, faults.TextCutAt20, faults.TextCapitalized) {
		for _, name := range []string{"first_name", "last_name"} {
			if name == "first_name" && (m.ID == "quotes" || m.ID == "shortens" || m.ID == "capitalizes" || m.ID == "escapes") {
				continue // no first name that a check sends would show this fault
			}
			add(faults.Kebab(m.ID+"-"+name), "the limit record "+m.Why+" in "+name, faults.EditText(faults.CustomerDetails+name, m.By))
		}
	}
	add("shouts-names", "the limit record writes names in capitals", func(c *faults.Call, a *faults.Answer) {
		faults.EditText(faults.CustomerDetails+"last_name", strings.ToUpper)(c, a)
		faults.EditText(faults.CustomerDetails+"first_name", strings.ToUpper)(c, a)
	})
	add("cuts-names-at-50", "a last name is cut after 50 characters", faults.EditText(faults.CustomerDetails+"last_name", func(s string) string { return faults.CutText(s, 50) }))
	for _, width := range []int{100, 255} {
		add(fmt.Sprintf("cuts-names-at-%d", width), fmt.Sprintf("a last name is cut after %d characters, the width of its column", width),
			faults.EditText(faults.CustomerDetails+"last_name", func(s string) string { return faults.CutText(s, width) }))
	}
	add("straight-apostrophe", "a typographic apostrophe in a last_name becomes a straight one", faults.EditText(faults.CustomerDetails+"last_name", func(s string) string { return strings.ReplaceAll(s, "’", "'") }))
	add("dotless-i", "first_name passes through a code page that has no dotless i", faults.EditText(faults.CustomerDetails+"first_name", func(s string) string { return strings.ReplaceAll(s, "ı", "i") }))
	add("swaps-names", "first_name and last_name are swapped", func(_ *faults.Call, a *faults.Answer) {
		d, _ := faults.Get(a.Touch().Body(), "data.customer_details").(faults.Object)
		d["first_name"], d["last_name"] = d["last_name"], d["first_name"]
	})
	add("short-name-empty", "a name of one letter comes back empty", faults.EditText(faults.CustomerDetails+"first_name", func(s string) string {
		if len(s) == 1 {
			return ""
		}
		return s
	}))
	for name, value := range map[string]string{
		"email": "somebody@example.org", "id_number": "00000000", "mobile_number": "+254700000000", "referral_source": "ANOTHER-STORE",
	} {
		add(faults.Kebab("other-"+name), name+" of the limit record is not what was sent", faults.Put(faults.CustomerDetails+name, value))
	}
	for _, k := range faults.KindsOfCustomer {
		all = append(all, faults.Fault{ID: "create-limit-empty-email-" + k.Name, Breaks: "LIM-09", Why: "the email of a new " + k.Name + " customer comes back empty",
			Mutator: faults.OnCustomers(faults.CreateLimit, k.Is, faults.Put(faults.CustomerDetails+"email", ""))})
	}
	return all
}

// amountFaults refuse amounts that no table limits.
func amountFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why, path string, refused func(amount float64) bool) {
		all = append(all, faults.Fault{ID: "create-limit-refuses-" + id, Breaks: "LIM-16", Why: why,
			Mutator: faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
				amount, err := strconv.ParseFloat(c.Text(path), 64)
				return err == nil && refused(amount)
			})})
	}
	// A build may have its own upper bound. But an amount that it refuses although it accepts
	// larger ones is not above a bound.
	add("seven-digit-income", "a net_income of seven digits is refused, and one of eight taken", faults.Employment+"net_income", func(f float64) bool { return f > 999_999 && f < 10_000_000 })
	add("income-of-1250000", "one net_income is refused, and larger ones taken", faults.Employment+"net_income", func(f float64) bool { return f == 1_250_000 })
	add("small-expenses", "expenses below 100 are refused", faults.Employment+"expenses", func(f float64) bool { return f < 100 })
	add("no-expenses", "expenses of 0 are taken to be missing", faults.Employment+"expenses", func(f float64) bool { return f == 0 })
	add("expenses-of-one", "expenses of 1 are refused", faults.Employment+"expenses", func(f float64) bool { return f == 1 })
	add("small-business-expenses", "average_monthly_expenses below 100 are refused", faults.Business+"average_monthly_expenses", func(f float64) bool { return f < 100 })
	add("small-personal-expense", "an average_monthly_personal_expense below 100 is refused", faults.Business+"average_monthly_personal_expense", func(f float64) bool { return f < 100 })
	return all
}

// againFaults treat an existing customer as a new one (section 1).
func againFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, of func(faults.Object) bool, edit func(*faults.Call, *faults.Answer)) {
		all = append(all, faults.Fault{ID: "create-limit-again-" + id, Breaks: "LIM-19", Why: why, Mutator: func(next faults.Responder) faults.Responder {
			t := faults.NewCounter()
			return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
				if t.Next(faults.ByPerson(c)) > 1 && of(c.Body) {
					edit(c, a)
				}
			})(next)
		}})
	}
	anybody := func(faults.Object) bool { return true }
	newID := func(path string) func(*faults.Call, *faults.Answer) { return faults.Put(path, uuid.NewString()) }
	add("new-customer", "an existing customer is given a new id", anybody, newID(faults.CustomerDetails+"id"))
	add("new-limit", "an existing customer's limit is given a new id", anybody, newID("data.credit_limit_details.id"))
	add("doubles-limit", "an existing customer's limit doubles", anybody, faults.Scale("data.credit_limit_details.credit_limit", 2))
	for _, k := range faults.KindsOfCustomer {
		add("new-customer-"+k.Name, "an existing "+k.Name+" customer is given a new id", k.Is, newID(faults.CustomerDetails+"id"))
	}
	larger := func(member string) func(now, known faults.Object) bool {
		return func(now, known faults.Object) bool {
			amount, _ := strconv.ParseFloat(faults.Text(faults.Get(now, member)), 64)
			was, _ := strconv.ParseFloat(faults.Text(faults.Get(known, member)), 64)
			return amount > was
		}
	}
	otherEmail := func(now, known faults.Object) bool { return now["email"] != known["email"] }
	for id, with := range map[string]struct {
		what    string
		differs func(now, known faults.Object) bool
	}{
		"larger-loan": {"a larger loan_amount", larger("loan_amount")}, "larger-income": {"a larger net_income", larger(faults.Employment + "net_income")},
		"other-email": {"another email", otherEmail},
	} {
		all = append(all, faults.Fault{ID: "create-limit-again-" + id, Breaks: "LIM-19", Why: "an existing customer who asks again with " + with.what + " is given a new limit",
			Mutator: onChange(with.differs, newID("data.credit_limit_details.id"))})
	}
	for _, status := range []int{409, 500} {
		all = append(all, faults.Fault{ID: "create-limit-again-answers-" + strconv.Itoa(status), Breaks: "LIM-19",
			Why: "an existing customer who asks again is refused", Mutator: faults.RefusingNth(faults.CreateLimit, status, faults.ByPerson, faults.AfterFirst)})
	}
	return all
}

// onChange changes the answers to customers who asked before and whose request now differs from
// the first one.
func onChange(differs func(now, known faults.Object) bool, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		asked := faults.NewStore[faults.Object]()
		return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
			if known, ok := asked.Get(faults.ByPerson(c)); ok && differs(c.Body, known) {
				edit(c, a)
			} else if !ok {
				asked.Put(faults.ByPerson(c), c.Body)
			}
		})(next)
	}
}

// sharedLimitFaults give the same id to several customers or limits.
func sharedLimitFaults() []faults.Fault {
	every := func(n int) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			first, t := faults.NewStore[any](), faults.NewCounter()
			return faults.On(faults.CreateLimit+" "+faults.FetchLimit, func(c *faults.Call, a *faults.Answer) {
				owner := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id"))
				if t.Next(owner) == 1 {
					k := t.Next("")
					if k == 1 {
						first.Put("", faults.Get(a.Body(), "data.credit_limit_details.id"))
					} else if k%n == 0 {
						shared, _ := first.Get("")
						first.Put(owner, shared)
					}
				}
				if id, ok := first.Get(owner); ok {
					faults.Put("data.credit_limit_details.id", id)(c, a)
				}
			})(next)
		}
	}
	return []faults.Fault{
		{ID: "create-limit-shared-limit-id", Breaks: "LIM-20", Why: "every second limit has the id of the first", Mutator: every(2)},
		{ID: "create-limit-tenth-limit-id", Breaks: "LIM-20", Why: "every tenth limit has the id of the first", Mutator: every(10)},
		{ID: "create-limit-shared-customer", Breaks: "LIM-20", Why: "every seventh customer is answered with the id of another", Mutator: func(next faults.Responder) faults.Responder {
			owner, people := faults.NewStore[any](), faults.NewCounter()
			return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
				if people.Next(faults.ByPerson(c)) > 1 {
					return // an existing customer, who has an id already
				}
				switch n := people.Next(""); {
				case n == 2:
					owner.Put("", faults.Get(a.Body(), faults.CustomerDetails+"id"))
				case n%7 == 0: // one of them may have made a call that only its own check judges
					id, _ := owner.Get("")
					faults.Put(faults.CustomerDetails+"id", id)(nil, a)
				}
			})(next)
		}},
	}
}

// fetchFaults change what fetch returns of a limit that create gave (4.4).
func fetchFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "fetch-limit-" + id, Breaks: "FLM-07", Why: why, Mutator: p})
	}
	limit := "data.credit_limit_details."
	add("other-limit", "fetch gives another credit_limit", faults.On(faults.FetchLimit, faults.Scale(limit+"credit_limit", 1.1)))
	add("zero-available", "fetch gives an available_limit of 0", faults.On(faults.FetchLimit, faults.Put(limit+"available_limit", json.Number("0"))))
	add("other-status", "fetch gives another credit_limit_status", faults.On(faults.FetchLimit, faults.Put(limit+"credit_limit_status", "limit_unknown")))
	add("status-not-as-created", "create gives the credit_limit_status in capitals, and fetch does not", faults.On(faults.CreateLimit, faults.EditText(limit+"credit_limit_status", strings.ToUpper)))
	add("new-limit-id", "fetch gives the limit a new id", faults.On(faults.FetchLimit, func(c *faults.Call, a *faults.Answer) { faults.Put(limit+"id", c.NewID("limit"))(c, a) }))
	add("other-terms", "fetch gives other payment_terms", faults.On(faults.FetchLimit, faults.Put("data.payment_terms.principal_amount", "1.00")))
	add("zero-fees", "fetch gives upfront_fees of nothing", faults.On(faults.FetchLimit, faults.Put("data.payment_terms.upfront_fees", "0.00")))
	add("shouts-name", "fetch writes the name in capitals", faults.On(faults.FetchLimit, faults.EditText(faults.CustomerDetails+"last_name", strings.ToUpper)))
	add("other-email", "fetch gives another email", faults.On(faults.FetchLimit, faults.Put(faults.CustomerDetails+"email", "somebody@example.org")))
	add("no-phone", "fetch gives an empty phone number", faults.On(faults.FetchLimit, faults.Put(faults.CustomerDetails+"mobile_number", "")))
	add("other-id", "fetch gives the customer another id", faults.On(faults.FetchLimit, func(c *faults.Call, a *faults.Answer) {
		faults.Put(faults.CustomerDetails+"id", c.NewID("customer"))(c, a)
	}))
	add("tenth", "the tenth fetch gives a credit_limit of 0", faults.OnNth(faults.FetchLimit, faults.ByID, faults.Tenth, faults.Put(limit+"credit_limit", json.Number("0"))))
	add("second", "the second fetch gives a credit_limit of 0", faults.OnNth(faults.FetchLimit, faults.ByID, faults.Second, faults.Put(limit+"credit_limit", json.Number("0"))))
	add("previous-limit", "fetch gives the credit_limit that was fetched before", faults.Previous(faults.FetchLimit, limit+"credit_limit"))
	add("latest-customer", "fetch gives the limit of whoever came last", latestCustomer())
	for _, k := range faults.KindsOfCustomer {
		add("other-limit-"+k.Name, "fetch gives a "+k.Name+" customer another credit_limit", faults.OnCustomers(faults.FetchLimit, k.Is, faults.Scale(limit+"credit_limit", 0.5)))
	}
	add("rounds-large", "a credit_limit above 300,000 is fetched in millions", faults.On(faults.FetchLimit, faults.Compute(limit+"credit_limit", func(f float64) float64 {
		if f > 300_000 {
			return float64(int64(f/1e6)+1) * 1e6
		}
		return f
	})))
	return all
}

// latestCustomer keeps the limit in one variable that all customers share.
func latestCustomer() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		latest := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateLimit && a.Served():
				latest.Put("", faults.Get(a.Body(), "data.credit_limit_details"))
			case c.Endpoint == faults.FetchLimit && a.Served():
				if limit, ok := latest.Get(""); ok {
					faults.Put("data.credit_limit_details", limit)(c, a)
				}
			}
			return a
		}
	}
}

// overflowing answers with an error of the server to an amount beyond 31 bits.
func overflowing(id, member string) faults.Fault {
	return faults.Fault{ID: "create-limit-overflows-" + id, Breaks: "LIM-16", Why: member + " beyond 31 bits ends in an error of the server",
		Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool {
			amount, _ := strconv.ParseFloat(c.Text(member), 64)
			return amount > math.MaxInt32
		})}
}

// unusualDetailFaults lose a part of an unusual detail, or fail on an unusual amount.
func unusualDetailFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "create-limit-cuts-email", Breaks: "LIM-09", Why: "an email address is cut after fifty characters", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"email", func(s string) string { return faults.CutText(s, 50) }))},
		{ID: "create-limit-cuts-first-name", Breaks: "LIM-09", Why: "a first name is stored in twenty characters", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"first_name", func(s string) string { return faults.CutText(s, 20) }))},
		{ID: "create-limit-one-first-name", Breaks: "LIM-09", Why: "of a first name of two words the second is lost", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"first_name", func(s string) string {
			first, _, _ := strings.Cut(s, " ")
			return first
		}))},
		{ID: "create-limit-keeps-digits-of-id", Breaks: "LIM-09", Why: "only the digits of an id number are stored", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"id_number", func(s string) string {
			return strings.Trim(s, "AK")
		}))},
		overflowing("income", faults.Employment+"net_income"),
		overflowing("loan", "loan_amount"),
		{ID: "create-limit-breaks-on-large-income", Breaks: "LIM-16", Why: "an income of more than fifty million ends in an error of the server", Mutator: faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool {
			income, _ := json.Number(c.Text(faults.Employment + "net_income")).Int64()
			return income > 50_000_000
		})},
	}
}
