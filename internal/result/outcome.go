package result

// Outcome is what became of a requirement or of one of its checks.
type Outcome string

// The outcomes. Only Passed and Tolerated are good news.
const (
	Passed    Outcome = "passed"
	Tolerated Outcome = "tolerated" // passed by way of a documented inconsistency
	Failed    Outcome = "failed"
	Blocked   Outcome = "blocked"  // a precondition broke; BlockedBy names the requirement that broke it
	Untested  Outcome = "untested" // not judged; the reason says why
	Errored   Outcome = "errored"  // our fault or the network's
)

// severity orders outcomes so that a status only ratchets up: one failed check
// outweighs whatever else its requirement saw.
var severity = map[Outcome]int{Passed: 0, Tolerated: 1, Untested: 2, Blocked: 3, Errored: 4, Failed: 5}

// Worse returns the graver of two outcomes. An outcome it does not know counts
// as Errored, so that nothing unknown can pass.
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

// Good tells whether the outcome counts towards conformance.
func (o Outcome) Good() bool { return o == Passed || o == Tolerated }

// Verdict is the answer of a whole run.
type Verdict string

// The verdicts. A run fails closed: whatever is not shown conformant is not.
const (
	Conformant    Verdict = "conformant"     // every requirement in scope passed or was tolerated
	Partial       Verdict = "partial"        // what was judged holds, but only a part was asked for or occurred
	NonConformant Verdict = "non-conformant" // at least one failed
	Inconclusive  Verdict = "inconclusive"   // none failed, but something in scope was not judged
)

// Good tells whether nothing was found wrong, and nothing that the run was about
// was left open. It may have been about a part.
func (v Verdict) Good() bool { return v == Conformant || v == Partial }

// Verdicts are all verdicts, the best first.
var Verdicts = []Verdict{Conformant, Partial, Inconclusive, NonConformant}

// CommandFailed begins what Interrupted says of a partner build whose command failed.
const CommandFailed = "the command failed"

// NothingRecorded begins the reason of a run on a partner build that called nothing.
const NothingRecorded = "no request to the service was recorded"

// Judge derives the verdict of a run from the outcomes of its requirements, and
// from how much of its scope they are. What a partner build never exercised does
// not count, and makes a run partial at the most. No requirement at all is
// Inconclusive: nothing was shown; so is a run that ended early.
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

// Count tells how many requirements had each outcome.
func Count(requirements []Requirement) map[Outcome]int {
	counts := make(map[Outcome]int)
	for _, r := range requirements {
		counts[r.Outcome]++
	}
	return counts
}
