package partner

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// If one part of a request cannot be read, nothing is known about the values that belong there.
// Their obligations are then blocked by the rule that owns that part, and they never pass. The
// tables below say which obligation hides which.

// bodyObligations returns the obligations that are judged in the body of a request.
func bodyObligations(endpoint string) []string {
	all := bodies.Members(endpoint)
	for _, rule := range valueRules {
		if rule.endpoint == endpoint {
			all = append(all, rule.obligation)
		}
	}
	return append(all, map[string][]string{
		spec.CustomerLookup: {fitObligation}, spec.CreateLimit: {occupationObligation}, spec.CreatePurchases: {customerObligation}, spec.UpdatePurchases: {itemObligation},
		spec.VerifyOTP: {otpSentObligation, otpMatchObligation},
	}[endpoint]...)
}

// allObligations returns the obligations of a request except those of its address.
func allObligations(endpoint string) []string {
	all := append(bodyObligations(endpoint), authorizationObligation, secretObligation)
	if spec.Of(endpoint).Request == "" {
		return append(append(all, noBodyObligation, pathIDObligation), idObligations[endpoint]...)
	}
	if endpoint == spec.UpdatePurchases { // the id in its path is optional
		all = append(all, pathIDObligation)
	}
	if endpoint == spec.CustomerLookup {
		all = append(all, headerObligation+"Noncestr", headerObligation+"Sign", headerObligation+"Timestamp", nonceObligation)
	}
	return append(all, contentTypeObligation, bodyObligation)
}

// idObligations says what the id in the path must name, for endpoints without a body.
var idObligations = map[string][]string{
	spec.FetchLimit: {customerObligation}, spec.GetPurchase: {itemObligation}, spec.CancelPurchase: {itemObligation},
}

// hide notes that the fault of owner hides the obligations.
func (q *request) hide(names []string, owner string) {
	q.hiddenAs = owner
	for _, name := range names {
		q.blocked(name, owner)
	}
}

// hiddenBy returns the obligation whose fault hides a member, or "" if none does.
func hiddenBy(b *bodies.Body, name string) string {
	if b.IsDoubled(name) {
		return bodyObligation
	}
	if b.CutShort && strings.HasPrefix(name, "items.#.") {
		return firstFaulty(b)
	}
	switch parent, _, nested := strings.Cut(name, "."); {
	case !nested:
		return ""
	case parent == "items":
		return itemsHiddenBy(b)
	case name == bodies.Employed+".job_group" && len(b.Faulty[bodies.Employed+".employer_sector"]) > 0:
		return bodies.Employed + ".employer_sector" // it is unknown who must have a job_group
	default:
		return detailHiddenBy(b, parent)
	}
}

func itemsHiddenBy(b *bodies.Body) string {
	items := b.Get("items")
	switch {
	case len(b.Faulty["items"]) > 0:
		return "items"
	case items.IsArray() && !items.Get("0").Exists():
		return countObligation
	}
	return ""
}

// detailHiddenBy returns what hides the members of an occupational detail, which is judged only if
// employed selects it.
func detailHiddenBy(b *bodies.Body, parent string) string {
	other := map[string]string{bodies.Employed: bodies.SelfEmployed, bodies.SelfEmployed: bodies.Employed}[parent]
	is, hasOther := b.Get(parent).Exists(), b.Get(other).Exists()
	employed := b.Get("employed").String()
	switch wanted := (employed == "true") == (parent == bodies.Employed); {
	case b.IsDoubled("employed"):
		return bodyObligation
	case len(b.Faulty["employed"]) > 0 && (is || !hasOther):
		return "employed"
	case len(b.Faulty["employed"]) > 0:
		return ""
	case len(b.Faulty[parent]) > 0, wanted != is:
		return occupationObligation
	}
	return ""
}

// firstFaulty returns the first member of the items that has a fault.
func firstFaulty(b *bodies.Body) string {
	for _, name := range bodies.Members(b.Endpoint) {
		if strings.HasPrefix(name, "items") && len(b.Faulty[name]) > 0 {
			return name
		}
	}
	return ""
}
