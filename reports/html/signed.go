package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// notStated is the text of an item that nobody has filled in.
const notStated = "not stated"

// statement is one item of page one. Page one has the items that a laboratory report must state
// under the clauses 7.8.2.1 (a to p) and 7.8.6 of ISO/IEC 17025:2017.
type statement struct {
	Clause string // "b", or "7.8.6.1"
	Name   string
	Lines  []line
	Stated bool
}

// line is one line of an item. Code marks text that must be read letter by letter.
type line struct {
	Text string
	Code bool
}

// signedPage is page one, the page that is signed.
type signedPage struct {
	Number, Replaces string
	Statements       []statement
	Decision         []statement // the statement of conformity and its rule
	Authorised       string
	Build, Verdict   string
}

func signedPageOf(run *result.Run) signedPage {
	report := reportOf(run)
	return signedPage{
		Number: cmp.Or(report.Number, notStated), Replaces: report.Replaces, Authorised: report.Authorised,
		Build: wording.Cut(run.Target.Build, 60), Verdict: wording.Cut(wording.AsSentence(wording.VerdictSentence(run)), sentenceShown),
		Statements: []statement{
			stated("a", "Title", "Conformance test report on a "+wording.Subject(run.Side)+" of the "+spec.Service),
			stated("b", "Laboratory", party(report.Laboratory)...),
			stated("c", "Place of testing", placeOf(run, report)...),
			stated("d", "Report number", numberOf(report)...),
			stated("e", "Customer", party(report.Customer)...),
			stated("f", "Method", methodOf(run)...),
			stated("g", "Item tested", itemOf(run, report)...),
			stated("h", "Item received", report.Item.Received),
			stated("i", "Tested", testedAt(run)),
			stated("j", "Issued", issuedAt(report)),
			stated("k", "Test data", drawnOf(run)...),
			stated("l", "Validity", "The results relate only to the item named here, in the state in which it was tested."),
			stated("m", "Results", resultsOf(run)...),
			stated("n", "Not judged, and deviations", exceptionsOf(run)...),
			stated("o", "Authorised by", report.Authorised),
			stated("p", "Provided by others", report.Provided),
		},
		Decision: []statement{
			stated("7.8.6.2", "Statement of conformity", conformityOf(run)),
			{"7.8.6.1", "Decision rule", []line{{wording.DecisionRule, false}, {wording.ErrorRates(run.Side, run.Suite.Digest), false}}, true},
		},
	}
}

func reportOf(run *result.Run) result.Report {
	if run.Report == nil {
		return result.Report{}
	}
	return *run.Report
}

// stated makes an item from the texts that are not empty.
func stated(clause, name string, texts ...string) statement {
	s := statement{Clause: clause, Name: name}
	for _, text := range texts {
		if text != "" {
			s.Lines = append(s.Lines, line{wording.Cut(strings.TrimPrefix(text, codeMark), lineShown), strings.HasPrefix(text, codeMark)})
		}
	}
	if s.Stated = len(s.Lines) > 0; !s.Stated {
		s.Lines = []line{{notStated, false}}
	}
	return s
}

// codeMark begins a line that must be read letter by letter. The texts of a run cannot contain
// this character, because control characters are made visible earlier.
const codeMark = "\x00"

func code(text string) string {
	if text == "" {
		return ""
	}
	return codeMark + text
}

// labelled puts a name before a text, and returns "" if the text is empty.
func labelled(name, text string) string {
	if text == "" {
		return ""
	}
	return name + " " + text
}

func party(p result.Party) []string { return []string{p.Name, p.Address, p.Contact} }

func placeOf(run *result.Run, report result.Report) []string {
	return []string{labelled("On", report.Place.Host), labelled("Seen from", report.Place.Vantage), code(report.Place.Pipeline)}
}

func numberOf(report result.Report) []string {
	if report.Number == "" {
		return nil
	}
	return []string{report.Number, labelled("Replaces", report.Replaces)}
}

func methodOf(run *result.Run) []string {
	return []string{
		"assay " + strings.TrimSpace(run.Suite.Version+" "+wording.ShortDigest(run.Suite.Commit)),
		"Suite, SHA-256", code(run.Suite.Digest),
		spec.Document + ", " + spec.Edition + ", SHA-256", code(spec.DocumentDigest),
	}
}

