package faults

// kind is what a table of section 2 says that a member holds.
type kind int

const (
	aText kind = iota
	aNullableText
	aUUID
	aNumber
	anInteger
	aDecimal  // a decimal string with two fraction digits
	aStamp    // ISO 8601 UTC with milliseconds
	anInstant // ISO 8601 UTC of any precision
	anObject
	aNullableObject
	anArray
	aBoolean
	aNull
	sixDigits
)

// member is one row of a table.
type member struct {
	name string
	kind kind
}

// shape is a part of an answer: the members of it, by a table, and the
// requirement that has them.
type shape struct {
	endpoint string
	at       string // path of the object that holds the members, with a dot at its end
	label    string // what stands in ids for the path, where it is not the path
	breaks   string
	members  []member
	when     func(*call, *answer) bool // nil: every served answer
}

// The purchase item record of section 2.3.
var recordMembers = []member{
	{"id", aUUID}, {"facility_status", aText}, {"loan_application_detail_id", aUUID},
	{"partner_store_id", aUUID}, {"loan_product_id", aUUID}, {"item_value", aNumber},
	{"item_topup", aNumber}, {"topup_ref", aText}, {"upfront_fees", aNumber},
	{"interest_rate", aNumber}, {"loan_duration", anInteger}, {"preferred_option", aText},
	{"delivery_option", aText}, {"facility_plan", anInteger}, {"item_type", aText},
	{"item_brand", aText}, {"item_code", aText}, {"item_description", aText},
	{"store_name", aText}, {"source", aText}, {"accepted_terms", aText},
	{"created_at", aStamp}, {"updated_at", aStamp},
}

// The limit record of section 2.8, and what lies in it.
var (
	limitMembers = []member{
		{"updated", anInstant}, {"customer_details", anObject},
		{"credit_limit_details", anObject}, {"payment_terms", anObject},
	}
	customerMembers = []member{
		{"id", aUUID}, {"first_name", aText}, {"last_name", aText}, {"email", aText},
		{"id_number", aText}, {"mobile_number", aText}, {"referral_source", aText},
	}
	creditMembers = []member{
		{"id", aUUID}, {"credit_limit", aNumber}, {"available_limit", aNumber}, {"credit_limit_status", aText},
	}
	termsMembers = []member{
		{"principal_amount", aDecimal}, {"upfront_fees", aDecimal},
		{"first_installment", aDecimal}, {"minimum_payment", aDecimal},
	}
)

// The verify result of section 2.9.
var verifyMembers = []member{
	{"id", aUUID}, {"credit_limit", aNumber}, {"available_limit", aNumber},
	{"credit_limit_status", aText}, {"payment_terms", anObject},
}

// The customer detail result of section 2.10.
var (
	lookupEnvelope    = []member{{"code", anInteger}, {"msg", aText}, {"data", aNullableObject}, {"success", aBoolean}}
	foundMembers      = []member{{"redirectUrl", aNull}, {"creditLimitInfo", anObject}, {"baseInfo", anObject}}
	unknownMembers    = []member{{"redirectUrl", aText}, {"creditLimitInfo", aNull}, {"baseInfo", aNull}}
	creditInfoMembers = []member{
		{"creditLimitNo", aText}, {"applicationNo", aText}, {"memberId", aText}, {"productNo", aText},
		{"creditLimit", aNumber}, {"usedLimit", aNumber}, {"frozenLimit", aNumber},
		{"availableLimit", aNumber}, {"currency", aText},
	}
	baseInfoMembers = []member{
		{"countryId", anInteger}, {"memberId", aText}, {"email", aText}, {"firstName", aText},
		{"lastName", aText}, {"mobile", aText}, {"nationalIdNo", aText}, {"imageUrl", aNullableText},
		{"passportNo", aNullableText}, {"bvnNo", aNullableText}, {"gender", anInteger},
		{"maritalStatus", anInteger}, {"birthday", anInteger}, {"registerTime", anInteger}, {"createTime", anInteger},
	}
)

