package wording

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Remedy is one step towards conformance: what to do about requirements
// that share an outcome and a cause.
type Remedy struct {
	Outcome result.Outcome
	Cause   string   // what all of them share: a reason, or the ids that block
	IDs     []string // the requirements that it would settle
	Blocked []string // what these requirements block in turn
	Blocker bool     // Cause names requirements
	// Unexercised says that a partner build never came to what they are about:
	// they are no part of what was judged, and nothing need be done.
	Unexercised bool
}

// Word is what became of the requirements, as a report says it.
func (m Remedy) Word() string {
	if m.Unexercised {
		return NotExercised
	}
	return string(m.Outcome)
}

// NotExercised is said in place of untested where nothing is owed.
const NotExercised = "not exercised"

// NextSteps lists what would make a run conformant, in the order in which to go
// about it: failures first, then errors, what they block, and what was not
// tested.
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
			key = r.ID // each failure is a matter of its own
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

// order puts what is owed before what is not.
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

// BlockedBy lists the requirements that wait for the given one.
func BlockedBy(requirements []result.Requirement, id string) []string {
	var ids []string
	for _, r := range requirements {
		if slices.Contains(r.BlockedBy, id) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// IDList names ids, at most limit of them.
func IDList(ids []string, limit int) string {
	if len(ids) <= limit {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:limit], ", ") + " and " + grouped(len(ids)-limit) + " more"
}

// WayToConformance says in a few sentences what is left to do; none for a run
// that is conformant.
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

// callTheService is what a partner build must do that called nothing.
const callTheService = "Make the build call the service, and run again. A command reads the address from ASSAY_BASE_URL. With --listen, use the printed address. For --har, record the calls to the service."

// Remaining says what is left to do beside what has an outcome: to judge the rest.
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

// judgeTheRest says how a run becomes one of the whole scope.
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

// Owed leaves out what a partner build never exercised.
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
