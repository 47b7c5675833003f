package repro

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// The reasons why a pack may not show its failure.
const (
	notAgain = "The build gave the expected answer this time. The failure depends on more than these calls: " +
		"on what the build did before, on the time, or on chance."
	comesAndGoes = "The failure comes and goes: these calls do not show it each time. Make them several times."
	atOnce       = "The check made these calls at the same time. A pack makes one call after another."
	notOfText    = "The check does not say as data what it expects. This pack checks something near it, which the reference does not meet either: compare the answer with what is expected."
)

// whyNotRun says why a pack is not run against the target; "" where it is.
func whyNotRun(p *result.Pack, most int) string {
	if len(p.Calls) > most {
		return fmt.Sprintf("assay did not run these calls: they are %d, and it makes at most %d for one pack.", len(p.Calls), most)
	}
	var names []string
	for _, in := range p.Inputs {
		if in.Default == "" && len(in.OfToken) == 0 {
			names = append(names, in.Name)
		}
	}
	if len(names) > 0 {
		return "assay did not run these calls: they need what only you have, " + strings.Join(names, ", ") + "."
	}
	return ""
}

// why says what stands against a candidate before it is run; "" where nothing does.
func (c *candidate) why(h *history, f *result.Failure) string {
	switch {
	case h.overlaps(h.byID[f.Exchange]), h.overlaps(h.byID[f.Other]):
		return atOnce
	case c.unsound:
		return notOfText
	}
	return ""
}

// overlaps tells whether a check made another call of the endpoint before one was answered.
func (h *history) overlaps(e *event) bool {
	if e == nil {
		return false
	}
	return slices.ContainsFunc(h.events, func(other *event) bool {
		return other != e && other.Check == e.Check && other.Endpoint == e.Endpoint &&
			other.Started.Before(e.Started.Add(e.Duration)) && e.Started.Before(other.Started.Add(other.Duration))
	})
}
