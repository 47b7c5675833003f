package faults

import (
	"encoding/json"
	"strings"
)

// misreadingFaults take a documented form of a member and understand something
// else by it. Only what some answer shows is a fault here: what becomes of a
// misread employed or country_code nobody is told.
func misreadingFaults() []Fault {
	var all []Fault
	add := func(id, breaks, shown, why string, edit func(c *call)) {
		all = append(all, Fault{ID: "misread-" + id, Breaks: breaks, ShownBy: shown, Why: why, plant: reading(edit)})
	}
	asText := func(edit func(s string) any) func(c *call) {
		return func(c *call) {
			for _, item := range c.items() {
				if s, ok := item["item_value"].(string); ok {
					item["item_value"] = edit(s)
				}
			}
		}
	}
	add("price-string-as-zero", "PUR-15", "PUR-13", "an item_value in a string is taken and read as 0", asText(func(string) any { return json.Number("0") }))
	add("price-string-first-digit", "PUR-15", "PUR-13", "an item_value in a string is taken, and only its first digit read", asText(func(s string) any { return json.Number(s[:1]) }))
	add("price-string-doubled", "PUR-15", "PUR-13", "an item_value in a string is joined to a 0 in place of added", asText(func(s string) any { return json.Number(s + "0") }))
	add("price-string-octal", "PUR-15", "PUR-13", "an item_value in a string loses its last digit", asText(func(s string) any { return json.Number("1" + s[1:]) }))
	orderText := func(edit func(s string) any) func(c *call) {
		return func(c *call) {
			if s, ok := c.body["order_id"].(string); ok && c.endpoint == createOrder {
				c.body["order_id"] = edit(s)
			}
		}
	}
	add("order-string-as-one", "PUR-10", "PUR-13", "an order_id in a string is taken and read as 1", orderText(func(string) any { return json.Number("1") }))
	add("order-string-cut", "PUR-10", "PUR-13", "an order_id in a string is read by its first four digits", orderText(func(s string) any { return json.Number(s[:min(4, len(s))]) }))
	add("order-string-prefixed", "PUR-10", "PUR-13", "an order_id in a string is taken for another sort of number, and the next one given", orderText(func(s string) any { return json.Number(s + "1") }))
	add("sample-spelling-ignored", "PUR-14", "", "item_description is taken and another description recorded", func(c *call) {
		for _, item := range c.items() {
			if _, ok := item["item_description"]; ok {
				item["item_description"] = "no description"
			}
		}
	})
	phone := func(edit func(string) string) plant {
		return func(next server) server {
			return on(createLimit+" "+fetchLimit, func(_ *call, a *answer) {
				change(a.touch().body(), details+"mobile_number", edited(edit))
			})(next)
		}
	}
	all = append(all,
		Fault{ID: "misread-phone-prefix-twice", Breaks: "LIM-09", Why: "a phone number is given its country code once more", plant: phone(func(s string) string { return "+254" + strings.TrimPrefix(s, "+") })},
		Fault{ID: "misread-phone-as-number", Breaks: "LIM-09", Why: "a phone number is read into 32 bits", plant: phone(func(string) string { return "2147483647" })},
		Fault{ID: "misread-phone-last-nine", Breaks: "LIM-09", Why: "the country code of a phone number becomes that of another country", plant: phone(func(s string) string {
			return "+255" + s[max(0, len(s)-9):]
		})},
		Fault{ID: "misread-id-number-as-number", Breaks: "LIM-09", Why: "an id_number is read as a number and loses its leading zeros, or gains a point", plant: on(createLimit+" "+fetchLimit, amended(details+"id_number", func(s string) string {
			return strings.TrimLeft(s, "0") + ".0"
		}))},
		Fault{ID: "misread-employed-string", Breaks: "LIM-03", Why: "employed false is read as true, so that self-employed customers lack an employer", plant: refusing(createLimit, 422, func(c *call) bool {
			return text(c.body["employed"]) == "false"
		})},
		Fault{ID: "misread-registered-string", Breaks: "LIM-15", Why: "business_registered false is taken for missing", plant: refusing(createLimit, 422, func(c *call) bool {
			return text(get(c.body, business+"business_registered")) == "false"
		})},
		Fault{ID: "misread-lookup-plus", Breaks: "LKP-07", Why: "the + of a phone number is read as a blank, and phoneNumber is searched as it stands", plant: seeking("phoneNumber", func(c *call) {
			c.body["value"] = " " + c.text("value")
		})},
	)
	return all
}

// reading changes a request before it is understood.
func reading(edit func(c *call)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == createOrder && c.body != nil {
				edit(c)
				c.touch()
			}
			return next(c)
		}
	}
}
