package wording

import "github.com/credit-partner/assay/internal/result"

// Noted says how many things a partner build does that no requirement judges, and where
// they are: the details of a customer that change from one request to the next, say. It is
// empty where there are none. A service does nothing that is not asked of it: its
// observations answer questions.
func Noted(run *result.Run, where string) string {
	count := 0
	for _, o := range run.Observations {
		count += o.Noted
	}
	if count == 0 || run.Side != result.PartnerSide {
		return ""
	}
	return Plural(count, "thing") + ", not judged: see " + where
}

// ObservationsPage is where observations are, seen from outside of the page.
const ObservationsPage = "Observations in index.html"
