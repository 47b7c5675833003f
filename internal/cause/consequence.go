package cause

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// effectOf reports whether group g is only the effect of group to. to says that a call was served
// that must be refused, and g is a finding of the same check. There is one more case: a lookup
// returns the profile of another customer, and for that reason finds a profile where it must not
// find one, or the reverse.
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

// stampOf reports whether g is about a timestamp of a record, and to is about another wrong value
// of the same record in the same answer.
func stampOf(g, to *group) bool {
	return g.kind() == result.WrongTime && to.kind() == result.WrongValue &&
		slices.ContainsFunc(to.findings, func(f *finding) bool { return f.answer == sameAnswer(g) })
}

// ids are the paths at which an answer has the id of its object.
var ids = []string{"data.id", "data.customer_details.id", "data.credit_limit_details.id"}

// swapped reports whether each of the two groups has the value that the other one should have.
func swapped(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.WrongValue && b.kind == result.WrongValue && a.answer == b.answer && a.has(b) && b.has(a)
}

// inPlaceOf reports whether one group is about a value that must be absent, and the other about a
// value that is missing, for the same rule and endpoint.
func inPlaceOf(g, to *group) bool {
	a, b := g.first(), to.first()
	if a.requirement != b.requirement || a.endpoint != b.endpoint {
		return false
	}
	return a.Want == result.ExpectAbsent && b.kind == result.Missing || b.Want == result.ExpectAbsent && a.kind == result.Missing
}

// has reports whether the finding has the value that another finding should have.
func (f *finding) has(other *finding) bool {
	wanted := gjson.Parse(other.Wanted)
	return other.Want == result.ExpectEqual && (f.Actual == wanted.Raw || f.Actual == wanted.String())
}

// sizeOf reports whether g says that a value is refused in one of its forms or sizes, while to
// says that the same rule found plain calls refused too.
func sizeOf(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.NotServed && b.kind == result.NotServed && a.Want == result.ExpectServed && b.Want == result.ExpectStatus &&
		a.requirement == b.requirement && a.endpoint == b.endpoint
}

// alsoRefused reports whether g is about a refused call that only prepares the check of another
// subject, such as access or the whole journey, and another rule found that this endpoint refuses
// calls in exactly the same way.
func alsoRefused(g, to *group) bool {
	a, b := g.first(), to.first()
	return a.kind == result.NotServed && b.kind == result.NotServed && a.endpoint == b.endpoint &&
		a.requirement.Endpoint != a.endpoint && a.requirement != b.requirement && g.refusal() == to.refusal()
}

// alsoReturned reports whether g says that an update returns more records than it names items, and
// to says that it also changes other items of the order.
func alsoReturned(g, to *group) bool {
	f := g.first()
	var returned, wanted int
	_, err := fmt.Sscan(f.Actual, &returned)
	_, other := fmt.Sscan(f.Wanted, &wanted)
	return f.kind == result.WrongCount && err == nil && other == nil && returned > wanted &&
		f.endpoint == spec.Line(spec.UpdatePurchases) && strings.HasPrefix(to.first().Message, result.OfOtherItems("an update", result.ChangesOthers))
}

// giver returns the endpoint that gives a partner build the value that a finding is about.
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

// emptyFor reports whether a partner build sends an empty value because it never got the value:
// its request to the endpoint that gives the value goes to a wrong address.
func emptyFor(g, to *group) bool {
	f, source := g.first(), to.first()
	nothing := strings.HasSuffix(f.Actual, `""`) || f.Path == "request line" && strings.HasSuffix(f.Actual, "/")
	return nothing && source.Path == "request line" && source.endpoint == f.giver() && source.endpoint != f.endpoint
}

// another returns the endpoint if its answers in this group are about another object than the
// request asked for, that is, if they have a wrong id. Otherwise it returns "".
func (g *group) another() string {
	if slices.ContainsFunc(g.findings, (*finding).isAnother) {
		return g.first().endpoint
	}
	return ""
}

// isAnother reports whether the finding is an id that is not the requested one, or that is the id
// of another record.
func (f *finding) isAnother() bool {
	return f.kind == result.WrongValue && (slices.Contains(ids, f.Path) || f.place == "data.#.id" && f.Want == result.ExpectNot)
}

// ofAnother reports whether g is about values in answers about another object, as the function
// another finds them. The values must belong to the object itself and not to the envelope.
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

// follows reports whether g is only a consequence of to: calls to an endpoint are not served, and
// an owner of that endpoint failed. If the owner is refused, this explains other refusals. If
// something else is wrong in its answers, this explains only that answers with a success status
// were not accepted as a success.
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
