package reference

// The terms of every credit. The spec names neither units nor values; these
// are plain ones, and the same for everybody.
const (
	leastCredit     cents = 250_000_00
	mostCredit      cents = 1_000_000_000_000_00
	incomeMultiple        = 6 // months of what is left of the income
	loanMultiple          = 3
	feePercent            = 3
	interestPercent       = 15 // over the whole duration
	loanMonths            = 3
)

// score is the credit limit for what is left of an income each month, and for
// the amount that the customer needs: enough for three such carts, in bounds.
func score(income, expenses, loan cents) cents {
	left := max(0, income-expenses)
	wanted := max(min(left, mostCredit)*incomeMultiple, min(loan, mostCredit)*loanMultiple)
	return min(max(wanted, leastCredit), mostCredit)
}

// terms says how an amount would be paid back: fees first, then equal parts.
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
