package certificate

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// conditions returns what keeps a run from being certified, as far as the run
// alone shows it. It believes no sum that can be made again: the verdict and
// the outcomes of requirements are held against what they are made from.
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
		broken.add(VerdictGood, "the verdict is %q, but the outcomes come to %q", run.Verdict, made)
	}
}

// checkWhole looks for what makes a run less than the whole of its scope, or
// its verdict less than it seems.
func checkWhole(run *result.Run, broken *brokenList) {
	if run.Interrupted != "" {
		broken.add(Finished, "the run ended early: %s", run.Interrupted)
	}
	if len(run.Only) > 0 {
		broken.add(NotNarrowed, "the run was narrowed to %s: run it whole", someOf(run.Only))
	}
	if s := run.Shard; s != nil {
		broken.add(NotNarrowed, "the run is part %d of %d only: merge the parts with `assay report merge`", s.Index, s.Of)
	}
	if len(run.Deviations) > 0 {
		var ids []string
		for _, d := range run.Deviations {
			ids = append(ids, d.Requirement)
		}
		broken.add(NoDeviations, "deviations are accepted (%s), and with deviations there is no certificate", someOf(ids))
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
		broken.add(ScopeCovered, "nothing was judged of %s", someOf(bare))
	}
}

func checkRequirements(requirements []result.Requirement, broken *brokenList) {
	var bad, bare []string
	for _, r := range requirements {
		if r.Unexercised && r.Outcome == result.Untested && !r.Missing() {
			continue // what a partner build may leave out
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

func checksGood(checks []result.Check) bool {
	for _, c := range checks {
		if !c.Outcome.Good() || len(c.Failures) > 0 {
			return false
		}
	}
	return true
}

// checkTarget asks for whatever identifies the target: a server by its address,
// a partner build, which has none, by the name that its team gives it.
func checkTarget(run *result.Run, broken *brokenList) {
	switch {
	case run.Side == result.ServerSide && run.Target.BaseURL == "":
		broken.add(TargetNamed, "results.json does not say at which base address the target was")
	case run.Side == result.PartnerSide && run.Target.Build == "":
		broken.add(TargetNamed, "results.json does not name the partner build: set target.build and run again")
	}
}
