package reports

import (
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// servedLine says what is there of a service, and what is not: nothing where every
// endpoint that was called served some call.
func servedLine(run *result.Run) string {
	var served, missing, uncalled []string
	for _, e := range run.Endpoints {
		switch {
		case e.Served:
			served = append(served, e.Endpoint)
		case e.Calls > 0:
			missing = append(missing, e.Endpoint+" ("+e.Note+")")
		default:
			uncalled = append(uncalled, e.Endpoint)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	line := "Served: " + or(strings.Join(served, ", "), "nothing") + ". Not served: " + strings.Join(missing, ", ") + "."
	if len(uncalled) > 0 {
		line += " Not called, for want of what the others give: " + strings.Join(uncalled, ", ") + "."
	}
	return line
}
