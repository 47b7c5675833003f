// Package server is the catalogue of the faults that are planted in the
// reference.
package server

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server/customers"
	"github.com/credit-partner/assay/internal/faults/server/purchases"
	"github.com/credit-partner/assay/internal/reference"
)

// Catalogue lists every fault, ordered by the requirement that it breaks and
// then by id. The list is the caller's own.
func Catalogue() []faults.Fault { return slices.Clone(catalogue()) }

var catalogue = sync.OnceValue(func() []faults.Fault {
	all := slices.Concat(
		memberFaults(), envelopeFaults(), statusFaults(), otherStatusFaults(), jsonFaults(), tokenFaults(), badTokenFaults(), valueFaults(), refusedValueFaults(), combinationFaults(), formFaults(),
		wireFaults(), bigValueFaults(), timeFaults(), unknownIDFaults(), misreadingFaults(),
		customers.Faults(), purchases.Faults(),
	)
	slices.SortStableFunc(all, func(a, b faults.Fault) int {
		return cmp.Or(cmp.Compare(a.Breaks, b.Breaks), cmp.Compare(a.ID, b.ID))
	})
	return all
})

// Find gives the fault of an id.
func Find(id string) (faults.Fault, bool) {
	for _, f := range catalogue() {
		if f.ID == id {
			return f, true
		}
	}
	return faults.Fault{}, false
}

// Handler is a build with some faults of the catalogue, by their ids.
func Handler(o reference.Options, ids []string) (http.Handler, error) {
	var planted []faults.Fault
	for _, id := range ids {
		f, ok := Find(id)
		if !ok {
			return nil, fmt.Errorf("%q: there is no such fault; `assay prove --list` shows all faults", id)
		}
		planted = append(planted, f)
	}
	return faults.Together(o, nil, planted...), nil
}

// Maskings are the faults of services that others, or a legal variant, keep from showing.
var Maskings = faults.Maskings{
	{"*-body-empty", "*-body-two-values", "the second value stands alone, as a body should"},
	{"*-body-two-values", "*-body-empty", "the second value stands alone, as a body should"},
	{"*-body-twice-named", "*-drops-data", "the second data is the one that is left out"},
	{"*-drops-data", "*-body-twice-named", "the second data is the one that is left out"},
	{"send-otp-to-*-for-the-real-one", "verify-otp-of-anybody", replacedOTP},
	{"send-otp-to-*-for-the-real-one", "verify-otp-later-of-anybody", replacedOTP},
	{"send-otp-to-*-for-the-real-one", "verify-otp-latest-of-anybody", replacedOTP},
	{"send-otp-to-*-for-the-real-one", "verify-otp-customers-share-codes", replacedOTP},
	{"send-otp-to-*-for-the-real-one", "verify-otp-ignores-phone", strayPhone},
	{"send-otp-to-*-for-the-real-one", "verify-otp-ignores-known-phone", strayPhone},
	{"send-otp-to-*-for-the-real-one", "verify-otp-phone-or-id", strayPhone},
	{"cache-stranger-forever", "unknown-customer-by-last-four", "the customer is looked up by another value, which is not cached"},
	{"send-otp-data-list", "send-otp-mistypes-data", "a text in place of the list is the production form"},
	{"send-otp-mistypes-data", "send-otp-data-list", "a text in place of the list is the production form"},
	{"create-purchases-cuts-on-*", "ids-replays-*", replayed},
	{"create-purchases-hangs-up-on-*", "ids-replays-*", replayed},
	{"cache-stale-create", "unknown-item-by-first-half", "the item is found by what is kept of it"},
	{"part-order-*", "unknown-item-by-last-segment", "the item is found by what is kept of it"},
	{"ids-replaces-*looks", "unknown-item-by-first-half", "the item that was deleted is still given, from what is kept of it"},
	{"fetch-limit-cancelled-missing", "unknown-limit-newest", "another limit is given in place of the missing one, and the rule about whose limit it is tells of it"},
	{"send-otp-hides-limit", "create-limit-merges-by-*", "the limit is that of another customer, to whom no OTP was sent"},
	{"create-limit-merges-by-name-and-birth", "name-and-birth-once", "nobody else is given a limit who has them, so that nobody is taken for somebody else"},
	{"verify-otp-nobody-last-sent", "send-otp-refuses-new", "the person is sent an OTP of their own, which is verified in place of the other: that sending is refused"},
	{"verify-otp-nobody-[aefnz]*", "verify-new-message", onlyWords},
	{"verify-otp-nobody-[aefnz]*", "verify-new-text", onlyWords},
}

// onlyWords is why an OTP that verifies for nobody does not show over a legal variant.
const onlyWords = "whoever has no limit is answered with a success and words alone, as a refusal may be"

// Why an OTP that went astray, and would verify by the customer's phone, verifies for
// nobody any more.
const (
	replacedOTP = "the OTP that went astray is taken for the one that the customer was sent before, which it has replaced"
	strayPhone  = "the phone that asked for the OTP is put in place of the customer's, and by that one it does not verify"
)

// replayed is why an order whose answer is lost is served when it comes again.
const replayed = "the second attempt is answered with what the first one has stored"
