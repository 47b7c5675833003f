package cli

import (
	"fmt"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/gate"
	"github.com/credit-partner/assay/internal/result"
)

// loadDeviations reads the failures that a team has accepted. It is done before
// a run: an entry that names nothing is better known before than after.
func loadDeviations(path string, side result.Side) (*gate.List, error) {
	if path == "" {
		return nil, nil
	}
	ledger, err := certify.Ledger(side)
	if err != nil {
		return nil, err
	}
	known := func(id string) bool {
		r := ledger.Find(id)
		return r != nil && !r.Observation
	}
	deviations, err := gate.Load(path, known, time.Now())
	if err != nil {
		return nil, err
	}
	return &gate.List{Deviations: deviations}, nil
}

// decide holds a run against what is accepted of the requirements that a whole
// run of its scope judges.
func decide(run *result.Run, accepted *gate.List) (gate.Decision, error) {
	if accepted == nil {
		return gate.Judge(run, nil), nil
	}
	planned, err := plannedIDs(run.Side, run.Scope)
	if err != nil {
		return gate.Unsure, err
	}
	return gate.Judge(run, &gate.List{Deviations: accepted.Deviations, Planned: planned}), nil
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
	verdict := string(run.Verdict)
	if run.Verdict == result.Partial && run.Coverage != nil {
		verdict = fmt.Sprintf("%s: %d of %d requirements judged", verdict, run.Coverage.Judged, run.Coverage.Planned)
	}
	if run.Setup != nil {
		verdict += ": " + run.Reason
	}
	switch accepted {
	case 0:
		return verdict
	case 1:
		return verdict + " with 1 deviation"
	default:
		return fmt.Sprintf("%s with %d deviations", verdict, accepted)
	}
}
