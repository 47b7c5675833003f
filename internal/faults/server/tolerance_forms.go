package server

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// formFaults refuse every documented reading of a member for which the specification has two
// forms. A build that refuses only one of two contradicting forms is legal; see the variants.
func formFaults() []faults.Fault {
	var all []faults.Fault
	gone := func(endpoint, breaks string) {
		all = append(all, faults.Fault{ID: endpoint + "-at-no-path", Breaks: breaks, Why: endpoint + " is served at no documented path",
			Mutator: absent(endpoint, 404)})
		all = append(all, faults.Fault{ID: endpoint + "-at-no-method", Breaks: breaks, Why: "the documented paths of " + endpoint + " know no such method",
			Mutator: absent(endpoint, 405)})
	}
	gone(faults.SendOTP, "OTP-08")
	gone(faults.VerifyOTP, "VER-12")
	gone(faults.UpdateItems, "UPD-08")
	all = append(all, alternativeFaults()...)
	all = append(all, defaultFaults()...)
	for _, f := range bothForms {
		all = append(all, faults.Fault{ID: faults.Kebab(f.endpoint + "-refuses-any-" + f.id), Breaks: f.breaks, Why: f.why, Mutator: faults.Refusing(f.endpoint, 422, f.when)})
	}
	return all
}

// alternativeFaults accept only one of the forms that the specification permits side by side
// (2.2, 2.4, 2.5).
func alternativeFaults() []faults.Fault {
	length := func(n int) func(any) bool { return func(v any) bool { return len(faults.Text(v)) == n } }
	fault := func(id, breaks, why string, p faults.Mutator) faults.Fault {
		return faults.Fault{ID: id, Breaks: breaks, Why: why, Mutator: p}
	}
	orders := func(member string, takes func(any) bool) faults.Mutator {
		return faults.TakeOnly(faults.CreateOrder, "items."+member, takes)
	}
	blank := func(v any) bool { return faults.IsAbsent(v) || faults.Text(v) != "" }
	return []faults.Fault{
		fault("create-limit-two-letters-only", "LIM-23", "a country code of three letters is refused", faults.TakeOnly(faults.CreateLimit, "country_code", length(2))),
		fault("create-limit-three-letters-only", "LIM-23", "a country code of two letters is refused", faults.TakeOnly(faults.CreateLimit, "country_code", length(3))),
		fault("create-limit-three-letters-crash", "LIM-23", "a country code of three letters ends in an error", faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool { return len(c.Text("country_code")) == 3 })),
		fault("create-limit-three-letters-in-200", "LIM-23", "a country code of three letters is refused with 200", faults.Refusing(faults.CreateLimit, 200, func(c *faults.Call) bool { return len(c.Text("country_code")) == 3 })),
		fault("create-limit-job-group-of-everybody", "LIM-24", "an employee of the private sector is refused without a job_group", faults.PrivateJobGroup(faults.IsString)),
		fault("create-limit-job-group-crash", "LIM-24", "a job_group that is not there ends in an error", faults.Refusing(faults.CreateLimit, 500, func(c *faults.Call) bool {
			return faults.Employee(c.Body) && faults.Get(c.Body, faults.Employment+"job_group") == nil
		})),
		fault("create-purchases-refuses-topup", "PUR-18", "an item with an empty item_topup is refused", orders("item_topup", faults.IsAbsent)),
		fault("create-purchases-wants-topup", "PUR-18", "an item without item_topup is refused", orders("item_topup", faults.IsString)),
		fault("create-purchases-wants-topup-value", "PUR-18", "item_topup is refused where it is empty", orders("item_topup", blank)),
		fault("create-purchases-refuses-topup-ref", "PUR-18", "an item with an empty topup_ref is refused", orders("topup_ref", faults.IsAbsent)),
		fault("create-purchases-wants-topup-ref", "PUR-18", "an item without topup_ref is refused", orders("topup_ref", faults.IsString)),
		fault("create-purchases-empty-topup-crash", "PUR-18", "an empty item_topup is read as a number, and ends in an error", faults.Refusing(faults.CreateOrder, 500, func(c *faults.Call) bool {
			return slices.Contains(c.Values("items.item_topup"), "")
		})),
	}
}

