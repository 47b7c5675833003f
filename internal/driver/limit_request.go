package driver

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"

	"golang.org/x/text/language"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/spec"
)

// limits is the part of a session that asks for limits, fetches them and looks customers up (sections 4.3 to 4.5).
type limits struct{ *Session }

// personal and occupational plain values, by profile.
var (
	personalProfiles = [profiles]map[string]any{
		{"gender": "female", "marital_status": "single"},
		{"gender": "male", "marital_status": "married"},
		{"gender": "female", "marital_status": "married"},
		{"gender": "male", "marital_status": "single"},
	}
	employedProfiles = [profiles]map[string]any{
		{"job_level": "Associate", "job_function": "IT & Software", "employer_sector": "private_sector", "payment_type": "bank"},
		{"job_level": "Senior Manager", "job_function": "Engineering", "employer_sector": "private_sector", "payment_type": "mpesa"},
		{"job_level": "Intern", "job_function": "Other", "employer_sector": "private_sector", "payment_type": "cash"},
		{"job_level": "Junior Manager", "job_function": "Human Resources", "employer_sector": "private_sector", "payment_type": "bank"},
	}
	governmentProfiles = [profiles]map[string]any{
		{"job_level": "Associate", "job_function": "Legal Services", "employer_sector": "government_sector", "payment_type": "bank", "job_group": "K"},
		{"job_level": "Senior Manager", "job_function": "Security", "employer_sector": "government_sector", "payment_type": "mpesa", "job_group": "D"},
		{"job_level": "Intern", "job_function": "Other", "employer_sector": "government_sector", "payment_type": "cash", "job_group": "R"},
		{"job_level": "Junior Manager", "job_function": "Human Resources", "employer_sector": "government_sector", "payment_type": "bank", "job_group": "H"},
	}
	selfEmployedProfiles = [profiles]map[string]any{
		{"business_type": "limited_company", "business_payment_type": "bank", "business_industry": "Trade & Services", "business_registered": true},
		{"business_type": "partnership", "business_payment_type": "mpesa", "business_industry": "Sales", "business_registered": false},
		{"business_type": "freelancer", "business_payment_type": "cash", "business_industry": "Other", "business_registered": true},
		{"business_type": "sole_proprietorship", "business_payment_type": "bank", "business_industry": "Engineering", "business_registered": false},
	}
)

// limitTolerances are the inconsistencies that a limit request touches: some
// appear in one kind of customer only.
func limitTolerances(kind customer.Kind) []string {
	common := []string{phoneNumber, countryCode, employedFlag, loanAmount, password}
	switch kind {
	case customer.SelfEmployed:
		return append(common, BusinessRegistered)
	case customer.Employed:
		return append(common, jobGroup)
	}
	return common
}

// LimitRequest writes the request of section 4.3 for a customer.
func (s limits) LimitRequest(c *customer.Customer, f Form) map[string]any {
	rng := s.Rand("details " + lastThree(c.Who.IDNumber))
	member, occupation := s.occupation(c, f, rng)
	body := map[string]any{
		"first_name": c.Who.FirstName, "last_name": c.Who.LastName,
		"id_number": c.Who.IDNumber, "phone_number": f.Phone(c.Who.Phone),
		"country_code": country(f, c.Who), "date_of_birth": c.Who.Birth.MonthFirst(),
		"email": c.Who.Email, "referral_source": s.Config.StoreKey,
		"loan_amount": int64(10_000 + rng.IntN(90_000)),
		"employed":    boolean(c.Kind != customer.SelfEmployed, f.Readings[employedFlag]),
		member:        occupation,
	}
	maps.Copy(body, personalProfiles[f.profile])
	c.Override(body, occupation)
	if registered, ok := occupation["business_registered"].(bool); ok {
		occupation["business_registered"] = boolean(registered, f.Readings[BusinessRegistered])
	}
	body["loan_amount"] = Integer(body["loan_amount"].(int64), f.Readings[loanAmount])
	if f.Readings[password] != absent && f.Readings[password] != "" {
		body["password"] = "assay-" + c.Who.IDNumber
	}
	return body
}

// country is the code of the customer's country, in the length that the reading
// has.
func country(f Form, who identity.Identity) string {
	region, err := language.ParseRegion(cmp.Or(who.Country, "KE"))
	switch {
	case err != nil:
		return who.Country // what is no region is the target's to refuse
	case f.Readings[countryCode] == threeLetters:
		return region.ISO3()
	default:
		return region.String()
	}
}

