package steps

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"

	"github.com/tidwall/gjson"
	"golang.org/x/text/language"

	"github.com/credit-partner/assay/internal/spec"
)

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
func limitTolerances(kind customerKind) []string {
	common := []string{phoneNumber, countryCode, employedFlag, loanAmount, password}
	switch kind {
	case selfEmployed:
		return append(common, businessRegistered)
	case employed:
		return append(common, jobGroup)
	}
	return common
}

// limitRequest writes the request of section 4.3 for a customer.
func (r *Run) limitRequest(c *customer, f form) map[string]any {
	rng := r.rng("details " + lastThree(c.who.idNumber))
	member, occupation := r.occupation(c, f, rng)
	body := map[string]any{
		"first_name": c.who.firstName, "last_name": c.who.lastName,
		"id_number": c.who.idNumber, "phone_number": f.phone(c.who.phone),
		"country_code": country(f, c.who), "date_of_birth": c.who.birth.monthFirst(),
		"email": c.who.email, "referral_source": r.cfg.StoreKey,
		"loan_amount": int64(10_000 + rng.IntN(90_000)),
		"employed":    boolean(c.kind != selfEmployed, f.readings[employedFlag]),
		member:        occupation,
	}
	maps.Copy(body, personalProfiles[f.profile])
	c.override(body, occupation)
	if registered, ok := occupation["business_registered"].(bool); ok {
		occupation["business_registered"] = boolean(registered, f.readings[businessRegistered])
	}
	body["loan_amount"] = integer(body["loan_amount"].(int64), f.readings[loanAmount])
	if f.readings[password] != absent && f.readings[password] != "" {
		body["password"] = "assay-" + c.who.idNumber
	}
	return body
}

// country is the code of the customer's country, in the length that the reading
// has.
func country(f form, who identity) string {
	region, err := language.ParseRegion(cmp.Or(who.country, "KE"))
	switch {
	case err != nil:
		return who.country // what is no region is the target's to refuse
	case f.readings[countryCode] == threeLetters:
		return region.ISO3()
	default:
		return region.String()
	}
}

func lastThree(number string) string { return number[max(len(number)-3, 0):] }

// occupation writes the one occupational member that the customer's kind calls
// for (sections 2.5 and 2.6).
func (r *Run) occupation(c *customer, f form, rng *rand.Rand) (string, map[string]any) {
	if c.kind == selfEmployed {
		return spec.SelfEmployedDetail, selfEmployedDetail(f, rng)
	}
	detail := map[string]any{
		"employer":   "Savanna Works Ltd",
		"net_income": int64(90_000 + rng.IntN(200_000)),
		"expenses":   int64(10_000 + rng.IntN(20_000)),
	}
	if c.kind == government {
		detail["employer"] = "Ministry of Health"
		maps.Copy(detail, governmentProfiles[f.profile])
	} else {
		maps.Copy(detail, employedProfiles[f.profile])
		if f.readings[jobGroup] == privateToo {
			detail["job_group"] = "E"
		}
	}
	return spec.EmployedDetail, detail
}

func selfEmployedDetail(f form, rng *rand.Rand) map[string]any {
	detail := map[string]any{
		"business_name":                    "Mawingu Traders",
		"business_location":                "Nairobi, Kenya",
		"gross_monthly_revenue":            int64(200_000 + rng.IntN(400_000)),
		"average_monthly_expenses":         int64(20_000 + rng.IntN(30_000)),
		"average_monthly_personal_expense": int64(10_000 + rng.IntN(20_000)),
	}
	maps.Copy(detail, selfEmployedProfiles[f.profile])
	if f.readings[businessPaymentType] == mobileMoney {
		detail["business_payment_type"] = "mobile_money"
	}
	if f.readings[businessIndustry] == otherIndustry {
		detail["business_industry"] = "Beekeeping"
	}
	return detail
}

// override puts what the scenario bent into the member that holds it.
func (c *customer) override(body, occupation map[string]any) {
	for name, value := range c.details {
		if _, ok := occupation[name]; ok {
			occupation[name] = value
			continue
		}
		body[name] = value
	}
}

// limitBase is the form of limit request that the target takes for a kind of
// customer, found out once, and the customer whom that made.
type limitBase struct {
	form  form
	first *customer
}

func (r *Run) limitBase(ctx context.Context, by string, kind customerKind) (*limitBase, error) {
	return shared(ctx, r, "limit base "+string(kind), func(ctx context.Context) (*limitBase, error) {
		try := &limitTrial{kind: kind}
		f, answer, err := r.discover(ctx, limitTolerances(kind), func(f form) (*call, error) {
			return r.tryLimit(ctx, by, try, f)
		})
		if err != nil {
			return nil, err
		}
		r.note(f, answer)
		if err := answer.served(); err != nil {
			if try.otpErr != nil {
				return nil, try.otpErr
			}
			return &limitBase{form: f}, err
		}
		first := answer.customer
		return &limitBase{form: f, first: first}, r.settle(first, answer)
	})
}

// limitTrial is who asks for a limit while its form is found out.
type limitTrial struct {
	kind   customerKind
	asks   *customer
	otpErr error
	served bool // who asked last was given a limit
}

// tryLimit asks for a limit in one form. Somebody invented asks once; who is
// listed, until a form is taken.
func (r *Run) tryLimit(ctx context.Context, by string, try *limitTrial, f form) (*call, error) {
	for {
		if try.asks == nil || try.served || !r.roll.lists() {
			if err := r.nextToAsk(ctx, by, try); err != nil {
				return nil, err
			}
		}
		answer, err := r.askForLimit(ctx, by, try.asks, f, probe)
		if err != nil {
			return nil, err
		}
		try.served = answer.ok()
		if !try.asks.regular {
			return answer, r.keepListed(try.asks, answer)
		}
	}
}

func (r *Run) nextToAsk(ctx context.Context, by string, try *limitTrial) (err error) {
	if try.asks, err = r.newCustomer("base", try.kind, nil); err != nil {
		return err
	}
	try.otpErr = r.introduce(ctx, by, try.asks)
	if try.otpErr != nil && !isBreak(try.otpErr) && !isUntested(try.otpErr) {
		return try.otpErr
	}
	return nil
}

// keepListed keeps a listed customer whose limit was opened on the way: they
// may serve again. What is wrong with the answer, others say.
func (r *Run) keepListed(c *customer, answer *call) error {
	if r.roll != nil && answer.ok() && c.settle(answer) == nil {
		r.priceBy(c.available)
		r.roll.join(c)
	}
	return nil
}

// limitMember reads a member of the customer's limit request as it was sent.
func (c *customer) sentMember(name string) string {
	v, ok := c.request[name]
	if !ok {
		return ""
	}
	raw, err := encode(map[string]any{"v": v})
	if err != nil {
		return ""
	}
	return gjson.GetBytes(raw, "v").String()
}
