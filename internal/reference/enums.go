package reference

// The values that the tables of section 2 permit. None is ever written to.
var (
	itemTypes        = []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"}
	deliveryOptions  = []string{"customer_store_pickup", "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"}
	preferredOptions = []string{"delivery", "pick_up"}
	facilityPlans    = []string{regularPlan}
	genders          = []string{"male", "female"}
	maritalStatuses  = []string{"single", "married"}
	jobLevels        = []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}
	employerSectors  = []string{privateSector, governmentSector}
	paymentTypes     = []string{"bank", "mpesa", "cash"}
	businessTypes    = []string{"student", "freelancer", "sole_proprietorship", "partnership", "limited_company"}
	// 2.6: the sample of the self-employed has mobile_money on top of the list.
	businessPaymentTypes = []string{"mpesa", "bank", "cash", "mobile_money"}
	jobGroups            = []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T"}
	queryFields          = []string{byMobile, byMemberID, byPhoneNumber, byNationalID, byEmail, byPassport}
)

const (
	regularPlan        = "provider_regular_plan"
	privateSector      = "private_sector"
	governmentSector   = "government_sector"
	defaultDelivery    = "store_delivery" // 2.2
	defaultPreferred   = "delivery"       // 2.2
	pendingCollection  = "pending_collection_customer"
	collectedByAgent   = "collected_by_agent"
	limitActive        = "limit_active"
	limitPending       = "limit_pending" // ours: verified, no limit yet
	byMobile           = "mobile"
	byMemberID         = "memberId"
	byPhoneNumber      = "phoneNumber"
	byNationalID       = "NATIONAL_ID"
	byEmail            = "email"
	byPassport         = "PASSPORT"
	employedDetail     = "employed_occupational_detail"
	selfEmployedDetail = "self_employed_occupational_detail"
)

// industries are the values of 2.7.
var industries = []string{
	"Accounting Auditing & Finance",
	"Administrative & Office",
	"Agriculture &Farming",
	"Building & Architecture",
	"Community & Social Services",
	"Consulting and Strategy",
	"Creative & Design",
	"Customer service & Support",
	"Employability & Soft Skills",
	"Engineering",
	"Food sciences & catering",
	"Health & Safety",
	"Hospitality/Leisure & Travel",
	"Human Resources",
	"IT & Software",
	"Legal Services",
	"Management & Business Development",
	"Marketing & Communication",
	"Medical & Pharmaceutical",
	"Natural sciences",
	"Project & Product management",
	"Quality Control & Assurance",
	"Real estate & Property Management",
	"Research/Teaching/Training",
	"Sales",
	"Security",
	"Supply Chain & Development",
	"Trade & Services",
	"Transport & Logistics",
	"Other",
}
