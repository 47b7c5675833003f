package cause

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// title says what is wrong in plain words: "request_id is missing from the answers of 4
// endpoints". It starts with a capital letter, unless it starts with the name of a member.
func (g *group) title(side result.Side) string {
	title := g.sentence(side)
	first, _, _ := strings.Cut(title, " ")
	first = strings.TrimSuffix(first, ",")
	path := place(g.first().Path)
	if strings.ContainsAny(first, "_.") || camelCase.MatchString(first) || first == path[strings.LastIndexByte(path, '.')+1:] {
		return title
	}
	return strings.ToUpper(title[:1]) + title[1:]
}

func (g *group) sentence(side result.Side) string {
	f, where := g.first(), g.where(side)
	if result.IsOfOtherItems(f.Message) {
		return withoutPath(f.Message)
	}
	switch f.kind {
	case result.NotRefused, result.Effect:
		return g.servedTitle(where)
	case result.NotServed:
		if form := g.form(f.Failure.Kind, name(f.Path)+" is", where); form != "" {
			return form
		}
		return g.refusedTitle(g.refusal() + " by " + g.endpoints())
	case result.Unreadable:
		return g.refusedTitle("is answered with success, but not as documented, by " + g.endpoints())
	case result.Unanswered:
		return g.refusedTitle("is not answered by " + g.endpoints())
	case result.Missing, result.IsNull, result.WrongType:
		return g.form(f.kind, g.members(), where)
	case person:
		return g.personTitle() + ", in " + where
	case result.NotJSON, result.WrongValue, result.WrongTime, result.WrongCount:
		return withoutPath(f.Message) + ", in " + where
	}
	return withoutPath(f.Message)
}

// form says that members are missing, null or of another form. It returns "" for any other kind.
func (g *group) form(kind result.FailureKind, members, where string) string {
	switch kind {
	case result.Missing:
		return members + " missing from " + where
	case result.IsNull:
		return members + " null in " + where
	case result.WrongType:
		if g.first().Want == result.ExpectNamesOnce {
			return name(g.first().Path) + " names a member twice in " + where
		}
		return members + " not " + g.expected() + " in " + where
	}
	return ""
}

// camelCase matches a member of the second lookup.
var camelCase = regexp.MustCompile(`^[a-z]+[A-Z]`)

// statusOf matches the HTTP statuses that the Actual text of a failure names.
var statusOf = regexp.MustCompile(`(?:^|; )HTTP status ([1-5][0-9][0-9])`)

// refusal says how valid calls were not served, as far as all findings agree. Only a status from
// 400 to 499 counts as a refusal.
func (g *group) refusal() string {
	var seen []string
	said := false
	for _, f := range g.findings {
		statuses := statusOf.FindAllStringSubmatch(f.Actual, -1)
		for _, status := range statuses {
			seen = add(seen, status[1])
		}
		said = said || f.kind == result.NotServed && len(statuses) == 0
	}
	refused := !slices.ContainsFunc(seen, func(status string) bool { return status[0] != '4' })
	switch wanted := g.first().Wanted; {
	case len(seen) == 0:
		return "is refused in the body of the response"
	case said || len(seen) > 1 && !refused:
		return "is not served"
	case len(seen) > 1:
		return "is refused"
	case refused:
		return "is refused with HTTP status " + seen[0]
	case g.first().Want == result.ExpectStatus && wanted != "":
		return "is answered with HTTP status " + seen[0] + ", not " + wanted + ","
	}
	return "is answered with HTTP status " + seen[0]
}

