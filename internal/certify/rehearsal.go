package certify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/steps/partner"
)

// Rehearsal is one run of a partner build against a fresh sandbox.
type Rehearsal struct {
	Form    string // of the sandbox's answers; "" is the plain one
	Failure string // how the build's command itself failed; "" when it did not
	// Start is how many exchanges the log held when the run began.
	Start int
}

// noLimit is the form in which a build may rightly call less: there is nobody
// who could buy.
const noLimit = "no-limit"

// Rehearsed adds to the options what several runs came to, which are all in one
// log; the first is that with the plain answers.
func (o *PartnerOptions) Rehearsed(log *recording.Log, runs []Rehearsal) {
	all := log.All()
	for i, run := range runs {
		o.Restarts = append(o.Restarts, run.Start)
		if i == 0 {
			continue
		}
		end := len(all)
		if i+1 < len(runs) {
			end = runs[i+1].Start
		}
		c := formRunOf(runs[0], run, all[runs[0].Start:runs[1].Start], all[run.Start:end])
		o.FormRuns = append(o.FormRuns, c)
		if c.Failure != "" {
			o.Notes = append(o.Notes, fmt.Sprintf("run again with answers in the form %s: %s", c.Form, c.Failure))
		}
	}
}

// formRunOf compares a run with the plain one: the build must end as it did, and
// call what it called.
func formRunOf(plain, again Rehearsal, before, after []*recording.Exchange) partner.FormRun {
	c := partner.FormRun{Form: again.Form}
	called, last, n := endpointsOf(after)
	c.Called = called
	if last != nil {
		c.Endpoint, c.Exchange = partner.ClosestEndpoint(last), last.ID
	}
	expected, _, all := endpointsOf(before)
	lost := missing(expected, called)
	switch {
	case again.Failure != "" && plain.Failure == "":
		c.Failure = again.Failure
	case len(lost) > 0 && again.Form != noLimit:
		c.Failure = "it never called " + strings.Join(lost, ", ") + " any more"
	case again.Failure != "":
		c.Unclear = fmt.Sprintf("the build failed with the plain answers as well, and made %d of %d calls with answers in the form %s", n, all, again.Form)
		c.Fewer = n < all
	}
	return c
}

// endpointsOf lists the endpoints that were called, and the last of all calls.
func endpointsOf(exchanges []*recording.Exchange) (called []string, last *recording.Exchange, calls int) {
	for _, x := range exchanges {
		if name := partner.ClosestEndpoint(x); name != "" {
			last = x
			calls++
			if !slices.Contains(called, name) {
				called = append(called, name)
			}
		}
	}
	return called, last, calls
}
