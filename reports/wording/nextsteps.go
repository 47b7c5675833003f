package wording

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Remedy is one step towards conformance: what to do about requirements that share an outcome and
// a cause.
type Remedy struct {
	Outcome result.Outcome
	Cause   string   // what they all share: a reason, or the ids of the requirements that block them
	IDs     []string // the requirements that this step would decide
	Blocked []string // the requirements that these requirements block
	Blocker bool     // Cause is a list of requirement ids
	// Unexercised says that a partner build never did what the requirements are about. They were
	// not part of what was judged, and no step is necessary.
	Unexercised bool
}

// Word returns the outcome of the requirements in the word of a report.
func (m Remedy) Word() string {
	if m.Unexercised {
		return NotExercised
	}
	return string(m.Outcome)
}

// NotExercised replaces "untested" if no step is necessary.
const NotExercised = "not exercised"

// NextSteps lists the steps to a conformant run, in the order to take them: first failures, then
// errors, then blocked requirements, then untested ones.
func NextSteps(run *result.Run) []Remedy {
	var all []Remedy
	for _, o := range []result.Outcome{result.Failed, result.Errored, result.Blocked, result.Untested} {
		all = append(all, remediesFor(run.Requirements, o)...)
	}
	return all
}

func remediesFor(requirements []result.Requirement, o result.Outcome) []Remedy {
	at := make(map[string]int)
	var out []Remedy
	for _, r := range WithOutcome(requirements, o) {
		cause, blocker := causeOf(r)
		key := cause + map[bool]string{true: "\n" + NotExercised}[r.Unexercised]
		if o == result.Failed {
			key = r.ID // failures are never grouped
		}
		i, seen := at[key]
		if !seen {
			i = len(out)
			at[key] = i
			out = append(out, Remedy{Outcome: o, Cause: cause, Blocker: blocker, Blocked: BlockedBy(requirements, r.ID), Unexercised: r.Unexercised})
		}
		out[i].IDs = append(out[i].IDs, r.ID)
	}
	slices.SortStableFunc(out, func(a, b Remedy) int { return order(a.Unexercised) - order(b.Unexercised) })
	return out
}

// order puts requirements that must be exercised before those that need not be.
func order(unexercised bool) int {
	if unexercised {
		return 1
	}
	return 0
}

func causeOf(r result.Requirement) (cause string, blocker bool) {
	if KnownOutcome(r.Outcome) == result.Blocked && len(r.BlockedBy) > 0 {
		return strings.Join(r.BlockedBy, ", "), true
	}
	return ReasonOf(r), false
}

// BlockedBy lists the requirements that the given one blocks.
func BlockedBy(requirements []result.Requirement, id string) []string {
	var ids []string
	for _, r := range requirements {
		if slices.Contains(r.BlockedBy, id) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// IDList joins at most limit ids.
func IDList(ids []string, limit int) string {
	if len(ids) <= limit {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:limit], ", ") + " and " + grouped(len(ids)-limit) + " more"
}

// WayToConformance describes the remaining steps in a few sentences. A conformant run has none.
func WayToConformance(run *result.Run) []string {
	if KnownVerdict(run.Verdict) == result.Conformant {
		return nil
	}
	if run.Side == result.PartnerSide && strings.HasPrefix(run.Reason, result.NothingRecorded) {
		return append([]string{callTheService}, Remaining(run)...)
	}
	var steps []string
	for _, o := range []result.Outcome{result.Failed, result.Errored, result.Blocked, result.Untested} {
		if ids := idsOf(Owed(WithOutcome(run.Requirements, o))); len(ids) > 0 {
			steps = append(steps, instruction(o, run.Side)+": "+IDList(ids, 12)+".")
		}
	}
	return append(steps, Remaining(run)...)
}

// callTheService tells the user of a partner build that made no calls what to do.
const callTheService = "Make the build call the service, and run again. A command reads the address from ASSAY_BASE_URL. With --listen, use the printed address. For --har, record the calls to the service."

// Remaining lists the steps that do not belong to an outcome: how to judge the rest of the scope.
func Remaining(run *result.Run) []string {
	var steps []string
	if run.Verdict == result.Partial {
		steps = append(steps, judgeTheRest(run))
	}
	switch {
	case strings.HasPrefix(run.Interrupted, result.CommandFailed):
		steps = append(steps, "Make the command end without a failure: "+run.Interrupted+".")
	case run.Interrupted != "":
		steps = append(steps, "Let the run end: it was interrupted ("+run.Interrupted+").")
	}
	if len(run.Requirements) == 0 {
		steps = append(steps, "Select at least one requirement: nothing was judged.")
	}
	return steps
}

// judgeTheRest says how to run the whole scope.
func judgeTheRest(run *result.Run) string {
	var missing []string
	for _, r := range run.Requirements {
		if r.Missing() {
			missing = append(missing, r.ID)
		}
	}
	switch {
	case run.Shard != nil:
		return "Merge all parts: assay report merge."
	case len(run.Only) > 0:
		return "Run the whole scope, without --only."
	case len(missing) > 0:
		return "Make the build exercise the rest, or limit the scope with --scope: " + IDList(missing, 12) + "."
	}
	return "Run the whole scope."
}

// Owed returns the requirements without those that a partner build never exercised.
func Owed(requirements []result.Requirement) []result.Requirement {
	return slices.DeleteFunc(slices.Clone(requirements), func(r result.Requirement) bool { return r.Unexercised })
}

func instruction(o result.Outcome, side result.Side) string {
	if o == result.Untested && side == result.PartnerSide {
		return "Make the build send it, in traffic that assay can judge"
	}
	switch o {
	case result.Failed:
		return "Fix what failed"
	case result.Errored:
		return "Clear the errors and run again"
	case result.Blocked:
		return "Run again; until then assay cannot judge"
	default:
		return "Make it possible to test"
	}
}

func idsOf(requirements []result.Requirement) []string {
	ids := make([]string, 0, len(requirements))
	for _, r := range requirements {
		ids = append(ids, r.ID)
	}
	return ids
}
