package cause

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// owners holds, for each endpoint, the requirements that its other checks depend on, in the order
// of the ledger: its status, that it answers JSON, its data.
type owners map[string][]string

// neededAspects are the aspects that an answer needs to count as served.
var neededAspects = []string{"status", "json", "envelope", "success", "data"}

func ownersOf(run *result.Run) owners {
	all := make(owners)
	for _, r := range run.Requirements {
		if slices.ContainsFunc(r.Owns, func(name string) bool { return slices.Contains(neededAspects, name) }) {
			all[r.Endpoint] = append(all[r.Endpoint], r.ID)
		}
	}
	return all
}

// groups groups findings in four steps: the same deviation at the same place; the same deviation
// of several members in one answer; consequences of a broken answer that another requirement
// owns; and the same deviation at several endpoints.
func groups(all []*finding, of owners) []*group {
	found := mergeByKey(single(all), func(g *group) string { return g.first().key() })
	found = mergeMembers(found)
	found = merge(found, partOf(found))
	found = mergeByKey(found, ofOnePerson)
	found = merge(found, swapped)
	found = merge(found, inPlaceOf)
	found = merge(found, sizeOf)
	found = merge(found, alsoRefused)
	found = merge(found, alsoReturned)
	found = mergeByKey(found, func(g *group) string { return g.first().accessKey() })
	found = merge(found, unchecked)
	found = merge(found, stampOf)
	found = merge(found, effectOf)
	found = merge(found, emptyFor)
	found = mergeByKey(found, (*group).another)
	found = merge(found, ofAnother(found))
	found = merge(found, func(g, to *group) bool { return of.follows(g, to) })
	return mergeByKey(found, sameElsewhere)
}

func single(all []*finding) []*group {
	groups := make([]*group, len(all))
	for n, f := range all {
		groups[n] = &group{[]*finding{f}}
	}
	return groups
}

// mergeByKey merges the groups that have the same key. Groups with the key "" stay alone.
func mergeByKey(groups []*group, key func(*group) string) []*group {
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

// merge merges each group into the first other group that it belongs to.
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

// manyMembers is the number of members that must deviate in the same way in one answer to have
// one cause. Two may be a coincidence.
const manyMembers = 3

// mergeMembers merges the groups of many members that deviate in the same way in one answer, and
// the groups of the two timestamps of a record.
func mergeMembers(groups []*group) []*group {
	members, allStamps := make(map[string]int), make(map[string]bool)
	for _, g := range groups {
		k := sameAnswer(g)
		allStamps[k] = stamps[g.first().member] && (members[k] == 0 || allStamps[k])
		members[k]++
		members[manyValues(g)]++
	}
	return mergeByKey(groups, func(g *group) string {
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

// people are the members that say which customer a lookup returns, in the names of the other
// endpoints. available are the members that say what limit the customer has.
var (
	people    = []string{"first_name", "last_name", "email", "mobile_number", "id_number", "member_id"}
	available = []string{"credit_limit", "available_limit"}
)

// ofOnePerson returns a key for groups about several details of one customer, or about their
// limit. A lookup that returns another customer has a wrong value in each detail that differs.
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

// partOf reports whether g has a member that is wrong in an answer in which to has many members
// that are wrong in the same way. It reads every group only once, because a run may have a
// hundred thousand failures.
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

// answers returns the answers with wrong members in this group, and those of them with many wrong
// members.
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

// manyValues returns a key for groups about values that one rule found wrong at one endpoint, in
// any answers. For example, a cache that uses a wrong key makes another member wrong each time.
func manyValues(g *group) string {
	switch f := g.first(); f.kind {
	case result.WrongValue, result.WrongTime:
		return strings.Join([]string{f.requirement.ID, string(result.WrongValue), f.endpoint}, "\n")
	}
	return ""
}

// sameAnswer returns a key for groups about members of one answer.
func sameAnswer(g *group) string { return g.first().answer }

// inAnswer returns a key of the requirement, the exchange, the object and the kind of deviation.
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

// sameElsewhere returns a key for groups with the same deviation at several endpoints: the member
// and the kind of deviation.
func sameElsewhere(g *group) string {
	f := g.first()
	if result.IsOfOtherItems(f.Message) {
		return ""
	}
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

// noToken are the credentials without a token; all other credentials have a wrong token.
var noToken = []string{"no Authorization header", "an empty Authorization header", "a scheme without a token"}

// credentials returns what a call sent in place of the valid token, or "" if it sent no token.
func (f *finding) credentials() string {
	if slices.Contains(noToken, f.Credentials) {
		return ""
	}
	return f.Credentials
}

// elsewhere are credentials that a build serves only if it looks for them on purpose: the valid
// token in another place or form than the header requires, and what a proxy says about the
// caller.
var elsewhere = []string{"the token with another scheme", "the token in the query", "the token in other headers", "the token in the body", "the token with its punctuation changed", "the token with upper and lower case swapped", "the token with its halves swapped", "the token as an unsigned JWT", "the headers of a proxy alone"}

// accessKey returns a key for the findings of one rule about access: calls without a token are
// served, calls with the token in another place are served, or calls with a wrong token are
// served.
func (f *finding) accessKey() string {
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

// unchecked reports whether g is about a token in another place that is served, while to says
// that wrong tokens are served too. A build that accepts any token does not look for the token
// elsewhere.
func unchecked(g, to *group) bool {
	return slices.Contains(elsewhere, g.first().Credentials) && g.isServed() && to.isServed() &&
		to.first().requirement == g.first().requirement && slices.ContainsFunc(to.findings, (*finding).isAnyToken)
}

func (g *group) isServed() bool { return isAccess(g.first().requirement.Sections) }

// isAnyToken reports whether the credentials have nothing in common with the valid token.
func (f *finding) isAnyToken() bool {
	return f.Credentials == "a wrong token" || f.Credentials == "the token with every character changed"
}
