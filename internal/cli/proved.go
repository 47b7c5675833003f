package cli

import (
	"sync"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
)

// mostFaults is how many of the faults that prove a requirement are named in a
// report; `assay prove --list` names them all.
const mostFaults = 8

// proofs are the faults of the catalogue by the requirement that they break.
// That each is caught by just that requirement, `assay prove` shows.
var proofs = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for _, f := range faults.Catalogue() {
		if len(all[f.Breaks]) < mostFaults {
			all[f.Breaks] = append(all[f.Breaks], f.ID)
		}
	}
	return all
})

// nameProofs tells for every requirement of a server run which planted faults
// prove that it can fail.
func nameProofs(run *result.Run) {
	if run.Side != result.ServerSide {
		return
	}
	for i := range run.Requirements {
		run.Requirements[i].Faults = proofs()[run.Requirements[i].ID]
	}
}
