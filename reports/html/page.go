package html

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// page holds all values that the templates show.
type page struct {
	Style  template.CSS
	Print  template.CSS // styles for text that is printed on every sheet
	Script template.JS
	Policy string

	Run          *result.Run
	Large        bool // the browser lays out rows only when they come into view
	Partner      bool
	Verdict      verdictView
	Signed       signedPage
	Counts       []outcomeCount
	Beyond       int // the number of requirements of the scope that the run did not include
	Titles       titles
	Bars         []coverageBar
	Causes       []causeView
	CausesLead   string
	Open         []openView
	Remaining    []string
	Missing      []titled
	Filters      filters
	Requirements []requirementView
	Unstable     []wording.UnstableView
	AskedAgain   []againView
	Calls        []callView // of a wrong set-up
	Pictures     pictures
	Seen         seen
}

// pictures show the same content as the list of requirements, as drawings.
type pictures struct {
	Diagram   diagram
	Latencies latencies
	Matrices  []matrix
}

// seen is the behaviour of the target where the specification leaves a choice.
type seen struct {
	Tolerances   []toleranceView
	Combinations []wording.CombinationView
}

// againView is a check that had to repeat a call.
type againView struct {
	wording.RetriedCheck
	Statement string
}

// verdictView is the verdict as a word, a symbol and a sentence.
type verdictView struct {
	Verdict                 result.Verdict
	Symbol, Title, Sentence string
	Subject                 string
	Facts                   []fact
	Ring                    coverageBar
	Gate                    *gateView // nil if no failure is accepted
}

// gateView says whether a pipeline may go on after a run with accepted failures.
type gateView struct {
	Open     bool
	Lead     string
	Accepted []acceptedView
}

// acceptedView is one accepted deviation.
type acceptedView struct {
	result.Deviation
	Statement string
}

// gateOf describes the accepted failures and their effect on the gate.
func gateOf(run *result.Run) *gateView {
	n := wording.AcceptedDeviations(run.Deviations)
	if n == 0 {
		return nil
	}
	g := &gateView{Open: run.Decision == "pass"}
	switch {
	case g.Open && !run.Verdict.Good():
		g.Lead = "The gate is open because of " + wording.Plural(n, "accepted deviation") + ". The build is not conformant."
	case g.Open:
		g.Lead = "The gate is open."
	default:
		g.Lead = wording.AsSentence(wording.Plural(n, "accepted deviation") + "; the gate stays closed, because something else failed or was not judged")
	}
	known := titlesOf(run.Requirements)
	for _, d := range run.Deviations {
		if d.State == "accepted" {
			g.Accepted = append(g.Accepted, acceptedView{d, known[d.Requirement]})
		}
	}
	return g
}

// ringOf returns the share of each outcome among all requirements that a complete run of the
// scope judges.
func ringOf(run *result.Run) coverageBar {
	if len(run.Requirements) == 0 {
		return coverageBar{}
	}
	bar := newBar("", run.Requirements)
	if run.Coverage == nil || run.Coverage.Planned <= bar.All {
		return bar
	}
	for n := range bar.Parts {
		bar.Parts[n].X = bar.Parts[n].X * bar.All / run.Coverage.Planned
		bar.Parts[n].W = max(bar.Parts[n].W*bar.All/run.Coverage.Planned, 12) // even a very small part must be visible
	}
	return bar
}

// factsOf returns the facts that readers look for first.
func factsOf(run *result.Run) []fact {
	all := []fact{
		{"Build", cmp.Or(run.Target.Build, "not named")},
		{"Address", run.Target.BaseURL},
		{"Tested", wording.Time(run.Started)},
		{"Took", wording.Millis(float64(wording.Took(run.Started, run.Finished).Milliseconds()))},
		{"Traffic", trafficOf(run)},
		{"Noted", wording.Noted(run, "Observations")},
	}
	if run.Side == result.PartnerSide || run.Setup != nil {
		all = slices.DeleteFunc(all, func(f fact) bool {
			return f.Name == "Address" && run.Setup == nil || f.Name == "Traffic" && run.Setup != nil
		})
	}
	return slices.DeleteFunc(all, func(f fact) bool { return f.Value == "" })
}

// fact is a name with its value.
type fact struct{ Name, Value string }

// filters are the choices by which a reader can filter the list of requirements.
type filters struct {
	Outcomes          []outcomeCount
	Grades, Scopes    []string
	Endpoints         []string
	HasGeneral        bool // some requirement belongs to no single endpoint
	RequirementsTotal int
}

// outcomeCount is an outcome with the number of its requirements.
type outcomeCount struct {
	Outcome  result.Outcome
	Count    int
	Accepted bool // all of these requirements are accepted
}

