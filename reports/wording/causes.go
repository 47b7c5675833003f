package wording

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
)

// CausesOf are the causes of a run. Results of versions before causes were kept
// do not hold them: there they are found anew.
func CausesOf(run *result.Run) []result.Cause {
	if len(run.Causes) > 0 {
		return run.Causes
	}
	return cause.Of(run)
}

// CausesSentence says what the causes explain, and where to begin: "4 causes explain 18
// failures; when the first is fixed, 17 more can be judged".
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

// AtStake is what a severity means, in words.
var AtStake = map[result.Severity]string{
	result.Access: "access control", result.Money: "amounts", result.State: "stored data", result.Service: "not served", result.Form: "format",
}

// Fails says what failed by a cause, and what waits for it.
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
