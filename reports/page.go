package reports

import (
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
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
	Remedies     []remedy
	Matrices     []matrix
	Filters      filters
	Requirements []requirementView
	Unstable     []unstableView
	Diagram      diagram
	Coverage     []coverage
	Timeline     timeline
	Tolerances   []toleranceView
	Pinned       []fact
	Combinations []combinationView
	AskedAgain   []askedTwice
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
	seen := shown(withEvidence(run))
	return &page{
		Style: a.style, Script: a.script, Policy: a.policy,
		Run:          seen,
		Large:        len(seen.Requirements) > 200,
		Verdict:      verdictOf(seen),
		Facts:        factsOf(seen),
		Counts:       countsOf(seen.Requirements),
		Steps:        wayToConformance(seen),
		Causes:       causeViews(seen),
		CausesLead:   asSentence(causesSentence(run, causesOf(run))),
		Remedies:     slices.DeleteFunc(remedies(seen), func(m remedy) bool { return m.Unexercised || m.Outcome == result.Failed }),
		Matrices:     []matrix{matrixByEndpoint(seen.Requirements), matrixBySection(seen.Requirements)},
		Filters:      filtersOf(seen.Requirements),
		Requirements: newDetailer(seen, run).details(),
		Unstable:     unstableOf(seen),
		Diagram:      diagramOf(seen.Requirements),
		Coverage:     coverageOf(run), // over all exchanges; it shows none of their text
		Timeline:     timelineOf(seen),
		Tolerances:   tolerancesOf(seen),
		Pinned:       pinnedOf(seen.Settings.Tolerances),
		Combinations: combinationsOf(seen),
		AskedAgain:   askedAgain(seen),
	}
}

func verdictOf(run *result.Run) verdictView {
	return verdictView{
		Verdict:  knownVerdict(run.Verdict),
		Symbol:   verdictSymbol(run.Verdict),
		Title:    verdictTitle(run.Verdict),
		Sentence: asSentence(verdictSentence(run)),
		Subject:  subject(run.Side),
	}
}

func factsOf(run *result.Run) []fact {
	length := took(run.Started, run.Finished)
	all := []fact{
		{"Build", or(run.Target.Build, "not named"), false},
		{"Address", run.Target.BaseURL, true},
		{"Lookup address", run.Target.LookupBaseURL, true},
		{"Judged", subject(run.Side), false},
		{"Scope", or(strings.Join(run.Scope, ", "), "none"), false},
		{"Only", strings.Join(run.Only, " "), true},
		{"Coverage", judgedOf(run), false},
		{"Started", moment(run.Started), false},
		{"Took", millis(float64(length.Milliseconds())), false},
		{"Traffic", trafficOf(run.Traffic), false},
		{"Soak", soakOf(run), false},
		{"Seed", strconv.FormatInt(run.Seed, 10), true},
		{"Suite", strings.TrimSpace(run.Suite.Version + " " + shortDigest(run.Suite.Commit)), false},
		{"Suite digest", run.Suite.Digest, true},
	}
	return slices.DeleteFunc(all, func(f fact) bool { return f.Value == "" })
}

func trafficOf(t result.Traffic) string {
	return plural(t.Requests, "request") + ", " + plural(t.Customers, "customer") + ", " + plural(t.Purchases, "purchase")
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
	counts := tally(requirements)
	out := make([]outcomeCount, 0, len(outcomeOrder))
	for _, o := range outcomeOrder {
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
