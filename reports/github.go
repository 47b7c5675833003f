package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// WriteGitHub writes workflow commands that GitHub Actions shows as annotations: an error for
// each failed requirement, a warning for each reason why others were not judged, and the verdict.
// They name no file, because the feature files are not in the repository under test.
func WriteGitHub(w io.Writer, run *result.Run) error {
	run = wording.Sanitized(run)
	var b strings.Builder
	level := "error"
	switch wording.KnownVerdict(run.Verdict) {
	case result.Conformant:
		level = "notice"
	case result.Partial:
		level = "warning"
	}
	sentence := wording.VerdictSentence(run)
	if run.Setup != nil {
		sentence += "\n" + run.Setup.Remedy
	}
	annotate(&b, level, "assay: "+string(wording.KnownVerdict(run.Verdict)), sentence)
	for _, r := range wording.WithOutcome(run.Requirements, result.Failed) {
		annotate(&b, "error", r.ID+" "+r.Statement, gitHubFailure(r))
	}
	gitHubUnstable(&b, run)
	for _, m := range wording.NextSteps(run) {
		if m.Outcome != result.Failed {
			level := map[bool]string{true: "notice", false: "warning"}[m.Unexercised]
			annotate(&b, level, fmt.Sprintf("%s %s", wording.Plural(len(m.IDs), "requirement"), m.Word()), gitHubRemedy(m))
		}
	}
	for _, u := range wording.RetriedChecks(run) {
		annotate(&b, "warning", u.ID+" is unstable", u.Line())
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write GitHub annotations: %w", err)
	}
	return nil
}

func gitHubFailure(r result.Requirement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "section %s (%s)", strings.Join(r.Sections, ", "), r.Grade)
	found := wording.Findings(r)
	if len(found) == 0 {
		b.WriteString("\n" + wording.ReasonOf(r))
	}
	for _, f := range found[:min(len(found), 3)] {
		fmt.Fprintf(&b, "\n%s\nat %s\nexpected %s\nactual %s", f.Message, f.Path, wording.Cut(f.Expected, 300), wording.Cut(f.Actual, 300))
	}
	if len(found) > 3 {
		fmt.Fprintf(&b, "\nand %d more", len(found)-3)
	}
	return b.String()
}

func gitHubRemedy(m wording.Remedy) string {
	if m.Blocker {
		return fmt.Sprintf("%s: fix %s first", wording.IDList(m.IDs, 12), m.Cause)
	}
	return fmt.Sprintf("%s: %s", wording.IDList(m.IDs, 12), m.Cause)
}

// annotate writes one workflow command. It escapes the values for the runner; otherwise a text of
// the target could start a command of its own.
func annotate(b *strings.Builder, level, title, message string) {
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	fmt.Fprintf(b, "::%s title=%s::%s\n", level, property.Replace(wording.Cut(title, 200)), value.Replace(wording.Cut(message, 4000)))
}

// gitHubUnstable writes a warning for every requirement that is unstable, because such a
// requirement may pass the next time.
func gitHubUnstable(b *strings.Builder, run *result.Run) {
	for _, u := range wording.UnstableOf(run) {
		annotate(b, "warning", u.ID+" is unstable", u.Rate+": "+u.Statement)
	}
}
