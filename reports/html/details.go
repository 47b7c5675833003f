package html

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/packs"
	"github.com/credit-partner/assay/reports/wording"
)

// requirementView is a requirement in the form that the page shows.
type requirementView struct {
	result.Requirement
	Outcome   result.Outcome
	Open      bool
	Reason    string
	DecidedOn string             // the number of answers that the outcome is based on
	Waiting   []titled           // requirements that this one blocks
	WaitsFor  []titled           // requirements that block this one
	Agreed    []result.Deviation // the deviations by which it is accepted
	Checks    []*checkView
	Unlisted  int    // passed checks left out
	Rate      string // how many rounds of a soak it was not good in
	PackPath  string // main file of the pack that reproduces the failure, relative to the report folder
	PackWhy   string // why the pack may not reproduce it
}

// checkView is a check in the form that the page shows.
type checkView struct {
	result.Check
	Outcome   result.Outcome
	Open      bool
	Sender    string // the name of the check in its exchanges
	WaitsFor  []titled
	StepLines string
	Failures  []result.Failure
	MoreFound int
	Exchanges []exchangeView
	Elsewhere string // the exchange to link to, if the page shows it further up
	InHAR     int    // exchanges of this check that the page does not show
}

// detailer turns requirements into views within the budgets.
type detailer struct {
	run       *result.Run
	whole     *result.Run // the complete run
	exchanges map[string]*result.Exchange
	anchored  map[string]bool // exchanges that are shown
	marked    map[string]bool // exchanges that are shown with exactly these marks
	sequences map[string][]string
	titles    titles
	agreed    map[string][]result.Deviation
	failures  budget
	steps     budget
	evidence  budget
}

func newDetailer(run, whole *result.Run) *detailer {
	d := &detailer{
		run:       run,
		whole:     whole,
		exchanges: make(map[string]*result.Exchange, len(run.Exchanges)),
		anchored:  make(map[string]bool),
		marked:    make(map[string]bool),
		sequences: sequences(run),
		titles:    titlesOf(run.Requirements),
		agreed:    acceptedOf(run),
		failures:  budget{budgetFailures},
		steps:     budget{budgetSteps},
		evidence:  budget{budgetEvidence},
	}
	for i := range run.Exchanges {
		d.exchanges[run.Exchanges[i].ID] = &run.Exchanges[i]
	}
	return d
}

// details makes all views. It takes the evidence of failures first, so that a large run uses its
// budget for the most important content.
func (d *detailer) details() []requirementView {
	openAll := len(wording.WithOutcome(d.run.Requirements, result.Failed)) <= 10
	views := make([]requirementView, 0, len(d.run.Requirements))
	for _, i := range pageOrder(d.run.Requirements) {
		views = append(views, d.requirement(d.run.Requirements[i], d.whole.Requirements[i], openAll))
	}
	for _, v := range views {
		for _, c := range v.Checks {
			d.addFirstExchange(c)
		}
	}
	return views
}

// requirement makes the view of a requirement; whole is the same requirement in the complete run.
func (d *detailer) requirement(r, whole result.Requirement, openAll bool) requirementView {
	v := requirementView{
		Requirement: r, Outcome: wording.KnownOutcome(r.Outcome), Rate: wording.RateOf(r.Rounds), DecidedOn: r.Evidence(d.run.Side),
		Waiting: d.titles.of(wording.BlockedBy(d.run.Requirements, r.ID)), WaitsFor: d.titles.of(r.BlockedBy), Agreed: d.agreed[r.ID],
		PackPath: packs.Path(&r),
	}
	if r.Pack != nil {
		v.PackWhy = r.Pack.Why
	}
	v.Open = openAll && v.Outcome == result.Failed && !r.Accepted
	if !v.Outcome.Good() || r.Reason != "" {
		v.Reason = wording.ReasonUnlessGood(r)
	}
	good, opened := 0, false
	for n, c := range r.Checks {
		if c.Outcome.Good() {
			good++
		}
		if c.Outcome.Good() && good > checksShown && len(c.Unstable) == 0 {
			v.Unlisted++
			continue
		}
		check := d.check(c, sender(r, c), len(whole.Checks[n].Failures))
		check.Open = !opened && (check.Outcome == result.Failed || check.Outcome == result.Errored)
		opened = opened || check.Open
		v.Checks = append(v.Checks, check)
	}
	return v
}

