package cli

import (
	"sync"

	partnerfaults "github.com/credit-partner/assay/internal/faults/partner"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
)

// maxFaultsNamed is how many of the faults that prove a requirement are named in a
// report; `assay prove --list` names them all.
const maxFaultsNamed = 8

// proofs are the faults of the catalogues of both sides by the requirement that
// they break. That each is caught by just that requirement, `assay prove` shows.
var proofs = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	add := func(id, breaks string) {
		if len(all[breaks]) < maxFaultsNamed {
			all[breaks] = append(all[breaks], id)
		}
	}
	for _, f := range serverfaults.Catalogue() {
		add(f.ID, f.Breaks)
	}
	for _, f := range partnerfaults.Catalogue() {
		add(f.ID, f.Breaks)
	}
	return all
})

// nameProofs tells for every requirement of a run which planted faults prove
// that it can fail.
func nameProofs(run *result.Run) {
	for i := range run.Requirements {
		run.Requirements[i].Faults = proofs()[run.Requirements[i].ID]
	}
}
