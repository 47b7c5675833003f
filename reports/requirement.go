package reports

import (
	"fmt"
	"io"

	"github.com/credit-partner/assay/internal/result"
)

// WriteRequirement renders one requirement as Write renders each failed one:
// what it asks, what was found and the command that repeats it or, where
// nothing was found wrong, the reason. Its only errors are those of w.
func (t Terminal) WriteRequirement(w io.Writer, r result.Requirement) error {
	run := shown(&result.Run{Requirements: []result.Requirement{r}})
	p := &terminalPage{width: t.Width, colour: t.Colour}
	if p.width <= 0 {
		p.width = 80
	}
	p.requirement(run.Requirements[0])
	if _, err := io.WriteString(w, p.text.String()); err != nil {
		return fmt.Errorf("write requirement %s: %w", r.ID, err)
	}
	return nil
}
