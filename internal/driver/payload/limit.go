package payload

import (
	"cmp"
	"maps"
	"math/rand/v2"

	"golang.org/x/text/language"

	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/spec"
)

// These are the personal and occupational plain values, by profile.
var (
	personalProfiles = [allProfiles]map[string]any{
		{"gender": "female", "marital_status": "single"},
		{"gender": "male", "marital_status": "married"},
		{"gender": "female", "marital_status": "married"},
		{"gender": "male", "marital_status": "single"},
		{"gender": "male", "marital_status": "single"},
		{"gender": "female", "marital_status": "married"},
		{"gender": "female", "marital_status": "single"},
		{"gender": "male", "marital_status": "married"},
	}
	employedProfiles = [allProfiles]map[string]any{
		{"job_level": "Associate", "job_function": "IT & Software", "employer_sector": "private_sector", "payment_type": "bank"},
		{"job_level": "Senior Manager", "job_function": "Engineering", "employer_sector": "private_sector", "payment_type": "mpesa"},
		{"job_level": "Intern", "job_function": "Other", "employer_sector": "private_sector", "payment_type": "cash"},
		{"job_level": "Junior Manager", "job_function": "Human Resources", "employer_sector": "private_sector", "payment_type": "bank"},
		{"job_level": "Mid level manager", "job_function": "Security", "employer_sector": "private_sector", "payment_type": "mpesa"},
		{"job_level": "Executive Manager", "job_function": "Legal Services", "employer_sector": "private_sector", "payment_type": "cash"},
		{"job_level": "Junior Manager", "job_function": "Natural sciences", "employer_sector": "private_sector", "payment_type": "cash"},
		{"job_level": "Intern", "job_function": "Sales", "employer_sector": "private_sector", "payment_type": "bank"},
	}
	governmentProfiles = [allProfiles]map[string]any{
		{"job_level": "Associate", "job_function": "Legal Services", "employer_sector": "government_sector", "payment_type": "bank", "job_group": "K"},
		{"job_level": "Senior Manager", "job_function": "Security", "employer_sector": "government_sector", "payment_type": "mpesa", "job_group": "D"},
		{"job_level": "Intern", "job_function": "Other", "employer_sector": "government_sector", "payment_type": "cash", "job_group": "R"},
		{"job_level": "Junior Manager", "job_function": "Human Resources", "employer_sector": "government_sector", "payment_type": "bank", "job_group": "H"},
		{"job_level": "Mid level manager", "job_function": "Engineering", "employer_sector": "government_sector", "payment_type": "mpesa", "job_group": "B"},
		{"job_level": "Executive Manager", "job_function": "Sales", "employer_sector": "government_sector", "payment_type": "cash", "job_group": "P"},
		{"job_level": "Junior Manager", "job_function": "Natural sciences", "employer_sector": "government_sector", "payment_type": "cash", "job_group": "F"},
		{"job_level": "Intern", "job_function": "IT & Software", "employer_sector": "government_sector", "payment_type": "bank", "job_group": "M"},
	}
	selfEmployedProfiles = [allProfiles]map[string]any{
		{"business_type": "limited_company", "business_payment_type": "bank", "business_industry": "Trade & Services", "business_registered": true},
		{"business_type": "partnership", "business_payment_type": "mpesa", "business_industry": "Sales", "business_registered": false},
		{"business_type": "freelancer", "business_payment_type": "cash", "business_industry": "Other", "business_registered": true},
		{"business_type": "sole_proprietorship", "business_payment_type": "bank", "business_industry": "Engineering", "business_registered": false},
		{"business_type": "partnership", "business_payment_type": "cash", "business_industry": "Security", "business_registered": true},
		{"business_type": "limited_company", "business_payment_type": "mpesa", "business_industry": "Legal Services", "business_registered": false},
		{"business_type": "sole_proprietorship", "business_payment_type": "mpesa", "business_industry": "Natural sciences", "business_registered": true},
		{"business_type": "freelancer", "business_payment_type": "bank", "business_industry": "IT & Software", "business_registered": false},
	}
)

// locations are a city and a country (section 2.6). Which characters a target takes is not shown.
var locations = [...]string{"Nairobi, Kenya", "Nairobi Kenya"}

// LimitTolerances are the inconsistencies that concern a limit request. Some concern only one
// kind of customer.
func LimitTolerances(kind customer.Kind) []string {
	common := []string{PhoneNumber, CountryCode, employedFlag, loanAmount, password}
	switch kind {
	case customer.SelfEmployed:
		return append(common, BusinessRegistered)
	case customer.Employed:
		return append(common, jobGroup)
	}
	return common
}