// defaultFaults record another option than the default if the request sends none (2.2).
func defaultFaults() []faults.Fault {
	var all []faults.Fault
	for member, values := range map[string][]string{
		"delivery_option":  {"customer_store_pickup", "agent_delivery"},
		"preferred_option": {"pick_up"},
	} {
		for _, value := range append(values, "") {
			id, why, breaks := value, value, "PUR-19"
			if value == "" {
				id, why, breaks = "nothing", "an empty text", "PUR-07" // an empty text is no option at all
			}
			all = append(all, faults.Fault{ID: faults.Kebab("create-purchases-defaults-" + member + "-to-" + id), Breaks: breaks, ShownBy: "PUR-19",
				Why:     "an item without " + member + " is recorded with " + why,
				Mutator: defaulting(member, value, func(item faults.Object) bool { return item[member] == nil })})
		}
	}
	return append(all, faults.Fault{ID: "create-purchases-defaults-neither-to-pick-up", Breaks: "PUR-19",
		Why: "an item with neither option is recorded with pick_up",
		Mutator: defaulting("preferred_option", "pick_up", func(item faults.Object) bool {
			return item["preferred_option"] == nil && item["delivery_option"] == nil
		})})
}

// defaulting records its own value of a member in an item of the given kind.
func defaulting(member, value string, kind func(item faults.Object) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		own := faults.NewSet()
		return faults.On(faults.CreateOrder+" "+faults.GetItem+" "+faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
			for _, item := range c.Items() {
				if code := faults.Text(item["item_code"]); c.Endpoint == faults.CreateOrder && kind(item) {
					own.Put(code, true)
				}
			}
			for _, r := range a.Touch().Records() {
				if ours, _ := own.Get(faults.Text(r["item_code"])); ours {
					r[member] = value
				}
			}
		})(next)
	}
}

// absent answers as if the route did not exist.
func absent(endpoint string, status int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint {
				return faults.Refusal(c, status, "nothing here")
			}
			return next(c)
		}
	}
}

func has(path string) func(*faults.Call) bool {
	return func(c *faults.Call) bool { return faults.Get(c.Body, path) != nil }
}

// bothForms are refusals of every documented form of a member.
var bothForms = []struct {
	endpoint, breaks, id, why string
	when                      func(*faults.Call) bool
}{
	{faults.SendOTP, "OTP-09", "phone-number", "a phone number is refused with a leading + and without", func(c *faults.Call) bool {
		return strings.HasPrefix(faults.WithoutPlus(c.Text("phone_number")), "2547") && c.Body["first_name"] != nil
	}},
	{faults.SendOTP, "OTP-10", "date-of-birth", "a date of birth is refused in both orders", has("date_of_birth")},
	{faults.CreateLimit, "LIM-23", "country-code", "a country code is refused with two letters and with three", has("country_code")},
	{faults.CreateLimit, "LIM-17", "employed", "employed is refused as a boolean and as a string", has("employed")},
	{faults.CreateLimit, "LIM-17", "loan-amount", "loan_amount is refused as an integer and as a string", has("loan_amount")},
	{faults.CreateLimit, "LIM-17", "password", "a request is refused with a password and without", faults.AnyCall},
	{faults.CreateLimit, "LIM-18", "business-registered", "business_registered is refused as a boolean and as a string", has(faults.Business + "business_registered")},
	{faults.CreateLimit, "LIM-18", "business-payment-type", "every business_payment_type is refused", has(faults.Business + "business_payment_type")},
	{faults.CreateLimit, "LIM-18", "business-industry", "every business_industry is refused", has(faults.Business + "business_industry")},
	{faults.CreateOrder, "PUR-13", "order-id", "order_id is refused as an integer and as a string", has("order_id")},
	{faults.CreateOrder, "PUR-13", "item-value", "item_value is refused as an integer and as a string", faults.AnyCall},
}
