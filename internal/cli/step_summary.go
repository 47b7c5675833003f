package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

// stepSummary names the file whose Markdown GitHub shows on the page of a job. A
// runner sets it for every step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summarize adds the summary of a run to that file, where there is one. It is a
// convenience: that it could not be written is said, and changes no exit code.
func summarize(c console, run *result.Run) {
	path := os.Getenv(stepSummary)
	if path == "" {
		return
	}
	if err := appendSummary(path, run); err != nil {
		fmt.Fprintf(c.err, "assay: could not add the summary to %s: %v\n", stepSummary, err)
	}
}

func appendSummary(path string, run *result.Run) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(reports.WriteMarkdown(file, run), file.Close())
}
