package call

import (
	"math/big"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/schemas"
)

// RecordMembers are the documented members of a purchase item record (section 2.3). A target may
// add other members.
var RecordMembers = []string{
	"id", "facility_status", "loan_application_detail_id", "partner_store_id", "loan_product_id",
	"item_value", "item_topup", "topup_ref", "upfront_fees", "interest_rate", "loan_duration",
	"preferred_option", "delivery_option", "facility_plan", "item_type", "item_brand", "item_code",
	"item_description", "store_name", "source", "accepted_terms", "created_at", "updated_at",
}

// LimitMembers are the documented members within the objects of a limit record
// (section 2.8).
var LimitMembers = []string{
	"id", "first_name", "last_name", "email", "id_number", "mobile_number", "referral_source",
	"credit_limit", "available_limit", "credit_limit_status",
	"principal_amount", "upfront_fees", "first_installment", "minimum_payment",
}

func Differing(path string, want, got gjson.Result, section string) result.Failure {
	f := result.Failure{
		Path: path, Section: section, Expected: judgement.Show(want), Actual: judgement.Show(got),
		Message: path + " has another value than expected", Want: result.ExpectEqual, Wanted: want.Raw,
	}
	if !want.Exists() {
		f.Want = result.ExpectAbsent
	}
	return f
}

// Violating turns the violation of a schema into a failure of a rule about a section.
func Violating(v schemas.Violation, section string) result.Failure {
	return result.Failure{
		Path: v.Path, Section: section, Expected: v.Expected, Actual: v.Actual, Message: v.Message,
		Kind: result.FailureKind(v.Kind), Want: result.ExpectKind(v.Want), Wanted: v.Wanted,
	}
}

// SameOrder compares the order_id of a request with that of an answer. A number may be written
// in any form that JSON permits, a string only with its digits.
func SameOrder(sent string, got gjson.Result) bool {
	if got.Type == gjson.Number {
		return judgement.SameNumber(sent, got.Raw)
	}
	number, ok := new(big.Rat).SetString(sent)
	return got.String() == sent || (ok && number.IsInt() && got.String() == number.Num().String())
}

// Time reads a timestamp in an answer.
func Time(v gjson.Result) (time.Time, bool) {
	if v.Type != gjson.String {
		return time.Time{}, false
	}
	return schemas.ParseTime(v.Str)
}

// IsLater reports whether a timestamp is later than another one. It is false if one of them
// cannot be read.
func IsLater(v, than gjson.Result) bool {
	at, known := Time(v)
	before, read := Time(than)
	return known && read && at.After(before)
}

// SameDetail reports whether two spellings of a detail mean the same: a phone number may be
// written in several ways, and the case of an email address does not count, because the
// specification does not mention it.
func SameDetail(name, sent, got string) bool {
	switch name {
	case "mobile_number", "mobile":
		return identity.SamePhone(sent, got)
	case "email":
		return strings.EqualFold(sent, got)
	}
	return sent == got
}
