package steps

import "github.com/credit-partner/assay/internal/spec"

// The endpoints by the words that the sentences have for them.
const (
	sendOTP     = spec.SendOTP
	verifyOTP   = spec.VerifyOTP
	createLimit = spec.CreateLimit
	fetchLimit  = spec.FetchLimit
	lookup      = spec.CustomerLookup
	createOrder = spec.CreatePurchases
	getItem     = spec.GetPurchase
	updateItems = spec.UpdatePurchases
	cancelItem  = spec.CancelPurchase
)

// successMembers are the members of data, or of each of its records, that tell a
// success from a refusal (sections 2.3 and 2.8 to 2.10). Where data is but a
// message, there are none.
var successMembers = map[string][]string{
	verifyOTP:   {"id", "credit_limit", "available_limit", "credit_limit_status", "payment_terms"},
	createLimit: limitObjects, fetchLimit: limitObjects,
	lookup:      {"creditLimitInfo", "baseInfo"},
	createOrder: recordMembers, getItem: recordMembers, updateItems: recordMembers,
}

var limitObjects = []string{"customer_details", "credit_limit_details", "payment_terms"}
