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
	found = merge(found, partOf(found))
	found = by(found, ofOnePerson)
	found = merge(found, swapped)
	found = merge(found, inPlaceOf)
	found = merge(found, sizeOf)
	found = merge(found, alsoRefused)
	found = by(found, func(g *group) string { return g.first().door() })
	found = merge(found, unchecked)
	found = merge(found, stampOf)
	found = merge(found, effectOf)
	found = merge(found, emptyFor)
	found = by(found, (*group).another)
	found = merge(found, ofAnother(found))
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

// people are the members that tell whose profile a lookup returns, in the names of the
// other endpoints, and available those that tell the customer's limit.
var (
	people    = []string{"first_name", "last_name", "email", "mobile_number", "id_number", "member_id"}
	available = []string{"credit_limit", "available_limit"}
)

// ofOnePerson is what groups share that stand for several details of one person, or for
// their limit: a lookup that returns somebody else's gets wrong whichever differ.
func ofOnePerson(g *group) string {
	f := g.first()
	switch {
	case f.kind != result.WrongValue && f.kind != result.IsNull || strings.Contains(f.Path, "#"):
		return ""
	case strings.HasPrefix(f.Path, "data.baseInfo.") && slices.Contains(people, f.member):
		return strings.Join([]string{"person", string(f.kind), f.endpoint}, "\n")
	case f.kind == result.WrongValue && strings.HasPrefix(f.Path, "data.creditLimitInfo.") && slices.Contains(available, f.member):
		return strings.Join([]string{"limit", f.endpoint}, "\n")
	}
	return ""
}

// partOf tells whether a group holds a member that one answer got wrong, where another
// group holds many members that the same answer got wrong in the same way. It reads every
// group once: a run may have a hundred thousand failures.
func partOf(groups []*group) func(g, to *group) bool {
	wrong, many := make(map[*group]map[string]bool), make(map[*group]map[string]bool)
	for _, g := range groups {
		wrong[g], many[g] = g.answers()
	}
	return func(g, to *group) bool {
		for answer := range wrong[g] {
			if many[to][answer] {
				return true
			}
		}
		return false
	}
}

// answers are those that got members wrong, and of these the ones that got many wrong.
func (g *group) answers() (wrong, many map[string]bool) {
	wrong, many = make(map[string]bool), make(map[string]bool)
	members := make(map[string]map[string]bool)
	for _, f := range g.findings {
		if f.answer == "" {
			continue
		}
		if members[f.answer] == nil {
			members[f.answer] = make(map[string]bool)
		}
		members[f.answer][f.member] = true
		wrong[f.answer], many[f.answer] = true, len(members[f.answer]) >= manyMembers
	}
	return wrong, many
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
func sameAnswer(g *group) string { return g.first().answer }

// inAnswer names the requirement, the exchange, the object and the kind of deviation.
func (f *finding) inAnswer() string {
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

// elsewhere are credentials that a build must look for to serve them: the valid token, but
// not as the header has it, and what a proxy says of the caller.
var elsewhere = []string{"the token with another scheme", "the token in the query", "the token in other headers", "the token with upper and lower case swapped", "the token with its halves swapped", "the headers of a proxy alone"}

// door is what the findings of one rule about access share: that no token opens, that one
// in another place does, or that a wrong one does.
func (f *finding) door() string {
	switch {
	case !isAccess(f.requirement.Sections):
		return ""
	case f.credentials() == "":
		return f.requirement.ID + " none"
	case slices.Contains(elsewhere, f.Credentials):
		return f.requirement.ID + " " + f.Credentials
	}
	return f.requirement.ID + " wrong"
}

// unchecked tells whether a token in another place is served where a wrong one is, too:
// whoever serves any token looks for none.
func unchecked(g, to *group) bool {
	return slices.Contains(elsewhere, g.first().Credentials) && g.isServed() && to.isServed() &&
		to.first().requirement == g.first().requirement && slices.ContainsFunc(to.findings, (*finding).isAnyToken)
}

func (g *group) isServed() bool { return isAccess(g.first().requirement.Sections) }

// isAnyToken tells of credentials that have nothing of the valid token.
func (f *finding) isAnyToken() bool {
	return f.Credentials == "a wrong token" || f.Credentials == "the token with every character changed"
}
