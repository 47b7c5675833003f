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
