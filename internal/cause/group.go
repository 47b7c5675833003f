package cause

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// owners names, by endpoint, the requirements that the other checks of it build
// on, in the order of the ledger: its status, that it answers JSON, its data.
type owners map[string][]string

// foundations are what a call must show to count as served.
var foundations = []string{"status", "json", "envelope", "success", "data"}

func ownersOf(run *result.Run) owners {
	all := make(owners)
	for _, r := range run.Requirements {
		if slices.ContainsFunc(r.Owns, func(name string) bool { return slices.Contains(foundations, name) }) {
			all[r.Endpoint] = append(all[r.Endpoint], r.ID)
		}
	}
	return all
}

// groups sorts findings, in four steps: what is the same deviation at the same
// place; what one answer got wrong in the same way in several members; what only
// follows from a broken answer that another requirement owns; and what is the same
// deviation at several endpoints.
func groups(all []*finding, of owners) []*group {
	found := by(single(all), func(g *group) string { return g.first().key() })
	found = several(found)
	found = merge(found, swapped)
	found = merge(found, inPlaceOf)
	found = merge(found, sizeOf)
	found = by(found, func(g *group) string { return g.first().door() })
	found = merge(found, stampOf)
	found = merge(found, effectOf)
	found = merge(found, emptyFor)
	found = by(found, (*group).another)
	found = merge(found, ofAnother)
	found = merge(found, func(g, to *group) bool { return of.follows(g, to) })
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
		members[manyValues(g)]++
	}
	return by(groups, func(g *group) string {
		k, values := sameAnswer(g), manyValues(g)
		switch {
		case values != "" && members[values] >= manyMembers:
			return values
		case k != "" && (members[k] >= manyMembers || allStamps[k]):
			return k
		}
		return ""
	})
}

// manyValues is what groups share that stand for values which one rule found wrong
// at one endpoint, in whatever answers: a cache that is read by the wrong key gives
// wrong another member each time.
func manyValues(g *group) string {
	switch f := g.first(); f.kind {
	case result.WrongValue, result.WrongTime:
		return strings.Join([]string{f.requirement.ID, string(result.WrongValue), f.endpoint}, "\n")
	}
	return ""
}

// sameAnswer is what groups share that stand for members of one answer.
func sameAnswer(g *group) string { return g.first().answer() }

// answer names the requirement, the exchange, the object and the kind of deviation.
func (f *finding) answer() string {
	k := f.kind
	switch k {
	case result.WrongTime:
		k = result.WrongValue
	case result.Missing, result.IsNull, result.WrongType, result.WrongValue:
	default:
		return ""
	}
	return strings.Join([]string{f.requirement.ID, string(k), f.Exchange, parent(f.Path)}, "\n")
}

// sameElsewhere is what groups share that are the same deviation at several
// endpoints: the member, and the way in which it deviates.
func sameElsewhere(g *group) string {
	f := g.first()
	switch f.kind {
	case result.NotRefused, result.Effect:
		if isAccess(f.requirement.Sections) {
			return "access\n" + f.credentials()
		}
		return ""
	case result.NotJSON:
		return strings.Join([]string{string(f.kind), f.Path, f.Wanted, f.Actual}, "\n")
	case result.Missing, result.IsNull, result.WrongType, result.WrongValue, result.WrongTime:
	default:
		return ""
	}
	switch {
	case f.before() != "":
		return "before\n" + f.before()
	case strings.HasPrefix(f.Path, "header "):
		return strings.Join([]string{string(f.kind), f.Path, f.Credentials, f.Actual}, "\n")
	case !f.isOfBody():
		return ""
	case f.kind == result.IsNull || f.kind == result.WrongType:
		return strings.Join([]string{string(f.kind), f.member, f.wanted()}, "\n")
	}
	return strings.Join([]string{string(f.kind), f.member}, "\n")
}

// noToken are the credentials that hold no token; all others hold a wrong one.
var noToken = []string{"no Authorization header", "an empty Authorization header", "a scheme without a token"}

// credentials are what a call had in place of the valid token: "" for no token.
func (f *finding) credentials() string {
	if slices.Contains(noToken, f.Credentials) {
		return ""
	}
	return f.Credentials
}

// door is what the findings of one rule about access share: that no token opens, or
// that a wrong one does.
func (f *finding) door() string {
	switch {
	case !isAccess(f.requirement.Sections):
		return ""
	case f.credentials() == "":
		return f.requirement.ID + " none"
	}
	return f.requirement.ID + " wrong"
}
