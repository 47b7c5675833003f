package html

import (
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// callView is one call by which a wrong set-up was found out.
type callView struct{ Title, Line, Answer, Said string }

// saidShown is how much of an answer the page of a wrong set-up shows, in octets.
const saidShown = 160

// shownCalls is how many calls the page shows, the last ones. A set-up that is wrong from
// the beginning is found out by fewer.
const shownCalls = 16

// callsOf are the calls by which a wrong set-up was found out.
func callsOf(run *result.Run) []callView {
	if run.Setup == nil {
		return nil
	}
	run = wording.Sanitized(run)
	var all []callView
	for n := max(0, len(run.Exchanges)-shownCalls); n < len(run.Exchanges); n++ {
		x := &run.Exchanges[n]
		v := callView{Title: x.Endpoint, Line: x.Request.Method + " " + pathOf(x.Request.URL), Answer: answerOf(x), Said: wording.Cut(wording.OneLine(x.Error), saidShown)}
		for _, e := range spec.Endpoints() {
			if e.Name == x.Endpoint {
				v.Title = e.Title
			}
		}
		if x.Response != nil {
			v.Answer, v.Said = statusLine(x.Response.Status), wording.Cut(wording.OneLine(x.Response.Body), saidShown)
		}
		all = append(all, v)
	}
	return all
}
