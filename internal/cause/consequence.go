package cause

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// effectOf tells whether one group is the effect of a call that another says was
// served, and must not have been: both are findings of one check. That a lookup
// finds nobody's profile is what it does where it gives somebody else's.
func effectOf(g, to *group) bool {
	switch g.kind() {
	case person:
		return to.kind() == result.NotRefused && to.first().endpoint == g.first().endpoint && !isAccess(to.first().requirement.Sections)
	case result.Effect, result.WrongValue, result.WrongTime:
		return to.kind() == result.NotRefused && g.first().requirement == to.first().requirement &&
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

// stampOf tells whether a group is about the stamp of a record of which the same
// answer got another value wrong.
func stampOf(g, to *group) bool {
	return g.kind() == result.WrongTime && to.kind() == result.WrongValue &&
		slices.ContainsFunc(to.findings, func(f *finding) bool { return f.answer == sameAnswer(g) })
}

// ids are where an answer says what it is about.
var ids = []string{"data.id", "data.customer_details.id", "data.credit_limit_details.id"}

// swapped tells whether each of two groups has the value that the other one should
// have.
func swapped(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.WrongValue && b.kind == result.WrongValue && a.answer == b.answer && a.has(b) && b.has(a)
}

// inPlaceOf tells whether something is there that must be absent, where something else
// that the same rule is about is not there.
func inPlaceOf(g, to *group) bool {
	a, b := g.first(), to.first()
	if a.requirement != b.requirement || a.endpoint != b.endpoint {
		return false
	}
	return a.Want == result.ExpectAbsent && b.kind == result.Missing || b.Want == result.ExpectAbsent && a.kind == result.Missing
}

// has tells whether a finding has the value that another one should have.
func (f *finding) has(other *finding) bool {
	wanted := gjson.Parse(other.Wanted)
	return other.Want == result.ExpectEqual && (f.Actual == wanted.Raw || f.Actual == wanted.String())
}

// sizeOf tells whether a group says that a value is refused in one of its forms or
// sizes, where plain calls of the same rule are refused as well.
func sizeOf(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.NotServed && b.kind == result.NotServed && a.Want == result.ExpectServed && b.Want == result.ExpectStatus &&
		a.requirement == b.requirement && a.endpoint == b.endpoint
}

// alsoRefused tells whether a group says of a rule about something else, such as access or
// the whole journey, that a call which prepares it was refused, in the very way in which
// another rule found that endpoint to refuse.
func alsoRefused(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.NotServed && b.kind == result.NotServed && a.endpoint == b.endpoint &&
		a.requirement.Endpoint != a.endpoint && a.requirement != b.requirement && g.refusal() == to.refusal()
}

// giver is the endpoint that gives a partner build the value that a finding is about.
func (f *finding) giver() string {
	switch {
	case f.member == "otp":
		return spec.Line(spec.SendOTP)
	case f.member == "customer_id", f.Path == "request line" && f.endpoint == spec.Line(spec.FetchLimit):
		return spec.Line(spec.CreateLimit)
	case f.Path == "request line" && strings.Contains(f.endpoint, spec.Of(spec.CreatePurchases).Path+"/"), f.place == "items.#.id":
		return spec.Line(spec.CreatePurchases)
	}
	return ""
}

// emptyFor tells whether a partner build sends nothing where a value should be that it
// was never given: its request to the endpoint that gives it goes elsewhere.
func emptyFor(g, to *group) bool {
	f, source := g.first(), to.first()
	nothing := strings.HasSuffix(f.Actual, `""`) || f.Path == "request line" && strings.HasSuffix(f.Actual, "/")
	return nothing && source.Path == "request line" && source.endpoint == f.giver() && source.endpoint != f.endpoint
}

// another names the endpoint whose answers a group shows to be about another thing
// than was asked for: their id is not the one. It is empty for any other group.
func (g *group) another() string {
	if slices.ContainsFunc(g.findings, (*finding).isAnother) {
		return g.first().endpoint
	}
	return ""
}

// isAnother tells of an id that is not the one that was asked for, or that of another
// record.
func (f *finding) isAnother() bool {
	return f.kind == result.WrongValue && (slices.Contains(ids, f.Path) || f.place == "data.#.id" && f.Want == result.ExpectNot)
}

// ofAnother tells whether a group is about values of such answers: about the thing itself,
// which the envelope is not.
func ofAnother(groups []*group) func(g, to *group) bool {
	another := make(map[*group]string, len(groups))
	for _, g := range groups {
		another[g] = g.another()
	}
	return func(g, to *group) bool {
		switch g.kind() {
		case result.WrongValue, result.WrongTime:
			isThing := strings.HasPrefix(g.first().Path, "data") || g.first().Path == "order_id"
			return isThing && another[g] == "" && another[to] == g.first().endpoint
		}
		return false
	}
}

// follows tells whether one group is only what another brings about: calls of an
// endpoint are not served, and an owner of that endpoint failed. An owner's refusal
// explains other refusals; whatever else is broken of the answers explains only
// that answers of a success status were not taken for such.
func (o owners) follows(g, to *group) bool {
	f, owner := g.first(), to.first()
	switch f.kind {
	case result.NotServed, result.Unanswered, result.Unreadable:
	default:
		return false
	}
	ids := o[f.endpoint]
	rank := slices.Index(ids, owner.requirement.ID)
	if owner.endpoint != f.endpoint || rank < 0 {
		return false
	}
	if f.kind == result.Unreadable {
		return true
	}
	own := slices.Index(ids, f.requirement.ID)
	return owner.kind == f.kind && (own < 0 || rank < own)
}
