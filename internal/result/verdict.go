package result

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
