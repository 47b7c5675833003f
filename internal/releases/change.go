package releases

import (
	"fmt"
	"slices"
)

// Kind is what became of a requirement between two ledgers.
type Kind string

// The kinds of change. A requirement may have several, but for one that was added
// or removed.
const (
	Added    Kind = "Added"
	Removed  Kind = "Removed"
	Regraded Kind = "Regraded" // stated, implied or observed, and another of them now
	Moved    Kind = "Moved"    // rests on other sections
	Reworded Kind = "Reworded" // its statement reads otherwise
)

// Change is one thing that became of a requirement.
type Change struct {
	Kind     Kind
	Old, New Entry // the zero Entry where it was not there
}

// ID is the requirement's.
func (c Change) ID() string {
	if c.Kind == Removed {
		return c.Old.ID
	}
	return c.New.ID
}

// String is the change as CHANGELOG.md lists it below Unreleased.
func (c Change) String() string {
	switch c.Kind {
	case Regraded:
		return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.ID(), c.Old.Grade, c.New.Grade)
	case Moved:
		return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.ID(), c.Old.Sections, c.New.Sections)
	}
	return string(c.Kind) + " " + c.ID()
}

// Compare tells what changed from one ledger to a later one, in the order of the
// later one; what was removed comes last.
func Compare(old, now *Ledger) []Change {
	var all []Change
	for _, e := range now.Entries {
		before := old.find(e)
		if before == nil {
			all = append(all, Change{Kind: Added, New: e})
			continue
		}
		for _, differs := range []struct {
			kind Kind
			is   bool
		}{{Regraded, before.Grade != e.Grade}, {Moved, before.Sections != e.Sections}, {Reworded, before.Digest != e.Digest}} {
			if differs.is {
				all = append(all, Change{Kind: differs.kind, Old: *before, New: e})
			}
		}
	}
	for _, e := range old.Entries {
		if now.find(e) == nil {
			all = append(all, Change{Kind: Removed, Old: e})
		}
	}
	return all
}

// find returns the entry of the same requirement, or nil.
func (l *Ledger) find(e Entry) *Entry {
	n := slices.IndexFunc(l.Entries, func(other Entry) bool { return other.Side == e.Side && other.ID == e.ID })
	if n < 0 {
		return nil
	}
	return &l.Entries[n]
}
