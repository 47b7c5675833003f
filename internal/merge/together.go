package merge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// together sums up all that is not judged: what it was, how long it took, what
// it cost, and what was seen.
func together(parts []Part) *result.Run {
	first := parts[0].Run
	run := &result.Run{
		Schema: result.Schema, Side: first.Side, Scope: first.Scope, Only: first.Only, Suite: first.Suite,
		Target: first.Target, Settings: first.Settings, Seed: first.Seed, Started: first.Started, Finished: first.Finished,
	}
	var ended []string
	for _, p := range parts {
		if p.Run.Started.Before(run.Started) {
			run.Started = p.Run.Started
		}
		if p.Run.Finished.After(run.Finished) {
			run.Finished = p.Run.Finished
		}
		if p.Run.Interrupted != "" {
			ended = append(ended, fmt.Sprintf("part %d: %s", p.Run.Shard.Index, p.Run.Interrupted))
		}
		addTraffic(&run.Traffic, p.Run.Traffic)
		run.Exchanges = append(run.Exchanges, p.Run.Exchanges...)
		for _, note := range p.Run.Notes {
			if !slices.Contains(run.Notes, note) {
				run.Notes = append(run.Notes, note)
			}
		}
	}
	run.Interrupted = strings.Join(ended, "; ")
	run.Tolerances, run.Dialect = readings(parts)
	run.Combinations = combinations(parts)
	return run
}

// combinations are, for each request body, those of the part that has sent most:
// one part sends them all.
func combinations(parts []Part) []result.Combination {
	var all []result.Combination
	for _, p := range parts {
		for _, c := range p.Run.Combinations {
			n := slices.IndexFunc(all, func(known result.Combination) bool { return known.Body == c.Body })
			switch {
			case n < 0:
				all = append(all, c)
			case c.Sent > all[n].Sent:
				all[n] = c
			}
		}
	}
	return all
}

func addTraffic(sum *result.Traffic, t result.Traffic) {
	sum.Requests += t.Requests
	sum.Customers += t.Customers
	sum.Purchases += t.Purchases
	for why, times := range t.Again {
		if sum.Again == nil {
			sum.Again = make(map[string]int)
		}
		sum.Again[why] += times
	}
}

// shifted are the findings of a part, timed from the start of the whole.
func shifted(part, whole *result.Run) []result.Finding {
	later := part.Started.Sub(whole.Started).Milliseconds()
	findings := slices.Clone(part.Shard.Findings)
	for n := range findings {
		findings[n].StartedMS += later
	}
	return findings
}

// readings sums up what became of every reading in any part. The parts are of
// one suite, so they have the same tolerances in the same order.
func readings(parts []Part) ([]result.Tolerance, map[string][]string) {
	var all []result.Tolerance
	dialect := make(map[string][]string)
	for n, t := range parts[0].Run.Tolerances {
		t.Readings = slices.Clone(t.Readings)
		for _, p := range parts[1:] {
			if n < len(p.Run.Tolerances) && p.Run.Tolerances[n].ID == t.ID {
				addReadings(t.Readings, p.Run.Tolerances[n].Readings)
			}
		}
		for _, r := range t.Readings {
			if r.Taken == "taken" {
				dialect[t.ID] = append(dialect[t.ID], r.Name)
			}
		}
		all = append(all, t)
	}
	return all, dialect
}

// taken orders what may become of a reading: one that was taken anywhere is.
var taken = []string{"not tried", "refused", "taken"}

func addReadings(sum, more []result.Reading) {
	for n := range min(len(sum), len(more)) {
		s, m := &sum[n], more[n]
		s.Seen += m.Seen
		if slices.Index(taken, m.Taken) > slices.Index(taken, s.Taken) {
			s.Taken = m.Taken
		}
		s.Where = union(s.Where, m.Where)
	}
}

// union holds the places of both, in order, and not more of them than a part
// names.
func union(a, b []string) []string {
	const mostPlaces = 6
	seen := make(map[string]bool)
	for _, place := range slices.Concat(a, b) {
		seen[place] = true
	}
	places := slices.Sorted(maps.Keys(seen))
	return places[:min(len(places), mostPlaces)]
}
