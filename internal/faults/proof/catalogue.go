// Package proof runs the suite against every planted fault and every legal
// variant of either side: a suite that has never said no proves nothing, and one
// that says no to what is legal is worse.
package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Catalogue is what one side of the protocol is proved by, and how the suite
// judges a build of that side.
type Catalogue struct {
	Side         result.Side
	Requirements []Statement // in the order of the ledger
	Faults       []faults.Fault
	Variants     []faults.Variant
	// Groups are the requirements of each group of faults that can be paired with
	// all others of their endpoint.
	Groups map[string][]string

	// judge judges a build with all faults of a set.
	judge func(context.Context, Set) (*result.Run, error)
	// shown tells whether the n-th fault of a set changes anything that the build
	// with them all sends.
	shown func(ctx context.Context, set Set, n int) (bool, error)
	// maskedBy says why a fault cannot show beside another one, though answers differ;
	// nil where no such pair is known.
	maskedBy func(fault, other string) string
	// draw draws the ids of some legal variants that go together; nil where faults
	// are not planted over variants.
	draw func(rng *rand.Rand, n int) []string
	// fair judges a legal build.
	fair func(context.Context, faults.Variant) (*result.Run, error)
}

// Set is what one build has: faults, as indices into the catalogue, and legal
// variants of the service, by their ids.
type Set struct {
	Faults   []int
	Variants []string
}

// with is the set with other faults.
func (s Set) with(faults []int) Set { return Set{faults, s.Variants} }

// pick gives the faults of a set.
func (c *Catalogue) pick(set Set) []faults.Fault {
	all := make([]faults.Fault, len(set.Faults))
	for n, i := range set.Faults {
		all[n] = c.Faults[i]
	}
	return all
}

// Statement is a requirement and what it says.
type Statement struct {
	ID        string `json:"id"`
	Statement string `json:"statement"`
}

// statements lists the requirements of a ledger. An observation cannot fail, and
// is none.
func statements(l *suite.Ledger) []Statement {
	var all []Statement
	for _, q := range l.Requirements {
		if !q.Observation {
			all = append(all, Statement{q.ID, q.Statement})
		}
	}
	return all
}

// Choose gives the indices of the faults that some patterns name: an id or a
// requirement, with *. No pattern names them all; one that names none is an error.
func (c *Catalogue) Choose(only []string) ([]int, error) {
	chosen, _, err := c.choose(only, false)
	return chosen, err
}

// choose gives the faults and, where they are asked for, the variants that some
// patterns name.
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
