package cli

import (
	"fmt"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/deviation"
	"github.com/credit-partner/assay/internal/result"
)

// loadDeviations reads the failures that a team has accepted. The caller does this before a run,
// so that the user learns at once about an entry that names no requirement.
func loadDeviations(path string, side result.Side) (*deviation.List, error) {
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
	deviations, err := deviation.Load(path, known, time.Now())
	if err != nil {
		return nil, err
	}
	return &deviation.List{Deviations: deviations}, nil
}

// decide compares a run with the accepted deviations. It needs the requirements that a whole run
// of the scope judges.
func decide(run *result.Run, accepted *deviation.List) (deviation.Decision, error) {
	if accepted == nil {
		return deviation.Judge(run, nil), nil
	}
	planned, err := certify.PlannedIDs(run.Side, run.Scope)
	if err != nil {
		return deviation.Undecided, err
	}
	return deviation.Judge(run, &deviation.List{Deviations: accepted.Deviations, Planned: planned}), nil
}

// exitFor turns the decision into an exit code.
func exitFor(d deviation.Decision) error {
	switch d {
	case deviation.Pass:
		return nil
	case deviation.Fail:
		return exit(ExitNonConformant)
	default:
		return exit(ExitInconclusive)
	}
}

// verdictLine returns the verdict in a few words, for `--format quiet`.
func verdictLine(run *result.Run) string {
	accepted := 0
	for _, d := range run.Deviations {
		if d.State == deviation.Accepted {
			accepted++
		}
	}
	verdict := string(run.Verdict)
	if run.Verdict == result.Partial && run.Coverage != nil {
		verdict = fmt.Sprintf("%s: %d of %d requirements judged", verdict, run.Coverage.Judged, run.Coverage.Planned)
	}
	switch accepted {
	case 0:
	case 1:
		verdict += " with 1 deviation"
	default:
		verdict += fmt.Sprintf(" with %d deviations", accepted)
	}
	// The number of deviations does not show why the gate stays closed, so the reason follows.
	if run.Setup != nil || accepted > 0 && run.Decision != string(deviation.Pass) {
		verdict += ": " + run.Reason
	}
	return verdict
}