// LimitRequest returns the limit request of a customer. Its amounts are drawn from rng.
func LimitRequest(c *customer.Customer, f Form, storeKey string, rng *rand.Rand) map[string]any {
	member, occupation := occupationOf(c, f, rng)
	body := map[string]any{
		"first_name": c.Who.FirstName, "last_name": c.Who.LastName,
		"id_number": c.Who.IDNumber, "phone_number": f.Phone(c.Who.Phone),
		"country_code": country(f, c.Who), "date_of_birth": c.Who.Birth.MonthFirst(),
		"email": c.Who.Email, "referral_source": storeKey,
		"loan_amount": leastLoans[f.Profile] + rng.Int64N(leastLoans[f.Profile]/2),
		"employed":    boolean(c.Kind != customer.SelfEmployed, f.Readings[employedFlag]),
		member:        occupation,
	}
	maps.Copy(body, personalProfiles[f.Profile])
	override(c.Details, body, occupation)
	if registered, ok := occupation["business_registered"].(bool); ok {
		occupation["business_registered"] = boolean(registered, f.Readings[BusinessRegistered])
	}
	body["loan_amount"] = Integer(body["loan_amount"].(int64), f.Readings[loanAmount])
	if f.Readings[password] != absent && f.Readings[password] != "" {
		body["password"] = "Assay-" + c.Who.IDNumber + "!" // a target may want a strong one (section 7)
	}
	return body
}

// leastLoans are the least loan_amounts, by profile; the largest are half as much again. A target may
// refuse a loan for its amount: the specification gives no bounds.
var leastLoans = [allProfiles]int64{20_000, 3_000, 20_000, 6_000, 60_000, 600, 200_000, 1_200}

// largeLoans is the profile with the largest loans.
const largeLoans = 6

// country returns the code of the customer's country, in the length of the reading.
func country(f Form, who identity.Identity) string {
	region, err := language.ParseRegion(cmp.Or(who.Country, "KE"))
	switch {
	case err != nil:
		return who.Country // an unknown region is sent unchanged, for the target to refuse
	case f.Readings[CountryCode] == ThreeLetters:
		return region.ISO3()
	default:
		return region.String()
	}
}

func LastThree(number string) string { return number[max(len(number)-3, 0):] }

// occupationOf returns the name and the content of the occupational member for the customer's
// kind (sections 2.5 and 2.6). The expenses are less than a quarter of the income: a service scores
// customers by them (section 1), and may refuse a limit to one who spends more.
func occupationOf(c *customer.Customer, f Form, rng *rand.Rand) (string, map[string]any) {
	if c.Kind == customer.SelfEmployed {
		return spec.SelfEmployedDetail, SelfEmployedDetail(f, rng)
	}
	detail := map[string]any{
		"employer":   "Savanna Works Ltd",
		"net_income": int64(90_000 + rng.IntN(200_000)),
		"expenses":   int64(10_000 + rng.IntN(10_000)),
	}
	if c.Kind == customer.Government {
		detail["employer"] = "Ministry of Health"
		maps.Copy(detail, governmentProfiles[f.Profile])
	} else {
		maps.Copy(detail, employedProfiles[f.Profile])
		if f.Readings[jobGroup] == privateToo {
			detail["job_group"] = "E"
		}
	}
	return spec.EmployedDetail, detail
}

func SelfEmployedDetail(f Form, rng *rand.Rand) map[string]any {
	detail := map[string]any{
		"business_name":                    "Mawingu Traders",
		"business_location":                locations[f.Profile%len(locations)],
		"gross_monthly_revenue":            int64(200_000 + rng.IntN(400_000)),
		"average_monthly_expenses":         int64(20_000 + rng.IntN(10_000)),
		"average_monthly_personal_expense": int64(10_000 + rng.IntN(5_000)),
	}
	maps.Copy(detail, selfEmployedProfiles[f.Profile])
	if f.Readings[BusinessPaymentType] == mobileMoney {
		detail["business_payment_type"] = "mobile_money"
	}
	if f.Readings[BusinessIndustry] == otherIndustry {
		detail["business_industry"] = "Beekeeping"
	}
	return detail
}

// override puts each value that the scenario changed into the object that has the member.
func override(details, body, occupation map[string]any) {
	for name, value := range details {
		if _, ok := occupation[name]; ok {
			occupation[name] = value
			continue
		}
		body[name] = value
	}
}
