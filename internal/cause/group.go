package cause

import (
	"slices"
	"strings"
)

// Owners names, by endpoint, the requirements that the other checks of it build
// on: its status, that it answers JSON, its data.
type Owners map[string][]string

// groups sorts findings, in four steps: what is the same deviation at the same
// place; what one answer got wrong in the same way in several members; what only
// follows from a broken answer that another requirement owns; and what is the same
// deviation at several endpoints.
func groups(all []*finding, owners Owners) []*group {
	found := by(single(all), func(g *group) string { return g.first().key() })
	found = several(found)
	found = merge(found, effectOf)
	found = merge(found, func(g, to *group) bool { return follows(g, to, owners) })
	return by(found, sameElsewhere)
}

func single(all []*finding) []*group {
	groups := make([]*group, len(all))
	for n, f := range all {
		groups[n] = &group{[]*finding{f}}
	}
	return groups
}

// by joins groups that have the same key; "" joins nothing.
func by(groups []*group, key func(*group) string) []*group {
	at := make(map[string]*group)
	var out []*group
	for _, g := range groups {
		k := key(g)
		if first := at[k]; first != nil && k != "" {
			first.findings = append(first.findings, g.findings...)
			continue
		}
		at[k] = g
		out = append(out, g)
	}
	return out
}

// merge joins each group with the first other one that it belongs to.
func merge(groups []*group, belongs func(g, to *group) bool) []*group {
	joined := make(map[*group]bool)
	for _, g := range groups {
		for _, to := range groups {
			if g != to && !joined[to] && belongs(g, to) {
				to.findings = append(to.findings, g.findings...)
				joined[g] = true
				break
			}
		}
	}
	return slices.DeleteFunc(groups, func(g *group) bool { return joined[g] })
}

// manyMembers of one answer that deviate in the same way have one cause; two may
// be a coincidence.
const manyMembers = 3

// several joins the groups of many members that one answer got wrong in the same
// way, and those of the two stamps of a record.
func several(groups []*group) []*group {
	members, allStamps := make(map[string]int), make(map[string]bool)
	for _, g := range groups {
		k := sameAnswer(g)
		allStamps[k] = stamps[g.first().member] && (members[k] == 0 || allStamps[k])
		members[k]++
	}
	return by(groups, func(g *group) string {
		if k := sameAnswer(g); members[k] >= manyMembers || allStamps[k] {
			return k
		}
		return ""
	})
}

// sameAnswer is what groups share that stand for members of one answer: the
// requirement, the kind of deviation, the exchange and the object.
func sameAnswer(g *group) string {
	f := g.first()
	k := f.kind
	switch k {
	case stamp:
		k = value
	case absent, null, form, value:
	default:
		return ""
	}
	return strings.Join([]string{f.requirement.ID, string(k), f.Exchange, parent(f.Path)}, "\n")
}

// effectOf tells whether one group is the effect of a call that another says was
// served, and must not have been: both are findings of one check.
func effectOf(g, to *group) bool {
	switch g.kind() {
	case effect, value, stamp:
		return to.kind() == served && g.first().requirement == to.first().requirement &&
			slices.ContainsFunc(to.findings, func(f *finding) bool { return f.check == g.first().check })
	}
	return false
}

func parent(path string) string {
	path = place(path)
	if n := strings.LastIndexByte(path, '.'); n >= 0 {
		return path[:n]
	}
	return ""
}

// follows tells whether one group is only what another brings about: valid calls
// of an endpoint are not served, and an owner of that endpoint failed.
func follows(g, to *group, owners Owners) bool {
	f := g.first()
	switch f.kind {
	case refused, unanswered, unreadable:
	default:
		return false
	}
	owner := to.first()
	if owner.endpoint != f.endpoint || !slices.Contains(owners[f.endpoint], owner.requirement.ID) {
		return false
	}
	if slices.Contains(owners[f.endpoint], f.requirement.ID) && f.kind != unreadable {
		return slices.Index(owners[f.endpoint], owner.requirement.ID) < slices.Index(owners[f.endpoint], f.requirement.ID) && owner.kind == f.kind
	}
	return owner.kind == f.kind || f.kind == unreadable
}

// sameElsewhere is what groups share that are the same deviation at several
// endpoints: the member, and the way in which it deviates.
func sameElsewhere(g *group) string {
	f := g.first()
	switch f.kind {
	case served, effect:
		if isAccess(f.requirement.Sections) {
			_, credentials, _ := strings.Cut(f.check, " with ")
			return "access\n" + credentials
		}
		return ""
	case absent, null, form:
		return strings.Join([]string{string(f.kind), f.member, f.Expected}, "\n")
	case value, stamp:
		return strings.Join([]string{string(f.kind), f.member}, "\n")
	case notJSON:
		return strings.Join([]string{string(f.kind), f.Path, f.Actual}, "\n")
	}
	return ""
}
