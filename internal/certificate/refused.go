package certificate

import (
	"fmt"
	"strings"
)

// Condition names one thing that a run must fulfil to be certified.
type Condition string

// The conditions. A run is refused when any of them is broken.
const (
	ResultsSound     Condition = "results-sound"     // results.json is there, of the known version, and unambiguous
	VerdictGood      Condition = "verdict-good"      // the verdict is conformant, and follows from the outcomes
	Finished         Condition = "finished"          // the run was not interrupted
	NotNarrowed      Condition = "not-narrowed"      // no pattern left requirements out
	ScopeCovered     Condition = "scope-covered"     // every capability in scope has requirements
	RequirementsGood Condition = "requirements-good" // every requirement and every check passed or was tolerated
	PlanComplete     Condition = "plan-complete"     // exactly the requirements that the suite has for the scope
	NoDeviations     Condition = "no-deviations"     // nothing is accepted that does not conform
	SuiteAtHand      Condition = "suite-at-hand"     // the suite that signs asks the questions that were asked
	TargetNamed      Condition = "target-named"      // it is said what was judged
	RunTimely        Condition = "run-timely"        // the run has times, not of the future, not too old
	Uncontradicted   Condition = "uncontradicted"    // judged again by exchanges.har, nothing comes out otherwise
	FilesRendered    Condition = "files-rendered"    // every file is what rendering results.json gives
	EvidenceThere    Condition = "evidence-there"    // exchanges.har holds the exchanges that were judged
)

// Broken is a condition that a run does not fulfil.
type Broken struct {
	Condition Condition
	Detail    string // a sentence: what was found, and what to do
}

// Refused is the error of a run that cannot be certified. It names every
// condition that is broken, not only the first.
type Refused struct {
	Broken []Broken
}

// Error says in one line what is in the way of a certificate.
func (r *Refused) Error() string {
	var details []string
	for _, b := range r.Broken {
		details = append(details, fmt.Sprintf("%s (%s)", b.Detail, b.Condition))
	}
	return "this run cannot be certified: " + strings.Join(details, "; ")
}

// Breaks tells whether a condition is among the broken ones.
func (r *Refused) Breaks(c Condition) bool {
	for _, b := range r.Broken {
		if b.Condition == c {
			return true
		}
	}
	return false
}

// brokenList gathers what is broken.
type brokenList []Broken

func (l *brokenList) add(c Condition, format string, args ...any) {
	*l = append(*l, Broken{Condition: c, Detail: fmt.Sprintf(format, args...)})
}

// refusal is the error of what is broken, or nil when nothing is.
func (l brokenList) refusal() error {
	if len(l) == 0 {
		return nil
	}
	return &Refused{Broken: l}
}

// someOf lists names in a sentence, and cuts a long list.
func someOf(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
