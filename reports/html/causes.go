package html

import (
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// causeView is a cause as the page shows it.
type causeView struct {
	result.Cause
	Stake   string
	Failed  []titled
	Blocked []titled
	Where   string // how many places
}

// titled is a requirement by its id and what it says.
type titled struct{ ID, Statement string }

func causeViews(run *result.Run) []causeView {
	statements := make(map[string]string, len(run.Requirements))
	for _, r := range run.Requirements {
		statements[r.ID] = r.Statement
	}
	named := func(ids []string) []titled {
		var all []titled
		for _, id := range ids {
			all = append(all, titled{id, statements[id]})
		}
		return all
	}
	var views []causeView
	for _, c := range run.Causes {
		views = append(views, causeView{
			Cause: c, Stake: wording.AtStake[c.Severity], Failed: named(c.Requirements), Blocked: named(c.Blocks), Where: wording.Plural(c.Findings, "place"),
		})
	}
	return views
}
