package cause

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// finding is one failure of a run, with the values that are used to group it.
type finding struct {
	result.Failure
	requirement *result.Requirement
	check       string
	endpoint    string
	member      string
	kind        result.FailureKind
	place       string // path without array indexes
	answer      string // a key of the requirement, the exchange, the object and the kind of deviation; see inAnswer
}

func newFinding(f result.Failure, r *result.Requirement, check, endpoint, member string, kind result.FailureKind) *finding {
	made := &finding{Failure: f, requirement: r, check: check, endpoint: endpoint, member: member, kind: kind, place: place(f.Path)}
	made.answer = made.inAnswer()
	return made
}

// findings returns all failures of a run, in the order of its requirements. The endpoint of a
// failure comes from the failure itself. In results of older versions it comes from the exchange
// or the requirement.
func findings(run *result.Run) []*finding {
	endpoints := make(map[string]string, len(run.Exchanges))
	for _, x := range run.Exchanges {
		endpoints[x.ID] = x.Endpoint
	}
	var all []*finding
	for i := range run.Requirements {
		r := &run.Requirements[i]
		if r.Outcome != result.Failed {
			continue
		}
		before := len(all)
		for _, c := range r.Checks {
			for _, f := range c.Failures {
				if f.Kind == result.LeadsTo {
					continue // nothing to fix
				}
				endpoint := cmp.Or(f.Endpoint, endpoints[f.Exchange], r.Endpoint)
				all = append(all, newFinding(f, r, c.Name, endpoint, member(f.Path), kindOf(f, r.Sections, run.Side)))
			}
		}
		if len(all) == before {
			f := result.Failure{Message: cmp.Or(r.Reason, r.Statement), Section: cmp.Or(r.Sections...), Endpoint: r.Endpoint}
			all = append(all, newFinding(f, r, "", r.Endpoint, r.ID, wholly))
		}
	}
	return all
}

// isOfBody reports whether a finding is about a member of a body. Many obligations are about a
// request line, a header or a whole body, so for those only the requirement says what deviates.
func (f *finding) isOfBody() bool {
	return f.Path != "" && f.Path != "path" && f.Path != "request line" && !strings.HasPrefix(f.Path, "header ")
}

// before returns the text before the documented path of a request, or "" if there is none.
func (f *finding) before() string {
	if f.Path != "request line" || f.Want != result.ExpectEqual {
		return ""
	}
	before, stands := strings.CutSuffix(f.Actual, gjson.Parse(f.Wanted).String())
	if !stands {
		return ""
	}
	return before
}

// wanted returns the expected value as a key.
func (f *finding) wanted() string { return string(f.Want) + " " + f.Wanted }

// times returns the number of places where the suite found it.
func (f *finding) times() int { return max(f.Times, 1) }

// key returns a key that is equal for findings of one endpoint with the same deviation: the same
// place and the same kind. A refusal has no place. There the rule says what was refused, and so
// does the message if a rule is about several forms or combinations.
func (f *finding) key() string {
	if result.IsOfOtherItems(f.Message) {
		return withoutPath(f.Message)
	}
	switch f.kind {
	case result.NotRefused, result.Effect:
		return strings.Join([]string{string(f.kind), f.endpoint, f.requirement.ID, f.accessKey()}, "\n")
	case result.NotServed, result.Unanswered, result.Unreadable:
		message, _, _ := strings.Cut(f.Message, sameInMore)
		if f.isCombination() {
			return strings.Join([]string{"not served", f.endpoint, message}, "\n")
		}
		return strings.Join([]string{"not served", f.endpoint, f.requirement.ID, message}, "\n")
	case result.WrongCount, person:
		return strings.Join([]string{string(f.kind), f.endpoint}, "\n")
	case result.NotJSON:
		return strings.Join([]string{string(f.kind), f.endpoint, f.Path, f.Wanted}, "\n")
	}
	if !f.isOfBody() {
		return strings.Join([]string{string(f.kind), f.endpoint, f.Path, f.requirement.ID, f.wanted()}, "\n")
	}
	return strings.Join([]string{string(f.kind), f.endpoint, f.place}, "\n")
}

// isCombination reports whether the finding is about values that are refused only together. The
// message names them, and two rules about combinations may find the same ones.
func (f *finding) isCombination() bool { return strings.HasPrefix(f.Message, result.RefusedTogether) }

// combination names the values: "gender female and employed false".
func (f *finding) combination() string {
	values, _, _ := strings.Cut(strings.TrimPrefix(f.Message, result.RefusedTogether), "; ")
	return values
}

// group holds findings that one change would fix.
type group struct {
	findings []*finding
}

func (g *group) first() *finding { return g.findings[0] }

func (g *group) kind() result.FailureKind { return g.first().kind }

// ids returns the requirements that failed because of it.
func (g *group) ids() []string {
	var ids []string
	for _, f := range g.findings {
		if !slices.Contains(ids, f.requirement.ID) {
			ids = append(ids, f.requirement.ID)
		}
	}
	return ids
}
