package requests

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/comparison"
)

// Occupation returns the kind of the occupation in a limit (2.5, 2.6), with the sector of the employer.
func (q *Request) Occupation() comparison.Occupation {
	employed, self := q.Get(strings.TrimSuffix(bodies.Employed, ".")).IsObject(), q.Get(strings.TrimSuffix(bodies.SelfEmployed, ".")).IsObject()
	switch {
	case q.Endpoint != spec.CreateLimit || employed == self:
		return comparison.Occupation{}
	case self:
		return comparison.Occupation{Kind: "self-employed"}
	}
	sectors := map[string]string{spec.GovernmentSector: "employed by a government", spec.PrivateSector: "employed in the private sector"}
	return comparison.Occupation{Kind: "employed", Sector: sectors[q.Get(bodies.Employed+".employer_sector").Str]}
}

// IncomeMembers are the amounts of the occupation (2.5, 2.6).
var IncomeMembers = []string{bodies.Employed + ".net_income", bodies.Employed + ".expenses", bodies.SelfEmployed + ".gross_monthly_revenue", bodies.SelfEmployed + ".average_monthly_expenses"}

// Incomes returns the amounts of the occupation in a limit.
func (q *Request) Incomes() []string {
	var all []string
	for _, member := range IncomeMembers {
		if amount := q.Get(member).String(); amount != "" {
			all = append(all, strings.Clone(amount))
		}
	}
	return all
}

// traitMembers are the members of a limit that say of which kind the customer is (2.4, 2.6).
var traitMembers = []string{"gender", "marital_status", "country_code", bodies.SelfEmployed + ".business_type"}

// Traits returns the traits of the customer of a limit: "with gender female".
func (q *Request) Traits() []string {
	const longest = 30
	var all []string
	for _, member := range traitMembers {
		if value := strings.ToLower(strings.TrimSpace(q.Get(member).String())); value != "" && len(value) <= longest && !q.IsCut(value) {
			all = append(all, "with "+bodies.LastName(member)+" "+value)
		}
	}
	return all
}
