package html

import (
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// The most octets that the page spends on what a run can have without end. What
// does not fit is counted in the page and stands in exchanges.har and
// results.json. Together with the bare list of checks it stays below 10 MB.
const (
	budgetFailures = 3 << 19
	budgetSteps    = 1 << 19
	budgetEvidence = 5 << 19
	failuresShown  = 12  // of one check
	checksShown    = 100 // of one requirement, beside those that are not good
	textShown      = 1 << 10
	curlShown      = 8 << 10
	causesShown    = 50
	sequenceShown  = 8 // calls of a failed check that is shown call by call
)

// budget is what is left to spend.
type budget struct{ left int }

// take spends n octets, or nothing and reports false when they are not there.
func (b *budget) take(n int) bool {
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// withEvidence copies a run with only what the page can show, so that what
// follows costs no more than that: the first failures of each check, cut, and
// the exchanges that a failure points at or a check begins with. JSON bodies
// are indented here, while they are still as they came over the wire.
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

// firstCauses are the worst of all causes, their examples cut.
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

// firstFailures are as many as there is room for before they are escaped: at
// least as many as there will be room for then. One is always kept, since the
// reason of a requirement may have to be taken from it.
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

// sequences are the calls of each failed check that it made by itself, in the order
// in which they were made, where they are few enough to be read as one story:
// create, update, get. What checks share is left out.
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

// sender is what an exchange calls the check that sent it.
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
