package driver

import "github.com/credit-partner/assay/internal/spec"

// successMembers are the members of data, or of each of its records, that tell a
// success from a refusal (sections 2.3 and 2.8 to 2.10). Where data is but a
// message, there are none.
var successMembers = map[string][]string{
	spec.VerifyOTP:   {"id", "credit_limit", "available_limit", "credit_limit_status", "payment_terms"},
	spec.CreateLimit: limitObjects, spec.FetchLimit: limitObjects,
	spec.CustomerLookup:  {"creditLimitInfo", "baseInfo"},
	spec.CreatePurchases: RecordMembers, spec.GetPurchase: RecordMembers, spec.UpdatePurchases: RecordMembers,
}

var limitObjects = []string{"customer_details", "credit_limit_details", "payment_terms"}
