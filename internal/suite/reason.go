package suite

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// unstableSuffix says how many checks passed only because calls were made once more.
func unstableSuffix(run *result.Run) string {
	unstable := 0
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Unstable) > 0 {
				unstable++
			}
		}
	}
	switch unstable {
	case 0:
		return ""
	case 1:
		return "; 1 check was unstable"
	}
	return fmt.Sprintf("; %d checks were unstable", unstable)
}

// reason puts the verdict into a sentence.
func reason(run *result.Run) string {
	switch run.Verdict {
	case result.Conformant:
		return run.AllHold() + unstableSuffix(run)
	case result.Partial:
		return run.AllHold() + run.Beyond() + unstableSuffix(run)
	case result.NonConformant:
		return run.SomeFailed() + run.Beyond()
	}
	if run.Open() > 0 {
		return run.SomeOpen() + run.NotAsked()
	}
	return run.NoneFailed() + ", but the run ended early: " + run.Interrupted
}

// partReason is the reason of a part of a run: the checks of one requirement may
// stand in several parts, so that a part alone shows of none that it holds.
func partReason(run *result.Run) string {
	if run.Verdict != result.Partial {
		return reason(run)
	}
	checks := 0
	for _, r := range run.Requirements {
		checks += len(r.Checks)
	}
	return fmt.Sprintf("the %s of this part passed; merge all parts for the verdict%s", result.Counted(checks, "check"), unstableSuffix(run))
}
