package partner

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// rightOnce are faults of a program that is right for the first request of each endpoint, and then keeps
// what it should forget, or forgets what it should keep.
var rightOnce = []string{
	"create-limit/phone-of-the-shop", "create-limit/loan-is-phone", "create-limit/gender-as-name", "create-limit/id-is-gender", "create-limit/phone-lost-a-digit", "create-limit/employed_occupational_detail.employer-is-null",
	"create-limit/names-swapped", "create-limit/person-before", "send-otp/one-person-for-all", "send-otp/birth-is-unset",
	"verify-otp/cart-is-otp", "verify-otp/cart-is-phone", "verify-otp/cart-is-tenth", "create-limit/loan-of-the-customer-before",
	"create-purchases/order_id-is-total", "create-purchases/cart-is-not-emptied", "create-purchases/code-is-type", "create-purchases/items.#.item_brand-is-facility_plan", "create-purchases/items.#.item_description-has-no-model",
}

// butFirst returns those of the faults that begin with the second request of each endpoint.
func butFirst(all []faults.Fault) []faults.Fault {
	var later []faults.Fault
	for _, f := range all {
		if !slices.Contains(rightOnce, f.ID) {
			continue
		}
		edits := f.EditRequests
		f.ID, f.Why, f.Configure = f.ID+"-but-first", f.Why+", from the second request on", moreCustomers
		f.EditRequests = func() func(*samplepartner.Request) {
			edit := edits()
			return func(q *samplepartner.Request) {
				if q.Nth > 1 {
					edit(q)
				}
			}
		}
		later = append(later, f)
	}
	return later
}
