package faults

import "strings"

// formFaults refuse every documented reading of what the specification has in
// two forms. A build that refuses one of them is legal; see the variants.
func formFaults() []Fault {
	var all []Fault
	gone := func(endpoint, breaks string) {
		all = append(all, Fault{ID: endpoint + "-at-no-path", Breaks: breaks, Why: endpoint + " is served at no documented path",
			plant: absent(endpoint, 404)})
		all = append(all, Fault{ID: endpoint + "-at-no-method", Breaks: breaks, Why: "the documented paths of " + endpoint + " know no such method",
			plant: absent(endpoint, 405)})
	}
	gone(sendOTP, "OTP-08")
	gone(verifyOTP, "VER-12")
	gone(updateItems, "UPD-08")
	for _, f := range bothForms {
		all = append(all, Fault{ID: kebab(f.endpoint + "-refuses-any-" + f.id), Breaks: f.breaks, Why: f.why, plant: refusing(f.endpoint, 422, f.when)})
	}
	return all
}

// absent answers as a route that does not exist.
func absent(endpoint string, status int) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == endpoint {
				return refusal(c, status, "nothing here")
			}
			return next(c)
		}
	}
}

func has(path string) func(*call) bool {
	return func(c *call) bool { return get(c.body, path) != nil }
}

func always(*call) bool { return true }

// bothForms are refusals that leave no documented form of a member.
var bothForms = []struct {
	endpoint, breaks, id, why string
	when                      func(*call) bool
}{
	{sendOTP, "OTP-09", "phone-number", "a phone number is refused with a leading + and without", func(c *call) bool {
		return strings.HasPrefix(digits(c.text("phone_number")), "2547") && c.body["first_name"] != nil
	}},
	{sendOTP, "OTP-10", "date-of-birth", "a date of birth is refused in both orders", has("date_of_birth")},
	{createLimit, "LIM-17", "country-code", "a country code is refused with two letters and with three", has("country_code")},
	{createLimit, "LIM-17", "employed", "employed is refused as a boolean and as a string", has("employed")},
	{createLimit, "LIM-17", "loan-amount", "loan_amount is refused as an integer and as a string", has("loan_amount")},
	{createLimit, "LIM-17", "password", "a request is refused with a password and without", always},
	{createLimit, "LIM-18", "business-registered", "business_registered is refused as a boolean and as a string", has(business + "business_registered")},
	{createLimit, "LIM-18", "business-payment-type", "every business_payment_type is refused", has(business + "business_payment_type")},
	{createLimit, "LIM-18", "business-industry", "every business_industry is refused", has(business + "business_industry")},
	{createOrder, "PUR-13", "order-id", "order_id is refused as an integer and as a string", has("order_id")},
	{createOrder, "PUR-13", "item-value", "item_value is refused as an integer and as a string", always},
}