// personTitle names the members by which a lookup says wrongly whether a customer has a limit.
func (g *group) personTitle() string {
	var null, filled []string
	with, without := false, false
	for _, f := range g.findings {
		if f.kind != person {
			continue
		}
		signsUp := f.Path == "data.redirectUrl"
		if f.Failure.Kind == result.IsNull {
			null = add(null, name(f.Path))
			with, without = with || !signsUp, without || signsUp
		} else {
			filled = add(filled, name(f.Path))
			with, without = with || signsUp, without || !signsUp
		}
	}
	if with && without {
		return "a customer is found who has no limit, or not found who has one"
	}
	var parts []string
	if len(null) > 0 {
		parts = append(parts, listed(null)+" null")
	}
	if len(filled) > 0 {
		parts = append(parts, listed(filled)+" not null")
	}
	who := "a customer with a limit"
	if without {
		who = "a customer without a limit"
	}
	return strings.Join(parts, " and ") + " for " + who
}

// listed returns "a is" or "a, b and c are".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0] + " is"
	}
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are"
}

func (g *group) servedTitle(where string) string {
	f := g.first()
	if !isAccess(f.requirement.Sections) {
		return withoutPath(f.Message) + ", in " + where
	}
	credentials := "a call without the valid token"
	if f.Credentials != "" {
		credentials = "a call with " + f.Credentials
	}
	if f.kind == result.Effect {
		return credentials + " has an effect, seen in " + where
	}
	title := credentials + " is served by " + g.endpoints()
	if !slices.ContainsFunc(g.findings, func(f *finding) bool { return !strings.Contains(f.check, ", its path ") }) {
		title += " where its path is written otherwise"
	}
	return title
}

// refusedTitle says which call is not served. It names the check that made the call, and the
// number of other checks that made such a call.
func (g *group) refusedTitle(how string) string {
	var checks []string
	for _, f := range g.findings {
		checks = add(checks, f.check)
	}
	first := g.first()
	switch {
	case first.isCombination():
		return "a valid call with " + first.combination() + " " + how
	case len(first.requirement.Checks) < 2:
		return "a valid call " + how
	case len(checks) == 1:
		return "a valid call " + how + ": " + first.check
	}
	return fmt.Sprintf("a valid call %s: %s, and %s", how, first.check, result.Counted(len(checks)-1, "more check"))
}

// members names the members that deviate: "item_type is", "id, item_type and 3 more members are".
func (g *group) members() string {
	const named = 3
	var names []string
	for _, f := range g.findings {
		if f.kind == g.kind() {
			names = add(names, name(f.Path))
		}
	}
	if len(names) <= named {
		return listed(names)
	}
	return fmt.Sprintf("%s and %d more members are", strings.Join(names[:named-1], ", "), len(names)-named+1)
}

// name returns a member in the form that readers know: without data and without array indexes.
func name(path string) string {
	switch path = place(path); path {
	case "":
		return "the body"
	case "data", "data.#":
		return "data"
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, "data."), "#.")
}

// expected returns the expected value, without the example in the failure.
func (g *group) expected() string {
	for _, f := range g.findings {
		if f.kind == g.kind() && f.Expected != g.first().Expected {
			return "as documented"
		}
	}
	first, _, _ := strings.Cut(g.first().Expected, ", such as")
	return first
}

// where says in which messages it was found.
func (g *group) where(side result.Side) string {
	if side == result.PartnerSide {
		return "the requests to " + g.endpoints()
	}
	return "the answers of " + g.endpoints()
}

// endpoints names up to two endpoints, or returns the number of endpoints.
func (g *group) endpoints() string {
	var names []string
	for _, f := range g.findings {
		names = add(names, f.endpoint)
	}
	switch len(names) {
	case 0:
		return "the build"
	case 1, 2:
		return strings.Join(names, " and ")
	}
	return fmt.Sprintf("%d endpoints", len(names))
}

// sameInMore is the beginning of the part of a message that counts the other places.
const sameInMore = "; the same in "

// withoutPath returns a message without the path at its beginning and without the count of other
// places.
func withoutPath(message string) string {
	message, _, _ = strings.Cut(message, sameInMore)
	message = strings.TrimSuffix(message, ".")
	first, rest, ok := strings.Cut(message, " ")
	if ok && strings.ContainsAny(first, "._") {
		return name(first) + " " + rest
	}
	return message
}
