package certificate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Condition is one condition that a run must fulfil to be certified.
type Condition string

// The conditions. assay refuses a run that breaks any of them.
const (
	ResultsSound     Condition = "results-sound"     // results.json exists, has the known version, and is unambiguous
	VerdictGood      Condition = "verdict-good"      // the verdict is conformant, and follows from the outcomes
	Finished         Condition = "finished"          // the run was not interrupted
	NotNarrowed      Condition = "not-narrowed"      // no pattern and no shard left requirements out
	ScopeCovered     Condition = "scope-covered"     // every capability in scope has requirements
	RequirementsGood Condition = "requirements-good" // every requirement and every check passed or was tolerated
	PlanComplete     Condition = "plan-complete"     // the run has exactly the requirements that the suite has for the scope
	NoDeviations     Condition = "no-deviations"     // there is no accepted deviation
	SuiteAtHand      Condition = "suite-at-hand"     // the suite that signs is the suite that judged
	TargetNamed      Condition = "target-named"      // results.json names the target
	RunTimely        Condition = "run-timely"        // the run has times that are not in the future and not too old
	Uncontradicted   Condition = "uncontradicted"    // exchanges.har, judged again, gives the same results
	FilesRendered    Condition = "files-rendered"    // every file is the same as when results.json is rendered again
	EvidenceThere    Condition = "evidence-there"    // exchanges.har contains the exchanges that were judged
)

// Broken is a condition that a run does not fulfil.
type Broken struct {
	Condition Condition
	Detail    string // a sentence that says what was found, and what to do
}

// Refused is the error for a run that cannot be certified. It names every broken condition, not
// only the first.
type Refused struct {
	Broken []Broken
}

// Error returns in one line the reasons why there is no certificate.
func (r *Refused) Error() string {
	var details []string
	for _, b := range r.Broken {
		details = append(details, fmt.Sprintf("%s (%s)", b.Detail, b.Condition))
	}
	return "this run cannot be certified: " + strings.Join(details, "; ")
}

// Breaks reports whether a condition is broken.
func (r *Refused) Breaks(c Condition) bool {
	return slices.ContainsFunc(r.Broken, func(b Broken) bool { return b.Condition == c })
}

// conditions returns the conditions that a run breaks, as far as the run alone shows them. It does
// not trust derived values: it compares the verdict and the outcomes of requirements with the
// values that they are derived from.
func conditions(run *result.Run) brokenList {
	var broken brokenList
	if run.Schema != result.Schema {
		broken.add(ResultsSound, "results.json is of the version %q, not %q", run.Schema, result.Schema)
	}
	if run.Side != result.ServerSide && run.Side != result.PartnerSide {
		broken.add(ResultsSound, "results.json is about the side %q, which is neither server nor partner", run.Side)
	}
	checkVerdict(run, &broken)
	checkWhole(run, &broken)
	checkScope(run, &broken)
	checkRequirements(run.Requirements, &broken)
	checkTarget(run, &broken)
	return broken
}

func checkVerdict(run *result.Run, broken *brokenList) {
	switch {
	case run.Verdict == result.Partial && run.Coverage != nil:
		broken.add(VerdictGood, "the verdict is %q: of %d requirements in its scope %d were not judged, and only a whole run is certified", run.Verdict, run.Coverage.Planned, run.Coverage.NotJudged())
	case run.Verdict != result.Conformant:
		broken.add(VerdictGood, "the verdict is %q, and only a conformant run is certified", run.Verdict)
	}
	if made := result.Judge(run); made != run.Verdict {
		broken.add(VerdictGood, "the verdict is %q, but the outcomes give %q", run.Verdict, made)
	}
}

// checkWhole checks that the run judged its whole scope, and that no deviation is accepted.
func checkWhole(run *result.Run, broken *brokenList) {
	if run.Interrupted != "" {
		broken.add(Finished, "the run ended early: %s", run.Interrupted)
	}
	if len(run.Only) > 0 {
		broken.add(NotNarrowed, "the run was limited to %s: run the whole scope", someOf(run.Only))
	}
	if s := run.Shard; s != nil {
		broken.add(NotNarrowed, "the run is part %d of %d only: merge the parts with `assay report merge`", s.Index, s.Of)
	}
	if len(run.Deviations) > 0 {
		var ids []string
		for _, d := range run.Deviations {
			ids = append(ids, d.Requirement)
		}
		broken.add(NoDeviations, "deviations are accepted (%s), and assay does not certify a run with deviations", someOf(ids))
	}
}

func checkScope(run *result.Run, broken *brokenList) {
	if len(run.Scope) == 0 {
		broken.add(ScopeCovered, "the scope is empty")
	}
	var bare []string
	for _, scope := range run.Scope {
		if !slices.ContainsFunc(run.Requirements, func(r result.Requirement) bool { return r.Scope == scope }) {
			bare = append(bare, scope)
		}
	}
	if len(bare) > 0 {
		broken.add(ScopeCovered, "no requirement of %s was judged", someOf(bare))
	}
}

func checkRequirements(requirements []result.Requirement, broken *brokenList) {
	var bad, bare []string
	for _, r := range requirements {
		if r.Unexercised && r.Outcome == result.Untested && !r.Missing() {
			continue // a partner build may leave this out
		}
		if !r.Outcome.Good() || !checksGood(r.Checks) {
			bad = append(bad, r.ID)
		}
		if len(r.Checks) == 0 {
			bare = append(bare, r.ID)
		}
	}
	if len(bad) > 0 {
		broken.add(RequirementsGood, "not passed in every check: %s", someOf(bad))
	}
	if len(bare) > 0 {
		broken.add(RequirementsGood, "without any check: %s", someOf(bare))
	}
}

// checksGood reports whether every check passed or does not apply to the target. For example, a
// check does not apply if the target may refuse an order that the check needs.
func checksGood(checks []result.Check) bool {
	return !slices.ContainsFunc(checks, func(c result.Check) bool {
		leftOut := c.Inapplicable && c.Outcome == result.Untested
		return !c.Outcome.Good() && !leftOut || len(c.Failures) > 0
	})
}

// checkTarget checks that the run identifies its target: a server by its address, and a partner
// build, which has no address, by the name that its team uses.
func checkTarget(run *result.Run, broken *brokenList) {
	switch {
	case run.Side == result.ServerSide && run.Target.BaseURL == "":
		broken.add(TargetNamed, "results.json does not say at which base address the target was")
	case run.Side == result.PartnerSide && run.Target.Build == "":
		broken.add(TargetNamed, "results.json does not name the partner build: give --build and run again")
	}
}

// brokenList collects the broken conditions.
type brokenList []Broken

func (l *brokenList) add(c Condition, format string, args ...any) {
	*l = append(*l, Broken{Condition: c, Detail: fmt.Sprintf(format, args...)})
}

// refusal returns a *Refused with the broken conditions, or nil if there are none.
func (l brokenList) refusal() error {
	if len(l) == 0 {
		return nil
	}
	return &Refused{Broken: l}
}

// someOf joins names for a sentence, and cuts a long list.
func someOf(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
