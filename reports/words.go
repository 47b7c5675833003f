package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// outcomeOrder is the order in which every report lists outcomes: what needs
// attention first.
var outcomeOrder = []result.Outcome{
	result.Failed, result.Errored, result.Blocked, result.Untested, result.Tolerated, result.Passed,
}

// symbol is the mark that stands beside the word of an outcome, so that colour
// is never the only sign.
func symbol(o result.Outcome) string {
	switch o {
	case result.Passed:
		return "✓"
	case result.Tolerated:
		return "≈"
	case result.Failed:
		return "✗"
	case result.Blocked:
		return "⊘"
	case result.Untested:
		return "○"
	default:
		return "!"
	}
}

// knownOutcome maps an outcome this version does not know to Errored, as the
// verdict does: nothing unknown may look like good news.
func knownOutcome(o result.Outcome) result.Outcome {
	return result.Worse(o, result.Passed)
}

// knownVerdict maps an absent or unknown verdict to Inconclusive.
func knownVerdict(v result.Verdict) result.Verdict {
	switch v {
	case result.Conformant, result.Partial, result.NonConformant:
		return v
	default:
		return result.Inconclusive
	}
}

// verdictTitle is the verdict as it opens a report.
func verdictTitle(v result.Verdict) string {
	switch knownVerdict(v) {
	case result.Conformant:
		return "Conformant"
	case result.Partial:
		return "Partial"
	case result.NonConformant:
		return "Non-conformant"
	default:
		return "Inconclusive"
	}
}

// verdictSymbol is the mark that stands beside the verdict.
func verdictSymbol(v result.Verdict) string {
	switch knownVerdict(v) {
	case result.Conformant:
		return "✓"
	case result.Partial:
		return "◐"
	case result.NonConformant:
		return "✗"
	default:
		return "?"
	}
}

// judgedOf says how much of the ledger was judged; "" where a result of an
// earlier version does not say it.
func judgedOf(run *result.Run) string {
	c := run.Coverage
	if c == nil {
		return ""
	}
	text := fmt.Sprintf("%s of %s", grouped(c.Judged), plural(c.Planned, "requirement"))
	if len(run.Scope) < len(spec.Capabilities()) {
		text += fmt.Sprintf(" in scope; the whole ledger has %s", grouped(c.Ledger))
	}
	return text
}

// subject names what was judged, by side.
func subject(s result.Side) string {
	if s == result.PartnerSide {
		return "partner build"
	}
	return "server build"
}

// accepted counts the deviations that the gate takes.
func accepted(deviations []result.Deviation) int {
	n := 0
	for _, d := range deviations {
		if d.State == "accepted" {
			n++
		}
	}
	return n
}

// verdictSentence is the verdict as a sentence; a run without one gets the
// plainest that is true.
func verdictSentence(run *result.Run) string {
	sentence := run.Reason
	if sentence == "" {
		sentence = defaultReason(run)
	}
	if run.Setup != nil {
		return sentence
	}
	if n := accepted(run.Deviations); n > 0 {
		sentence = strings.TrimSuffix(sentence, ".") + ". With " + plural(n, "accepted deviation") + "."
	}
	return sentence
}

// asSentence writes what is said as a sentence that stands by itself.
func asSentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	text = string(unicode.ToUpper(first)) + text[size:]
	if strings.ContainsAny(text[len(text)-1:], ".!?:…") {
		return text
	}
	return text + "."
}

func defaultReason(run *result.Run) string {
	switch knownVerdict(run.Verdict) {
	case result.Conformant:
		return "Every requirement in scope passed or was tolerated."
	case result.Partial:
		return "What was judged holds, but only a part was judged."
	case result.NonConformant:
		return "At least one requirement failed."
	default:
		return "Conformance could not be judged."
	}
}
