package steps

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// equal compares two JSON values by what they mean: numbers by their value in
// whatever notation, UUIDs in either case, everything else to the letter.
func equal(a, b gjson.Result) bool {
	if a.Type != b.Type {
		return false
	}
	switch a.Type {
	case gjson.Number:
		return sameNumber(a.Raw, b.Raw)
	case gjson.String:
		return a.Str == b.Str || (judgement.IsUUID(a.Str) && strings.EqualFold(a.Str, b.Str))
	case gjson.JSON:
		return sameTree(a, b)
	}
	return true
}

func sameTree(a, b gjson.Result) bool {
	if a.IsArray() != b.IsArray() {
		return false
	}
	same := true
	a.ForEach(func(name, value gjson.Result) bool {
		if a.IsObject() {
			same = equal(value, b.Get(gjson.Escape(name.String())))
		}
		return same
	})
	if a.IsArray() {
		return slices.EqualFunc(a.Array(), b.Array(), equal)
	}
	return same
}

// sameNumber compares without rounding: 45000, 45000.00 and 4.5e4 are one.
// Bodies with absurd exponents never get here, the guard of schemas stops them.
func sameNumber(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

// recordMembers are the documented members of a purchase item record (section
// 2.3). Members beyond them are a target's own affair.
var recordMembers = []string{
	"id", "facility_status", "loan_application_detail_id", "partner_store_id", "loan_product_id",
	"item_value", "item_topup", "topup_ref", "upfront_fees", "interest_rate", "loan_duration",
	"preferred_option", "delivery_option", "facility_plan", "item_type", "item_brand", "item_code",
	"item_description", "store_name", "source", "accepted_terms", "created_at", "updated_at",
}

// limitMembers are the documented members within the objects of a limit record
// (section 2.8).
var limitMembers = []string{
	"id", "first_name", "last_name", "email", "id_number", "mobile_number", "referral_source",
	"credit_limit", "available_limit", "credit_limit_status",
	"principal_amount", "upfront_fees", "first_installment", "minimum_payment",
}