// envelopeOwners says which requirement has each member of an envelope of
// sections 1 and 4, by endpoint; no id where the member has no place.
var envelopeOwners = []struct{ endpoint, requestID, apiVersion, status, orderID string }{
	{sendOTP, "OTP-06", "OTP-04", "OTP-05", ""},
	{verifyOTP, "VER-05", "VER-03", "VER-04", ""},
	{createLimit, "LIM-07", "LIM-05", "LIM-06", ""},
	{fetchLimit, "FLM-05", "FLM-03", "FLM-04", ""},
	{createOrder, "", "PUR-03", "PUR-04", "PUR-06"},
	{getItem, "", "GET-03", "GET-04", "GET-06"},
	{updateItems, "", "UPD-03", "UPD-04", ""},
	{cancelItem, "", "CAN-03", "CAN-04", ""},
}

// shapes are all parts of all answers, but for the envelopes above.
func shapes() []shape {
	all := []shape{
		{endpoint: sendOTP, breaks: "OTP-07", members: []member{{"data", anObject}}},
		{endpoint: sendOTP, breaks: "OTP-07", at: "data.", members: []member{{"message", aText}, {"otp", sixDigits}}},
		{endpoint: verifyOTP, breaks: "VER-06", members: []member{{"data", anObject}}},
		{endpoint: verifyOTP, breaks: "VER-06", at: "data.", members: verifyMembers},
		{endpoint: verifyOTP, breaks: "VER-06", at: "data.payment_terms.", members: termsMembers},
		{endpoint: createOrder, breaks: "PUR-07", members: []member{{"data", anArray}}},
		{endpoint: createOrder, breaks: "PUR-07", at: "data.*.", label: "record.", members: recordMembers},
		{endpoint: getItem, breaks: "GET-07", members: []member{{"data", anObject}}},
		{endpoint: getItem, breaks: "GET-07", at: "data.", label: "record.", members: recordMembers},
		{endpoint: updateItems, breaks: "UPD-07", members: []member{{"data", anArray}}},
		{endpoint: updateItems, breaks: "UPD-07", at: "data.*.", label: "record.", members: recordMembers},
		{endpoint: cancelItem, breaks: "CAN-06", members: []member{{"data", anObject}}},
		{endpoint: cancelItem, breaks: "CAN-06", at: "data.", members: []member{{"message", aText}}},
	}
	all = append(all, limitShapes(createLimit, "LIM-08")...)
	all = append(all, limitShapes(fetchLimit, "FLM-06")...)
	return append(all, lookupShapes()...)
}

func limitShapes(endpoint, breaks string) []shape {
	return []shape{
		{endpoint: endpoint, breaks: breaks, members: []member{{"data", anObject}}},
		{endpoint: endpoint, breaks: breaks, at: "data.", members: limitMembers},
		{endpoint: endpoint, breaks: breaks, at: "data.customer_details.", members: customerMembers},
		{endpoint: endpoint, breaks: breaks, at: "data.credit_limit_details.", members: creditMembers},
		{endpoint: endpoint, breaks: breaks, at: "data.payment_terms.", members: termsMembers},
	}
}

func lookupShapes() []shape {
	return []shape{
		{endpoint: lookup, breaks: "LKP-03", members: lookupEnvelope},
		{endpoint: lookup, breaks: "LKP-05", at: "data.", label: "found.", members: foundMembers, when: found},
		{endpoint: lookup, breaks: "LKP-05", at: "data.creditLimitInfo.", members: creditInfoMembers, when: found},
		{endpoint: lookup, breaks: "LKP-05", at: "data.baseInfo.", members: baseInfoMembers, when: found},
		{endpoint: lookup, breaks: "LKP-06", at: "data.", label: "unknown.", members: unknownMembers, when: notFound},
	}
}

// found tells whether a lookup found a customer with a limit.
func found(_ *call, a *answer) bool { return get(a.body(), "data.baseInfo") != nil }

func notFound(c *call, a *answer) bool { return !found(c, a) }
