package wording

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
)

// CausesOf returns the causes of a run. Results from old versions do not have causes; for them,
// CausesOf computes the causes again.
func CausesOf(run *result.Run) []result.Cause {
	if len(run.Causes) > 0 {
		return run.Causes
	}
	return cause.Of(run)
}

// CausesSentence says how many failures the causes explain, and which cause to fix first: "4
// causes explain 18 failures; when the first is fixed, 17 more can be judged".
func CausesSentence(run *result.Run, causes []result.Cause) string {
	failed := len(WithOutcome(run.Requirements, result.Failed))
	verb := "explain"
	if len(causes) == 1 {
		verb = "explains"
	}
	sentence := fmt.Sprintf("%s %s %s", Plural(len(causes), "cause"), verb, Plural(failed, "failure"))
	if n := unblocksMost(causes); n >= 0 {
		sentence += fmt.Sprintf("; when %s is fixed, %s more can be judged", nth(n, len(causes)), grouped(len(causes[n].Blocks)))
	}
	return sentence
}

// unblocksMost returns the first cause that blocks the most requirements, or -1 if no cause
// blocks any.
func unblocksMost(causes []result.Cause) int {
	most := -1
	for n, c := range causes {
		if len(c.Blocks) > 0 && (most < 0 || len(c.Blocks) > len(causes[most].Blocks)) {
			most = n
		}
	}
	return most
}

// nth names one of several causes.
func nth(n, of int) string {
	switch {
	case of == 1:
		return "it"
	case n == 0:
		return "the first"
	}
	return fmt.Sprintf("number %d", n+1)
}

// AtStake describes each severity in words.
var AtStake = map[result.Severity]string{
	result.Access: "access control", result.Money: "amounts", result.State: "stored data", result.Service: "not served", result.Form: "format",
}

// Fails lists the requirements that fail because of a cause and those that it blocks.
func Fails(c result.Cause) string {
	text := "fails " + IDList(c.Requirements, 8)
	if len(c.Blocks) > 0 {
		text += fmt.Sprintf(" · blocks %s", IDList(c.Blocks, 4))
	}
	if len(c.Sections) > 0 {
		text += " · section " + strings.Join(c.Sections, ", ")
	}
	if c.Findings > 1 {
		text += " · seen in " + grouped(c.Findings) + " places"
	}
	return text
}
