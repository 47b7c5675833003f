package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/packs"
	"github.com/credit-partner/assay/reports/wording"
)

// The limits of the text in a terminal. The rest is in the page, and Verbose shows most of it.
const (
	terminalCauses   = 4
	terminalExample  = 200
	terminalReasons  = 6
	terminalFindings = 3
	terminalText     = 600
	terminalUnstable = 10
)

// Terminal renders a run as plain text, for the end of a run on the command line: the verdict
// first, then what to fix first.
type Terminal struct {
	// Width is the number of columns; zero means 80. Lines of curl commands are never broken, so
	// that users can copy them.
	Width int
	// Colour adds ANSI colours. No meaning depends on colour alone.
	Colour bool
	// Verbose shows every failed requirement with its findings, and all causes.
	Verbose bool
}

// Write renders the run to w. It returns an error only if writing to w fails.
func (t Terminal) Write(w io.Writer, run *result.Run) error {
	run = wording.Sanitized(run)
	p := &terminalPage{width: t.Width, colour: t.Colour, verbose: t.Verbose}
	if p.width <= 0 {
		p.width = 80
	}
	p.head(run)
	if run.Setup != nil {
		return p.writeTo(w)
	}
	p.counts(run)
	p.causes(run)
	if t.Verbose {
		p.failed(run)
	}
	p.unstable(run)
	p.rest(run)
	p.noted(run)
	p.askedAgain(run)
	p.deviations(run)
	p.conformance(run)
	return p.writeTo(w)
}

func (p *terminalPage) writeTo(w io.Writer) error {
	if _, err := io.WriteString(w, p.text.String()); err != nil {
		return fmt.Errorf("write terminal report: %w", err)
	}
	return nil
}

// terminalPage is the text of the report while it is built.
type terminalPage struct {
	text    strings.Builder
	width   int
	colour  bool
	verbose bool
}

// paint colours a text if colours are wanted. It never reads the environment.
func (p *terminalPage) paint(s string, attributes ...color.Attribute) string {
	c := color.New(attributes...)
	if p.colour {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return c.Sprint(s)
}

func (p *terminalPage) line(format string, values ...any) {
	fmt.Fprintf(&p.text, format+"\n", values...)
}

// heading writes an empty line and the title of a block.
func (p *terminalPage) heading(title string) {
	p.line("\n%s", p.paint(strings.ToUpper(title), color.Bold))
}

// field writes a label and its value. A long value continues below its own start.
func (p *terminalPage) field(label, value string) {
	if value == "" {
		return
	}
	p.line("    %-9s %s", label, wording.Wrap(wording.Cut(value, terminalText), p.width, strings.Repeat(" ", 14)))
}

func (p *terminalPage) head(run *result.Run) {
	title := strings.ToUpper(wording.VerdictTitle(run.Verdict))
	p.line("%s %s", p.paint(wording.VerdictSymbol(run.Verdict)+" "+title, verdictColour(run.Verdict), color.Bold),
		wording.Wrap(wording.VerdictSentence(run), p.width-len(title)-3, "  "))
	p.line("")
	if run.Setup != nil {
		p.about("remedy", run.Setup.Remedy)
		p.about("target", run.Target.BaseURL)
		p.about("calls", fmt.Sprintf("%d, and nothing was judged", run.Setup.Calls))
		return
	}
	p.about("target", strings.TrimSpace(run.Target.Build+" "+run.Target.BaseURL))
	p.about("scope", strings.Join(run.Scope, ", ")+" ("+wording.Subject(run.Side)+")")
	p.about("only", strings.Join(run.Only, " "))
	p.about("serves", wording.ServedLine(run))
	p.about("judged", wording.JudgedOf(run))
	p.about("run", pace(run)+", suite "+run.Suite.Version)
	if p.verbose || wording.KnownVerdict(run.Verdict) != result.NonConformant {
		p.about("values", wording.CombinationsLine(run))
	}
	p.about("soak", wording.SoakOf(run))
	p.about("stopped", run.Interrupted)
	for _, n := range run.Notes {
		p.about("note", n)
	}
}

// pace says how many requests the run made, and how long it took. The requests of a partner build
// do not depend on assay: neither their time nor a seed says anything.
func pace(run *result.Run) string {
	requests := wording.Plural(run.Traffic.Requests, "request")
	if run.Side == result.PartnerSide {
		return requests + " recorded"
	}
	return fmt.Sprintf("%s in %s, seed %d", requests, wording.Millis(float64(wording.Took(run.Started, run.Finished).Milliseconds())), run.Seed)
}

func (p *terminalPage) about(label, value string) {
	if value != "" {
		p.line("  %-8s %s", label, wording.Wrap(value, p.width, strings.Repeat(" ", 11)))
	}
}

func verdictColour(v result.Verdict) color.Attribute {
	switch wording.KnownVerdict(v) {
	case result.Conformant:
		return color.FgGreen
	case result.Partial:
		return color.FgBlue
	case result.NonConformant:
		return color.FgRed
	default:
		return color.FgYellow
	}
}

func (p *terminalPage) counts(run *result.Run) {
	judged := wording.Owed(run.Requirements)
	counts := wording.CountByOutcome(judged)
	parts := []string{wording.Plural(len(judged), "requirement")}
	for _, o := range wording.OutcomeOrder {
		if counts[o] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d %s", wording.Symbol(o), counts[o], o))
		}
	}
	if silent := len(run.Requirements) - len(judged); silent > 0 {
		parts = append(parts, fmt.Sprintf("%d more %s", silent, wording.NotExercised))
	}
	p.line("\n  %s", wording.Wrap(strings.Join(parts, " · "), p.width, "  "))
}

