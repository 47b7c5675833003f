package suite

import (
	"fmt"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// Rejudge judges a run again from the findings of all its parts, and fills in requirements,
// observations, verdict and reason. Every check of the plan must be found exactly once, and a
// check of the whole run once in each part; anything else is an error. The times of the findings
// count from the start of the run.
func (p *Plan) Rejudge(run *result.Run, parts [][]result.Finding) error {
	all := &collector{findings: make(map[*Check]*finding)}
	kept := make(map[judgement.Aspect]bool)
	all.options.Held = func(a judgement.Aspect) bool { return kept[a] }
	for _, c := range p.Checks {
		found := foundBy(c, parts)
		if err := complete(c, len(found), len(parts)); err != nil {
			return err
		}
		all.findings[c] = mergeFindings(c, run.Started, found, kept)
	}
	if err := p.unplanned(parts); err != nil {
		return err
	}
	run.Requirements, run.Observations = nil, nil
	p.judge(run, all)
	return nil
}

// Confirm judges a part again from its own findings, and returns an error if the part says
// something else. One run wrote both, so they agree unless one of them was altered.
func (p *Plan) Confirm(part *result.Run) error {
	mine := make(map[string]bool)
	for _, f := range part.Shard.Findings {
		mine[f.Check] = true
	}
	again := *part
	own := p.Keep(func(c *Check) bool { return mine[c.Location] })
	if err := own.Rejudge(&again, [][]result.Finding{part.Shard.Findings}); err != nil {
		return err
	}
	said := make(map[string]*result.Requirement)
	for n := range part.Requirements {
		said[part.Requirements[n].ID] = &part.Requirements[n]
	}
	for _, found := range again.Requirements {
		if err := agree(said[found.ID], &found); err != nil {
			return err
		}
	}
	switch {
	case len(said) != len(again.Requirements) || len(part.Requirements) != len(said):
		return fmt.Errorf("it has %d requirements, and findings of %d", len(part.Requirements), len(again.Requirements))
	case (part.Verdict == result.NonConformant) != (again.Verdict == result.NonConformant):
		return fmt.Errorf("the file has verdict %s, but its findings give %s", part.Verdict, again.Verdict)
	}
	return nil
}

// agree compares the result of a requirement in a part with the result that follows from the
// findings.
func agree(said, found *result.Requirement) error {
	if said == nil {
		return fmt.Errorf("it has findings for %s, but no outcome", found.ID)
	}
	if said.Outcome != found.Outcome {
		return fmt.Errorf("the file has the outcome %[2]s for %[1]s, but its findings give %[3]s", said.ID, said.Outcome, found.Outcome)
	}
	if len(said.Checks) != len(found.Checks) {
		return fmt.Errorf("it has %d checks of %s, and findings of %d", len(said.Checks), said.ID, len(found.Checks))
	}
	for n, c := range said.Checks {
		f := found.Checks[n]
		if c.Location != f.Location || c.Outcome != f.Outcome || len(c.Failures) != len(f.Failures) || !slices.Equal(c.Exchanges, f.Exchanges) {
			return fmt.Errorf("what it says of the check %s (%s %s) is not what it found (%s)", c.Location, said.ID, c.Outcome, f.Outcome)
		}
		if !slices.Equal(c.Failures, f.Failures) {
			return fmt.Errorf("the failures of the check %s (%s) are not those that it found", c.Location, said.ID)
		}
	}
	return nil
}

// foundBy returns the findings of one check in all parts.
func foundBy(c *Check, parts [][]result.Finding) []result.Finding {
	var all []result.Finding
	for _, findings := range parts {
		for _, f := range findings {
			if f.Check == c.Location {
				all = append(all, f)
			}
		}
	}
	return all
}

func complete(c *Check, times, parts int) error {
	switch {
	case times == 0:
		return fmt.Errorf("no part holds the check %s (%s)", c.Location, c.Key())
	case c.WholeRun && times != parts:
		return fmt.Errorf("the check %s (%s) judges a whole run, but is in %d of %d parts", c.Location, c.Key(), times, parts)
	case !c.WholeRun && times != 1:
		return fmt.Errorf("the check %s (%s) is in %d parts: they overlap", c.Location, c.Key(), times)
	}
	return nil
}

// unplanned returns an error if a part has a check that is not in the plan.
func (p *Plan) unplanned(parts [][]result.Finding) error {
	planned := p.Locations()
	for _, findings := range parts {
		for _, f := range findings {
			if !slices.Contains(planned, f.Check) {
				return fmt.Errorf("a part holds the check %s, which is not planned", f.Check)
			}
		}
	}
	return nil
}

// mergeFindings makes one finding of the findings of several parts for the same check. If one
// part had an answer to judge, it does not matter that another had none. If a part ended early,
// the check is untested.
func mergeFindings(c *Check, start time.Time, found []result.Finding, kept map[judgement.Aspect]bool) *finding {
	out := &finding{check: c, ran: len(c.Steps)}
	var untested, inapplicable []string
	for _, f := range found {
		began := start.Add(time.Duration(f.StartedMS) * time.Millisecond)
		ended := began.Add(time.Duration(f.DurationMS) * time.Millisecond)
		if out.started.IsZero() || began.Before(out.started) {
			out.started = began
		}
		if ended.After(out.finished) {
			out.finished = ended
		}
		addTo(&out.report, f)
		for _, b := range f.Breaks {
			kept[aspectOf(b)] = kept[aspectOf(b)] || b.Held
		}
		if f.Inapplicable != "" {
			inapplicable = append(inapplicable, f.Inapplicable)
		}
		if f.Untested != "" {
			untested = append(untested, f.Untested)
		}
		if f.Unfinished {
			out.report.Untested = f.Untested
		}
	}
	switch none := len(untested) + len(inapplicable); {
	case none < len(found):
	case len(untested) > 0:
		out.report.Untested = untested[0]
	case len(inapplicable) > 0:
		out.report.Inapplicable = inapplicable[0]
	}
	return out
}

func addTo(r *judgement.Report, f result.Finding) {
	r.Failures = append(r.Failures, f.Failures...)
	for _, b := range f.Breaks {
		r.Breaks = append(r.Breaks, judgement.Break{Aspect: aspectOf(b), Failure: b.Failure, HidesEvidence: b.Unseen})
	}
	if r.Errored == "" {
		r.Errored = f.Errored
	}
	for _, reading := range f.Readings {
		if !slices.Contains(r.Readings, reading) {
			r.Readings = append(r.Readings, reading)
		}
	}
	others := r.Notes
	for _, note := range f.Notes {
		if !slices.Contains(others, note) { // another part may have noted the same
			r.Notes = append(r.Notes, note)
		}
	}
	r.Noted += f.Noted
	r.Exchanges = append(r.Exchanges, f.Exchanges...)
	r.Unstable = append(r.Unstable, f.Unstable...)
	r.Decided += f.Decided
	r.Undecided += f.Undecided
}

func aspectOf(b result.Break) judgement.Aspect {
	return judgement.Aspect{Endpoint: b.Endpoint, Variant: b.Variant, Name: b.Aspect}
}
