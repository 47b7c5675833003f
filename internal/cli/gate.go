package cli

import (
	"fmt"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/gate"
	"github.com/credit-partner/assay/internal/result"
)

// loadDeviations reads the failures that a team has accepted. It is done before
// a run: an entry that names nothing is better known before than after.
func loadDeviations(path string, side result.Side) ([]gate.Deviation, error) {
	if path == "" {
		return nil, nil
	}
	ledger, err := certify.Ledger(side)
	if err != nil {
		return nil, err
	}
	return gate.Load(path, func(id string) bool {
		r := ledger.Find(id)
		return r != nil && !r.Observation
	})
}

// gateExit turns what the gate decided into an exit code.
func gateExit(d gate.Decision) error {
	switch d {
	case gate.Open:
		return nil
	case gate.Shut:
		return exit(ExitNonConformant)
	default:
		return exit(ExitInconclusive)
	}
}

// verdictLine is the verdict in a few words, for `--format quiet`.
func verdictLine(run *result.Run) string {
	accepted := 0
	for _, d := range run.Deviations {
		if d.State == gate.Accepted {
			accepted++
		}
	}
	switch accepted {
	case 0:
		return string(run.Verdict)
	case 1:
		return fmt.Sprintf("%s with 1 deviation", run.Verdict)
	default:
		return fmt.Sprintf("%s with %d deviations", run.Verdict, accepted)
	}
}