func (p *terminalPage) failed(run *result.Run) {
	failed := wording.WithOutcome(run.Requirements, result.Failed)
	if len(failed) == 0 {
		return
	}
	p.heading("failed")
	for i, r := range failed {
		if i > 0 {
			p.line("")
		}
		p.requirement(r)
	}
}

func (p *terminalPage) requirement(r result.Requirement) {
	p.line("  %s %s", p.paint(wording.Symbol(r.Outcome)+" "+r.ID, color.FgRed, color.Bold), wording.Wrap(r.Statement, p.width-len(r.ID)-5, "      "))
	p.field("clause", fmt.Sprintf("section %s (%s)", strings.Join(r.Sections, ", "), r.Grade))
	found := wording.Findings(r)
	if len(found) == 0 {
		p.field("reason", wording.ReasonOf(r))
	}
	repeat := ""
	for _, f := range found[:min(len(found), terminalFindings)] {
		p.finding(f, repeat)
		repeat = f.Curl
	}
	if more := len(found) - terminalFindings; more > 0 {
		p.line("    and %s: index.html#%s", wording.Plural(more, "more finding"), r.ID)
	}
}

// finding writes one finding. It does not repeat the command of the finding above.
func (p *terminalPage) finding(f wording.Finding, above string) {
	p.field("check", checkLine(f))
	p.field("at", f.Path)
	p.field("expected", f.Expected)
	p.field("actual", f.Actual)
	p.field("message", f.Message)
	p.field("trace", f.TraceID)
	switch f.Curl {
	case "":
	case above:
		p.line("    %-9s %s", "repeat", "as above")
	default:
		p.line("    %-9s %s", "repeat", command(f.Curl, "    "))
	}
}

// command returns a command with its lines indented, or where it is to be found if it would fill the screen.
func command(curl, indent string) string {
	const most = 2_000 // characters
	if len(curl) > most {
		return "the command has " + wording.Plural(len(curl), "character") + ": see index.html"
	}
	return strings.ReplaceAll(curl, "\n", "\n"+indent)
}

func checkLine(f wording.Finding) string {
	line := f.Check
	if f.Location != "" {
		line += " (" + f.Location + ")"
	}
	if len(f.Also) > 0 {
		line += ", and in " + wording.Plural(len(f.Also), "more check")
	}
	return line
}

// rest groups the requirements that were not judged by the reason.
func (p *terminalPage) rest(run *result.Run) {
	last := string(result.Failed)
	all := slices.DeleteFunc(wording.NextSteps(run), func(m wording.Remedy) bool {
		return m.Outcome == result.Failed || (!p.verbose && m.Outcome == result.Blocked && m.Blocker)
	})
	shown := all
	if !p.verbose {
		shown = all[:min(len(all), terminalReasons)]
	}
	for _, m := range shown {
		if m.Word() != last {
			last = m.Word()
			p.heading(last)
		}
		p.line("  %s %s", wording.Symbol(m.Outcome), wording.Wrap(restLine(run, m), p.width, "    "))
	}
	if more := len(all) - len(shown); more > 0 {
		p.line("  and %s: index.html, or --verbose", wording.Plural(more, "more reason"))
	}
}

// noted says where to find the observations, which are not judged.
func (p *terminalPage) noted(run *result.Run) {
	if text := wording.Noted(run, wording.ObservationsPage); text != "" {
		p.line("\nNoted: %s", text)
	}
}

// askedAgain lists the checks for which a call had to be repeated.
func (p *terminalPage) askedAgain(run *result.Run) {
	all := wording.RetriedChecks(run)
	if len(all) == 0 {
		return
	}
	p.heading("unstable: asked again")
	for _, u := range all[:min(len(all), terminalUnstable)] {
		p.line("  ~ %s", wording.Wrap(wording.Cut(u.Line(), terminalText), p.width, "    "))
	}
	if more := len(all) - terminalUnstable; more > 0 {
		p.line("    and %s: index.html", wording.Plural(more, "more check"))
	}
}

