package wording

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Coverage holds the calls of a run to one endpoint, and its answers.
type Coverage struct {
	spec.Endpoint
	Calls     int
	NoAnswer  int
	Statuses  string // "201 × 40, 401 × 3"
	Spread           // the response times
	Good, All int    // requirements on this endpoint
	latencies []float64
	statuses  map[int]int
}

// Spread holds response times, in words and in milliseconds. The words are empty and the numbers
// are 0 if there was no answer.
type Spread struct {
	Median, P95, Most                  string
	FastestMS, MedianMS, P95MS, MostMS float64
}

// CoverageOf counts all exchanges of a run, also those that the page does not show.
func CoverageOf(run *result.Run) []Coverage {
	rows := make(map[string]*Coverage, len(spec.Names()))
	for _, e := range spec.Endpoints() {
		rows[e.Name] = &Coverage{Endpoint: e, statuses: make(map[int]int)}
	}
	other := &Coverage{Endpoint: spec.Endpoint{Title: "Other calls"}, statuses: make(map[int]int)}
	for _, x := range run.Exchanges {
		row, known := rows[x.Endpoint]
		if !known {
			row = other
		}
		row.count(x)
	}
	if run.Traffic.Sandbox { // the response times of assay's own sandbox say nothing about a build
		for _, row := range rows {
			row.latencies = nil
		}
		other.latencies = nil
	}
	countRequirements(rows, run.Requirements)
	out := make([]Coverage, 0, len(spec.Names())+1)
	for _, e := range spec.Endpoints() {
		out = append(out, rows[e.Name].summed())
	}
	if other.Calls > 0 {
		out = append(out, other.summed())
	}
	return out
}

func countRequirements(rows map[string]*Coverage, requirements []result.Requirement) {
	for _, r := range requirements {
		e, known := EndpointOf(r.Endpoint)
		if !known {
			continue
		}
		rows[e.Name].All++
		if r.Outcome.Good() {
			rows[e.Name].Good++
		}
	}
}

func (c *Coverage) count(x result.Exchange) {
	c.Calls++
	if x.Response == nil {
		c.NoAnswer++
		return
	}
	c.statuses[x.Response.Status]++
	c.latencies = append(c.latencies, x.DurationMS)
}

func (c *Coverage) summed() Coverage {
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(c.statuses)) {
		parts = append(parts, fmt.Sprintf("%d × %s", status, grouped(c.statuses[status])))
	}
	if c.NoAnswer > 0 {
		parts = append(parts, "no answer × "+grouped(c.NoAnswer))
	}
	c.Statuses = strings.Join(parts, ", ")
	if len(c.latencies) > 0 {
		slices.Sort(c.latencies)
		s := Spread{FastestMS: c.latencies[0], MedianMS: quantile(c.latencies, 0.5), P95MS: quantile(c.latencies, 0.95), MostMS: c.latencies[len(c.latencies)-1]}
		s.Median, s.P95, s.Most = Millis(s.MedianMS), Millis(s.P95MS), Millis(s.MostMS)
		c.Spread = s
	}
	return *c
}

// quantile returns the nearest rank in a sorted list that is not empty.
func quantile(sorted []float64, q float64) float64 {
	rank := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}

// SlowCheck is one of the slowest checks.
type SlowCheck struct {
	Requirement, Statement, Name, Took string
	ms                                 int64
}

// Slowest lists the n slowest checks.
func Slowest(requirements []result.Requirement, n int) []SlowCheck {
	var all []SlowCheck
	for _, r := range requirements {
		for _, c := range r.Checks {
			if c.DurationMS > 0 {
				all = append(all, SlowCheck{r.ID, r.Statement, c.Name, Millis(float64(c.DurationMS)), c.DurationMS})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b SlowCheck) int { return cmp.Compare(b.ms, a.ms) })
	return all[:min(len(all), n)]
}

// ServedLine says which endpoints of a service exist and which do not. It is empty if every
// endpoint that was called served at least one call.
func ServedLine(run *result.Run) string {
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
	line := "Served: " + cmp.Or(strings.Join(served, ", "), "nothing") + ". Not served: " + strings.Join(missing, ", ") + "."
	if len(uncalled) > 0 {
		line += " Not called, because they need the results of the others: " + strings.Join(uncalled, ", ") + "."
	}
	return line
}
