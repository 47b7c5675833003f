package faults

import "path"

// Maskings are faults of one catalogue that do not show beside others, or over a legal
// variant, though what the build sends still differs: put together they make a build that
// does not deviate in the way of the fault. Each was found by a compound whose row was
// green, and looked into. A proof counts a masked fault as not shown, and names it.
//
// Fault and By are patterns of ids. A star stands for any text without a slash; where both
// begin with one, for the same.
type Maskings []struct{ Fault, By, Why string }

// MaskedBy says why a fault cannot show beside another one; empty where it can.
func (all Maskings) MaskedBy(fault, other string) string {
	for _, m := range all {
		if matchesID(m.Fault, fault) && matchesID(m.By, other) && (m.Fault[0] != '*' || starOf(m.Fault, fault) == starOf(m.By, other)) {
			return m.Why
		}
	}
	return ""
}

// Unknown lists the patterns that match no id: what is no longer planted masks nothing.
func (all Maskings) Unknown(ids []string) []string {
	var unknown []string
	for _, m := range all {
		for _, pattern := range []string{m.Fault, m.By} {
			found := false
			for _, id := range ids {
				found = found || matchesID(pattern, id)
			}
			if !found {
				unknown = append(unknown, pattern)
			}
		}
	}
	return unknown
}

// matchesID tells whether an id is one of a pattern.
func matchesID(pattern, id string) bool {
	ok, err := path.Match(pattern, id)
	return err == nil && ok
}

// starOf is what the star of a pattern stands for.
func starOf(pattern, id string) string { return id[:len(id)-len(pattern)+1] }