func restLine(run *result.Run, m wording.Remedy) string {
	if len(m.IDs) == len(run.Requirements) && len(m.IDs) > 1 {
		return "all " + wording.Plural(len(m.IDs), "requirement") + ": " + m.Cause
	}
	if m.Blocker {
		return "waiting for " + m.Cause + ": " + wording.IDList(m.IDs, 24)
	}
	return wording.IDList(m.IDs, 24) + ": " + m.Cause
}

func (p *terminalPage) deviations(run *result.Run) {
	if len(run.Deviations) == 0 {
		return
	}
	p.heading("deviations")
	for _, d := range run.Deviations {
		p.line("  %s", wording.Wrap(fmt.Sprintf("%s %s: %s (%s, until %s)", d.Requirement, d.State, d.Reason, d.Owner, d.Expires), p.width, "    "))
	}
}

// conformance lists the remaining steps to a conformant run, with numbers, if there are any.
func (p *terminalPage) conformance(run *result.Run) {
	if steps := wording.WayToConformance(run); len(steps) > 0 {
		p.heading("to become conformant")
		for i, s := range steps {
			p.line("  %d. %s", i+1, wording.Wrap(s, p.width, "     "))
		}
	}
}

// causes lists what to fix first, each with one example.
func (p *terminalPage) causes(run *result.Run) {
	causes := wording.CausesOf(run)
	if len(causes) == 0 {
		return
	}
	p.heading("fix this first")
	p.line("  %s", wording.Wrap(wording.CausesSentence(run, causes), p.width, "  "))
	shown := causes
	if !p.verbose {
		shown = causes[:min(len(causes), terminalCauses)]
	}
	for n, c := range shown {
		p.cause(n+1, c, requirementOf(run, c.Example.Requirement))
	}
	if more := len(causes) - len(shown); more > 0 {
		p.line("\n  and %s: index.html, or --verbose", wording.Plural(more, "more cause"))
	}
}

// requirementOf returns a requirement of the run. If the run has no requirement with that id, the
// result has only the id.
func requirementOf(run *result.Run, id string) *result.Requirement {
	for i := range run.Requirements {
		if run.Requirements[i].ID == id {
			return &run.Requirements[i]
		}
	}
	return &result.Requirement{ID: id}
}

// cause says what is wrong, what the requirement of the example demands, and how to see it.
func (p *terminalPage) cause(n int, c result.Cause, of *result.Requirement) {
	number := fmt.Sprintf("%d.", n)
	p.line("\n  %s %s", p.paint(number, color.FgRed, color.Bold), wording.Wrap(wording.Cut(c.Title, terminalText), p.width, "     "))
	p.line("     %s", wording.Wrap(fmt.Sprintf("%s · %s", wording.AtStake[c.Severity], wording.Fails(c)), p.width, "     "))
	if of.Statement != "" {
		p.line("     %s", wording.Wrap(of.ID+": "+of.Statement, p.width, "     "))
	}
	if f := c.Example; f.Expected != "" {
		seen := fmt.Sprintf("%s: expected %s, got %s", cmp.Or(f.Path, cmp.Or(f.Endpoint, "body")), f.Expected, f.Actual)
		if f.Check != "" {
			seen = fmt.Sprintf("%q, %s", f.Check, seen)
		}
		p.line("     %s", wording.Wrap("for example "+wording.Cut(wording.OneLine(seen), terminalExample), p.width, "     "))
	}
	if pack := packs.Path(of); pack != "" && of.Pack.ShouldBe != nil {
		p.line("     in the folder of the report, %s has the request as it should be", pack)
	} else if pack != "" {
		p.line("     to see it again, run %s in the folder of the report; the last call alone:", pack)
	}
	if c.Example.Curl != "" {
		p.line("     %s", command(c.Example.Curl, "     "))
	}
}

func (p *terminalPage) unstable(run *result.Run) {
	all := wording.UnstableOf(run)
	if len(all) == 0 {
		return
	}
	p.heading("unstable")
	for _, u := range all {
		p.line("  %s", wording.Wrap(u.ID+" "+u.Rate+": "+u.Statement, p.width, "      "))
		for _, c := range u.Checks {
			p.line("    %s", wording.Wrap(c.Name+": "+c.Rate, p.width, "      "))
		}
	}
}

// WriteRequirement renders one requirement in the same form as Write renders a failed one: what
// it demands, what was found, and the command that repeats it. If nothing was found, it gives the
// reason instead. It returns an error only if writing to w fails.
func (t Terminal) WriteRequirement(w io.Writer, r result.Requirement) error {
	run := wording.Sanitized(&result.Run{Requirements: []result.Requirement{r}})
	p := &terminalPage{width: t.Width, colour: t.Colour}
	if p.width <= 0 {
		p.width = 80
	}
	p.requirement(run.Requirements[0])
	if _, err := io.WriteString(w, p.text.String()); err != nil {
		return fmt.Errorf("write requirement %s: %w", r.ID, err)
	}
	return nil
}
