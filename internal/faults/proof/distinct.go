package proof

import (
	"context"
	"maps"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
)

// findings are the locations at which a run found failures, each with the kind of the failure.
type findings map[string]bool

// findingsIn uses the single failures. It does not depend on how causes are made from them.
func findingsIn(run *result.Run) findings {
	all := make(findings)
	for _, q := range run.Requirements {
		for _, c := range q.Checks {
			for _, f := range c.Failures {
				if q.Outcome == result.Failed {
					all[findingOf(q.ID, f)] = true
				}
			}
		}
	}
	return all
}

// findingOf returns the location of one failure. If values are refused in combination, it includes
// the message, which names the values: a rule about combinations reports all of them at one
// location.
func findingOf(requirement string, f result.Failure) string {
	parts := []string{requirement, f.Endpoint, result.WithoutIndexes(f.Path), string(f.Kind)}
	if strings.HasPrefix(f.Message, result.RefusedTogether) {
		parts = append(parts, f.Message)
	}
	return strings.Join(parts, " ")
}

func (p findings) within(other findings) bool {
	for place := range p {
		if !other[place] {
			return false
		}
	}
	return true
}

// apart counts the faults of a set that can be distinguished by the failures. A fault shows if
// the run has a failure that the fault also causes alone. Two faults cannot be distinguished if
// all failures of one are also failures of the other. The same deviation at several endpoints
// counts once, because it has the same fix.
func (r *compoundRun) apart(ctx context.Context, set Set, run *result.Run) int {
	found := findingsIn(run)
	var shown []findings
	fixes := make(map[string]bool)
	for _, n := range set.Faults {
		own := maps.Clone(r.judgedAlone(ctx, n).found)
		maps.DeleteFunc(own, func(place string, _ bool) bool { return !found[place] })
		fix := fixOf(r.Faults[n])
		if len(own) == 0 || fixes[fix] {
			continue
		}
		fixes[fix] = true
		shown = append(shown, own)
	}
	count := 0
	for n, own := range shown {
		if !coveredByAnother(shown, n, own) {
			count++
		}
	}
	return count
}

// coveredByAnother reports whether all failures of a fault are also failures of another one. If
// two faults have the same failures, only the first counts.
func coveredByAnother(shown []findings, n int, own findings) bool {
	for other, theirs := range shown {
		if other != n && own.within(theirs) && (other < n || !theirs.within(own)) {
			return true
		}
	}
	return false
}

// fixOf returns a name for the fix of a fault: its id without the endpoint.
func fixOf(f faults.Fault) string {
	return strings.TrimLeft(strings.TrimPrefix(f.ID, f.Endpoint()), "/-")
}
