package reports

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// askedTwice is a check that met a target which answered only when it was
// asked once more.
type askedTwice struct {
	ID, Name string
	What     []string
}

func askedAgain(run *result.Run) []askedTwice {
	var all []askedTwice
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Unstable) > 0 {
				all = append(all, askedTwice{r.ID, c.Name, c.Unstable})
			}
		}
	}
	return all
}

// line says what was unstable, in one line.
func (u askedTwice) line() string {
	more := ""
	if n := len(u.What) - 1; n > 0 {
		more = fmt.Sprintf("; and %s", plural(n, "more call"))
	}
	return u.ID + " " + u.Name + ": " + u.What[0] + more
}
