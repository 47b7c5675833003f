package html

import (
	"cmp"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// page is all that the templates show.
type page struct {
	Style  template.CSS
	Script template.JS
	Policy string

	Run          *result.Run
	Large        bool // rows out of sight are laid out only when they come into view
	Verdict      verdictView
	Facts        []fact
	Counts       countTable
	Steps        []string
	Causes       []causeView
	CausesLead   string
	Remedies     []wording.Remedy
	Matrices     []matrix
	Filters      filters
	Requirements []requirementView
	Unstable     []wording.UnstableView
	Diagram      diagram
	Coverage     []wording.Coverage
	Timeline     timeline
	Tolerances   []toleranceView
	Pinned       []fact
	Combinations []wording.CombinationView
	AskedAgain   []wording.RetriedCheck
}

// verdictView is the verdict in a word, a mark and a sentence.
type verdictView struct {
	Verdict                 result.Verdict
	Symbol, Title, Sentence string
	Subject                 string
}

// fact is a name with its value; Code marks values to be read letter by letter.
type fact struct {
	Name, Value string
	Code        bool
}

// filters are the choices by which the list of requirements can be narrowed.
type filters struct {
	Outcomes          []outcomeCount
	Grades, Scopes    []string
	Endpoints         []string
	HasGeneral        bool // some requirement belongs to no single endpoint
	RequirementsTotal int
}

// outcomeCount is an outcome with the number of its requirements.
type outcomeCount struct {
	Outcome result.Outcome
	Count   int
}

// countTable counts by grade and outcome.
type countTable struct {
	Outcomes []outcomeCount
	Rows     []countRow
	Total    int
}

type countRow struct {
	Grade  result.Grade
	Counts []outcomeCount
	Total  int
}

func newPage(run *result.Run, a *assets) *page {
	seen := wording.Sanitized(withEvidence(run))
	return &page{
		Style: a.style, Script: a.script, Policy: a.policy,
		Run:          seen,
		Large:        len(seen.Requirements) > 200,
		Verdict:      verdictOf(seen),
		Facts:        factsOf(seen),
		Counts:       countsOf(seen.Requirements),
		Steps:        wording.WayToConformance(seen),
		Causes:       causeViews(seen),
		CausesLead:   wording.AsSentence(wording.CausesSentence(run, wording.CausesOf(run))),
		Remedies:     slices.DeleteFunc(wording.NextSteps(seen), func(m wording.Remedy) bool { return m.Unexercised || m.Outcome == result.Failed }),
		Matrices:     []matrix{matrixByEndpoint(seen.Requirements), matrixBySection(seen.Requirements)},
		Filters:      filtersOf(seen.Requirements),
		Requirements: newDetailer(seen, run).details(),
		Unstable:     wording.UnstableOf(seen),
		Diagram:      diagramOf(seen.Requirements),
		Coverage:     wording.CoverageOf(run), // over all exchanges; it shows none of their text
		Timeline:     timelineOf(seen),
		Tolerances:   tolerancesOf(seen),
		Pinned:       pinnedOf(seen.Settings.Tolerances),
		Combinations: wording.CombinationsOf(seen),
		AskedAgain:   wording.RetriedChecks(seen),
	}
}

func verdictOf(run *result.Run) verdictView {
	return verdictView{
		Verdict:  wording.KnownVerdict(run.Verdict),
		Symbol:   wording.VerdictSymbol(run.Verdict),
		Title:    wording.VerdictTitle(run.Verdict),
		Sentence: wording.AsSentence(wording.VerdictSentence(run)),
		Subject:  wording.Subject(run.Side),
	}
}

func factsOf(run *result.Run) []fact {
	length := wording.Took(run.Started, run.Finished)
	all := []fact{
		{"Build", cmp.Or(run.Target.Build, "not named"), false},
		{"Address", run.Target.BaseURL, true},
		{"Lookup address", run.Target.LookupBaseURL, true},
		{"Judged", wording.Subject(run.Side), false},
		{"Scope", cmp.Or(strings.Join(run.Scope, ", "), "none"), false},
		{"Only", strings.Join(run.Only, " "), true},
		{"Coverage", wording.JudgedOf(run), false},
		{"Started", wording.Time(run.Started), false},
		{"Took", wording.Millis(float64(length.Milliseconds())), false},
		{"Traffic", trafficOf(run.Traffic), false},
		{"Soak", wording.SoakOf(run), false},
		{"Seed", strconv.FormatInt(run.Seed, 10), true},
		{"Suite", strings.TrimSpace(run.Suite.Version + " " + wording.ShortDigest(run.Suite.Commit)), false},
		{"Ledger", run.Suite.Ledger, false},
		{"Suite digest", run.Suite.Digest, true},
	}
	return slices.DeleteFunc(all, func(f fact) bool { return f.Value == "" })
}

func trafficOf(t result.Traffic) string {
	return wording.Plural(t.Requests, "request") + ", " + wording.Plural(t.Customers, "customer") + ", " + wording.Plural(t.Purchases, "purchase")
}

func countsOf(requirements []result.Requirement) countTable {
	t := countTable{Outcomes: outcomeCounts(requirements), Total: len(requirements)}
	for _, g := range []result.Grade{result.Stated, result.Implied} {
		var of []result.Requirement
		for _, r := range requirements {
			if r.Grade == g {
				of = append(of, r)
			}
		}
		t.Rows = append(t.Rows, countRow{g, outcomeCounts(of), len(of)})
	}
	return t
}

func outcomeCounts(requirements []result.Requirement) []outcomeCount {
	counts := wording.CountByOutcome(requirements)
	out := make([]outcomeCount, 0, len(wording.OutcomeOrder))
	for _, o := range wording.OutcomeOrder {
		out = append(out, outcomeCount{o, counts[o]})
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
			out = append(out, fact{id, settings[id], true})
		}
	}
	return out
}

// diagram is the state table of section 3, drawn.
type diagram struct {
	States []wording.State
	Moves  []moveView
	Judged bool // at least one move belongs to a requirement of this run
}

// moveView is a move with what became of its requirement.
type moveView struct {
	wording.Move
	Outcome result.Outcome // empty when this run does not judge it
}

func diagramOf(requirements []result.Requirement) diagram {
	outcomes := make(map[string]result.Outcome)
	for _, r := range requirements {
		outcomes[r.ID] = wording.KnownOutcome(r.Outcome)
	}
	d := diagram{States: wording.States}
	for _, m := range wording.Moves {
		v := moveView{Move: m, Outcome: outcomes[m.Requirement]}
		d.Judged = d.Judged || v.Outcome != ""
		d.Moves = append(d.Moves, v)
	}
	return d
}

// toleranceView is a tolerance with what became of each of its readings.
type toleranceView struct {
	result.Tolerance
	Readings []readingView
}

// readingView is a reading that the target was seen to use, refused, or was not
// seen with.
type readingView struct {
	result.Reading
	State, Symbol string
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

// readingOf judges by the dialect first: a reading that the target refused may
// have been sent, and so be counted, all the same.
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
