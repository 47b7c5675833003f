package releases

import (
	"fmt"
	"slices"
)

// Kind is the kind of a change of a requirement between two ledgers.
type Kind string

// The kinds of changes. A requirement may have several, except one that was added or removed.
const (
	Added    Kind = "Added"
	Removed  Kind = "Removed"
	Regraded Kind = "Regraded" // it has another grade now: stated, implied or observed
	Moved    Kind = "Moved"    // it has other sections now
	Reworded Kind = "Reworded" // it has another statement now
)

// Change is one change of a requirement.
type Change struct {
	Kind     Kind
	Old, New Entry // the zero Entry if the requirement was not in that ledger
}

// ID returns the id of the requirement.
func (c Change) ID() string {
	if c.Kind == Removed {
		return c.Old.ID
	}
	return c.New.ID
}

// String returns the change in the form of the list below Unreleased in CHANGELOG.md.
func (c Change) String() string {
	switch c.Kind {
	case Regraded:
		return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.ID(), c.Old.Grade, c.New.Grade)
	case Moved:
		return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.ID(), c.Old.Sections, c.New.Sections)
	}
	return string(c.Kind) + " " + c.ID()
}

// Compare returns the changes from one ledger to a later one, in the order of the later one. The
// removed requirements come last.
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

// find returns the entry for the same requirement, or nil.
func (l *Ledger) find(e Entry) *Entry {
	n := slices.IndexFunc(l.Entries, func(other Entry) bool { return other.Side == e.Side && other.ID == e.ID })
	if n < 0 {
		return nil
	}
	return &l.Entries[n]
}
