// Package purchases holds the faults of a service in what it does with an order: it records
// items, gives them back, and moves them from one status to the next.
package purchases

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// Faults lists them.
func Faults() []faults.Fault {
	return slices.Concat(orderFaults(), recordFaults(), stateFaults(), journeyFaults(), identityFaults(), sequenceFaults(), staleItemFaults(), storageFaults(), mixtureFaults(), leftoverFaults(), differingItemFaults(), oddTextFaults(), otherCallFaults())
}
