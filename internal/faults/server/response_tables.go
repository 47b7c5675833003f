package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// kind is the kind of value that a table of section 2 gives for a member.
type kind int

const (
	aText kind = iota
	aNullableText
	aTextOrInteger
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

// shape is a part of an answer: the members that a table lists for it, and the requirement that
// demands them.
type shape struct {
	endpoint string
	at       string // path of the object that holds the members, ending with a dot
	label    string // used in ids instead of the path; empty if the path itself is used
	breaks   string
	members  []member
	when     func(*faults.Call, *faults.Answer) bool // nil: every served answer
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

// The limit record of section 2.8 and its parts.
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

// endpointOwners gives for each endpoint the documented success status (section 7). It also gives
// the requirement that owns each of these: a call without a valid token (section 5), the HTTP
// status, the JSON, and each member of the envelope (sections 1 and 4). An empty id means that
// the answer does not have the member.
var endpointOwners = []struct {
	endpoint                                string
	success                                 int
	token, status, json, apiVersion, member string // member is the envelope's status
	requestID, noRequestID, orderID         string
}{
	{faults.SendOTP, 200, "OTP-13", "OTP-01", "OTP-03", "OTP-04", "OTP-05", "OTP-06", "", ""},
	{faults.VerifyOTP, 200, "OTP-13", "VER-01", "VER-02", "VER-03", "VER-04", "VER-05", "", ""},
	{faults.CreateLimit, 201, "LIM-22", "LIM-01", "LIM-04", "LIM-05", "LIM-06", "LIM-07", "", ""},
	{faults.FetchLimit, 200, "LIM-22", "FLM-01", "FLM-02", "FLM-03", "FLM-04", "FLM-05", "", ""},
	{faults.Lookup, 200, "LKP-12", "LKP-01", "LKP-02", "", "", "", "", ""}, // the lookup has another envelope
	{faults.CreateOrder, 201, "PUR-17", "PUR-01", "PUR-02", "PUR-03", "PUR-04", "", "PUR-05", "PUR-06"},
	{faults.GetItem, 200, "PUR-17", "GET-01", "GET-02", "GET-03", "GET-04", "", "GET-05", "GET-06"},
	{faults.UpdateItems, 200, "PUR-17", "UPD-01", "UPD-02", "UPD-03", "UPD-04", "", "UPD-05", ""},
	{faults.CancelItem, 200, "PUR-17", "CAN-01", "CAN-02", "CAN-03", "CAN-04", "", "CAN-05", ""},
}

// shapes returns all parts of all answers, except the envelopes above.
func shapes() []shape {
	all := []shape{
		{endpoint: faults.SendOTP, breaks: "OTP-07", members: []member{{"data", anObject}}},
		{endpoint: faults.SendOTP, breaks: "OTP-07", at: "data.", members: []member{{"message", aText}, {"otp", sixDigits}}},
		{endpoint: faults.VerifyOTP, breaks: "VER-06", members: []member{{"data", anObject}}},
		{endpoint: faults.VerifyOTP, breaks: "VER-06", at: "data.", members: verifyMembers},
		{endpoint: faults.VerifyOTP, breaks: "VER-06", at: "data.payment_terms.", members: termsMembers},
		{endpoint: faults.CreateOrder, breaks: "PUR-07", members: []member{{"data", anArray}}},
		{endpoint: faults.CreateOrder, breaks: "PUR-07", at: "data.*.", label: "record.", members: recordMembers},
		{endpoint: faults.GetItem, breaks: "GET-07", members: []member{{"data", anObject}}},
		{endpoint: faults.GetItem, breaks: "GET-07", at: "data.", label: "record.", members: recordMembers},
		{endpoint: faults.UpdateItems, breaks: "UPD-07", members: []member{{"data", anArray}}},
		{endpoint: faults.UpdateItems, breaks: "UPD-07", at: "data.*.", label: "record.", members: recordMembers},
		{endpoint: faults.CancelItem, breaks: "CAN-06", members: []member{{"data", anObject}}},
		{endpoint: faults.CancelItem, breaks: "CAN-06", at: "data.", members: []member{{"message", aText}}},
	}
	all = append(all, limitShapes(faults.CreateLimit, "LIM-08")...)
	all = append(all, limitShapes(faults.FetchLimit, "FLM-06")...)
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
		{endpoint: faults.Lookup, breaks: "LKP-03", members: lookupEnvelope},
		{endpoint: faults.Lookup, breaks: "LKP-05", at: "data.", label: "found.", members: foundMembers, when: faults.Found},
		{endpoint: faults.Lookup, breaks: "LKP-05", at: "data.creditLimitInfo.", members: creditInfoMembers, when: faults.Found},
		{endpoint: faults.Lookup, breaks: "LKP-05", at: "data.baseInfo.", members: baseInfoMembers, when: faults.Found},
		{endpoint: faults.Lookup, breaks: "LKP-06", at: "data.", label: "unknown.", members: unknownMembers, when: faults.NotFound},
	}
}

// valueFaults refuse one documented value each.
func valueFaults() []faults.Fault {
	var all []faults.Fault
	for _, l := range faults.Lists {
		name := l.Path[strings.LastIndexByte(l.Path, '.')+1:]
		for _, v := range l.Values {
			all = append(all, faults.Fault{
				ID: faults.Kebab(l.Endpoint + "-refuses-" + name + "-" + v), Breaks: l.Breaks,
				Why:     fmt.Sprintf("%s refuses the documented %s %q", l.Endpoint, name, v),
				Mutator: faults.Refusing(l.Endpoint, 422, func(c *faults.Call) bool { return slices.Contains(c.Values(l.Path), v) }),
			})
		}
	}
	return all
}