// check makes the view of a check; found is the number of its failures in the complete run.
func (d *detailer) check(c result.Check, sender string, found int) *checkView {
	v := &checkView{Check: c, Sender: sender, Outcome: wording.KnownOutcome(c.Outcome), WaitsFor: d.titles.of(c.BlockedBy)}
	if steps := stepLines(c.Steps); d.steps.take(escapedOctets(steps)) {
		v.StepLines = steps
	}
	d.addFailures(v, found)
	return v
}

func stepLines(steps []result.Step) string {
	lines := make([]string, 0, len(steps))
	for _, s := range steps {
		lines = append(lines, strings.TrimSpace(s.Keyword)+" "+s.Text)
	}
	return wording.Cut(strings.Join(lines, "\n"), bodyShown)
}

func (d *detailer) addFailures(v *checkView, found int) {
	above := ""
	for _, f := range v.Check.Failures {
		cost := 800 + escapedOctets(f.Path+f.Expected+f.Actual+f.Message+f.Curl)
		if !d.failures.take(cost) {
			break
		}
		if f.Curl == above {
			f.Curl = "" // show the same command only once
		} else {
			above = f.Curl
		}
		v.Failures = append(v.Failures, f)
	}
	v.MoreFound = found - len(v.Failures)
	for _, id := range d.callsToShow(v) {
		d.addExchange(v, id, pathsIn(v.Failures, id))
	}
	v.InHAR = v.unshown()
}

// callsToShow returns all calls of a failed check if they are few, and else the exchanges that
// its failures are about.
func (d *detailer) callsToShow(v *checkView) []string {
	calls := slices.Clone(d.sequences[v.Sender])
	for _, id := range failedExchanges(v.Failures) {
		if !slices.Contains(calls, id) {
			calls = append(calls, id)
		}
	}
	return calls
}

// Good reports whether the outcome of the check is good.
func (v *checkView) Good() bool { return v.Outcome.Good() }

// Bare reports whether the check has no details to show, so that one line is enough.
func (v *checkView) Bare() bool {
	return v.StepLines == "" && len(v.Exchanges)+len(v.Check.Failures)+len(v.BlockedBy) == 0 && v.Elsewhere == "" && v.Check.Reason == "" && len(v.Check.Unstable) == 0
}

// unshown counts the exchanges of a check that the page neither shows nor links to.
func (v *checkView) unshown() int {
	n := len(v.Check.Exchanges) - len(v.Exchanges)
	if v.Elsewhere != "" {
		n--
	}
	return max(0, n)
}

func failedExchanges(failures []result.Failure) []string {
	var ids []string
	for _, f := range failures {
		if f.Exchange != "" && !slices.Contains(ids, f.Exchange) {
			ids = append(ids, f.Exchange)
		}
	}
	return ids
}

func pathsIn(failures []result.Failure, exchange string) []string {
	var paths []string
	for _, f := range failures {
		if f.Exchange == exchange && f.Path != "" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// addExchange shows an exchange below a check if the run has it and the budget allows it.
func (d *detailer) addExchange(v *checkView, id string, paths []string) {
	x, known := d.exchanges[id]
	if !known {
		return
	}
	marks := id + "\n" + strings.Join(paths, "\n")
	if d.marked[marks] {
		v.Elsewhere = id
		return
	}
	view := viewExchange(x, d.run.Side, paths)
	if !d.evidence.take(view.octets()) {
		return
	}
	view.Anchor = !d.anchored[id]
	d.anchored[id], d.marked[marks] = true, true
	v.Exchanges = append(v.Exchanges, view)
}

// addFirstExchange gives a check without evidence its first exchange, or a link to the place
// where the page shows it.
func (d *detailer) addFirstExchange(v *checkView) {
	if len(v.Exchanges) > 0 || v.Elsewhere != "" || len(v.Check.Exchanges) == 0 {
		return
	}
	first := v.Check.Exchanges[0]
	if d.anchored[first] {
		v.Elsewhere = first
	} else {
		d.addExchange(v, first, nil)
	}
	v.InHAR = v.unshown()
}
