package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// The elements of the JUnit dialect that common readers understand. The members are in the order
// that its schemas require.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr,omitempty"`
		Hostname   string          `xml:"hostname,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		Classname string        `xml:"classname,attr"`
		Time      string        `xml:"time,attr"`
		Skipped   *junitSkipped `xml:"skipped,omitempty"`
		Error     *junitTrouble `xml:"error,omitempty"`
		Failure   *junitTrouble `xml:"failure,omitempty"`
		SystemOut string        `xml:"system-out,omitempty"`

		// The case is made from these; other formats read them.
		check       result.Check
		requirement result.Requirement
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
	junitTrouble struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes a test case for each check. A failed check becomes a failure, and an errored
// check becomes an error. A check is skipped with its reason if it is blocked or untested, or if
// its failure is accepted. A requirement with a worse outcome than its checks gets a case of its
// own, and so does a verdict that no case shows. So a run that is not conformant never looks
// completely successful.
func WriteJUnit(w io.Writer, run *result.Run) error {
	return writeJUnit(w, wording.Sanitized(run))
}

func writeJUnit(w io.Writer, run *result.Run) error {
	suites := junitOf(run)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit: %w", err)
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(suites); err != nil {
		return fmt.Errorf("write JUnit: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write JUnit: %w", err)
	}
	return nil
}

func junitOf(run *result.Run) junitSuites {
	all := junitSuites{
		Name: strings.TrimSpace("assay " + string(run.Side)),
		Time: seconds(wording.Took(run.Started, run.Finished).Milliseconds()),
	}
	at := make(map[string]int)
	for _, r := range run.Requirements {
		i, seen := at[r.Feature]
		if !seen {
			i = len(all.Suites)
			at[r.Feature] = i
			all.Suites = append(all.Suites, newJUnitSuite(run, r.Feature))
		}
		cases := junitCases(r)
		if r.Accepted {
			skipAccepted(cases, acceptedBecause(run.Deviations, r.ID))
		}
		all.Suites[i].Cases = append(all.Suites[i].Cases, cases...)
	}
	for i := range all.Suites {
		all.count(&all.Suites[i])
	}
	all.showVerdict(run)
	return all
}

// skipAccepted turns failed cases into skipped ones, for failures that a team accepts for now.
func skipAccepted(cases []junitCase, why string) {
	for n := range cases {
		if cases[n].Failure != nil {
			cases[n].SystemOut = strings.TrimPrefix(cases[n].SystemOut+"\n"+cases[n].Failure.Text, "\n")
			cases[n].Failure, cases[n].Skipped = nil, &junitSkipped{Message: wording.OneLine(wording.Cut(why, 500))}
		}
	}
}

// acceptedBecause says why a failure is accepted, who accepts it and until when.
func acceptedBecause(deviations []result.Deviation, id string) string {
	var parts []string
	for _, d := range deviations {
		if d.Requirement == id && d.State == "accepted" && d.Unjudged == "" {
			parts = append(parts, fmt.Sprintf("%s (%s, until %s)", d.Reason, d.Owner, d.Expires))
		}
	}
	return "accepted failure: " + strings.Join(parts, "; ")
}

func newJUnitSuite(run *result.Run, name string) junitSuite {
	s := junitSuite{Name: name, Hostname: "localhost", Properties: junitProperties(run)}
	if name == "" {
		s.Name = "assay"
	}
	if !run.Started.IsZero() {
		s.Timestamp = run.Started.UTC().Format("2006-01-02T15:04:05")
	}
	return s
}

func junitProperties(run *result.Run) []junitProperty {
	all := []junitProperty{
		{"verdict", string(wording.KnownVerdict(run.Verdict))},
		{"side", string(run.Side)},
		{"scope", strings.Join(run.Scope, " ")},
		{"target.base_url", wording.OneLine(run.Target.BaseURL)},
		{"target.build", wording.OneLine(run.Target.Build)},
		{"suite.version", run.Suite.Version},
		{"suite.digest", run.Suite.Digest},
		{"seed", fmt.Sprint(run.Seed)},
	}
	if c := run.Coverage; c != nil {
		all = append(all, junitProperty{"coverage.planned", fmt.Sprint(c.Planned)},
			junitProperty{"coverage.judged", fmt.Sprint(c.Judged)}, junitProperty{"coverage.ledger", fmt.Sprint(c.Ledger)})
	}
	if soak := wording.SoakOf(run); soak != "" {
		all = append(all, junitProperty{"soak", soak})
	}
	return all
}

// junitCases makes a case for each check. It adds a case for the requirement if no check has an
// outcome as bad as the requirement's.
func junitCases(r result.Requirement) []junitCase {
	cases := make([]junitCase, 0, len(r.Checks)+1)
	worst := result.Passed
	for _, c := range r.Checks {
		cases = append(cases, junitCheck(r, c))
		worst = result.Worse(worst, c.Outcome)
	}
	if len(r.Checks) > 0 && result.Worse(worst, r.Outcome) == worst {
		return cases
	}
	whole := result.Check{Name: r.Statement, Outcome: r.Outcome, Reason: wording.ReasonUnlessGood(r), BlockedBy: r.BlockedBy}
	return append(cases, junitCheck(r, whole))
}

func junitCheck(r result.Requirement, c result.Check) junitCase {
	jc := junitCase{
		Name:      wording.OneLine(r.ID + " " + c.Name),
		Classname: wording.OneLine(r.Feature),
		Time:      seconds(c.DurationMS),
		check:     c, requirement: r,
	}
	switch wording.KnownOutcome(c.Outcome) {
	case result.Passed:
	case result.Tolerated:
		jc.SystemOut = "tolerated: " + strings.Join(r.Readings, ", ")
	case result.Failed:
		jc.Failure = &junitTrouble{Message: wording.OneLine(wording.Cut(checkReason(r, c), 500)), Type: string(result.Failed), Text: junitText(r, c)}
	case result.Blocked, result.Untested:
		jc.Skipped = &junitSkipped{Message: wording.OneLine(wording.Cut(skipReason(r, c), 500))}
	default:
		jc.Error = &junitTrouble{Message: wording.OneLine(wording.Cut(checkReason(r, c), 500)), Type: string(result.Errored), Text: junitText(r, c)}
	}
	for _, what := range c.Unstable {
		jc.SystemOut = strings.TrimPrefix(jc.SystemOut+"\nunstable: "+wording.Cut(what, 500), "\n")
	}
	return jc
}

func checkReason(r result.Requirement, c result.Check) string {
	switch {
	case c.Reason != "":
		return c.Reason
	case len(c.Failures) > 0:
		return c.Failures[0].Message
	default:
		return wording.ReasonOf(r)
	}
}

func skipReason(r result.Requirement, c result.Check) string {
	if len(c.BlockedBy) > 0 {
		return "blocked by " + strings.Join(c.BlockedBy, ", ") + ": " + checkReason(r, c)
	}
	return string(wording.KnownOutcome(c.Outcome)) + ": " + checkReason(r, c)
}

// junitText describes a check completely, for readers who see only the log of a pipeline.
func junitText(r result.Requirement, c result.Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n%s; section %s; %s\n", r.ID, r.Statement, r.Grade, strings.Join(r.Sections, ", "), c.Location)
	if rate := wording.RateOf(c.Rounds); rate != "" {
		fmt.Fprintf(&b, "%s\n", rate)
	}
	for _, f := range c.Failures {
		fmt.Fprintf(&b, "\n%s\n", f.Message)
		fmt.Fprintf(&b, "  at        %s\n  expected  %s\n  actual    %s\n  section   %s\n  exchange  %s\n",
			f.Path, wording.Cut(f.Expected, 2000), wording.Cut(f.Actual, 2000), f.Section, f.Exchange)
		if f.Curl != "" {
			fmt.Fprintf(&b, "  %s\n", wording.Cut(f.Curl, 8000))
		}
	}
	return b.String()
}

// count updates the sums of a suite and of the whole.
func (all *junitSuites) count(s *junitSuite) {
	s.Tests = len(s.Cases)
	var ms int64
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
		ms += millisOf(c.Time)
	}
	s.Time = seconds(ms)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
	all.Skipped += s.Skipped
}

// showVerdict adds an error if the verdict is bad and no case says so: a reader of JUnit that
// sees only skipped cases would take the run for a success. A partial verdict becomes a skipped
// case. So does a bad verdict if a team accepts all the failures that remain.
func (all *junitSuites) showVerdict(run *result.Run) {
	v := wording.KnownVerdict(run.Verdict)
	if v == result.Conformant || all.Failures+all.Errors > 0 {
		return
	}
	told := junitCase{Name: "verdict", Classname: "Verdict", Time: seconds(0)}
	if v == result.Partial || run.Decision == "pass" {
		told.Skipped = &junitSkipped{Message: wording.OneLine(string(v) + ": " + wording.VerdictSentence(run))}
	} else {
		told.Error = &junitTrouble{Message: wording.OneLine(wording.VerdictSentence(run)), Type: string(v), Text: wording.VerdictSentence(run)}
		if run.Setup != nil {
			told.Name, told.Error.Text = "set-up", told.Error.Text+"\n"+run.Setup.Remedy
		}
	}
	s := newJUnitSuite(run, "Verdict")
	s.Cases = []junitCase{told}
	all.count(&s)
	all.Suites = append(all.Suites, s)
}

func seconds(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

func millisOf(s string) int64 {
	var whole, part int64
	if _, err := fmt.Sscanf(s, "%d.%d", &whole, &part); err != nil {
		return 0
	}
	return whole*1000 + part
}
