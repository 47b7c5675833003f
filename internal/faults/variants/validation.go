package variants

import (
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/faults"
)

// unshownVariants make choices where the specification shows a member, but not its rules or its
// meaning.
func unshownVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	return []faults.Variant{
		v("password-strong", "password", "2.4, 7: a password is in the samples; what it must contain is not shown", faults.TakeOnly(faults.CreateLimit, "password", isStrong)),
		v("order-id-of-six-digits-at-least", "order-id-least", "2.1, 7: how many digits an order_id has is not shown", faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool {
			return len(c.Text("order_id")) < 6
		})),
		v("fetched-terms-of-the-limit", "fetched-terms", "2.8: which amount the payment terms of a fetch are for is not shown", faults.On(faults.FetchLimit, termsOfLimit)),
		v("terms-accepted-when-collected", "accepted-terms", "2.3: the meaning and the values of accepted_terms are not shown", faults.On(faults.RecordEndpoints, acceptedWhenCollected)),
	}
}

// isStrong reports whether a password has eight characters, a capital letter, a digit and a sign.
func isStrong(v any) bool {
	text, ok := v.(string)
	return ok && len(text) >= 8 && strings.ContainsFunc(text, unicode.IsUpper) && strings.ContainsFunc(text, unicode.IsDigit) && strings.ContainsFunc(text, unicode.IsPunct)
}

// termsOfLimit replaces the payment terms of a cart by those of the whole limit.
func termsOfLimit(_ *faults.Call, a *faults.Answer) {
	limit := faults.Text(faults.Get(a.Body(), "data.credit_limit_details.credit_limit"))
	whole, cents, _ := strings.Cut(limit, ".")
	faults.Change(a.Touch().Body(), "data.payment_terms.principal_amount", func(any) any { return whole + "." + (cents + "00")[:2] })
	for _, name := range []string{"upfront_fees", "first_installment", "minimum_payment"} {
		faults.Change(a.Body(), "data.payment_terms."+name, func(any) any { return "250.00" })
	}
}

// acceptedWhenCollected shows in accepted_terms whether the item was collected.
func acceptedWhenCollected(_ *faults.Call, a *faults.Answer) {
	for _, record := range a.Touch().Records() {
		if faults.Text(record["facility_status"]) == faults.Pending {
			record["accepted_terms"] = "pending"
		}
	}
}
