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

// Verdict is the result of a whole run.
type Verdict string

// The verdicts. A build that is not shown to be conformant is not Conformant.
const (
	Conformant    Verdict = "conformant"     // every requirement in scope passed or was tolerated
	Partial       Verdict = "partial"        // everything that was judged holds, but only a part was requested or exercised
	NonConformant Verdict = "non-conformant" // at least one requirement failed
	Inconclusive  Verdict = "inconclusive"   // none failed, but something in scope was not judged
)

// Good reports whether no fault was found and everything that the run was about was judged. The
// run may have been about only a part.
func (v Verdict) Good() bool { return v == Conformant || v == Partial }

// Verdicts lists all verdicts, the best first.
var Verdicts = []Verdict{Conformant, Partial, Inconclusive, NonConformant}

// CommandFailed is the beginning of Interrupted if the command of a partner build failed.
const CommandFailed = "the command failed"

// NothingRecorded is the beginning of Reason if a partner build made no calls.
const NothingRecorded = "no request to the service was recorded"

// Judge derives the verdict of a run from the outcomes of its requirements, and from how much of
// its scope they cover. Requirements that a partner build never exercised do not count, and the
// verdict can then be Partial at best. A run without any requirement is Inconclusive, because it
// shows nothing. So is a run that ended early and in which nothing failed.
func Judge(run *Run) Verdict {
	worst, counted := Passed, 0
	for _, r := range run.Requirements {
		if r.owed() {
			worst = Worse(worst, r.Outcome)
			counted++
		}
	}
	switch {
	case counted > 0 && worst == Failed:
		return NonConformant
	case counted == 0 || !worst.Good() || run.Interrupted != "":
		return Inconclusive
	case run.Part():
		return Partial
	default:
		return Conformant
	}
}

// Count returns the number of requirements for each outcome.
func Count(requirements []Requirement) map[Outcome]int {
	counts := make(map[Outcome]int)
	for _, r := range requirements {
		counts[r.Outcome]++
	}
	return counts
}
