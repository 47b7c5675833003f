package soak

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// reason puts the verdict of a soak into a sentence.
func reason(run *result.Run) string {
	rounds := result.Counted(run.Soak.Rounds, "round")
	unstable := ""
	if n := len(run.Soak.Unstable); n > 0 {
		unstable = fmt.Sprintf("; %d did not end alike in all of them", n)
	}
	switch {
	case run.Verdict.Good():
		return fmt.Sprintf("in each of %s %s%s", rounds, run.AllHold(), run.Beyond())
	case run.Verdict == result.NonConformant:
		return fmt.Sprintf("in at least one of %s %s%s%s", rounds, run.SomeFailed(), unstable, run.Beyond())
	case run.Open() == 0:
		return fmt.Sprintf("nothing failed in %s, but there were to be more: %s", rounds, run.Interrupted)
	}
	return fmt.Sprintf("in %s %s in at least one%s%s", rounds, run.SomeOpen(), unstable, run.NotAsked())
}
