package reports

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// requirementView is a requirement as the page shows it.
type requirementView struct {
	result.Requirement
	Outcome  result.Outcome
	Open     bool
	Reason   string
	Waiting  []string // requirements that this one blocks
	Checks   []*checkView
	Unlisted int // passed checks left out
}

// checkView is a check as the page shows it.
type checkView struct {
	result.Check
	Outcome   result.Outcome
	Open      bool
	StepLines string
	Failures  []result.Failure
	MoreFound int
	Exchanges []exchangeView
	Elsewhere string // the exchange to link to, when it is shown further up
	InHAR     int    // exchanges of this check that the page does not show
}

// detailer turns requirements into views within the budgets.
type detailer struct {
	run       *result.Run
	exchanges map[string]*result.Exchange
	anchored  map[string]bool // exchanges that are shown
	marked    map[string]bool // exchanges that are shown with these very marks
	failures  budget
	steps     budget
	evidence  budget
}

func newDetailer(run *result.Run) *detailer {
	d := &detailer{
		run:       run,
		exchanges: make(map[string]*result.Exchange, len(run.Exchanges)),
		anchored:  make(map[string]bool),
		marked:    make(map[string]bool),
		failures:  budget{budgetFailures},
		steps:     budget{budgetSteps},
		evidence:  budget{budgetEvidence},
	}
	for i := range run.Exchanges {
		d.exchanges[run.Exchanges[i].ID] = &run.Exchanges[i]
	}
	return d
}

// details makes all views. The evidence of failures is taken first, so that a
// large run spends its budget on what will be argued about.
func (d *detailer) details() []requirementView {
	openAll := len(withOutcome(d.run.Requirements, result.Failed)) <= 10
	views := make([]requirementView, 0, len(d.run.Requirements))
	for _, r := range d.run.Requirements {
		views = append(views, d.requirement(r, openAll))
	}
	for _, v := range views {
		for _, c := range v.Checks {
			d.addFirstExchange(c)
		}
	}
	return views
}

func (d *detailer) requirement(r result.Requirement, openAll bool) requirementView {
	v := requirementView{Requirement: r, Outcome: knownOutcome(r.Outcome), Waiting: blockedBy(d.run.Requirements, r.ID)}
	v.Open = openAll && v.Outcome == result.Failed
	if !v.Outcome.Good() || r.Reason != "" {
		v.Reason = reasonUnlessGood(r)
	}
	good, opened := 0, false
	for _, c := range r.Checks {
		if c.Outcome.Good() {
			good++
		}
		if c.Outcome.Good() && good > checksShown {
			v.Unlisted++
			continue
		}
		check := d.check(c)
		check.Open = !opened && (check.Outcome == result.Failed || check.Outcome == result.Errored)
		opened = opened || check.Open
		v.Checks = append(v.Checks, check)
	}
	return v
}

func (d *detailer) check(c result.Check) *checkView {
	v := &checkView{Check: c, Outcome: knownOutcome(c.Outcome)}
	if steps := stepLines(c.Steps); d.steps.take(escapedOctets(steps)) {
		v.StepLines = steps
	}
	d.addFailures(v)
	return v
}

func stepLines(steps []result.Step) string {
	lines := make([]string, 0, len(steps))
	for _, s := range steps {
		lines = append(lines, strings.TrimSpace(s.Keyword)+" "+s.Text)
	}
	return cut(strings.Join(lines, "\n"), bodyShown)
}

func (d *detailer) addFailures(v *checkView) {
	above := ""
	for i, f := range v.Check.Failures {
		f.Expected, f.Actual = cut(f.Expected, textShown), cut(f.Actual, textShown)
		f.Message, f.Curl = cut(f.Message, textShown), cut(f.Curl, curlShown)
		cost := 800 + escapedOctets(f.Path+f.Expected+f.Actual+f.Message+f.Curl)
		if i >= failuresShown || !d.failures.take(cost) {
			v.MoreFound = len(v.Check.Failures) - i
			break
		}
		if f.Curl == above {
			f.Curl = "" // the command stands once for all that it shows
		} else {
			above = f.Curl
		}
		v.Failures = append(v.Failures, f)
	}
	for _, id := range failedExchanges(v.Failures) {
		d.addExchange(v, id, pathsIn(v.Failures, id))
	}
	v.InHAR = v.unshown()
}

// Bare tells that there is nothing to unfold: one line says it all.
func (v *checkView) Bare() bool {
	return v.StepLines == "" && len(v.Exchanges)+len(v.Check.Failures)+len(v.BlockedBy) == 0 && v.Elsewhere == "" && v.Check.Reason == ""
}

// unshown counts the exchanges of a check that it neither shows nor links to.
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

// addExchange shows an exchange below a check if it is known and affordable.
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

// addFirstExchange gives a check without evidence its first exchange, or a link
// to where that exchange is shown.
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
