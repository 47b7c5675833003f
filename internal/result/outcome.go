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
	NonConformant Verdict = "non-conformant" // at least one failed
	Inconclusive  Verdict = "inconclusive"   // none failed, but something in scope was not judged
)

// Judge derives the verdict of a run from the outcomes of its requirements.
// What a partner build never exercised does not count. No requirement at all is
// Inconclusive: nothing was shown.
func Judge(requirements []Requirement) Verdict {
	worst, judged := Passed, 0
	for _, r := range requirements {
		if r.Unexercised && r.Outcome == Untested {
			continue
		}
		worst = Worse(worst, r.Outcome)
		judged++
	}
	switch {
	case judged == 0:
		return Inconclusive
	case worst == Failed:
		return NonConformant
	case worst.Good():
		return Conformant
	default:
		return Inconclusive
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
