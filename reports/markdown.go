package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// The most that a summary tells: it must fit into the comment of a pull
// request, whose host takes 65,536 characters.
const (
	markdownFailures = 20
	markdownRemedies = 40
	markdownText     = 240
	markdownLimit    = 60_000
)

// WriteMarkdown writes summary.md: verdict, counts, failed requirements, and
// what would make the run conformant, in the Markdown of pull requests and job
// summaries. What the target said stands in code, where no mention, link or
// markup of its own can work.
func WriteMarkdown(w io.Writer, run *result.Run) error {
	run = shown(run)
	var b strings.Builder
	if run.Setup != nil {
		return markdownSetup(w, run)
	}
	markdownHead(&b, run)
	markdownCounts(&b, run)
	markdownFailed(&b, run)
	markdownUnstable(&b, run)
	markdownRest(&b, run)
	markdownAskedAgain(&b, run)
	markdownDeviations(&b, run)
	if line := combinationsLine(run); line != "" {
		fmt.Fprintf(&b, "\nCombinations of documented values: %s\n", inline(line))
	}
	fmt.Fprintf(&b, "\n%s · seed `%d` · suite %s `%s`\n", markdownTraffic(run), run.Seed, inline(run.Suite.Version), inlineCode(shortDigest(run.Suite.Digest)))
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

// markdownSetup says what is wrong with a set-up, and nothing else.
func markdownSetup(w io.Writer, run *result.Run) error {
	_, err := fmt.Fprintf(w, "## %s %s\n\n%s\n\n**Remedy:** %s\n\nTarget %s: nothing was judged (%s).\n", verdictSymbol(run.Verdict), verdictTitle(run.Verdict),
		inline(cut(asSentence(verdictSentence(run)), 1000)), inline(asSentence(run.Setup.Remedy)), code(run.Target.BaseURL), plural(run.Setup.Calls, "call"))
	if err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}

func markdownHead(b *strings.Builder, run *result.Run) {
	fmt.Fprintf(b, "## %s %s\n\n%s\n\n", verdictSymbol(run.Verdict), verdictTitle(run.Verdict), inline(cut(asSentence(verdictSentence(run)), 1000)))
	fmt.Fprintf(b, "%s %s at %s, scope %s\n", inline(strings.ToUpper(subject(run.Side)[:1])+subject(run.Side)[1:]),
		code(or(run.Target.Build, "(unnamed)")), code(or(run.Target.BaseURL, "(no address)")), inline(or(strings.Join(run.Scope, ", "), "(none)")))
	if line := servedLine(run); line != "" {
		fmt.Fprintf(b, "\n**%s**\n", inline(line))
	}
	if judged := judgedOf(run); judged != "" {
		fmt.Fprintf(b, "\nJudged: %s\n", inline(judged))
	}
	if len(run.Only) > 0 {
		fmt.Fprintf(b, "\n**Only a part was judged:** %s\n", code(strings.Join(run.Only, " ")))
	}
	if soak := soakOf(run); soak != "" {
		fmt.Fprintf(b, "\n**Soak:** %s\n", inline(soak))
	}
	if run.Interrupted != "" {
		fmt.Fprintf(b, "\n**Interrupted:** %s\n", code(run.Interrupted))
	}
	for _, n := range run.Notes {
		fmt.Fprintf(b, "\n> %s\n", inline(cut(n, 600)))
	}
}

func markdownCounts(b *strings.Builder, run *result.Run) {
	counts := tally(run.Requirements)
	b.WriteString("\n| requirements |")
	for _, o := range outcomeOrder {
		fmt.Fprintf(b, " %s %s |", symbol(o), o)
	}
	b.WriteString("\n|---:|" + strings.Repeat("---:|", len(outcomeOrder)))
	fmt.Fprintf(b, "\n| %d |", len(run.Requirements))
	for _, o := range outcomeOrder {
		fmt.Fprintf(b, " %d |", counts[o])
	}
	b.WriteString("\n")
}

func markdownFailed(b *strings.Builder, run *result.Run) {
	failed := withOutcome(run.Requirements, result.Failed)
	if len(failed) == 0 {
		return
	}
	b.WriteString("\n### Failed\n")
	for i, r := range failed {
		if i == markdownFailures || b.Len() > markdownLimit/2 {
			fmt.Fprintf(b, "\nAnd %s: see index.html.\n", plural(len(failed)-i, "more requirement"))
			return
		}
		markdownRequirement(b, r)
	}
}

func markdownRequirement(b *strings.Builder, r result.Requirement) {
	fmt.Fprintf(b, "\n<details><summary><b>%s</b> %s (%s, section %s)</summary>\n", inline(r.ID), inline(r.Statement), inline(string(r.Grade)), inline(strings.Join(r.Sections, ", ")))
	found := findings(r)
	if len(found) == 0 {
		fmt.Fprintf(b, "\n%s\n", code(cut(reasonOf(r), markdownText)))
	}
	for _, f := range found[:min(len(found), 3)] {
		b.WriteString("\n" + fenced(markdownFinding(f)))
	}
	if len(found) > 3 {
		fmt.Fprintf(b, "\nAnd %s.\n", plural(len(found)-3, "more finding"))
	}
	b.WriteString("\n</details>\n")
}

func markdownFinding(f finding) string {
	also := ""
	if len(f.Also) > 0 {
		also = " (and in " + plural(len(f.Also), "more check") + ")"
	}
	return fmt.Sprintf("%s\ncheck     %s%s\nat        %s\nexpected  %s\nactual    %s\n", cut(f.Message, markdownText),
		cut(f.Check, markdownText), also, cut(f.Path, markdownText), cut(f.Expected, markdownText), cut(f.Actual, markdownText))
}

func markdownRest(b *strings.Builder, run *result.Run) {
	all := remedies(run)
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
			fmt.Fprintf(b, "- and %s\n", plural(len(rest)-i, "more cause"))
			return
		}
		fmt.Fprintf(b, "- %s %s (%s): %s\n", symbol(m.Outcome), m.Word(), inline(idList(m.IDs, 12)), markdownCause(m))
	}
}

