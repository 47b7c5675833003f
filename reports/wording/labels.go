// Package wording describes a result in the words that all reports share: labels, sentences,
// findings, causes, next steps and numbers.
package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// OutcomeOrder is the order of outcomes in every report: those that need attention come first.
var OutcomeOrder = []result.Outcome{
	result.Failed, result.Errored, result.Blocked, result.Untested, result.Tolerated, result.Passed,
}

// Symbol returns the mark beside the word of an outcome, so that colour is never the only sign.
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

// KnownOutcome turns an outcome that this version does not know into Errored, as the verdict
// does: an unknown outcome must never look good.
func KnownOutcome(o result.Outcome) result.Outcome {
	return result.Worse(o, result.Passed)
}

// KnownVerdict turns an absent or unknown verdict into Inconclusive.
func KnownVerdict(v result.Verdict) result.Verdict {
	switch v {
	case result.Conformant, result.Partial, result.NonConformant:
		return v
	default:
		return result.Inconclusive
	}
}

// VerdictTitle returns the verdict as the title of a report.
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

// VerdictSymbol returns the mark beside the verdict.
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

// JudgedOf says how much of the ledger was judged. It is empty if the result comes from an old
// version that did not record this.
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

// Subject names the thing that was judged, by side.
func Subject(s result.Side) string {
	if s == result.PartnerSide {
		return "partner build"
	}
	return "server build"
}

// AcceptedDeviations counts the deviations that the gate accepts.
func AcceptedDeviations(deviations []result.Deviation) int {
	n := 0
	for _, d := range deviations {
		if d.State == "accepted" {
			n++
		}
	}
	return n
}

// VerdictSentence returns the verdict as a sentence. A run without a reason gets a general
// sentence for its verdict.
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

// AsSentence adds a capital letter and a full stop to a text.
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
