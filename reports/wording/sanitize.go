package wording

import (
	"reflect"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
)

// Sanitized is a deep copy of a run whose every text is visible.
func Sanitized(run *result.Run) *result.Run {
	return Rewritten(run, visible.Text)
}

// Rewritten copies a run deeply and maps each of its texts. Absent lists and
// maps come out empty instead of nil: results.json says [] where there is
// nothing, never null.
func Rewritten(run *result.Run, text func(string) string) *result.Run {
	return result.Rewriter{Text: func(_ reflect.Value, _, t string) string { return text(t) }}.Run(run)
}
