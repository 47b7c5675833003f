package certify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner"
)

// reason explains the verdict on a partner build in one sentence.
func (o *PartnerOptions) reason(run *result.Run, exercised map[string]bool, read *partner.Run) string {
	scope := strings.Join(run.Scope, ", ")
	absent := slices.DeleteFunc(slices.Clone(o.Require), func(s string) bool { return exercised[s] })
	n, counts := len(run.Requirements)-unexercised(run), result.Count(run.Requirements)
	subject := result.Counted(n, "requirement") + " that the build exercised"
	switch {
	case run.Verdict == result.NonConformant:
		return fmt.Sprintf("%d of the %s (%s) failed", counts[result.Failed], subject, scope)
	case len(absent) > 0:
		return fmt.Sprintf("the build is required to exercise %s, and did not", strings.Join(absent, ", "))
	case len(exercised) == 0:
		return result.NothingRecorded + ": " + o.whyNothingToJudge(read)
	case run.Interrupted != "":
		return "nothing failed, but the traffic may not be whole: " + run.Interrupted
	case run.Verdict == result.Inconclusive:
		return fmt.Sprintf("none of the %s (%s) failed, but %d could not be judged", subject, scope, run.Open())
	case run.Verdict == result.Partial:
		return result.PassedAll(subject, n, counts[result.Tolerated]) + leftOut(run)
	}
	return fmt.Sprintf("for %s: %s", scope, result.PassedAll(subject, n, counts[result.Tolerated]))
}

// silence says why there is nothing to judge.
func (o *PartnerOptions) whyNothingToJudge(read *partner.Run) string {
	switch n := read.Total(); {
	case n > 0 && n == read.Negative():
		return "every request is marked as made to be refused"
	case n > 0:
		return "none of " + result.Counted(n, "recorded request") + " is a call of the service"
	case o.NoTrafficReason != "":
		return o.NoTrafficReason
	}
	return "there is nothing to judge"
}

// leftOut says how much of its scope a partial run has not judged, and which capabilities the
// build exercised completely.
func leftOut(run *result.Run) string {
	text := fmt.Sprintf("; %d of %s in scope (%s) were not judged", run.Coverage.NotJudged(),
		result.Counted(run.Coverage.Planned, "requirement"), strings.Join(run.Scope, ", "))
	full := slices.DeleteFunc(slices.Clone(run.Scope), func(s string) bool {
		return slices.ContainsFunc(run.Requirements, func(r result.Requirement) bool { return r.Scope == s && r.Missing() })
	})
	if len(full) > 0 && len(run.Only) == 0 {
		text += "; exercised in full: " + strings.Join(full, ", ")
	}
	return text
}

// unexercisedNotes say what the verdict does not cover.
func unexercisedNotes(run *result.Run, left []string) []string {
	var notes []string
	if len(left) > 0 {
		notes = append(notes, "not exercised, and not certified: "+strings.Join(left, ", "))
	}
	if n := unexercised(run); n > 0 {
		notes = append(notes, fmt.Sprintf("not exercised within %s, and not certified: %s", strings.Join(run.Scope, ", "), result.Counted(n, "requirement")))
	}
	return notes
}

func unexercised(run *result.Run) int {
	n := 0
	for _, r := range run.Requirements {
		if r.Unexercised {
			n++
		}
	}
	return n
}
