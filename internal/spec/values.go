package spec

import "strings"

// Enum is a member for which the specification lists every value.
type Enum struct {
	Section string
	Member  string
	Values  []string
}

// Enums returns them in the order of the sections.
func Enums() []Enum {
	return []Enum{
		{"2.2", "item_type", ItemTypes()},
		{"2.2", "delivery_option", DeliveryOptions()},
		{"2.2", "preferred_option", PreferredOptions()},
		{"2.2", "facility_plan", []string{FacilityPlan}},
		{"2.4", "gender", Genders()},
		{"2.4", "marital_status", MaritalStatuses()},
		{"2.5", "job_level", JobLevels()},
		{"2.5", "job_function", Industries()},
		{"2.5", "employer_sector", EmployerSectors()},
		{"2.5", "payment_type", PaymentTypes()},
		{"2.5", "job_group", JobGroups()},
		{"2.6", "business_type", BusinessTypes()},
		{"2.6", "business_payment_type", BusinessPaymentTypes()},
		{"2.6", "business_industry", Industries()},
		{"4.5", "queryFieldEnum", queryFields()},
	}
}

// FacilityPlan is the only facility_plan of a request (2.2).
const FacilityPlan = "provider_regular_plan"

// The options of an item whose first status section 3 gives.
const (
	StorePickup = "customer_store_pickup" // delivery_option
	PickUp      = "pick_up"               // preferred_option
)

// MisspeltDescription is the spelling of item_description in the table of 2.2.
const MisspeltDescription = "item_decriptionn"

// Sectors of an employer (2.5).
const (
	PrivateSector    = "private_sector"
	GovernmentSector = "government_sector"
)

// Members of a limit request that contain the occupational details (2.5, 2.6).
const (
	EmployedDetail     = "employed_occupational_detail"
	SelfEmployedDetail = "self_employed_occupational_detail"
)

// ItemTypes returns the item types of 2.2.
func ItemTypes() []string {
	return []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"}
}

// DeliveryOptions returns the delivery options of 2.2.
func DeliveryOptions() []string {
	return []string{StorePickup, "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"}
}

// PreferredOptions returns the preferred options of 2.2.
func PreferredOptions() []string { return []string{"delivery", PickUp} }

// Genders returns the genders of 2.4.
func Genders() []string { return []string{"male", "female"} }

// MaritalStatuses returns the marital statuses of 2.4.
func MaritalStatuses() []string { return []string{"single", "married"} }

// JobLevels returns the job levels of 2.5.
func JobLevels() []string {
	return []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}
}

// EmployerSectors returns the employer sectors of 2.5.
func EmployerSectors() []string { return []string{PrivateSector, GovernmentSector} }

// PaymentTypes returns the ways to receive a salary (2.5).
func PaymentTypes() []string { return []string{"bank", "mpesa", "cash"} }

// JobGroups returns the job groups of 2.5 and 8.
func JobGroups() []string { return strings.Split("ABCDEFGHIJKLMNOPQRST", "") }

// BusinessTypes returns the business types of 2.6.
func BusinessTypes() []string {
	return []string{"student", "freelancer", "sole_proprietorship", "partnership", "limited_company"}
}

// BusinessPaymentTypes returns the payment types in the table of 2.6. The sample in 2.6 shows one
// more.
func BusinessPaymentTypes() []string { return []string{"mpesa", "bank", "cash"} }

// Industries returns the 30 industries of 2.7.
func Industries() []string {
	return []string{
		"Accounting Auditing & Finance", "Administrative & Office", "Agriculture &Farming", "Building & Architecture",
		"Community & Social Services", "Consulting and Strategy", "Creative & Design", "Customer service & Support",
		"Employability & Soft Skills", "Engineering", "Food sciences & catering", "Health & Safety",
		"Hospitality/Leisure & Travel", "Human Resources", "IT & Software", "Legal Services",
		"Management & Business Development", "Marketing & Communication", "Medical & Pharmaceutical", "Natural sciences",
		"Project & Product management", "Quality Control & Assurance", "Real estate & Property Management",
		"Research/Teaching/Training", "Sales", "Security", "Supply Chain & Development", "Trade & Services",
		"Transport & Logistics", "Other",
	}
}

// queryFields returns the fields by which a customer can be looked up (4.5).
func queryFields() []string {
	return []string{"mobile", "memberId", "phoneNumber", "NATIONAL_ID", "email", "PASSPORT"}
}

// The values of facility_status that section 3 names. It does not say which one a cancelled item
// shows.
const (
	PendingCollection = "pending_collection_customer"
	CollectedByAgent  = "collected_by_agent"
)

// LimitActive is the only credit_limit_status that section 3 names.
const LimitActive = "limit_active"
