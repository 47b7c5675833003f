package certify

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Part is one part of a run, and its source.
type Part struct {
	Name string // the name of its file, for errors
	Run  *result.Run
}

// Merged is a run that was made from its parts.
type Merged struct {
	Run *result.Run
	// Renamed has, for each part in the order of Order, the id in the merged run of each
	// exchange of the part.
	Renamed []map[string]string
	Order   []Part // the parts by their number
}

// Merge combines the parts of one run as if it had run in one piece. It fails if the parts lack
// a planned check, overlap, or differ in the suite, the target or the settings, because then
// they are not parts of one run.
//
// It judges the outcomes again from the findings of all parts. So a requirement that failed in
// one part blocks the requirements in other parts that depend on it. One limit remains: a check
// that compares the answers of a whole run has compared only those of each part.
//
// ledger is that of this suite, and digest is its Digest: only the suite that judged the parts
// can judge the whole.
func Merge(parts []Part, ledger *suite.Ledger, digest string) (*Merged, error) {
	ordered, err := orderParts(parts)
	if err != nil {
		return nil, err
	}
	plan, err := planOfParts(ordered, ledger, digest)
	if err != nil {
		return nil, err
	}
	for _, p := range ordered {
		if err := plan.Confirm(p.Run); err != nil {
			return nil, fmt.Errorf("%s contradicts itself: %w", p.Name, err)
		}
	}
	m := &Merged{Order: ordered}
	if err := m.rename(); err != nil {
		return nil, err
	}
	m.Run = sumUp(m.Order)
	var findings [][]result.Finding
	for _, p := range m.Order {
		findings = append(findings, shifted(p.Run, m.Run))
	}
	if err := plan.Rejudge(m.Run, findings); err != nil {
		return nil, fmt.Errorf("the parts are not one complete run: %w", err)
	}
	m.Run.Causes = cause.Of(m.Run)
	return m, nil
}

// orderParts sorts parts by their numbers. Each number must occur exactly once.
func orderParts(parts []Part) ([]Part, error) {
	if len(parts) == 0 {
		return nil, errors.New("there is nothing to merge")
	}
	ordered := slices.Clone(parts)
	for _, p := range ordered {
		if p.Run.Shard == nil {
			return nil, fmt.Errorf("%s is no part of a run: it was not run with --shard", p.Name)
		}
	}
	slices.SortStableFunc(ordered, func(a, b Part) int { return cmp.Compare(a.Run.Shard.Index, b.Run.Shard.Index) })
	of := ordered[0].Run.Shard.Of
	for n, p := range ordered {
		s := p.Run.Shard
		switch {
		case s.Of != of:
			return nil, fmt.Errorf("%s is one of %d parts, and %s one of %d", ordered[0].Name, of, p.Name, s.Of)
		case n > 0 && s.Index == ordered[n-1].Run.Shard.Index:
			return nil, fmt.Errorf("%s and %s are both part %d of %d", ordered[n-1].Name, p.Name, s.Index, of)
		case s.Index != n+1:
			return nil, fmt.Errorf("part %d of %d is missing", n+1, of)
		}
	}
	if len(ordered) != of {
		return nil, fmt.Errorf("part %d of %d is missing", len(ordered)+1, of)
	}
	return ordered, nil
}

// planOfParts returns the plan of all parts, made by this suite.
func planOfParts(parts []Part, ledger *suite.Ledger, digest string) (*suite.Plan, error) {
	first := parts[0].Run
	if first.Suite.Digest != digest {
		return nil, fmt.Errorf("%s was judged by the suite %s %q, and this program's suite is %q: merge with the suite that judged", parts[0].Name, first.Suite.Version, first.Suite.Digest, digest)
	}
	if first.Side != ledger.Side {
		return nil, fmt.Errorf("%s is about the %s side, and this program's ledger about the %s side", parts[0].Name, first.Side, ledger.Side)
	}
	for _, p := range parts {
		if err := sameRun(parts[0], p); err != nil {
			return nil, err
		}
	}
	if err := timely(parts); err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(first.Scope, first.Only)
	if err != nil {
		return nil, fmt.Errorf("the plan of %s: %w", parts[0].Name, err)
	}
	if !slices.Equal(plan.Locations(), first.Shard.Planned) {
		return nil, fmt.Errorf("%s has another plan than this suite makes: the file or the suite was changed", parts[0].Name)
	}
	return plan, nil
}

