package reference

import (
	"net/http"
	"time"
)

// createLimit serves 4.3. A customer that already has a limit gets the existing one, also with
// 201.
func (s *Service) createLimit(c *call) (answer, error) {
	f := newForm(c.body)
	p := s.personOf(f)
	loan := f.amount("loan_amount")
	income, expenses := occupation(f)
	if err := f.err(); err != nil {
		return answer{}, err
	}
	owner, err := s.store.grant(p, score(income, expenses, loan), loan)
	if err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusCreated, data: s.limitRecord(owner)}, nil
}

// fetchLimit serves 4.4.
func (s *Service) fetchLimit(c *call) (answer, error) {
	id, ok := canonicalID(c.id)
	if !ok {
		return answer{}, refuse(http.StatusBadRequest, "the customer_id in the path must be a UUID")
	}
	owner, known := s.store.customer(id)
	if !known || !owner.limit.granted() {
		return answer{}, refuse(http.StatusNotFound, "there is no customer of this customer_id with a credit limit")
	}
	return answer{status: http.StatusOK, data: s.limitRecord(owner)}, nil
}

// personOf reads the personal details of section 2.4.
func (s *Service) personOf(f form) person {
	p := person{
		firstName:      f.text("first_name"),
		lastName:       f.text("last_name"),
		idNumber:       f.text("id_number"),
		country:        f.country("country_code"),
		phone:          f.phone("phone_number"),
		gender:         f.choice("gender", genders),
		born:           f.date("date_of_birth", s.options.Clock(), monthFirst),
		marital:        f.choice("marital_status", maritalStatuses),
		email:          f.email("email"),
		referralSource: s.storeKey(f, "referral_source"),
	}
	f.optional("password") // 2.4: only the samples have it
	return p.withPassport()
}

// occupation reads the occupational member that the value of employed requires. It returns the
// monthly income and expenses.
func occupation(f form) (income, expenses cents) {
	employed := f.flag("employed")
	name, other := selfEmployedDetail, employedDetail
	if employed {
		name, other = other, name
	}
	if f.has(other) {
		f.wrong(other, "must be absent: employed calls for "+name)
	}
	detail := f.object(name)
	if detail.members == nil {
		return 0, 0
	}
	if employed {
		return employment(detail)
	}
	return business(detail)
}

// employment reads the member of section 2.5. A private employee may also have a job_group.
func employment(f form) (income, expenses cents) {
	f.text("employer")
	f.choice("job_level", jobLevels)
	f.choice("job_function", industries)
	f.choice("payment_type", paymentTypes)
	sector := f.choice("employer_sector", employerSectors)
	if sector == governmentSector || f.has("job_group") {
		f.choice("job_group", jobGroups)
	}
	return f.number("net_income"), f.number("expenses")
}

// business reads the member of section 2.6. As in the sample, the industry may be one that
// section 2.7 does not list.
func business(f form) (income, expenses cents) {
	f.choice("business_type", businessTypes)
	f.text("business_name")
	f.choice("business_payment_type", businessPaymentTypes)
	f.text("business_location")
	f.text("business_industry")
	f.flag("business_registered")
	income = f.number("gross_monthly_revenue")
	return income, f.number("average_monthly_expenses") + f.number("average_monthly_personal_expense")
}

func (s *Service) limitRecord(owner customer) limitRecord {
	return limitRecord{
		Updated: s.updated(owner.limit.updated),
		CustomerDetails: customerDetails{
			ID:             owner.id,
			FirstName:      owner.firstName,
			LastName:       owner.lastName,
			Email:          owner.email,
			IDNumber:       owner.idNumber,
			MobileNumber:   owner.phone,
			ReferralSource: owner.referralSource,
		},
		CreditLimitDetails: creditLimitDetails{
			ID:                owner.limit.id,
			CreditLimit:       owner.limit.ceiling,
			AvailableLimit:    owner.limit.available(),
			CreditLimitStatus: owner.limit.status(),
		},
		PaymentTerms: terms(owner.limit.principal),
	}
}

func (s *Service) updated(at time.Time) string {
	if s.options.UpdatedWithoutMillis {
		return at.Format(secondsLayout)
	}
	return millis(at)
}

// The terms of every credit. The specification names neither units nor values. These are simple
// values, the same for every customer.
const (
	leastCredit     cents = 250_000_00
	mostCredit      cents = 1_000_000_000_000_00
	incomeMultiple        = 6 // months of the remaining income
	loanMultiple          = 3
	feePercent            = 3
	interestPercent       = 15 // over the whole duration
	loanMonths            = 3
)

// score returns the credit limit for a monthly income and expenses, and for the amount that the
// customer needs. It is at least three times that amount, within the bounds.
func score(income, expenses, loan cents) cents {
	left := max(0, income-expenses)
	wanted := max(min(left, mostCredit)*incomeMultiple, min(loan, mostCredit)*loanMultiple)
	return min(max(wanted, leastCredit), mostCredit)
}

// terms returns how an amount is paid back: fees first, then equal installments.
func terms(principal cents) paymentTerms {
	fees := principal.percent(feePercent)
	installment := (principal + principal.percent(interestPercent)) / loanMonths
	return paymentTerms{
		PrincipalAmount:  principal.fixed(),
		UpfrontFees:      fees.fixed(),
		FirstInstallment: installment.fixed(),
		MinimumPayment:   (fees + installment).fixed(),
	}
}
