// Package proof runs the suite against every planted fault and every legal variant of both sides.
// A suite that has never found a failure proves nothing, and a suite that rejects legal builds is
// even worse.
package proof

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Catalogue holds the faults and variants that prove the suite for one side of the protocol, and
// the functions with which the suite judges a build of that side.
type Catalogue struct {
	Side         result.Side
	Requirements []Statement // in the order of the ledger
	Faults       []faults.Fault
	Variants     []faults.Variant
	// Groups holds, by the name of a group of faults, the requirements that these faults break.
	// The faults of a group can be paired with all other faults of their endpoint.
	Groups map[string][]string

	// judge judges a build that has all faults and variants of a set.
	judge func(context.Context, Set) (*result.Run, error)
	// judgeOwn judges a build of one fault by the requirement that the fault breaks, and by no
	// other. It is nil on a side where the whole suite is as fast.
	judgeOwn func(context.Context, faults.Fault) (*result.Run, error)
	// shown reports whether the n-th fault of a set changes any value that the build of the whole
	// set sends.
	shown func(ctx context.Context, set Set, n int) (bool, error)
	// maskedBy returns why a fault cannot show beside another one although the answers differ. It
	// is nil if no such pair is known.
	maskedBy func(fault, other string) string
	// disturbed lists the variants that make no legal build together.
	disturbed faults.Maskings
	// judgeLegal judges a build of one legal variant, or of several.
	judgeLegal func(context.Context, ...faults.Variant) (*result.Run, error)
}

// Set describes one build: its faults, as indices into the catalogue, and the ids of its legal
// variants.
type Set struct {
	Faults   []int
	Variants []string
}

// with returns the set with other faults.
func (s Set) with(faults []int) Set { return Set{faults, s.Variants} }

// pick returns the faults of a set.
func (c *Catalogue) pick(set Set) []faults.Fault {
	all := make([]faults.Fault, len(set.Faults))
	for n, i := range set.Faults {
		all[n] = c.Faults[i]
	}
	return all
}

// legal returns the variants of a set, in the order of the catalogue.
func (c *Catalogue) legal(set Set) []faults.Variant {
	return slices.DeleteFunc(slices.Clone(c.Variants), func(v faults.Variant) bool { return !slices.Contains(set.Variants, v.ID) })
}

// Statement is a requirement and its text.
type Statement struct {
	ID        string `json:"id"`
	Statement string `json:"statement"`
}

// statements lists the requirements of a ledger. It leaves out observations, because they cannot
// fail.
func statements(l *suite.Ledger) []Statement {
	var all []Statement
	for _, q := range l.Requirements {
		if !q.Observation {
			all = append(all, Statement{q.ID, q.Statement})
		}
	}
	return all
}

// Choose returns the indices of the faults that match some patterns of ids or requirements; a
// pattern may contain *. Without patterns it returns all faults. It fails if a pattern matches
// nothing.
func (c *Catalogue) Choose(only []string) ([]int, error) {
	chosen, _, err := c.choose(only, false)
	return chosen, err
}

// choose returns the faults that match some patterns, and also the variants if withVariants is
// true.
func (c *Catalogue) choose(only []string, withVariants bool) (chosen []int, variants []faults.Variant, err error) {
	named := make(map[string]bool)
	among := func(id, breaks string) bool {
		if len(only) == 0 {
			return true
		}
		hit := false
		for _, pattern := range only {
			if matches(pattern, id, breaks) {
				named[pattern], hit = true, true
			}
		}
		return hit
	}
	for n, f := range c.Faults {
		if among(f.ID, f.Breaks) {
			chosen = append(chosen, n)
		}
	}
	if withVariants {
		variants = slices.DeleteFunc(slices.Clone(c.Variants), func(v faults.Variant) bool { return !among(v.ID, "") })
	}
	for _, pattern := range only {
		if !named[pattern] {
			return nil, nil, fmt.Errorf("the pattern %q names no fault of the %[2]s side and no requirement with one: `assay prove --side %[2]s --list` shows them", pattern, c.Side)
		}
	}
	return chosen, variants, nil
}

func matches(pattern, id, breaks string) bool {
	byID, err1 := path.Match(strings.ToLower(pattern), strings.ToLower(id))
	byRequirement, err2 := path.Match(strings.ToUpper(pattern), breaks)
	return (err1 == nil && byID) || (err2 == nil && byRequirement)
}
