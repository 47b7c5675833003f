package history

import (
	"errors"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/judgement"
)

// A check may decide on less than it should, where another fault of the target
// keeps some values from coming up at all: large amounts, names that are not plain,
// orders of several items. What it then holds rests on half of the evidence. So what
// broke is noted, and blocks such a check if its owner failed. Where the owner
// holds, the target has refused what it may refuse, and nothing is missing.

// ValueSort is a sort of values that a run brings up beside the plain ones.
type ValueSort int

// What a run brings up beside the plain values.
const (
	LargeAmounts ValueSort = iota
	UnusualNames
	UnusualTexts
	SeveralAtOnce
	ManyAtOnce  // items of one order
	SpentLimits // of customers who have spent nearly all
)

// HiddenValues keeps what broke where values of a sort should have occurred.
type HiddenValues struct {
	mu  sync.Mutex
	all map[ValueSort]map[string][]judgement.Break // by endpoint whose answers lack them; one of each aspect
}

// Add notes that values of a sort were kept from some endpoints.
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

// AddError notes the break that an error holds.
func (u *HiddenValues) AddError(what ValueSort, from []string, err error) {
	var broken *call.BreakError
	if errors.As(err, &broken) {
		u.Add(what, from, broken.Break)
	}
}

// Of is what kept values of a sort from the answers of an endpoint.
func (u *HiddenValues) Of(what ValueSort, endpoint string) []judgement.Break {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.all[what][endpoint])
}
