package result

// Outcome is the result of a requirement or of one of its checks.
type Outcome string

// The outcomes. Only Passed and Tolerated are good.
const (
	Passed    Outcome = "passed"
	Tolerated Outcome = "tolerated" // passed, because the deviation is a documented inconsistency of the specification
	Failed    Outcome = "failed"
	Blocked   Outcome = "blocked"  // a precondition is broken; BlockedBy names the requirement that is broken
	Untested  Outcome = "untested" // not judged; the reason says why
	Errored   Outcome = "errored"  // a fault of assay or of the network
)

// severity orders outcomes by their severity. The outcome of a requirement is the worst outcome
// of its checks.
var severity = map[Outcome]int{Passed: 0, Tolerated: 1, Untested: 2, Blocked: 3, Errored: 4, Failed: 5}

// Worse returns the worse of two outcomes. An unknown outcome counts as Errored, so that it can
// never pass.
func Worse(a, b Outcome) Outcome {
	a, b = known(a), known(b)
	if severity[b] > severity[a] {
		return b
	}
	return a
}

func known(o Outcome) Outcome {
	if _, ok := severity[o]; !ok {
		return Errored
	}
	return o
}

// Good reports whether the outcome counts towards conformance.
func (o Outcome) Good() bool { return o == Passed || o == Tolerated }

// Count returns the number of requirements for each outcome.
func Count(requirements []Requirement) map[Outcome]int {
	counts := make(map[Outcome]int)
	for _, r := range requirements {
		counts[r.Outcome]++
	}
	return counts
}
