package faults

import (
	"slices"
	"strings"
)

// formFaults refuse every documented reading of what the specification has in
// two forms. A build that refuses one of two that contradict each other is legal;
// see the variants.
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
	all = append(all, alternativeFaults()...)
	all = append(all, defaultFaults()...)
	for _, f := range bothForms {
		all = append(all, Fault{ID: kebab(f.endpoint + "-refuses-any-" + f.id), Breaks: f.breaks, Why: f.why, plant: refusing(f.endpoint, 422, f.when)})
	}
	return all
}

// jobGroupOfPrivate refuses employees of the private sector by their job_group.
func jobGroupOfPrivate(takes func(any) bool) plant {
	return refusing(createLimit, 422, func(c *call) bool {
		return employee(c.body) && !takes(get(c.body, employment+"job_group"))
	})
}

// alternativeFaults take one form alone of what the specification permits side
// by side (2.2, 2.4, 2.5).
func alternativeFaults() []Fault {
	length := func(n int) func(any) bool { return func(v any) bool { return len(text(v)) == n } }
	fault := func(id, breaks, why string, p plant) Fault {
		return Fault{ID: id, Breaks: breaks, Why: why, plant: p}
	}
	orders := func(member string, takes func(any) bool) plant { return pinned(createOrder, "items."+member, takes) }
	blank := func(v any) bool { return isAbsent(v) || text(v) != "" }
	return []Fault{
		fault("create-limit-two-letters-only", "LIM-23", "a country code of three letters is refused", pinned(createLimit, "country_code", length(2))),
		fault("create-limit-three-letters-only", "LIM-23", "a country code of two letters is refused", pinned(createLimit, "country_code", length(3))),
		fault("create-limit-three-letters-crash", "LIM-23", "a country code of three letters ends in an error", refusing(createLimit, 500, func(c *call) bool { return len(c.text("country_code")) == 3 })),
		fault("create-limit-three-letters-in-200", "LIM-23", "a country code of three letters is refused with 200", refusing(createLimit, 200, func(c *call) bool { return len(c.text("country_code")) == 3 })),
		fault("create-limit-job-group-of-everybody", "LIM-24", "an employee of the private sector is refused without a job_group", jobGroupOfPrivate(isString)),
		fault("create-limit-job-group-crash", "LIM-24", "a job_group that is not there ends in an error", refusing(createLimit, 500, func(c *call) bool {
			return employee(c.body) && get(c.body, employment+"job_group") == nil
		})),
		fault("create-purchases-refuses-topup", "PUR-18", "an item with an empty item_topup is refused", orders("item_topup", isAbsent)),
		fault("create-purchases-wants-topup", "PUR-18", "an item without item_topup is refused", orders("item_topup", isString)),
		fault("create-purchases-wants-topup-value", "PUR-18", "item_topup is refused where it is empty", orders("item_topup", blank)),
		fault("create-purchases-refuses-topup-ref", "PUR-18", "an item with an empty topup_ref is refused", orders("topup_ref", isAbsent)),
		fault("create-purchases-wants-topup-ref", "PUR-18", "an item without topup_ref is refused", orders("topup_ref", isString)),
		fault("create-purchases-empty-topup-crash", "PUR-18", "an empty item_topup is read as a number, and ends in an error", refusing(createOrder, 500, func(c *call) bool {
			return slices.Contains(c.values("items.item_topup"), "")
		})),
	}
}

// defaultFaults record another option than the default where none was sent (2.2).
func defaultFaults() []Fault {
	var all []Fault
	for member, values := range map[string][]string{
		"delivery_option":  {"customer_store_pickup", "agent_delivery"},
		"preferred_option": {"pick_up"},
	} {
		for _, value := range append(values, "") {
			id, why, breaks := value, value, "PUR-19"
			if value == "" {
				id, why, breaks = "nothing", "an empty text", "PUR-07" // which is no option at all
			}
			all = append(all, Fault{ID: kebab("create-purchases-defaults-" + member + "-to-" + id), Breaks: breaks, ShownBy: "PUR-19",
				Why:   "an item without " + member + " is recorded with " + why,
				plant: defaulting(member, value)})
		}
	}
	return all
}

// defaulting records a value of its own in an item that was sent without one.
func defaulting(member, value string) plant {
	return func(next server) server {
		own := newNotes[bool]()
		return on(createOrder+" "+getItem+" "+updateItems, func(c *call, a *answer) {
			for _, item := range c.items() {
				if code := text(item["item_code"]); c.endpoint == createOrder && item[member] == nil {
					own.put(code, true)
				}
			}
			for _, r := range a.touch().records() {
				if ours, _ := own.get(text(r["item_code"])); ours {
					r[member] = value
				}
			}
		})(next)
	}
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
	{createLimit, "LIM-23", "country-code", "a country code is refused with two letters and with three", has("country_code")},
	{createLimit, "LIM-17", "employed", "employed is refused as a boolean and as a string", has("employed")},
	{createLimit, "LIM-17", "loan-amount", "loan_amount is refused as an integer and as a string", has("loan_amount")},
	{createLimit, "LIM-17", "password", "a request is refused with a password and without", always},
	{createLimit, "LIM-18", "business-registered", "business_registered is refused as a boolean and as a string", has(business + "business_registered")},
	{createLimit, "LIM-18", "business-payment-type", "every business_payment_type is refused", has(business + "business_payment_type")},
	{createLimit, "LIM-18", "business-industry", "every business_industry is refused", has(business + "business_industry")},
	{createOrder, "PUR-13", "order-id", "order_id is refused as an integer and as a string", has("order_id")},
	{createOrder, "PUR-13", "item-value", "item_value is refused as an integer and as a string", always},
}
