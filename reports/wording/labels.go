// Package wording puts a result into the words that all reports share: labels,
// sentences, findings, causes, next steps and numbers.
package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// OutcomeOrder is the order in which every report lists outcomes: what needs
// attention first.
var OutcomeOrder = []result.Outcome{
	result.Failed, result.Errored, result.Blocked, result.Untested, result.Tolerated, result.Passed,
}

// Symbol is the mark that stands beside the word of an outcome, so that colour
// is never the only sign.
func Symbol(o result.Outcome) string {
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

// KnownOutcome maps an outcome this version does not know to Errored, as the
// verdict does: nothing unknown may look like good news.
func KnownOutcome(o result.Outcome) result.Outcome {
	return result.Worse(o, result.Passed)
}

// KnownVerdict maps an absent or unknown verdict to Inconclusive.
func KnownVerdict(v result.Verdict) result.Verdict {
	switch v {
	case result.Conformant, result.Partial, result.NonConformant:
		return v
	default:
		return result.Inconclusive
	}
}

// VerdictTitle is the verdict as it opens a report.
func VerdictTitle(v result.Verdict) string {
	switch KnownVerdict(v) {
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

// VerdictSymbol is the mark that stands beside the verdict.
func VerdictSymbol(v result.Verdict) string {
	switch KnownVerdict(v) {
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

// JudgedOf says how much of the ledger was judged; "" where a result of an
// earlier version does not say it.
func JudgedOf(run *result.Run) string {
	c := run.Coverage
	if c == nil {
		return ""
	}
	text := fmt.Sprintf("%s of %s", grouped(c.Judged), Plural(c.Planned, "requirement"))
	if len(run.Scope) < len(spec.Capabilities()) {
		text += fmt.Sprintf(" in scope; the whole ledger has %s", grouped(c.Ledger))
	}
	return text
}

// Subject names what was judged, by side.
func Subject(s result.Side) string {
	if s == result.PartnerSide {
		return "partner build"
	}
	return "server build"
}

// AcceptedDeviations counts the deviations that the gate takes.
func AcceptedDeviations(deviations []result.Deviation) int {
	n := 0
	for _, d := range deviations {
		if d.State == "accepted" {
			n++
		}
	}
	return n
}

// VerdictSentence is the verdict as a sentence; a run without one gets the
// plainest that is true.
func VerdictSentence(run *result.Run) string {
	sentence := run.Reason
	if sentence == "" {
		sentence = defaultReason(run)
	}
	if run.Setup != nil {
		return sentence
	}
	if n := AcceptedDeviations(run.Deviations); n > 0 {
		sentence = strings.TrimSuffix(sentence, ".") + ". With " + Plural(n, "accepted deviation") + "."
	}
	return sentence
}

// AsSentence writes what is said as a sentence that stands by itself.
func AsSentence(text string) string {
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
	switch KnownVerdict(run.Verdict) {
	case result.Conformant:
		return "Every requirement in scope passed or was tolerated."
	case result.Partial:
		return "Everything that was judged passed, but only a part was judged."
	case result.NonConformant:
		return "At least one requirement failed."
	default:
		return "Conformance could not be judged."
	}
}
