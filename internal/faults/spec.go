package faults

import (
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"
)

// The endpoints of section 4. The whole suite uses these names.
const (
	SendOTP     = "send-otp"
	VerifyOTP   = "verify-otp"
	CreateLimit = "create-limit"
	FetchLimit  = "fetch-limit"
	Lookup      = "customer-lookup"
	CreateOrder = "create-purchases"
	GetItem     = "get-purchase"
	UpdateItems = "update-purchases"
	CancelItem  = "cancel-purchase"
)

var wholePaths = map[string]string{
	"POST /api/v2/otp/send": SendOTP, "POST /otp/api/v2/send": SendOTP,
	"POST /api/v2/otp/verify": VerifyOTP, "POST /otp/api/v2/verify": VerifyOTP,
	"POST /api/v2/limits": CreateLimit, "POST /api/v2/purchases": CreateOrder,
	"PUT /api/v2/purchases": UpdateItems, "POST /open/op/customer/detail": Lookup,
}

var pathsWithID = map[string]string{
	"GET /api/v2/limits": FetchLimit, "GET /api/v2/purchases": GetItem,
	"PUT /api/v2/purchases": UpdateItems, "DELETE /api/v2/purchases": CancelItem,
}

const CustomerDetails = "data.customer_details."

const (
	LookupProfile = "data.baseInfo."
	LookupCredit  = "data.creditLimitInfo."
)

const (
	Employment = "employed_occupational_detail."
	Business   = "self_employed_occupational_detail."
)

// Industries are the 30 industries of section 2.7.
var Industries = []string{
	"Accounting Auditing & Finance", "Administrative & Office", "Agriculture &Farming", "Building & Architecture",
	"Community & Social Services", "Consulting and Strategy", "Creative & Design", "Customer service & Support",
	"Employability & Soft Skills", "Engineering", "Food sciences & catering", "Health & Safety",
	"Hospitality/Leisure & Travel", "Human Resources", "IT & Software", "Legal Services",
	"Management & Business Development", "Marketing & Communication", "Medical & Pharmaceutical", "Natural sciences",
	"Project & Product management", "Quality Control & Assurance", "Real estate & Property Management",
	"Research/Teaching/Training", "Sales", "Security", "Supply Chain & Development", "Trade & Services",
	"Transport & Logistics", "Other",
}

const Million = 1_000_000

// Kebab converts member names, paths and values to lower case with hyphens.
func Kebab(name string) string {
	var b strings.Builder
	before := '-'
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '-'
		case unicode.IsUpper(r) && unicode.IsLower(before):
			b.WriteByte('-')
		}
		if r != '-' || before != '-' {
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return strings.Trim(b.String(), "-")
}

func Hash(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails, see hash.Hash
	return strconv.FormatUint(h.Sum64(), 16)
}

// List is a documented list of request values. It says where the values appear, and which
// requirement demands that all of them are accepted.
type List struct {
	Endpoint string
	Path     string // in the body of the request; a path after "items." is read in each item
	Breaks   string
	Values   []string
}

// Lists are the enums of sections 2.2 to 2.7 and 4.5.
var Lists = []List{
	{CreateOrder, "items.item_type", "PUR-11", strings.Fields("phone tv laptop tablet home_theater furniture fridge cooker other")},
	{CreateOrder, "items.delivery_option", "PUR-12", strings.Fields("customer_store_pickup customer_provider_pickup store_delivery provider_delivery agent_delivery")},
	{CreateOrder, "items.preferred_option", "PUR-12", strings.Fields("delivery pick_up")},
	{CreateLimit, "gender", "LIM-10", strings.Fields("male female")},
	{CreateLimit, "marital_status", "LIM-10", strings.Fields("single married")},
	{CreateLimit, Employment + "job_level", "LIM-11", []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}},
	{CreateLimit, Employment + "payment_type", "LIM-11", strings.Fields("bank mpesa cash")},
	{CreateLimit, Employment + "job_group", "LIM-12", strings.Split("ABCDEFGHIJKLMNOPQRST", "")},
	{CreateLimit, Employment + "job_function", "LIM-13", Industries},
	{CreateLimit, Business + "business_industry", "LIM-14", Industries},
	{CreateLimit, Business + "business_type", "LIM-15", strings.Fields("student freelancer sole_proprietorship partnership limited_company")},
	{CreateLimit, Business + "business_payment_type", "LIM-15", strings.Fields("mpesa bank cash")},
	{CreateLimit, Business + "business_registered", "LIM-15", strings.Fields("true false")},
	{CreateLimit, Employment + "employer_sector", "LIM-01", strings.Fields("private_sector")},
	{CreateLimit, Employment + "employer_sector", "LIM-02", strings.Fields("government_sector")},
	{Lookup, "queryFieldEnum", "LKP-07", strings.Fields("mobile memberId phoneNumber NATIONAL_ID email PASSPORT")},
}

// ItemTypes are the item types of section 2.2.
var ItemTypes = Lists[0].Values

// DeliveryOptions are the delivery options of section 2.2.
var DeliveryOptions = Lists[1].Values

// Pending and Collected are the two values of facility_status in section 3.
const (
	Pending   = "pending_collection_customer"
	Collected = "collected_by_agent"
)
