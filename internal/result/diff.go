package result

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ChangeKind is the kind of a change.
type ChangeKind string

// The kinds, the most important first.
const (
	Broke   ChangeKind = "broke"   // the requirement, or one of its checks, passed before and does not pass now
	Fixed   ChangeKind = "fixed"   // it did not pass before and passes now
	Added   ChangeKind = "new"     // the old run did not judge it
	Removed ChangeKind = "gone"    // the new run does not judge it
	Changed ChangeKind = "changed" // another outcome that is neither better nor worse
)

// ChangeKinds lists all kinds in their order.
var ChangeKinds = []ChangeKind{Broke, Fixed, Added, Removed, Changed}

// Change is one requirement that changed.
type Change struct {
	Kind        ChangeKind
	Requirement string // its id
	Before, Now Outcome
	Statement   string
	Detail      string // what changed in its checks; may be empty
}

// Diff is the difference between two runs.
type Diff struct {
	Changes   []Change // by kind, and within a kind in the order of the ledger
	Unchanged int
	// Undecided says why the new run cannot show that nothing broke. It is empty if the new run
	// can show it.
	Undecided []string
}

// Worse reports whether a requirement broke, or held before and is not judged any more, or failed
// without having been judged before. The same is true for a check of a requirement that had not passed.
func (d *Diff) Worse() bool {
	return slices.ContainsFunc(d.Changes, func(c Change) bool {
		held := c.Before.Good() || c.Detail != ""
		return c.Kind == Broke || c.Kind == Removed && held || c.Kind == Added && c.Now == Failed
	})
}

// Count returns the number of changes of a kind.
func (d *Diff) Count(k ChangeKind) int {
	n := 0
	for _, c := range d.Changes {
		if c.Kind == k {
			n++
		}
	}
	return n
}

// Compare compares two runs of one side. A requirement that passed before and is not shown to pass
// now counts as broken, also if it was only blocked or not judged.
func Compare(before, now *Run) (*Diff, error) {
	if before.Side != now.Side {
		return nil, fmt.Errorf("one run is of the %s side and the other of the %s side: they cannot be compared", before.Side, now.Side)
	}
	old, err := byID(before)
	if err != nil {
		return nil, fmt.Errorf("the old run: %w", err)
	}
	fresh, err := byID(now)
	if err != nil {
		return nil, fmt.Errorf("the new run: %w", err)
	}
	d := &Diff{Undecided: undecided(before, now)}
	for _, r := range now.Requirements {
		d.add(old[r.ID], &r)
	}
	for _, r := range before.Requirements {
		if fresh[r.ID] == nil {
			d.add(&r, nil)
		}
	}
	slices.SortStableFunc(d.Changes, func(a, b Change) int { return slices.Index(ChangeKinds, a.Kind) - slices.Index(ChangeKinds, b.Kind) })
	return d, nil
}

// undecided says why two runs cannot be compared completely.
func undecided(before, now *Run) []string {
	var why []string
	if before.Suite.Digest != now.Suite.Digest {
		why = append(why, "the suites differ: they did not ask the same questions")
	}
	if now.Interrupted != "" {
		why = append(why, "the new run ended early: "+now.Interrupted)
	}
	switch verdict := Judge(now); {
	case now.Verdict == Inconclusive || verdict == Inconclusive:
		why = append(why, "the new run is inconclusive")
	case now.Verdict == NonConformant || verdict != NonConformant:
	default:
		why = append(why, fmt.Sprintf("the new run has verdict %s, but its outcomes give %s", now.Verdict, verdict))
	}
	return why
}

var errListedTwice = errors.New("it lists a requirement twice")

func byID(run *Run) (map[string]*Requirement, error) {
	all := make(map[string]*Requirement)
	for _, r := range run.Requirements {
		if all[r.ID] != nil {
			return nil, fmt.Errorf("%w: %s", errListedTwice, r.ID)
		}
		all[r.ID] = &r
	}
	return all, nil
}

// add records what changed in one requirement. before or now is nil if that run did not judge it.
func (d *Diff) add(before, now *Requirement) {
	switch {
	case before == nil:
		d.Changes = append(d.Changes, Change{Kind: Added, Requirement: now.ID, Now: now.Outcome, Statement: now.Statement})
	case now == nil:
		d.Changes = append(d.Changes, Change{Kind: Removed, Requirement: before.ID, Before: before.Outcome, Statement: before.Statement, Detail: detail(nil, nil, gone(before, &Requirement{}))})
	default:
		d.compare(before, now)
	}
}

func (d *Diff) compare(before, now *Requirement) {
	c := Change{Requirement: now.ID, Before: before.Outcome, Now: now.Outcome, Statement: now.Statement}
	broke, fixed := checks(before, now)
	gone := gone(before, now)
	c.Detail = detail(broke, fixed, gone)
	switch {
	case before.Outcome.Good() && !now.Outcome.Good(), len(broke) > 0 && !now.Outcome.Good(), len(gone) > 0:
		c.Kind = Broke
	case !before.Outcome.Good() && now.Outcome.Good():
		c.Kind = Fixed
	case before.Outcome != now.Outcome, len(fixed) > 0:
		c.Kind = Changed
	default:
		d.Unchanged++
		return
	}
	d.Changes = append(d.Changes, c)
}

// checks names the checks that broke and the checks that were fixed. Checks with the same name
// count as one, which holds only if all of them hold.
func checks(before, now *Requirement) (broke, fixed []string) {
	was, is := held(before), held(now)
	for _, c := range now.Checks {
		held, known := was[c.Name]
		switch {
		case !known || slices.Contains(broke, c.Name) || slices.Contains(fixed, c.Name):
		case held && !is[c.Name]:
			broke = append(broke, c.Name)
		case !held && is[c.Name]:
			fixed = append(fixed, c.Name)
		}
	}
	return broke, fixed
}

// gone names the checks that held before and do not exist now.
func gone(before, now *Requirement) []string {
	was, is := held(before), held(now)
	var names []string
	for _, c := range before.Checks {
		if _, there := is[c.Name]; was[c.Name] && !there && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

func held(r *Requirement) map[string]bool {
	all := make(map[string]bool)
	for _, c := range r.Checks {
		before, known := all[c.Name]
		all[c.Name] = c.Outcome.Good() && (before || !known)
	}
	return all
}

func detail(broke, fixed, gone []string) string {
	var parts []string
	for _, of := range []struct {
		word  string
		names []string
	}{{"broke", broke}, {"fixed", fixed}, {"gone", gone}} {
		if len(of.names) > 0 {
			parts = append(parts, of.word+": "+some(of.names))
		}
	}
	return strings.Join(parts, "; ")
}

// some lists the first few names.
func some(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
