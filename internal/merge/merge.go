package merge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Part is one part of a run, and where it came from.
type Part struct {
	Name string // of its file, for errors
	Run  *result.Run
}

// Merged is a run made of its parts.
type Merged struct {
	Run *result.Run
	// Renamed tells, for each part in the order in which Order has them, which
	// id each of its exchanges has in the merged run.
	Renamed []map[string]string
	Order   []Part // the parts by their number
}

// Runs merges parts. Ledger is that of the suite at hand and digest the digest
// of what it asks: only the suite that judged the parts can judge the whole.
func Runs(parts []Part, ledger *suite.Ledger, digest string) (*Merged, error) {
	ordered, err := order(parts)
	if err != nil {
		return nil, err
	}
	plan, err := planOf(ordered, ledger, digest)
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
	m.Run = together(m.Order)
	var findings [][]result.Finding
	for _, p := range m.Order {
		findings = append(findings, shifted(p.Run, m.Run))
	}
	if err := plan.Rejudge(m.Run, findings); err != nil {
		return nil, fmt.Errorf("the parts are not one whole run: %w", err)
	}
	m.Run.Causes = cause.Of(m.Run)
	return m, nil
}

// order puts parts in the order of their numbers, every number once.
func order(parts []Part) ([]Part, error) {
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

// planOf is the plan that all parts are of, as the suite at hand has it.
func planOf(parts []Part, ledger *suite.Ledger, digest string) (*suite.Plan, error) {
	first := parts[0].Run
	if first.Suite.Digest != digest {
		return nil, fmt.Errorf("%s was judged by the suite %s %q, and the one at hand is %q: merge with the suite that judged", parts[0].Name, first.Suite.Version, first.Suite.Digest, digest)
	}
	if first.Side != ledger.Side {
		return nil, fmt.Errorf("%s is about the %s side, and the ledger at hand about the %s side", parts[0].Name, first.Side, ledger.Side)
	}
	for _, p := range parts {
		if err := same(parts[0], p); err != nil {
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
		return nil, fmt.Errorf("%s was planned otherwise than the suite at hand plans it: it was altered, or the suite was", parts[0].Name)
	}
	return plan, nil
}
