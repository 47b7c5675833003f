package history

import (
	"errors"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
)

// A check may judge with too little evidence, if another fault of the target prevents some
// values: large amounts, unusual names, orders of several items. So that fault is noted, and
// blocks such a check if the owner of the fault's aspect failed. If the owner passed, the target
// refused only what it may refuse, and no evidence is missing.

// ValueSort is a sort of values that a run sends besides the plain ones.
type ValueSort int

// These sorts of values do not occur in plain requests.
const (
	LargeAmounts ValueSort = iota
	UnusualNames
	UnusualTexts
	SeveralAtOnce
	ManyAtOnce  // many items in one order
	SpentLimits // limits of customers that have spent nearly all of them
	ItemCodes   // each documented item_type and way of delivery
)

// HiddenValues keeps the faults that prevent values of a sort.
type HiddenValues struct {
	mu  sync.Mutex
	all map[ValueSort]map[string][]judgement.Break // by the endpoint whose answers lack the values; one fault for each aspect
}

// Add notes that a fault keeps values of a sort out of the answers of some endpoints.
func (u *HiddenValues) Add(what ValueSort, from []string, broken judgement.Break) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = make(map[ValueSort]map[string][]judgement.Break)
	}
	if u.all[what] == nil {
		u.all[what] = make(map[string][]judgement.Break)
	}
	for _, endpoint := range from {
		known := u.all[what][endpoint]
		if !slices.ContainsFunc(known, func(b judgement.Break) bool { return b.Aspect == broken.Aspect }) {
			u.all[what][endpoint] = append(known, broken)
		}
	}
}

// AddError notes the fault that an error contains, if any.
func (u *HiddenValues) AddError(what ValueSort, from []string, err error) {
	var broken *call.BreakError
	if errors.As(err, &broken) {
		u.Add(what, from, broken.Break)
	}
}

// Of returns the faults that keep values of a sort out of the answers of an endpoint.
func (u *HiddenValues) Of(what ValueSort, endpoint string) []judgement.Break {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.all[what][endpoint])
}
