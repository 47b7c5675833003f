package steps

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// members are the members of every request table: sections 4.1, 4.2, 2.4 to
// 2.6, 4.5, 2.1, 2.2 and 4.8. Each is a topic, and a rule of the features says
// what becomes of it.
var members = map[string][]string{
	sendOTP:   {"id_number", "phone_number", "first_name", "last_name", "country_code", "date_of_birth"},
	verifyOTP: {"id_number", "phone_number", "item_value", "otp"},
	createLimit: {
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
	lookup: {"queryFieldEnum", "value"},
	createOrder: {
		"customer_id", "order_id", "items", "items.#.item_type", "items.#.item_brand", "items.#.store_key",
		"items.#.delivery_option", "items.#.preferred_option", "items.#.item_description", "items.#.facility_plan",
		"items.#.item_code", "items.#.item_value", "items.#.item_topup", "items.#.topup_ref",
	},
	updateItems: {"items", "items.#.id", "items.#.facility_status"},
}

const (
	ofTheEmployed     = spec.EmployedDetail
	ofTheSelfEmployed = spec.SelfEmployedDetail
)

// PartnerMembers lists what is judged of the body of an endpoint's requests,
// for the lint that a rule owns each of them.
func PartnerMembers(endpoint string) []string { return slices.Clone(members[endpoint]) }

func isMember(endpoint, name string) bool {
	return slices.Contains(members[endpoint], name)
}

// applies tells whether a request is one that a member belongs to: that it has
// the object around it, and the case in which the member is asked for.
func (h *hearing) applies(name string) bool {
	switch name {
	case ofTheEmployed + ".job_group":
		detail := h.body.Get(ofTheEmployed)
		return detail.Get("job_group").Exists() || detail.Get("employer_sector").String() == spec.GovernmentSector
	case "password": // nobody is asked for one
		return h.body.Get(name).Exists()
	case "items.#.item_topup", "items.#.topup_ref":
		for range h.each(name) {
			return true
		}
		return false
	case "first_name", "last_name", "country_code", "date_of_birth":
		return h.endpoint != sendOTP || h.isNewCustomer()
	}
	parent, _, nested := strings.Cut(name, ".")
	if !nested {
		return true
	}
	value := h.body.Get(parent)
	if strings.Contains(name, "#") {
		return value.IsArray() && value.Get("0").Exists()
	}
	return value.IsObject()
}

// isNewCustomer tells the second form of a send OTP request, of which one
// member is enough to see that it is meant (4.1).
func (h *hearing) isNewCustomer() bool {
	for _, name := range []string{"first_name", "last_name", "country_code", "date_of_birth"} {
		if h.body.Get(name).Exists() {
			return true
		}
	}
	return false
}

// each goes through the values of a member, with their own paths.
func (h *hearing) each(name string) iter.Seq2[string, gjson.Result] {
	return func(yield func(string, gjson.Result) bool) {
		list, rest, repeated := strings.Cut(name, ".#.")
		if !repeated {
			if v := h.body.Get(name); v.Exists() {
				yield(name, v)
			}
			return
		}
		for i, element := range h.body.Get(list).Array() {
			spelt, v := rest, element.Get(rest)
			if !v.Exists() && rest == "item_description" {
				spelt, v = otherSpelling, element.Get(otherSpelling)
			}
			if v.Exists() && !yield(list+"."+strconv.Itoa(i)+"."+spelt, v) {
				return
			}
		}
	}
}

// judgeOccupation wants exactly one occupational member, the one that employed
// calls for (4.3, 2.4).
func (h *hearing) judgeOccupation() {
	violations := slices.Concat(h.faulty[ofTheEmployed], h.faulty[ofTheSelfEmployed])
	one, other := h.body.Get(ofTheEmployed).Exists(), h.body.Get(ofTheSelfEmployed).Exists()
	if len(violations) == 0 && one != other && len(h.faulty["employed"]) > 0 {
		h.blocked(occupationTopic, "employed") // which of the two it calls for is not known
		return
	}
	h.judged(occupationTopic)
	for _, v := range violations {
		h.fail(occupationTopic, failureOf(v, "4.3"))
	}
	if len(violations) == 0 && one == other {
		h.fail(occupationTopic, result.Failure{
			Section: "4.3", Expected: "exactly one of " + ofTheEmployed + " and " + ofTheSelfEmployed,
			Actual: map[bool]string{true: "both", false: "neither"}[one], Message: "the request does not have exactly one occupational member",
		})
	}
}
