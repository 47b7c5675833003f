package reports

import (
	"fmt"
	"strings"

	"github.com/fatih/color"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
)

// causesOf are the causes of a run. Results of versions before causes were kept
// do not hold them: there they are found anew.
func causesOf(run *result.Run) []result.Cause {
	if len(run.Causes) > 0 {
		return run.Causes
	}
	return cause.Of(run)
}

// causesSentence says what the causes explain, and where to begin: "4 causes
// explain 18 failures; the first unblocks 17".
func causesSentence(run *result.Run, causes []result.Cause) string {
	failed := len(withOutcome(run.Requirements, result.Failed))
	verb := "explain"
	if len(causes) == 1 {
		verb = "explains"
	}
	sentence := fmt.Sprintf("%s %s %s", plural(len(causes), "cause"), verb, plural(failed, "failure"))
	if n := unblocksMost(causes); n >= 0 {
		sentence += fmt.Sprintf("; %s unblocks %s", nth(n, len(causes)), grouped(len(causes[n].Blocks)))
	}
	return sentence
}

// unblocksMost is the first of the causes that block most; -1 where none does.
func unblocksMost(causes []result.Cause) int {
	most := -1
	for n, c := range causes {
		if len(c.Blocks) > 0 && (most < 0 || len(c.Blocks) > len(causes[most].Blocks)) {
			most = n
		}
	}
	return most
}

// nth names one of several.
func nth(n, of int) string {
	switch {
	case of == 1:
		return "it"
	case n == 0:
		return "the first"
	}
	return fmt.Sprintf("number %d", n+1)
}

// atStake is what a severity means, in words.
var atStake = map[result.Severity]string{
	result.Access: "access", result.Money: "money", result.State: "lost state", result.Service: "not served", result.Form: "form",
}

// causes lists what to fix first, each with one example.
func (p *terminalPage) causes(run *result.Run) {
	causes := causesOf(run)
	if len(causes) == 0 {
		return
	}
	p.heading("fix this first")
	p.line("  %s", wrap(causesSentence(run, causes), p.width, "  "))
	shown := causes
	if !p.verbose {
		shown = causes[:min(len(causes), terminalCauses)]
	}
	for n, c := range shown {
		p.cause(n+1, c)
	}
	if more := len(causes) - len(shown); more > 0 {
		p.line("\n  and %s: index.html, or --verbose", plural(more, "more cause"))
	}
}

func (p *terminalPage) cause(n int, c result.Cause) {
	number := fmt.Sprintf("%d.", n)
	p.line("\n  %s %s", p.paint(number, color.FgRed, color.Bold), wrap(cut(c.Title, terminalText), p.width, "     "))
	p.line("     %s", wrap(fmt.Sprintf("%s · %s", atStake[c.Severity], fails(c)), p.width, "     "))
	if f := c.Example; f.Expected != "" {
		seen := fmt.Sprintf("%s: expected %s, got %s", or(f.Path, or(f.Endpoint, "body")), f.Expected, f.Actual)
		p.line("     %s", wrap("for example "+cut(oneLine(seen), terminalExample), p.width, "     "))
	}
	if c.Example.Curl != "" {
		p.line("     %s", strings.ReplaceAll(c.Example.Curl, "\n", "\n     "))
	}
}

// fails says what failed by a cause, and what waits for it.
func fails(c result.Cause) string {
	text := "fails " + idList(c.Requirements, 8)
	if len(c.Blocks) > 0 {
		text += fmt.Sprintf(" · blocks %s", idList(c.Blocks, 4))
	}
	if len(c.Sections) > 0 {
		text += " · section " + strings.Join(c.Sections, ", ")
	}
	if c.Findings > 1 {
		text += " · seen in " + grouped(c.Findings) + " places"
	}
	return text
}