func itemOf(run *result.Run, report result.Report) []string {
	item := report.Item
	name := strings.TrimSpace(cmp.Or(item.Name, run.Target.Build) + " " + item.Version)
	if item.Name != "" && run.Target.Build != "" && run.Target.Build != item.Name && run.Target.Build != name {
		name += " (build " + run.Target.Build + ")"
	}
	unless := func(label, text string) string { return label + " " + cmp.Or(text, notStated) }
	lines := []string{cmp.Or(name, "name "+notStated)}
	if run.Side == result.ServerSide {
		lines = append(lines, code(run.Target.BaseURL), labelled("Lookup", run.Target.LookupBaseURL))
	}
	return append(lines, unless("Digest", run.Target.Digest), unless("Environment", item.Environment), unless("Condition", item.Condition))
}

func testedAt(run *result.Run) string {
	if run.Started.IsZero() {
		return ""
	}
	took := wording.Millis(float64(wording.Took(run.Started, run.Finished).Milliseconds()))
	return wording.Time(run.Started) + ", for " + took
}

func issuedAt(report result.Report) string {
	if report.Issued.IsZero() {
		return ""
	}
	return wording.Time(report.Issued)
}

// drawnOf says how the values of the requests were chosen. A partner build chooses them itself.
func drawnOf(run *result.Run) []string {
	if run.Side == result.PartnerSide {
		return []string{"By the partner build: " + wording.Plural(run.Traffic.Requests, "request") + " were recorded"}
	}
	lines := []string{fmt.Sprintf("Every documented value of a list; amounts, names and texts at random, seed %d", run.Seed)}
	if n := run.Settings.Strength; n > 0 {
		lines = append(lines, wording.Tested(n))
	}
	return append(lines, trafficOf(run), wording.SoakOf(run))
}

func trafficOf(run *result.Run) string {
	t := run.Traffic
	if run.Side == result.PartnerSide {
		return wording.Plural(t.Requests, "request")
	}
	return wording.Plural(t.Requests, "request") + ", " + wording.Plural(t.Customers, "customer") + ", " + wording.Plural(t.Purchases, "purchase")
}

func resultsOf(run *result.Run) []string {
	counts := wording.CountByOutcome(run.Requirements)
	var words []string
	for _, o := range slices.Backward(wording.OutcomeOrder) {
		if counts[o] > 0 {
			words = append(words, fmt.Sprintf("%d %s", counts[o], o))
		}
	}
	return []string{
		labelled("Scope:", strings.Join(run.Scope, ", ")),
		labelled("Judged:", wording.JudgedOf(run)),
		labelled("Outcomes:", strings.Join(words, ", ")),
	}
}

// exceptionsOf lists the additions to the method, the deviations from it and the exclusions.
func exceptionsOf(run *result.Run) []string {
	var lines []string
	if run.Setup != nil {
		lines = append(lines, "Nothing was judged: the set-up is wrong")
	}
	if n := run.Coverage.NotJudged(); n > 0 && run.Setup == nil {
		lines = append(lines, "Not judged: "+wording.Plural(n, "requirement")+" of the scope")
	}
	lines = append(lines, labelled("Only:", strings.Join(run.Only, " ")), labelled("Interrupted:", run.Interrupted))
	for _, p := range pinnedOf(run.Settings.Tolerances) {
		lines = append(lines, "Reading pinned: "+p.Name+" as "+p.Value)
	}
	if n := wording.AcceptedDeviations(run.Deviations); n > 0 {
		lines = append(lines, "Accepted by the customer for now: "+wording.Plural(n, "deviation")+", listed behind")
	}
	for _, note := range run.Notes {
		lines = append(lines, wording.AsSentence(note))
	}
	if lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" }); len(lines) > linesShown {
		lines = append(lines[:linesShown], "and more, listed behind")
	}
	if len(lines) == 0 {
		return []string{"None"}
	}
	return lines
}

// linesShown, lineShown and sentenceShown are limits that keep page one on one sheet.
const (
	linesShown    = 5
	lineShown     = 300 // octets: enough for the line about the calls of a partner build
	sentenceShown = 260
)

func conformityOf(run *result.Run) string {
	return wording.VerdictTitle(run.Verdict) + ": " + wording.AsSentence(wording.VerdictSentence(run))
}

// unstated returns the names of the items that nobody has filled in.
func unstated(all []statement) []string {
	var names []string
	for _, s := range all {
		if !s.Stated {
			names = append(names, strings.ToLower(s.Name))
		}
	}
	return names
}
