package reports

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// unstableCheck is a check that met a target which answered only when it was
// asked once more.
type unstableCheck struct {
	ID, Name string
	What     []string
}

func unstableChecks(run *result.Run) []unstableCheck {
	var all []unstableCheck
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Unstable) > 0 {
				all = append(all, unstableCheck{r.ID, c.Name, c.Unstable})
			}
		}
	}
	return all
}

// line says what was unstable, in one line.
func (u unstableCheck) line() string {
	more := ""
	if n := len(u.What) - 1; n > 0 {
		more = fmt.Sprintf("; and %s", plural(n, "more call"))
	}
	return u.ID + " " + u.Name + ": " + u.What[0] + more
}