// sameRun returns an error if two parts are not of one run; it names the difference.
func sameRun(a, b Part) error {
	if b.Run.Shard.Run == "" {
		return fmt.Errorf("%s does not say of which run it is a part: run every part with one --run-id", b.Name)
	}
	for _, c := range []struct {
		what        string
		left, right any
	}{
		{"run id", a.Run.Shard.Run, b.Run.Shard.Run},
		{"suite", a.Run.Suite, b.Run.Suite},
		{"side", a.Run.Side, b.Run.Side},
		{"target", a.Run.Target, b.Run.Target},
		{"scope", a.Run.Scope, b.Run.Scope},
		{"patterns of --only", a.Run.Only, b.Run.Only},
		{"seed", a.Run.Seed, b.Run.Seed},
		{"plan", a.Run.Shard.Planned, b.Run.Shard.Planned},
		{"concurrency", a.Run.Settings.Concurrency, b.Run.Settings.Concurrency},
		{"timeout in ms", a.Run.Settings.TimeoutMS, b.Run.Settings.TimeoutMS},
		{"deadline in ms", a.Run.Settings.DeadlineMS, b.Run.Settings.DeadlineMS},
		{"strength", a.Run.Settings.Strength, b.Run.Settings.Strength},
		{"pinned tolerances", a.Run.Settings.Tolerances, b.Run.Settings.Tolerances},
	} {
		if !equal(c.left, c.right) {
			return fmt.Errorf("%s and %s are parts of different runs: the %s of one is %v, of the other %v", a.Name, b.Name, c.what, c.left, c.right)
		}
	}
	return nil
}

// maxRunTime is the longest time of a run, from the start of its first part to the end of its
// last. A service changes within days, so parts of different days do not test one build.
const maxRunTime = 24 * time.Hour

// timely returns an error if the parts do not lie within maxRunTime.
func timely(parts []Part) error {
	first, last := parts[0], parts[0]
	for _, p := range parts {
		if p.Run.Started.IsZero() || p.Run.Finished.Before(p.Run.Started) {
			return fmt.Errorf("%s has no start, or ends before it starts", p.Name)
		}
		if p.Run.Started.Before(first.Run.Started) {
			first = p
		}
		if p.Run.Finished.After(last.Run.Finished) {
			last = p
		}
	}
	if took := last.Run.Finished.Sub(first.Run.Started); took > maxRunTime {
		return fmt.Errorf("%s started %s before %s ended, and the parts of one run lie within %s: run all of them again", first.Name, took.Round(time.Minute), last.Name, maxRunTime)
	}
	return nil
}

// equal compares two values. An empty list or map equals a missing one, as in JSON.
func equal(a, b any) bool {
	left, right := reflect.ValueOf(a), reflect.ValueOf(b)
	if k := left.Kind(); (k == reflect.Slice || k == reflect.Map) && left.Len() == 0 && right.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}

// sumUp combines all data that are not judged: the target, the times, the traffic and the
// observed readings.
func sumUp(parts []Part) *result.Run {
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
	run.Tolerances, run.Dialect = sumReadings(parts)
	run.FullDialect = sumDialects(parts)
	run.Combinations = sumCombinations(parts)
	return run
}

func sumDialects(parts []Part) *result.FullDialect {
	var all []*result.FullDialect
	for _, p := range parts {
		all = append(all, p.Run.FullDialect)
	}
	return result.MergeDialects(all...)
}

