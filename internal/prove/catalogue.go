package prove

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// Fault is one planted deviation of a build, and how the suite judges it.
type Fault struct {
	ID     string
	Breaks string // the requirement that must fail
	Why    string
	Judge  func(context.Context) (*result.Run, error)
}

// Catalogue is every planted fault of one side of the protocol, and every
// requirement that they are to break.
type Catalogue struct {
	Side         result.Side
	Requirements []Statement // in the order of the ledger
	Faults       []Fault     // by requirement, then by id
}

// Server prepares some faults of the reference to be judged by the whole ledger
// of the server side.
func Server(seed int64, planted []faults.Fault) (*Catalogue, error) {
	r, err := newRunner(seed)
	if err != nil {
		return nil, err
	}
	c := &Catalogue{Side: result.ServerSide, Requirements: Statements(r.ledger)}
	for _, f := range planted {
		c.Faults = append(c.Faults, Fault{ID: f.ID, Breaks: f.Breaks, Why: f.Why, Judge: func(ctx context.Context) (*result.Run, error) {
			return r.certify(ctx, r.planForAll([]faults.Fault{f}), f.Handler(options), f)
		}})
	}
	return c, nil
}

// Statements lists the requirements of a ledger. An observation cannot fail, and
// is none.
func Statements(l *suite.Ledger) []Statement {
	var all []Statement
	for _, q := range l.Requirements {
		if !q.Observation {
			all = append(all, Statement{q.ID, q.Statement})
		}
	}
	return all
}

// Choose keeps the faults that a pattern names: an id or a requirement, with *.
// No pattern names them all; one that names none is an error.
func (c *Catalogue) Choose(only []string) ([]Fault, error) {
	if len(only) == 0 {
		return c.Faults, nil
	}
	kept := make([]bool, len(c.Faults))
	for _, pattern := range only {
		hit := false
		for i, f := range c.Faults {
			if matches(pattern, f) {
				kept[i], hit = true, true
			}
		}
		if !hit {
			return nil, fmt.Errorf("the pattern %q names no fault of the %[2]s side and no requirement with one: `assay prove --side %[2]s --list` shows them", pattern, c.Side)
		}
	}
	var chosen []Fault
	for i, f := range c.Faults {
		if kept[i] {
			chosen = append(chosen, f)
		}
	}
	return chosen, nil
}

func matches(pattern string, f Fault) bool {
	byID, err1 := path.Match(strings.ToLower(pattern), strings.ToLower(f.ID))
	byRequirement, err2 := path.Match(strings.ToUpper(pattern), f.Breaks)
	return (err1 == nil && byID) || (err2 == nil && byRequirement)
}
