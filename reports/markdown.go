package reports

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// The limits of a summary. It must fit into a comment on a pull request, which can hold 65,536
// characters on GitHub.
const (
	markdownFailures = 20
	markdownRemedies = 40
	markdownText     = 240
	markdownLimit    = 60_000
)

// WriteMarkdown writes summary.md: the verdict, the counts, the failed requirements, and the
// steps to a conformant run, in the Markdown of pull requests and job summaries. Texts of the
// target are written as code, in which mentions, links and markup do not work.
func WriteMarkdown(w io.Writer, run *result.Run) error {
	return writeMarkdown(w, wording.Sanitized(run))
}

func writeMarkdown(w io.Writer, run *result.Run) error {
	var b strings.Builder
	if run.Setup != nil {
		return markdownSetup(w, run)
	}
	markdownHead(&b, run)
	markdownCounts(&b, run)
	markdownCauses(&b, run)
	markdownFailed(&b, run)
	markdownUnstable(&b, run)
	markdownRest(&b, run)
	if text := wording.Noted(run, wording.ObservationsPage); text != "" {
		fmt.Fprintf(&b, "\nNoted: %s\n", text)
	}
	markdownAskedAgain(&b, run)
	markdownDeviations(&b, run)
	if line := wording.CombinationsLine(run); line != "" {
		fmt.Fprintf(&b, "\nCombinations of documented values: %s\n", inline(line))
	}
	fmt.Fprintf(&b, "\n%s · seed `%d` · suite %s `%s`\n", markdownTraffic(run), run.Seed, inline(run.Suite.Version), inlineCode(wording.ShortDigest(run.Suite.Digest)))
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

// markdownCauses lists what to fix first.
func markdownCauses(b *strings.Builder, run *result.Run) {
	causes := wording.CausesOf(run)
	if len(causes) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### Fix this first\n\n%s.\n\n", wording.CausesSentence(run, causes))
	for n, c := range causes[:min(len(causes), markdownFailures)] {
		fmt.Fprintf(b, "%d. %s: %s\n", n+1, inline(wording.Cut(c.Title, markdownText)), wording.Fails(c))
	}
	if more := len(causes) - markdownFailures; more > 0 {
		fmt.Fprintf(b, "\nAnd %s.\n", wording.Plural(more, "more cause"))
	}
}

// markdownSetup says what is wrong with a set-up, and nothing else.
func markdownSetup(w io.Writer, run *result.Run) error {
	_, err := fmt.Fprintf(w, "## %s %s\n\n%s\n\n**Remedy:** %s\n\nTarget %s: nothing was judged (%s).\n", wording.VerdictSymbol(run.Verdict), wording.VerdictTitle(run.Verdict),
		inline(wording.Cut(wording.AsSentence(wording.VerdictSentence(run)), 1000)), inline(wording.AsSentence(run.Setup.Remedy)), code(run.Target.BaseURL), wording.Plural(run.Setup.Calls, "call"))
	if err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

func markdownHead(b *strings.Builder, run *result.Run) {
	fmt.Fprintf(b, "## %s %s\n\n%s\n\n", wording.VerdictSymbol(run.Verdict), wording.VerdictTitle(run.Verdict), inline(wording.Cut(wording.AsSentence(wording.VerdictSentence(run)), 1000)))
	fmt.Fprintf(b, "%s %s at %s, scope %s\n", inline(strings.ToUpper(wording.Subject(run.Side)[:1])+wording.Subject(run.Side)[1:]),
		code(cmp.Or(run.Target.Build, "(unnamed)")), code(cmp.Or(run.Target.BaseURL, "(no address)")), inline(cmp.Or(strings.Join(run.Scope, ", "), "(none)")))
	if line := wording.ServedLine(run); line != "" {
		fmt.Fprintf(b, "\n**%s**\n", inline(line))
	}
	if judged := wording.JudgedOf(run); judged != "" {
		fmt.Fprintf(b, "\nJudged: %s\n", inline(judged))
	}
	if len(run.Only) > 0 {
		fmt.Fprintf(b, "\n**Only a part was judged:** %s\n", code(strings.Join(run.Only, " ")))
	}
	if soak := wording.SoakOf(run); soak != "" {
		fmt.Fprintf(b, "\n**Soak:** %s\n", inline(soak))
	}
	if run.Interrupted != "" {
		fmt.Fprintf(b, "\n**Interrupted:** %s\n", code(run.Interrupted))
	}
	for _, n := range run.Notes {
		fmt.Fprintf(b, "\n> %s\n", inline(wording.Cut(n, 600)))
	}
}

func markdownCounts(b *strings.Builder, run *result.Run) {
	counts := wording.CountByOutcome(run.Requirements)
	b.WriteString("\n| requirements |")
	for _, o := range wording.OutcomeOrder {
		fmt.Fprintf(b, " %s %s |", wording.Symbol(o), o)
	}
	b.WriteString("\n|---:|" + strings.Repeat("---:|", len(wording.OutcomeOrder)))
	fmt.Fprintf(b, "\n| %d |", len(run.Requirements))
	for _, o := range wording.OutcomeOrder {
		fmt.Fprintf(b, " %d |", counts[o])
	}
	b.WriteString("\n")
}

func markdownFailed(b *strings.Builder, run *result.Run) {
	failed := wording.WithOutcome(run.Requirements, result.Failed)
	if len(failed) == 0 {
		return
	}
	b.WriteString("\n### Failed\n")
	for i, r := range failed {
		if i == markdownFailures || b.Len() > markdownLimit/2 {
			fmt.Fprintf(b, "\nAnd %s: see index.html.\n", wording.Plural(len(failed)-i, "more requirement"))
			return
		}
		markdownRequirement(b, r)
	}
}

func markdownRequirement(b *strings.Builder, r result.Requirement) {
	fmt.Fprintf(b, "\n<details><summary><b>%s</b> %s (%s, section %s)</summary>\n", inline(r.ID), inline(r.Statement), inline(string(r.Grade)), inline(strings.Join(r.Sections, ", ")))
	found := wording.Findings(r)
	if len(found) == 0 {
		fmt.Fprintf(b, "\n%s\n", code(wording.Cut(wording.ReasonOf(r), markdownText)))
	}
	for _, f := range found[:min(len(found), 3)] {
		b.WriteString("\n" + fenced(markdownFinding(f)))
	}
	if len(found) > 3 {
		fmt.Fprintf(b, "\nAnd %s.\n", wording.Plural(len(found)-3, "more finding"))
	}
	b.WriteString("\n</details>\n")
}

func markdownFinding(f wording.Finding) string {
	also := ""
	if len(f.Also) > 0 {
		also = " (and in " + wording.Plural(len(f.Also), "more check") + ")"
	}
	return fmt.Sprintf("%s\ncheck     %s%s\nat        %s\nexpected  %s\nactual    %s\n", wording.Cut(f.Message, markdownText),
		wording.Cut(f.Check, markdownText), also, wording.Cut(f.Path, markdownText), wording.Cut(f.Expected, markdownText), wording.Cut(f.Actual, markdownText))
}

func markdownRest(b *strings.Builder, run *result.Run) {
	all := wording.NextSteps(run)
	rest := all[:0:0]
	for _, m := range all {
		if m.Outcome != result.Failed {
			rest = append(rest, m)
		}
	}
	if len(rest) == 0 {
		return
	}
	b.WriteString("\n### Not judged\n\n")
	for i, m := range rest {
		if i == markdownRemedies || b.Len() > markdownLimit*4/5 {
			fmt.Fprintf(b, "- and %s\n", wording.Plural(len(rest)-i, "more cause"))
			return
		}
		fmt.Fprintf(b, "- %s %s (%s): %s\n", wording.Symbol(m.Outcome), m.Word(), inline(wording.IDList(m.IDs, 12)), markdownCause(m))
	}
}

func markdownAskedAgain(b *strings.Builder, run *result.Run) {
	all := wording.RetriedChecks(run)
	if len(all) == 0 {
		return
	}
	b.WriteString("\n### Unstable: asked again\n\n")
	for i, u := range all {
		if i == markdownFailures {
			fmt.Fprintf(b, "- and %s\n", wording.Plural(len(all)-i, "more check"))
			return
		}
		fmt.Fprintf(b, "- %s\n", inline(wording.Cut(u.Line(), markdownText)))
	}
}

func markdownCause(m wording.Remedy) string {
	if m.Blocker {
		return "waits for " + inline(m.Cause)
	}
	return inline(wording.Cut(m.Cause, markdownText))
}

func markdownDeviations(b *strings.Builder, run *result.Run) {
	if len(run.Deviations) == 0 {
		return
	}
	b.WriteString("\n### Deviations\n\n")
	for _, d := range run.Deviations[:min(len(run.Deviations), markdownRemedies)] {
		fmt.Fprintf(b, "- %s, %s: %s (%s, until %s)\n", inline(d.Requirement), inline(d.State),
			inline(wording.Cut(d.Reason, markdownText)), inline(wording.Cut(d.Owner, 80)), inline(wording.Cut(d.Expires, 40)))
	}
}

func markdownTraffic(run *result.Run) string {
	return wording.Plural(run.Traffic.Requests, "request") + " in " + wording.Millis(float64(wording.Took(run.Started, run.Finished).Milliseconds()))
}

// inline escapes a text for a line of Markdown. The result has no markup and no HTML, and no
// mention, issue number or address that GitHub would turn into a link.
func inline(s string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "~", "\\~", "|", "\\|",
		"<", "&lt;", ">", "&gt;", "&", "&amp;",
		"@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.", "\n", "↵", "\t", " ",
	).Replace(s)
}

// code puts a text into a code span. Its fence is longer than every run of backticks in the text.
func code(s string) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	return fence + " " + strings.ReplaceAll(wording.OneLine(s), "|", "¦") + " " + fence
}

// inlineCode removes the backticks from a text that is written between single backticks.
func inlineCode(s string) string { return strings.ReplaceAll(wording.OneLine(s), "`", "'") }

// fenced puts a text into a code block. The fence is long enough that the text cannot close it.
func fenced(s string) string {
	fence := strings.Repeat("`", max(3, longestRun(s, '`')+1))
	return fence + "text\n" + strings.TrimRight(s, "\n") + "\n" + fence + "\n"
}

func longestRun(s string, r rune) int {
	longest, run := 0, 0
	for _, c := range s {
		if c != r {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func markdownUnstable(b *strings.Builder, run *result.Run) {
	all := wording.UnstableOf(run)
	if len(all) == 0 {
		return
	}
	b.WriteString("\n### Unstable\n\n")
	for i, u := range all {
		if i == markdownRemedies {
			fmt.Fprintf(b, "- and %s\n", wording.Plural(len(all)-i, "more requirement"))
			return
		}
		fmt.Fprintf(b, "- %s %s: %s\n", inline(u.ID), inline(u.Rate), inline(wording.Cut(u.Statement, markdownText)))
	}
}
