package html

import (
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// The most octets that the page uses for content without a natural limit. The page counts the
// rest, which is in exchanges.har and results.json. Together with the plain list of checks, the
// page stays below 10 MB.
const (
	budgetFailures = 3 << 19
	budgetSteps    = 1 << 19
	budgetEvidence = 5 << 19
	failuresShown  = 12  // for one check
	checksShown    = 100 // the most good checks of one requirement; all other checks are shown
	textShown      = 1 << 10
	curlShown      = 8 << 10
	causesShown    = 50
	sequenceShown  = 8 // the most calls of a failed check of which the page shows every call
)

// budget is the number of octets that are left.
type budget struct{ left int }

// take uses n octets of the budget. If fewer are left, it uses nothing and returns false.
func (b *budget) take(n int) bool {
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// withEvidence copies a run with only the content that the page can show, so that later steps
// work only on that: the first failures of each check, cut, and the exchanges that a failure is
// about or that a check begins with. JSON bodies are indented here, because other steps change
// them later.
func withEvidence(run *result.Run) *result.Run {
	copied := *run
	copied.Requirements = make([]result.Requirement, len(run.Requirements))
	room := budget{budgetFailures}
	for i, r := range run.Requirements {
		r.Checks = slices.Clone(r.Checks)
		for n := range r.Checks {
			r.Checks[n].Failures = firstFailures(r.Checks[n].Failures, &room)
		}
		copied.Requirements[i] = r
	}
	copied.Causes = firstCauses(wording.CausesOf(run))
	wanted := wantedExchanges(&copied)
	copied.Exchanges = make([]result.Exchange, 0, len(wanted))
	for _, x := range run.Exchanges {
		if !wanted[x.ID] {
			continue
		}
		x.Request.Body = pretty(x.Request.Body)
		if x.Response != nil {
			response := *x.Response
			response.Body = pretty(response.Body)
			x.Response = &response
		}
		copied.Exchanges = append(copied.Exchanges, x)
	}
	return &copied
}

// firstCauses returns the worst causes, and cuts their titles and examples.
func firstCauses(causes []result.Cause) []result.Cause {
	first := slices.Clone(causes[:min(len(causes), causesShown)])
	for n := range first {
		first[n].Title = wording.Cut(first[n].Title, textShown)
		first[n].Example.Failure = cutFailure(first[n].Example.Failure)
	}
	return first
}

func cutFailure(f result.Failure) result.Failure {
	f.Expected, f.Actual = wording.Cut(f.Expected, textShown), wording.Cut(f.Actual, textShown)
	f.Message, f.Curl = wording.Cut(f.Message, textShown), wording.Cut(f.Curl, curlShown)
	return f
}

// firstFailures returns as many failures as the budget allows, measured before escaping. Escaping
// makes them longer, so it returns at least as many as the page can show. It always keeps one,
// because the reason of a requirement may come from it.
func firstFailures(failures []result.Failure, room *budget) []result.Failure {
	var first []result.Failure
	for _, f := range failures[:min(len(failures), failuresShown)] {
		f = cutFailure(f)
		if !room.take(len(f.Expected)+len(f.Actual)+len(f.Message)+len(f.Curl)) && len(first) > 0 {
			break
		}
		first = append(first, f)
	}
	return first
}

// sequences returns, for each failed check, the calls that only this check made, in their order.
// It leaves out checks with too many calls to read as one story (create, update, get). It also
// leaves out calls that checks share.
func sequences(run *result.Run) map[string][]string {
	failed := make(map[string]bool)
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if c.Outcome == result.Failed {
				failed[sender(r, c)] = true
			}
		}
	}
	all := make(map[string][]string)
	for _, x := range run.Exchanges {
		if failed[x.Check] {
			all[x.Check] = append(all[x.Check], x.ID)
		}
	}
	maps.DeleteFunc(all, func(_ string, calls []string) bool { return len(calls) > sequenceShown })
	return all
}

// sender returns the name that exchanges use for the check that sent them.
func sender(r result.Requirement, c result.Check) string { return r.ID + " " + c.Name }

func wantedExchanges(run *result.Run) map[string]bool {
	wanted := make(map[string]bool)
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			for _, f := range c.Failures {
				wanted[f.Exchange] = true
			}
			if len(c.Exchanges) > 0 {
				wanted[c.Exchanges[0]] = true
			}
		}
	}
	for _, calls := range sequences(run) {
		for _, id := range calls {
			wanted[id] = true
		}
	}
	return wanted
}
