package html

import (
	"cmp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// pageOrder returns the indices of the requirements in the order of the page: first by outcome,
// with the worst first; then in the order in which a customer uses the service, by capability and
// endpoint. Requirements without a single endpoint come last. A failure that is accepted comes
// after the other failures.
func pageOrder(requirements []result.Requirement) []int {
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

// journeyRank returns the rank of a requirement in the order in which a customer uses the
// service: otp, limits, purchases, lookup, and last the requirements without a single endpoint.
func journeyRank(r result.Requirement) int {
	endpoint := endpointRank(r.Endpoint)
	if endpoint == len(spec.Names()) {
		return len(spec.Capabilities()) * 100
	}
	return slices.Index(spec.Capabilities(), capabilityOf(r))*100 + endpoint
}

// capabilityOf returns the capability of a requirement, or "" if it has no single endpoint.
func capabilityOf(r result.Requirement) string {
	if e, known := wording.EndpointOf(r.Endpoint); known {
		return e.Capability
	}
	return ""
}
