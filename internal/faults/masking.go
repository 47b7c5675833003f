package faults

import (
	"path"
	"slices"
)

// Maskings lists faults of one catalogue that do not show beside another fault, or on top of a
// legal variant, although the answers still differ. Together the two make a build that does not
// deviate in the way of the fault. Each entry was found by a compound in which the rule of the
// fault passed, and was then examined. A proof counts a masked fault as not shown, and names it.
//
// Fault and By are patterns of ids. A star matches any text without a slash. If both patterns
// begin with a star, both stars must match the same text.
type Maskings []struct{ Fault, By, Why string }

// MaskedBy returns why a fault cannot show beside another one, or an empty string if it can.
func (all Maskings) MaskedBy(fault, other string) string {
	for _, m := range all {
		if matchesID(m.Fault, fault) && matchesID(m.By, other) && (m.Fault[0] != '*' || starOf(m.Fault, fault) == starOf(m.By, other)) {
			return m.Why
		}
	}
	return ""
}

// Between reports whether a variant is listed beside one of some others, or one of them beside it.
func (all Maskings) Between(one Variant, others []Variant) bool {
	return slices.ContainsFunc(others, func(other Variant) bool {
		return all.MaskedBy(one.ID, other.ID) != "" || all.MaskedBy(other.ID, one.ID) != ""
	})
}

// Unknown lists the patterns that match no id, because the fault that they name no longer exists.
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

// matchesID reports whether an id matches a pattern.
func matchesID(pattern, id string) bool {
	ok, err := path.Match(pattern, id)
	return err == nil && ok
}

// starOf returns the text that the leading star of a pattern matches.
func starOf(pattern, id string) string { return id[:len(id)-len(pattern)+1] }