func lastThree(number string) string { return number[max(len(number)-3, 0):] }

// occupation writes the one occupational member that the customer's kind calls
// for (sections 2.5 and 2.6).
func (s limits) occupation(c *customer.Customer, f Form, rng *rand.Rand) (string, map[string]any) {
	if c.Kind == customer.SelfEmployed {
		return spec.SelfEmployedDetail, SelfEmployedDetail(f, rng)
	}
	detail := map[string]any{
		"employer":   "Savanna Works Ltd",
		"net_income": int64(90_000 + rng.IntN(200_000)),
		"expenses":   int64(10_000 + rng.IntN(20_000)),
	}
	if c.Kind == customer.Government {
		detail["employer"] = "Ministry of Health"
		maps.Copy(detail, governmentProfiles[f.profile])
	} else {
		maps.Copy(detail, employedProfiles[f.profile])
		if f.Readings[jobGroup] == privateToo {
			detail["job_group"] = "E"
		}
	}
	return spec.EmployedDetail, detail
}

func SelfEmployedDetail(f Form, rng *rand.Rand) map[string]any {
	detail := map[string]any{
		"business_name":                    "Mawingu Traders",
		"business_location":                "Nairobi, Kenya",
		"gross_monthly_revenue":            int64(200_000 + rng.IntN(400_000)),
		"average_monthly_expenses":         int64(20_000 + rng.IntN(30_000)),
		"average_monthly_personal_expense": int64(10_000 + rng.IntN(20_000)),
	}
	maps.Copy(detail, selfEmployedProfiles[f.profile])
	if f.Readings[BusinessPaymentType] == mobileMoney {
		detail["business_payment_type"] = "mobile_money"
	}
	if f.Readings[BusinessIndustry] == otherIndustry {
		detail["business_industry"] = "Beekeeping"
	}
	return detail
}

// LimitBase is the form of limit request that the target takes for a kind of
// customer, found out once, and the customer whom that made.
type LimitBase struct {
	Form  Form
	First *customer.Customer
}

func (s limits) LimitBase(ctx context.Context, kind customer.Kind) (*LimitBase, error) {
	return Shared(ctx, s.Run, "limit base "+string(kind), func(ctx context.Context) (*LimitBase, error) {
		try := &limitTrial{kind: kind}
		f, answer, err := s.discover(ctx, limitTolerances(kind), func(f Form) (*Call, error) {
			return s.tryLimit(ctx, try, f)
		})
		if err != nil {
			return nil, err
		}
		s.note(f, answer)
		if err := answer.Served(); err != nil {
			if try.otpErr != nil {
				return nil, try.otpErr
			}
			return &LimitBase{Form: f}, err
		}
		first := answer.Customer
		return &LimitBase{Form: f, First: first}, s.Customers.keepLimit(first, answer)
	})
}

// limitTrial is who asks for a limit while its form is found out.
type limitTrial struct {
	kind   customer.Kind
	asks   *customer.Customer
	otpErr error
	served bool // who asked last was given a limit
}

// tryLimit asks for a limit in one form. Somebody invented asks once; who is
// listed, until a form is taken.
func (s limits) tryLimit(ctx context.Context, try *limitTrial, f Form) (*Call, error) {
	for {
		if try.asks == nil || try.served || !s.Roster.IsListed() {
			if err := s.nextToAsk(ctx, try); err != nil {
				return nil, err
			}
		}
		answer, err := s.Customers.AskForLimit(ctx, try.asks, f, call.Probe)
		if err != nil {
			return nil, err
		}
		try.served = answer.OK()
		if !try.asks.Existing {
			return answer, s.KeepListed(try.asks, answer)
		}
	}
}

func (s limits) nextToAsk(ctx context.Context, try *limitTrial) (err error) {
	if try.asks, err = s.Customers.NewCustomer("base", try.kind, nil); err != nil {
		return err
	}
	try.otpErr = s.Customers.VerifyPhone(ctx, try.asks)
	if try.otpErr != nil && !call.IsBreak(try.otpErr) && !call.IsUntested(try.otpErr) {
		return try.otpErr
	}
	return nil
}

// KeepListed keeps a listed customer whose limit was opened on the way: they
// may serve again. What is wrong with the answer, others say.
func (s limits) KeepListed(c *customer.Customer, answer *Call) error {
	if s.Roster != nil && answer.OK() && c.KeepLimit(&answer.Answer) == nil {
		s.Customers.priceBy(c.Available)
		s.Roster.AddWithLimit(c)
	}
	return nil
}
