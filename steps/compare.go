package steps

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