// sumCombinations returns, for each request body, the combinations of the part that sent most,
// because one part sends all of them.
func sumCombinations(parts []Part) []result.Combination {
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

// shifted returns the findings of a part, with times counted from the start of the whole run.
func shifted(part, whole *result.Run) []result.Finding {
	later := part.Started.Sub(whole.Started).Milliseconds()
	findings := slices.Clone(part.Shard.Findings)
	for n := range findings {
		findings[n].StartedMS += later
	}
	return findings
}

// sumReadings combines the results of every reading. All parts are of one suite, so they have
// the same tolerances in the same order.
func sumReadings(parts []Part) ([]result.Tolerance, map[string][]string) {
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

// readingStates are the results of a reading in ascending order. The merged run has the highest
// of all parts.
var readingStates = []string{"not tried", "refused", "taken"}

func addReadings(sum, more []result.Reading) {
	for n := range min(len(sum), len(more)) {
		s, m := &sum[n], more[n]
		s.Seen += m.Seen
		if slices.Index(readingStates, m.Taken) > slices.Index(readingStates, s.Taken) {
			s.Taken = m.Taken
		}
		s.Where = unionOf(s.Where, m.Where)
	}
}

// unionOf returns the places of both lists in order, but no more than one part names.
func unionOf(a, b []string) []string {
	const mostPlaces = 6
	seen := make(map[string]bool)
	for _, place := range slices.Concat(a, b) {
		seen[place] = true
	}
	places := slices.Sorted(maps.Keys(seen))
	return places[:min(len(places), mostPlaces)]
}

// rename gives every exchange of every part a unique id, counted through all parts. It changes
// copies, so the given runs stay as they are.
func (m *Merged) rename() error {
	next := 0
	for n, p := range m.Order {
		names := make(map[string]string, len(p.Run.Exchanges))
		for _, e := range p.Run.Exchanges {
			if names[e.ID] != "" {
				return fmt.Errorf("%s holds two exchanges %s", p.Name, e.ID)
			}
			next++
			names[e.ID] = fmt.Sprintf("x%04d", next)
		}
		run := *p.Run
		r := renamer{names: names}
		r.exchanges(&run)
		r.findings(&run)
		if r.unknown != "" {
			return fmt.Errorf("%s was judged on the exchange %q, which it does not hold", p.Name, r.unknown)
		}
		m.Order[n].Run = &run
		m.Renamed = append(m.Renamed, names)
	}
	return nil
}

// renamer replaces the exchange ids of one part by the new ones.
type renamer struct {
	names   map[string]string
	unknown string // an id that no exchange has
}

// id returns the new id of an exchange. A failure may have no exchange, so an empty id is
// permitted.
func (r *renamer) id(old string) string {
	renamed := r.names[old]
	if renamed == "" && old != "" {
		r.unknown = old
	}
	return renamed
}

func (r *renamer) exchanges(run *result.Run) {
	run.Exchanges = slices.Clone(run.Exchanges)
	for n := range run.Exchanges {
		run.Exchanges[n].ID = r.id(run.Exchanges[n].ID)
	}
}

func (r *renamer) findings(run *result.Run) {
	shard := *run.Shard
	shard.Findings = slices.Clone(shard.Findings)
	for n := range shard.Findings {
		f := &shard.Findings[n]
		f.Exchanges = slices.Clone(f.Exchanges)
		for i := range f.Exchanges {
			f.Exchanges[i] = r.id(f.Exchanges[i])
		}
		f.Failures = slices.Clone(f.Failures)
		for i := range f.Failures {
			f.Failures[i].Exchange = r.id(f.Failures[i].Exchange)
		}
		f.Breaks = slices.Clone(f.Breaks)
		for i := range f.Breaks {
			f.Breaks[i].Failure.Exchange = r.id(f.Breaks[i].Failure.Exchange)
		}
	}
	run.Shard = &shard
}
