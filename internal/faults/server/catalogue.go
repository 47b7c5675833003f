// Package server is the catalogue of the faults of a service. They are planted in the reference.
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

// Catalogue lists every fault, ordered by the requirement that it breaks and then by id. The
// caller may change the returned slice.
func Catalogue() []faults.Fault { return slices.Clone(catalogue()) }

var catalogue = sync.OnceValue(func() []faults.Fault {
	all := slices.Concat(
		memberFaults(), envelopeFaults(), statusFaults(), otherStatusFaults(), jsonFaults(), tokenFaults(), badTokenFaults(), valueFaults(), refusedValueFaults(), combinationFaults(), formFaults(),
		wireFaults(), bigValueFaults(), beyondLimitFaults(), timeFaults(), unknownIDFaults(), misreadingFaults(), acceptFaults(),
		customers.Faults(), purchases.Faults(),
	)
	slices.SortStableFunc(all, func(a, b faults.Fault) int {
		return cmp.Or(cmp.Compare(a.Breaks, b.Breaks), cmp.Compare(a.ID, b.ID))
	})
	return all
})

// Find returns the fault with an id.
func Find(id string) (faults.Fault, bool) {
	for _, f := range catalogue() {
		if f.ID == id {
			return f, true
		}
	}
	return faults.Fault{}, false
}

// Handler returns a build with the faults that have these ids.
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

// Maskings are the faults of services that do not show beside another fault or on top of a legal
// variant.
var Maskings = faults.Maskings{
	{"*-body-empty", "*-body-two-values", "the second value stands alone, as a body should"},
	{"*-body-two-values", "*-body-empty", "the second value stands alone, as a body should"},
	{"*-body-twice-named", "*-drops-data", "the second data is the one that is left out"},
	{"*-drops-data", "*-body-twice-named", "the second data is the one that is left out"},
	{"malformed-lookup-breaks-next", "unknown-customer-*est", lookedUpInside},
	{"malformed-lookup-breaks-next", "unknown-customer-by-nothing", lookedUpInside},
	{"time-update-local", "time-first-updated-local", "both timestamps come from one clock, and the rule of new records fails"},
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
	{"create-purchases-at-most-thirty", "requests-up-to-3500-octets", "an order of more than thirty items has more octets, and is refused as a whole"},
	{"customer-lookup-email-misses-self-employed", "unknown-customer-by-*p*", foundByPart},
	{"customer-lookup-email-misses-self-employed", "unknown-customer-by-suffix", foundByPart},
	{"time-update-local", "update-purchases-keeps-status", stampByStatus},
	{"time-update-half-hour", "update-purchases-keeps-status", stampByStatus},
	{"time-update-tomorrow", "update-purchases-keeps-status", stampByStatus},
	{"time-update-end-of-time", "update-purchases-keeps-status", stampByStatus},
	{"verify-otp-nobody-[aefnz]*", "verify-new-message", onlyWords},
	{"verify-otp-nobody-[aefnz]*", "verify-new-text", onlyWords},
}

// foundByPart is the reason why a customer who is not found is found after all.
const foundByPart = "the customer is found by a part of the email address, and the whole address is such a part"

// lookedUpInside is the reason why the lookup after a malformed one is served.
const lookedUpInside = "a body without a value is answered by a lookup of another customer, which is the next call that ends in an error"

// stampByStatus is the reason why an update writes no local time.
const stampByStatus = "the answer of an update shows the status of before, and with that status it has the right time; get shows the other time, which STA-03 finds"

// onlyWords is the reason why an OTP that verifies for nobody does not show on top of a legal
// variant.
const onlyWords = "whoever has no limit is answered with a success and words alone, as a refusal may be"

// An OTP that went to a wrong phone can be verified with the customer's phone number. These are
// the reasons why, beside another fault, it can no longer be verified at all.
const (
	replacedOTP = "the OTP that went astray is taken for the one that the customer was sent before, which it has replaced"
	strayPhone  = "the phone that asked for the OTP is put in place of the customer's, and by that one it does not verify"
)

// replayed is the reason why an order whose answer is lost is served when the client repeats it.
const replayed = "the second attempt is answered with what the first one has stored"
