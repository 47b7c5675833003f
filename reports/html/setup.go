package html

import (
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// callView is one call that showed that the set-up is wrong.
type callView struct{ Title, Line, Answer, Said string }

// saidShown is the number of octets of an answer that the page of a wrong set-up shows.
const saidShown = 160

// shownCalls is the number of calls that the page shows, the last ones. If the set-up is wrong
// from the beginning, a run makes fewer calls than this.
const shownCalls = 16

// callsOf returns the calls that showed that the set-up is wrong.
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
