package suite

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// part says which part of a whole plan a plan is.
type part struct {
	run       string // the id of the run, which is the same in all parts
	index, of int
	planned   []string // the locations of all checks of the whole
}

func (t *part) String() string { return fmt.Sprintf("part %d of %d", t.index, t.of) }

// Part returns the number of the part and how many parts there are; 0 and 0 for a whole plan.
func (p *Plan) Part() (index, of int) {
	if p.part == nil {
		return 0, 0
	}
	return p.part.index, p.part.of
}

// Durations are the milliseconds that each check took in an earlier run, by its key.
type Durations map[string]int64

// DurationsOf reads the durations of a run.
func DurationsOf(run *result.Run) Durations {
	d := make(Durations)
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			d[r.ID+" "+c.Name] = c.DurationMS
		}
	}
	return d
}

// Shard returns part index (from 1) of the plan, cut into of parts, for the run with that id.
// The parts of one plan with the same durations contain every check exactly once. Only checks
// that judge a whole run are in every part, because they must see the calls of each part. With
// durations, the parts take about the same time; without, they have about the same number of
// checks.
func (p *Plan) Shard(run string, index, of int, durations Durations) (*Plan, error) {
	if of < 1 || index < 1 || index > of {
		return nil, fmt.Errorf("there is no part %d of %d: write it as 2/5", index, of)
	}
	single := slices.DeleteFunc(slices.Clone(p.Checks), func(c *Check) bool { return c.WholeRun })
	if len(single) < of {
		return nil, fmt.Errorf("%d checks cannot be cut into %d parts", len(single), of)
	}
	mine := make(map[*Check]bool)
	for n, to := range distribute(single, of, durations) {
		mine[single[n]] = to == index
	}
	shard := *p
	shard.ready = &preparations{}
	shard.part = &part{run: run, index: index, of: of, planned: p.Locations()}
	shard.Checks = slices.DeleteFunc(slices.Clone(p.Checks), func(c *Check) bool { return !c.WholeRun && !mine[c] })
	return &shard, nil
}

// distribute returns for each check the number of its part, from 1. It takes the longest check
// first, and gives each one to the part that takes least time so far.
func distribute(checks []*Check, of int, durations Durations) []int {
	costs := costsOf(checks, durations)
	order := make([]int, len(checks))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	dealt, loads := make([]int, len(checks)), make([]int64, of)
	for _, n := range order {
		least := slices.Index(loads, slices.Min(loads))
		loads[least] += costs[n]
		dealt[n] = least + 1
	}
	return dealt
}

// costsOf returns the cost of each check. A check that was not measured costs the median of the
// measured ones. No check costs 0, because otherwise one part could get all checks that took no
// measurable time.
func costsOf(checks []*Check, durations Durations) []int64 {
	var measured []int64
	for _, c := range checks {
		if ms, ok := durations[c.Key()]; ok {
			measured = append(measured, max(ms, 0)+1)
		}
	}
	middle := int64(1)
	if len(measured) > 0 {
		slices.Sort(measured)
		middle = measured[len(measured)/2]
	}
	costs := make([]int64, len(checks))
	for n, c := range checks {
		costs[n] = middle
		if ms, ok := durations[c.Key()]; ok {
			costs[n] = max(ms, 0) + 1
		}
	}
	return costs
}

// Locations returns the locations of the checks in the plan. A location identifies a check.
func (p *Plan) Locations() []string { return locations(p.Checks) }

func locations(checks []*Check) []string {
	all := make([]string, len(checks))
	for n, c := range checks {
		all[n] = c.Location
	}
	return all
}

// record returns the findings of a part, so that all parts can be judged together later.
func (t *part) record(p *Plan, run *result.Run, found *collector) *result.Shard {
	out := &result.Shard{Run: t.run, Index: t.index, Of: t.of, Planned: t.planned}
	for _, c := range p.Checks {
		f := found.findings[c]
		if f.unfinished(run.Interrupted) {
			out.Findings = append(out.Findings, result.Finding{Check: c.Location, Unfinished: true, Untested: endedBefore(run.Interrupted)})
			continue
		}
		out.Findings = append(out.Findings, result.Finding{
			Check: c.Location, StartedMS: f.started.Sub(run.Started).Milliseconds(), DurationMS: f.finished.Sub(f.started).Milliseconds(),
			Failures: slices.Clone(f.report.Failures), Breaks: breaksOf(f, found.options.Held), Untested: f.report.Untested, Inapplicable: f.report.Inapplicable, Errored: f.report.Errored,
			Readings: f.report.Readings, Notes: f.report.Notes, Noted: f.report.Noted, Exchanges: f.report.Exchanges, Unstable: f.report.Unstable,
			Decided: f.report.Decided, Undecided: f.report.Undecided,
		})
	}
	return out
}

func breaksOf(f *finding, held func(judgement.Aspect) bool) []result.Break {
	var all []result.Break
	for _, b := range f.report.Breaks {
		all = append(all, result.Break{
			Endpoint: b.Aspect.Endpoint, Variant: b.Aspect.Variant, Aspect: b.Aspect.Name,
			Held: held != nil && held(b.Aspect), Unseen: b.HidesEvidence, Failure: b.Failure,
		})
	}
	return all
}