func markdownAskedAgain(b *strings.Builder, run *result.Run) {
	all := askedAgain(run)
	if len(all) == 0 {
		return
	}
	b.WriteString("\n### Unstable: asked again\n\n")
	for i, u := range all {
		if i == markdownFailures {
			fmt.Fprintf(b, "- and %s\n", plural(len(all)-i, "more check"))
			return
		}
		fmt.Fprintf(b, "- %s\n", inline(cut(u.line(), markdownText)))
	}
}

func markdownCause(m remedy) string {
	if m.Blocker {
		return "waits for " + inline(m.Cause)
	}
	return inline(cut(m.Cause, markdownText))
}

func markdownDeviations(b *strings.Builder, run *result.Run) {
	if len(run.Deviations) == 0 {
		return
	}
	b.WriteString("\n### Deviations\n\n")
	for _, d := range run.Deviations[:min(len(run.Deviations), markdownRemedies)] {
		fmt.Fprintf(b, "- %s, %s: %s (%s, until %s)\n", inline(d.Requirement), inline(d.State),
			inline(cut(d.Reason, markdownText)), inline(cut(d.Owner, 80)), inline(cut(d.Expires, 40)))
	}
}

func markdownTraffic(run *result.Run) string {
	return plural(run.Traffic.Requests, "request") + " in " + millis(float64(took(run.Started, run.Finished).Milliseconds()))
}

// inline escapes a text for a line of Markdown: no markup, no HTML, and no
// mention, issue number or bare address that a host would turn into a link.
func inline(s string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "~", "\\~", "|", "\\|",
		"<", "&lt;", ">", "&gt;", "&", "&amp;",
		"@", "@<!-- -->", "#", "#<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.", "\n", "↵", "\t", " ",
	).Replace(s)
}

// code puts a text into a code span whose fence is longer than any run of
// backticks in it.
func code(s string) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	return fence + " " + strings.ReplaceAll(oneLine(s), "|", "¦") + " " + fence
}

// inlineCode keeps a text that stands between single backticks free of them.
func inlineCode(s string) string { return strings.ReplaceAll(oneLine(s), "`", "'") }

// fenced puts a text into a code block that it cannot close.
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

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// shortDigest is enough of a digest to tell two suites apart by eye.
func shortDigest(d string) string { return d[:boundary(d, min(len(d), 12))] }
