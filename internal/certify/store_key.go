package certify

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
)

// storeKeyCalls are the endpoints that take the store key, as store_key (2.2) or as
// referral_source (2.4).
var storeKeyCalls = []string{spec.CreateLimit, spec.CreatePurchases}

// storeKeyResult returns the result of a run whose target refuses the store key, or nil if it
// does not. The service operator issues the key (5.5), so a key that a target does not know is a
// wrong set-up. The target must say so: it refuses every call that takes the key, and its answers
// name the store and nothing else of the request. If anything else failed, the build is
// non-conformant with any key, and the result stays as it is, with a note.
func (o *Options) storeKeyResult(plan *suite.Plan, e *Evidence, run *driver.Run, started time.Time) *result.Run {
	for _, name := range storeKeyCalls {
		if !refusesEvery(run, name) || !namesStore(e.Log, name) || !failsOnly(e.Run, name) {
			continue
		}
		return o.setupResult(plan, &result.Setup{
			Cause:   result.StoreKeyRefused,
			Problem: fmt.Sprintf("the service refuses the store key %q in every %s", o.StoreKey, spec.Line(name)),
			Remedy:  "set --store-key or store_key to the key that the service operator issued; if this is that key, the service refuses it wrongly",
			Calls:   e.Log.Len(),
		}, started)
	}
	return nil
}

// storeKeyNote returns a note about the store key, which a target may refuse (2.2, 2.4), if the
// target has refused every limit, or every order. No answer shows whether the key or the build
// is wrong. The note is not about an endpoint that is missing.
func (o *Options) storeKeyNote(run *driver.Run) []string {
	var refused []string
	for _, name := range storeKeyCalls {
		if refusesEvery(run, name) {
			refused = append(refused, spec.Line(name))
		}
	}
	if len(refused) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the target refused every %s: first make sure that it knows the store key %q (--store-key)", strings.Join(refused, " and every "), o.StoreKey)}
}

// failsOnly reports whether all failed requirements are about one endpoint.
func failsOnly(r *result.Run, name string) bool {
	return !slices.ContainsFunc(r.Requirements, func(q result.Requirement) bool {
		return q.Outcome == result.Failed && q.Endpoint != spec.Line(name)
	})
}

// namesStore reports whether the target refuses most calls to an endpoint with answers that name
// the store. Some of the calls have a wrong token, or a form that the target does not take.
func namesStore(log *recording.Log, name string) bool {
	calls, naming := 0, 0
	for e := range log.Each() {
		if e.Endpoint != name || e.Response == nil || e.Response.Status == http.StatusUnauthorized || e.Response.Status == http.StatusForbidden {
			continue
		}
		calls++
		if refusesStore(e.Response) {
			naming++
		}
	}
	return naming > calls/2
}

// refusesStore reports whether an answer refuses a request because of its store.
func refusesStore(r *recording.Response) bool {
	if r.Status < 400 || r.Status >= 500 || r.Status == http.StatusTooManyRequests {
		return false
	}
	body := deliveryOptions.ReplaceAll(r.Body, nil)
	return storeWords.Match(body) && !otherReasons.Match(body)
}

var (
	// deliveryOptions are the documented values that contain the word store.
	deliveryOptions = regexp.MustCompile(`(?i)customer_store_pickup|store_delivery`)
	storeWords      = regexp.MustCompile(`(?i)store|merchant|referral`)
	// otherReasons are the names of other members of the two requests, and the words of a service
	// that did not find the key in the request.
	otherReasons = regexp.MustCompile(`(?i)item_|delivery_option|preferred_option|facility_plan|customer_id|order_id|first_name|` +
		`last_name|id_number|phone|country|employ|gender|birth|marital|email|loan_amount|password|required|missing|blank|empty|absent`)
)
