package html

import (
	"cmp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// inOrder gives the indices of requirements as the page lists them: by outcome, what
// needs attention first; then as a customer meets them, by capability and endpoint,
// with what belongs to no single endpoint last. A failure that is accepted comes
// behind those that are not.
func inOrder(requirements []result.Requirement) []int {
	order := make([]int, len(requirements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := requirements[i], requirements[j]
		return cmp.Or(cmp.Compare(outcomeRank(a), outcomeRank(b)), cmp.Compare(journeyRank(a), journeyRank(b)))
	})
	return order
}

func outcomeRank(r result.Requirement) int {
	rank := 2 * slices.Index(wording.OutcomeOrder, wording.KnownOutcome(r.Outcome))
	if r.Accepted {
		rank++
	}
	return rank
}

// journeyRank is the place of a requirement on a customer's way: otp, limits,
// purchases, lookup, and then what cuts across.
func journeyRank(r result.Requirement) int {
	endpoint := endpointRank(r.Endpoint)
	if endpoint == len(spec.Names()) {
		return len(spec.Capabilities()) * 100
	}
	return slices.Index(spec.Capabilities(), capabilityOf(r))*100 + endpoint
}

// capabilityOf is the capability that a requirement counts for; "" where it cuts
// across.
func capabilityOf(r result.Requirement) string {
	if e, known := wording.EndpointOf(r.Endpoint); known {
		return e.Capability
	}
	return ""
}
