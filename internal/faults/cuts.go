package faults

import (
	"fmt"
	"slices"
)

// wireFaults break the connection on one documented value: a crash in a
// corner that only one sort of request reaches.
func wireFaults() []Fault {
	var all []Fault
	for _, f := range []struct {
		list  int
		value string
	}{{0, "tv"}, {1, "agent_delivery"}, {5, "Executive Manager"}, {7, "Q"}, {8, "Real estate & Property Management"}, {9, "Legal Services"}, {10, "student"}, {15, "email"}} {
		l := lists[f.list]
		picked := func(c *call) bool { return slices.Contains(c.values(l.path), f.value) }
		all = append(all,
			Fault{ID: kebab(l.endpoint + "-cuts-on-" + f.value), Breaks: l.breaks,
				Why:   fmt.Sprintf("the connection is cut within the answer to %q", f.value),
				plant: on(l.endpoint, func(c *call, a *answer) { a.cut = a.cut || picked(c) })},
			Fault{ID: kebab(l.endpoint + "-hangs-up-on-" + f.value), Breaks: l.breaks,
				Why:   fmt.Sprintf("the connection is closed without an answer to %q", f.value),
				plant: on(l.endpoint, func(c *call, a *answer) { a.silent = a.silent || picked(c) })})
	}
	return all
}
