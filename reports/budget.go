package reports

import "github.com/credit-partner/assay/internal/result"

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

// withEvidence copies a run with only those exchanges that the page can show:
// what a failure points at, and the first of each check. Their JSON bodies are
// indented here, while they are still as they came over the wire.
func withEvidence(run *result.Run) *result.Run {
	wanted := wantedExchanges(run)
	copied := *run
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
	return wanted
}