func newPage(run *result.Run, a *assets) *page {
	shown := wording.Sanitized(withEvidence(run))
	titles := titlesOf(shown.Requirements)
	coverage := wording.CoverageOf(run) // computed from all exchanges, but contains no text from them
	p := &page{
		Style: a.style, Script: a.script,
		Run:          shown,
		Large:        len(shown.Requirements) > 200,
		Partner:      shown.Side == result.PartnerSide,
		Verdict:      verdictOf(shown),
		Signed:       signedPageOf(shown),
		Counts:       outcomeCounts(shown.Requirements),
		Beyond:       beyond(shown),
		Titles:       titles,
		Bars:         coverageBars(shown.Requirements),
		Causes:       causeViews(shown, titles),
		CausesLead:   wording.AsSentence(wording.CausesSentence(run, wording.CausesOf(run))),
		Open:         openOf(shown, titles),
		Remaining:    wording.Remaining(shown),
		Missing:      missingOf(shown, titles),
		Filters:      filtersOf(shown.Requirements),
		Requirements: newDetailer(shown, run).details(),
		Unstable:     wording.UnstableOf(shown),
		AskedAgain:   askedAgain(shown, titles),
		Calls:        callsOf(run),
		Pictures: pictures{
			Diagram:   diagramOf(shown.Requirements),
			Latencies: latenciesOf(coverage, wording.Slowest(shown.Requirements, 8)),
			Matrices:  []matrix{matrixByEndpoint(shown.Requirements), matrixBySection(shown.Requirements)},
		},
		Seen: seen{Tolerances: tolerancesOf(shown), Combinations: wording.CombinationsOf(shown)},
	}
	p.Print = sheetStyle(p.Signed.Number)
	p.Policy = contentPolicy([]byte(a.script), []byte(a.style), []byte(p.Print))
	return p
}

// beyond returns the number of requirements of the scope that the run did not include.
func beyond(run *result.Run) int {
	if run.Coverage == nil {
		return 0
	}
	return max(run.Coverage.Planned-len(run.Requirements), 0)
}

// outOfNumber matches the characters that the report number must not have in a style sheet.
var outOfNumber = regexp.MustCompile(`[^A-Za-z0-9 -]`)

// sheetStyle prints the number of the report on every sheet of paper.
func sheetStyle(number string) template.CSS {
	number = outOfNumber.ReplaceAllString(wording.Cut(number, 40), "")
	return template.CSS(fmt.Sprintf(`@page{@bottom-left{content:"Report %s"}@bottom-right{content:"Page " counter(page) " of " counter(pages)}}`, number))
}

func askedAgain(run *result.Run, known titles) []againView {
	var all []againView
	for _, c := range wording.RetriedChecks(run) {
		all = append(all, againView{c, known[c.ID]})
	}
	return all
}

func verdictOf(run *result.Run) verdictView {
	return verdictView{
		Ring:     ringOf(run),
		Gate:     gateOf(run),
		Verdict:  wording.KnownVerdict(run.Verdict),
		Symbol:   wording.VerdictSymbol(run.Verdict),
		Title:    wording.VerdictTitle(run.Verdict),
		Sentence: wording.AsSentence(wording.VerdictSentence(run)),
		Subject:  wording.Subject(run.Side),
		Facts:    factsOf(run),
	}
}

func outcomeCounts(requirements []result.Requirement) []outcomeCount {
	counts := wording.CountByOutcome(requirements)
	out := make([]outcomeCount, 0, len(wording.OutcomeOrder))
	for _, o := range wording.OutcomeOrder {
		accepted := !slices.ContainsFunc(wording.WithOutcome(requirements, o), func(r result.Requirement) bool { return !r.Accepted })
		out = append(out, outcomeCount{o, counts[o], accepted && counts[o] > 0})
	}
	return out
}

func filtersOf(requirements []result.Requirement) filters {
	grades, scopes, paths := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for _, r := range requirements {
		grades[string(r.Grade)] = true
		scopes[r.Scope] = true
		paths[r.Endpoint] = true
	}
	f := filters{
		Outcomes:          outcomeCounts(requirements),
		Grades:            slices.Sorted(maps.Keys(grades)),
		Scopes:            slices.Sorted(maps.Keys(scopes)),
		HasGeneral:        paths[""],
		RequirementsTotal: len(requirements),
	}
	delete(paths, "")
	f.Endpoints = slices.Sorted(maps.Keys(paths))
	return f
}

// pinnedOf lists the tolerances that were pinned to one reading.
func pinnedOf(settings map[string]string) []fact {
	var out []fact
	for _, id := range slices.Sorted(maps.Keys(settings)) {
		if settings[id] != "any" {
			out = append(out, fact{id, settings[id]})
		}
	}
	return out
}

// toleranceView is a tolerance with the state of each of its readings.
type toleranceView struct {
	result.Tolerance
	Readings []readingView
}

// readingView is a reading that the target used, refused, or did not use.
type readingView struct {
	result.Reading
	State, Symbol string
}

// Accepted says whether a server accepted a reading of a request.
func (v readingView) Accepted() string {
	if v.Taken == "taken" {
		return "accepted"
	}
	return v.Taken
}

func tolerancesOf(run *result.Run) []toleranceView {
	out := make([]toleranceView, 0, len(run.Tolerances))
	for _, t := range run.Tolerances {
		v := toleranceView{Tolerance: t}
		for _, r := range t.Readings {
			v.Readings = append(v.Readings, readingOf(r, slices.Contains(run.Dialect[t.ID], r.Name)))
		}
		out = append(out, v)
	}
	return out
}

// readingOf looks at the dialect first: assay may also have sent a reading that the target
// refused, and then the reading is counted too.
func readingOf(r result.Reading, spoken bool) readingView {
	switch {
	case spoken:
		return readingView{r, "used", "●"}
	case r.Taken == "refused":
		return readingView{r, "refused", "✗"}
	case r.Seen > 0:
		return readingView{r, "used", "●"}
	default:
		return readingView{r, "unused", "○"}
	}
}
