package soak

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// reason puts the verdict of a soak into a sentence.
func reason(run *result.Run) string {
	counts := result.Count(run.Requirements)
	total, scope := len(run.Requirements), strings.Join(run.Scope, ", ")
	open := total - counts[result.Passed] - counts[result.Tolerated]
	rounds := "1 round"
	if run.Soak.Rounds != 1 {
		rounds = fmt.Sprintf("%d rounds", run.Soak.Rounds)
	}
	unstable := ""
	if n := len(run.Soak.Unstable); n > 0 {
		unstable = fmt.Sprintf("; %d did not end alike in all of them", n)
	}
	switch {
	case run.Verdict == result.Conformant:
		return fmt.Sprintf("all %d requirements in scope (%s) hold in each of %s, %d of them by way of a documented inconsistency", total, scope, rounds, counts[result.Tolerated])
	case run.Verdict == result.NonConformant:
		return fmt.Sprintf("%d of %d requirements in scope (%s) failed in at least one of %s%s", counts[result.Failed], total, scope, rounds, unstable)
	case open == 0:
		return fmt.Sprintf("nothing failed in %s, but there were to be more: %s", rounds, run.Interrupted)
	}
	return fmt.Sprintf("none of %d requirements in scope (%s) failed in %s, but %d could not be judged in at least one%s", total, scope, rounds, open, unstable)
}
