// Package purchases holds the faults of the services for orders: recording items, returning them,
// and moving them from one status to the next.
package purchases

import (
	"slices"

	"github.com/credit-partner/assay/internal/faults"
)

// Faults lists all faults of the package.
func Faults() []faults.Fault {
	return slices.Concat(orderFaults(), recordFaults(), stateFaults(), journeyFaults(), identityFaults(), sequenceFaults(), staleItemFaults(), storageFaults(), mixtureFaults(), leftoverFaults(), differingItemFaults(), oddTextFaults(), otherCallFaults(), hiddenValueFaults())
}
