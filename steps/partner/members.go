package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// members are the members of every request table: sections 4.1, 4.2, 2.4 to
// 2.6, 4.5, 2.1, 2.2 and 4.8. Each is an obligation, and a rule of the features says
// what becomes of it.
var members = map[string][]string{
	spec.SendOTP:   {"id_number", "phone_number", "first_name", "last_name", "country_code", "date_of_birth"},
	spec.VerifyOTP: {"id_number", "phone_number", "item_value", "otp"},
	spec.CreateLimit: {
		"first_name", "last_name", "id_number", "country_code", "phone_number", "employed", "gender", "date_of_birth",
		"marital_status", "email", "loan_amount", "referral_source", "password",
		ofTheEmployed + ".employer", ofTheEmployed + ".net_income", ofTheEmployed + ".expenses",
		ofTheEmployed + ".job_level", ofTheEmployed + ".job_function", ofTheEmployed + ".employer_sector",
		ofTheEmployed + ".payment_type", ofTheEmployed + ".job_group",
		ofTheSelfEmployed + ".business_type", ofTheSelfEmployed + ".business_name",
		ofTheSelfEmployed + ".business_payment_type", ofTheSelfEmployed + ".business_location",
		ofTheSelfEmployed + ".gross_monthly_revenue", ofTheSelfEmployed + ".average_monthly_expenses",
		ofTheSelfEmployed + ".average_monthly_personal_expense", ofTheSelfEmployed + ".business_industry",
		ofTheSelfEmployed + ".business_registered",
	},
	spec.CustomerLookup: {"queryFieldEnum", "value"},
	spec.CreatePurchases: {
		"customer_id", "order_id", "items", "items.#.item_type", "items.#.item_brand", "items.#.store_key",
		"items.#.delivery_option", "items.#.preferred_option", "items.#.item_description", "items.#.facility_plan",
		"items.#.item_code", "items.#.item_value", "items.#.item_topup", "items.#.topup_ref",
	},
	spec.UpdatePurchases: {"items", "items.#.id", "items.#.facility_status"},
}

// sectionOf is the section whose table names a member, or the one of the endpoint.
func sectionOf(endpoint, name string) string {
	switch {
	case endpoint == spec.CreateLimit && strings.HasPrefix(name, ofTheEmployed+"."):
		return "2.5"
	case endpoint == spec.CreateLimit && strings.HasPrefix(name, ofTheSelfEmployed+"."):
		return "2.6"
	case endpoint == spec.CreateLimit:
		return "2.4"
	case endpoint == spec.CreatePurchases && strings.HasPrefix(name, "items.#."):
		return "2.2"
	case endpoint == spec.CreatePurchases:
		return "2.1"
	}
	return spec.Of(endpoint).Section
}

const (
	ofTheEmployed     = spec.EmployedDetail
	ofTheSelfEmployed = spec.SelfEmployedDetail
)

// topMembers are the members of all request bodies.
var topMembers = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			top, _, _ := strings.Cut(name, ".")
			all[top] = true
		}
	}
	return all
}()

// Members lists what is judged of the body of an endpoint's requests,
// for the lint that a rule owns each of them.
func Members(endpoint string) []string { return slices.Clone(members[endpoint]) }

func isMember(endpoint, name string) bool {
	return slices.Contains(members[endpoint], name)
}

// judgeOccupation wants exactly one occupational member, the one that employed
// calls for (4.3, 2.4).
func (q *request) judgeOccupation() {
	violations := slices.Concat(q.faulty[ofTheEmployed], q.faulty[ofTheSelfEmployed])
	one, other := q.get(ofTheEmployed).Exists(), q.get(ofTheSelfEmployed).Exists()
	if q.isDoubled("employed") || q.isDoubled(ofTheEmployed) || q.isDoubled(ofTheSelfEmployed) {
		q.blocked(occupationObligation, bodyObligation)
		return
	}
	if len(violations) == 0 && one != other && len(q.faulty["employed"]) > 0 {
		q.blocked(occupationObligation, "employed") // which of the two it calls for is not known
		return
	}
	q.judged(occupationObligation)
	for _, v := range violations {
		q.fail(occupationObligation, failureOf(v, "4.3"))
	}
	if len(violations) == 0 && one == other {
		q.fail(occupationObligation, result.Failure{
			Section: "4.3", Expected: "exactly one of " + ofTheEmployed + " and " + ofTheSelfEmployed,
			Actual: map[bool]string{true: "both", false: "neither"}[one], Message: "the request does not have exactly one occupational member",
		})
	}
}
