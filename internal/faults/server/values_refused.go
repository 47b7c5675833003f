package server

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// refusedValueFaults refuse values that a table or an example has, and that few requests
// have: days of birth (section 2.4), and the two empty members of the examples of an item
// (section 2.2).
func refusedValueFaults() []faults.Fault {
	born := func(id, why string, is func(month, day string) bool) faults.Fault {
		return faults.Fault{ID: "create-limit-refuses-" + id, Breaks: "LIM-10", Why: why, Mutator: faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
			date := strings.Split(c.Text("date_of_birth"), "/")
			return len(date) == 3 && is(date[0], date[1])
		})}
	}
	return []faults.Fault{
		born("leap-days", "29 February is no day to the parser of dates", func(month, day string) bool { return month == "02" && day == "29" }),
		born("last-days", "no month has 31 days", func(_, day string) bool { return day == "31" }),
		born("early-days", "a day that may be a month is refused as ambiguous", func(_, day string) bool { return day < "13" }),
		{ID: "create-purchases-refuses-both-empty", Breaks: "PUR-18", Why: "item_topup and topup_ref are each taken empty, and refused where both are", Mutator: faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool {
			return slices.ContainsFunc(c.Items(), func(i faults.Object) bool { return i["item_topup"] == "" && i["topup_ref"] == "" })
		})},
		{ID: "customer-lookup-finds-anybody-by-phone-number", Breaks: "LKP-13", Why: "an unknown phoneNumber finds the first customer", Mutator: findingTheFirst("phoneNumber")},
		{ID: "customer-lookup-finds-anybody-by-member-id", Breaks: "LKP-13", Why: "an unknown memberId finds the first customer", Mutator: findingTheFirst("memberId")},
	}
}

// findingTheFirst gives the first customer of all, where nobody is found by a field.
func findingTheFirst(field string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() {
				if _, known := first.Get(""); !known {
					first.Put("", c.Text("id_number"))
				}
			}
			if c.Endpoint != faults.Lookup || c.Text("queryFieldEnum") != field || !a.Served() || faults.Found(c, a) {
				return a
			}
			number, _ := first.Get("")
			return next(c.Subrequest("POST", c.Request.URL.Path, faults.Object{"queryFieldEnum": "NATIONAL_ID", "value": number}))
		}
	}
}
