package server

import (
	"encoding/json"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// misreadingFaults accept a documented form of a member but give it another meaning. Only a
// misreading that an answer shows is a fault here. For example, no answer shows how employed or
// country_code was read.
func misreadingFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, shown, why string, edit func(c *faults.Call)) {
		all = append(all, faults.Fault{ID: "misread-" + id, Breaks: breaks, ShownBy: shown, Why: why, Mutator: reading(edit)})
	}
	asText := func(edit func(s string) any) func(c *faults.Call) {
		return func(c *faults.Call) {
			for _, item := range c.Items() {
				if s, ok := item["item_value"].(string); ok {
					item["item_value"] = edit(s)
				}
			}
		}
	}
	add("price-string-as-zero", "PUR-15", "PUR-13", "an item_value in a string is taken and read as 0", asText(func(string) any { return json.Number("0") }))
	add("price-string-first-digit", "PUR-15", "PUR-13", "an item_value in a string is taken, and only its first digit read", asText(func(s string) any { return json.Number(s[:1]) }))
	add("price-string-doubled", "PUR-15", "PUR-13", "an item_value in a string is joined to a 0 in place of added", asText(func(s string) any { return json.Number(s + "0") }))
	add("price-string-octal", "PUR-15", "PUR-13", "the first digit of an item_value in a string becomes 1", asText(func(s string) any { return json.Number("1" + s[1:]) }))
	orderText := func(edit func(s string) any) func(c *faults.Call) {
		return func(c *faults.Call) {
			if s, ok := c.Body["order_id"].(string); ok && c.Endpoint == faults.CreateOrder {
				c.Body["order_id"] = edit(s)
			}
		}
	}
	add("order-string-as-one", "PUR-10", "PUR-13", "an order_id in a string is taken and read as 1", orderText(func(string) any { return json.Number("1") }))
	add("order-string-cut", "PUR-10", "PUR-13", "an order_id in a string is read by its first four digits", orderText(func(s string) any { return json.Number(s[:min(4, len(s))]) }))
	add("order-string-prefixed", "PUR-10", "PUR-13", "an order_id in a string is taken for another sort of number, and the next one given", orderText(func(s string) any { return json.Number(s + "1") }))
	add("sample-spelling-ignored", "PUR-14", "", "item_description is taken and another description recorded", func(c *faults.Call) {
		for _, item := range c.Items() {
			if _, ok := item["item_description"]; ok {
				item["item_description"] = "no description"
			}
		}
	})
	phone := func(edit func(string) string) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			return faults.On(faults.CreateLimit+" "+faults.FetchLimit, func(_ *faults.Call, a *faults.Answer) {
				faults.Change(a.Touch().Body(), faults.CustomerDetails+"mobile_number", faults.Edited(edit))
			})(next)
		}
	}
	tableSpelling := faults.TakeOnly(faults.CreateOrder, "items.item_decriptionn", faults.IsThere)
	all = append(all,
		faults.Fault{ID: "misread-table-spelling-cut", Breaks: "PUR-14", Why: "the table's item_decriptionn alone is taken, and its first eight characters recorded",
			Mutator: faults.Both(faults.StoreEdited("item_decriptionn", func(s string) string { return faults.CutText(s, 8) }), tableSpelling)},
		faults.Fault{ID: "misread-phone-prefix-twice", Breaks: "LIM-09", Why: "a phone number is given its country code once more", Mutator: phone(func(s string) string { return "+254" + strings.TrimPrefix(s, "+") })},
		faults.Fault{ID: "misread-phone-as-number", Breaks: "LIM-09", Why: "a phone number is read into 32 bits", Mutator: phone(func(string) string { return "2147483647" })},
		faults.Fault{ID: "misread-phone-last-nine", Breaks: "LIM-09", Why: "the country code of a phone number becomes that of another country", Mutator: phone(func(s string) string {
			return "+255" + s[max(0, len(s)-9):]
		})},
		faults.Fault{ID: "misread-id-number-as-number", Breaks: "LIM-09", Why: "an id_number is read as a number and loses its leading zeros, or gains a point", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"id_number", func(s string) string {
			return strings.TrimLeft(s, "0") + ".0"
		}))},
		faults.Fault{ID: "stored-id-number-as-number", Breaks: "LIM-09", Why: "an id_number is stored as a number and loses its leading zeros", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"id_number", func(s string) string {
			return strings.TrimLeft(s, "0")
		}))},
		faults.Fault{ID: "stored-email-plus-as-blank", Breaks: "LIM-09", Why: "the + of an email address is stored as a blank, as a form decodes it", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"email", func(s string) string {
			return strings.ReplaceAll(s, "+", " ")
		}))},
		faults.Fault{ID: "stored-email-without-tag", Breaks: "LIM-09", Why: "an email address is stored without its + and what follows up to the @", Mutator: faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText(faults.CustomerDetails+"email", func(s string) string {
			local, domain, _ := strings.Cut(s, "@")
			local, _, _ = strings.Cut(local, "+")
			return local + "@" + domain
		}))},
		faults.Fault{ID: "misread-employed-string", Breaks: "LIM-03", Why: "employed false is read as true, so that self-employed customers lack an employer", Mutator: faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
			return faults.Text(c.Body["employed"]) == "false"
		})},
		faults.Fault{ID: "misread-registered-string", Breaks: "LIM-15", Why: "business_registered false is taken for missing", Mutator: faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
			return faults.Text(faults.Get(c.Body, faults.Business+"business_registered")) == "false"
		})},
		faults.Fault{ID: "misread-lookup-plus", Breaks: "LKP-07", Why: "the + of a phone number is read as a blank, and phoneNumber is searched as it stands", Mutator: faults.EditLookup("phoneNumber", func(c *faults.Call) {
			c.Body["value"] = " " + c.Text("value")
		})},
	)
	return all
}

// reading changes an order before the build reads it.
func reading(edit func(c *faults.Call)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder && c.Body != nil {
				edit(c)
				c.Touch()
			}
			return next(c)
		}
	}
}
