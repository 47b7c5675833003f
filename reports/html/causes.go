package html

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// causeView is a cause in the form that the page shows.
type causeView struct {
	result.Cause
	Stake    string
	Failed   []titled
	Blocked  []titled
	Where    string // the number of places, in words
	Accepted bool   // all failures that it explains are accepted
}

// titled is the id and the statement of a requirement.
type titled struct{ ID, Statement string }

// titles maps the ids of requirements to their statements.
type titles map[string]string

func titlesOf(requirements []result.Requirement) titles {
	all := make(titles, len(requirements))
	for _, r := range requirements {
		all[r.ID] = r.Statement
	}
	return all
}

func (t titles) of(ids []string) []titled {
	var all []titled
	for _, id := range ids {
		all = append(all, titled{id, t[id]})
	}
	return all
}

func causeViews(run *result.Run, known titles) []causeView {
	accepted := acceptedOf(run)
	var views []causeView
	for _, c := range run.Causes {
		v := causeView{
			Cause: c, Stake: wording.AtStake[c.Severity], Failed: known.of(c.Requirements), Blocked: known.of(c.Blocks), Where: wording.Plural(c.Findings, "place"),
		}
		v.Accepted = len(c.Requirements) > 0 && !slices.ContainsFunc(c.Requirements, func(id string) bool { return len(accepted[id]) == 0 })
		views = append(views, v)
	}
	return views
}

// acceptedOf returns the deviations by which requirements are accepted, by the id of the
// requirement. It includes only requirements of which all failures are accepted, and deviations
// that could not be judged.
func acceptedOf(run *result.Run) map[string][]result.Deviation {
	all := make(map[string][]result.Deviation)
	for _, r := range run.Requirements {
		for _, d := range run.Deviations {
			if d.Requirement == r.ID && d.State == "accepted" && (r.Accepted || d.Unjudged != "") {
				all[r.ID] = append(all[r.ID], d)
			}
		}
	}
	return all
}

// openView is a reason why some requirements were not judged, and the list of these requirements.
type openView struct {
	Outcome      result.Outcome
	Why          string
	WaitsFor     []titled
	Requirements []titled
}

// openOf lists the requirements that were not judged, by the step that would decide them. It
// leaves out those that failures block, because the page shows them with the causes.
func openOf(run *result.Run, known titles) []openView {
	var all []openView
	for _, m := range wording.NextSteps(run) {
		if m.Unexercised || m.Outcome == result.Failed || m.Blocker && explained(run, m.IDs) {
			continue
		}
		v := openView{Outcome: m.Outcome, Why: m.Cause, Requirements: known.of(m.IDs)}
		if m.Blocker {
			v.Why, v.WaitsFor = "", known.of(blockersOf(run, m.IDs[0]))
		}
		all = append(all, v)
	}
	return all
}

func blockersOf(run *result.Run, id string) []string {
	for _, r := range run.Requirements {
		if r.ID == id {
			return r.BlockedBy
		}
	}
	return nil
}

// explained reports whether the causes already list all of these requirements as blocked.
func explained(run *result.Run, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(run.Causes, func(c result.Cause) bool { return slices.Contains(c.Blocks, id) })
	})
}

// missingOf returns the requirements that a partner build must still exercise to cover the whole
// scope.
func missingOf(run *result.Run, known titles) []titled {
	if run.Verdict != result.Partial || len(run.Only) > 0 || run.Shard != nil {
		return nil
	}
	var ids []string
	for _, r := range run.Requirements {
		if r.Missing() {
			ids = append(ids, r.ID)
		}
	}
	return known.of(ids)
}
