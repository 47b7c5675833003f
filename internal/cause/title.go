package cause

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// title says what is wrong in plain words: "request_id is missing from the answers
// of 4 endpoints". A member at its beginning stays as it is written.
func (g *group) title(side result.Side) string {
	title := g.sentence(side)
	first, _, _ := strings.Cut(title, " ")
	first = strings.TrimSuffix(first, ",")
	path := place(g.first().Path)
	if strings.ContainsAny(first, "_.") || first == path[strings.LastIndexByte(path, '.')+1:] {
		return title
	}
	return strings.ToUpper(title[:1]) + title[1:]
}

func (g *group) sentence(side result.Side) string {
	f, where := g.first(), g.where(side)
	switch f.kind {
	case result.NotRefused, result.Effect:
		return g.servedTitle(where)
	case result.NotServed, result.Unreadable:
		return g.refusedTitle("is refused by " + g.endpoints())
	case result.Unanswered:
		return g.refusedTitle("is not answered by " + g.endpoints())
	case result.Missing:
		return g.members() + " missing from " + where
	case result.IsNull:
		return g.members() + " null in " + where
	case result.WrongType:
		return g.members() + " not " + g.expected() + " in " + where
	case person:
		return "a customer is found who has no limit, or not found who has one, in " + where
	case result.NotJSON, result.WrongValue, result.WrongTime, result.WrongCount:
		return withoutPath(f.Message) + ", in " + where
	}
	return withoutPath(f.Message)
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
	return credentials + " is served by " + g.endpoints()
}

// refusedTitle names the call that is not served, where it is one.
func (g *group) refusedTitle(how string) string {
	checks := make(map[string]bool)
	for _, f := range g.findings {
		checks[f.check] = true
	}
	first := g.first()
	if len(checks) == 1 && len(first.requirement.Checks) > 1 {
		return "a valid call " + how + ": " + first.check
	}
	return "a valid call " + how
}

// members names what deviates: "item_type is", "id, item_type and 3 more members are".
func (g *group) members() string {
	const named = 3
	var names []string
	for _, f := range g.findings {
		if f.kind == g.kind() {
			names = add(names, name(f.Path))
		}
	}
	switch {
	case len(names) == 1:
		return names[0] + " is"
	case len(names) <= named:
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
	}
	return fmt.Sprintf("%s and %d more members are", strings.Join(names[:named-1], ", "), len(names)-named+1)
}

// name is a member as a reader knows it: without data, and without places in
// arrays.
func name(path string) string {
	switch path = place(path); path {
	case "":
		return "the body"
	case "data", "data.#":
		return "data"
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, "data."), "#.")
}

// expected is what was asked, without the example that a failure gives.
func (g *group) expected() string {
	first, _, _ := strings.Cut(g.first().Expected, ", such as")
	return first
}

// where says in what it was seen.
func (g *group) where(side result.Side) string {
	if side == result.PartnerSide {
		return "the requests to " + g.endpoints()
	}
	return "the answers of " + g.endpoints()
}

// endpoints names up to two endpoints, and counts more.
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

// withoutPath is a sentence without the path that it may begin with, and without
// the count of other places.
func withoutPath(message string) string {
	message, _, _ = strings.Cut(message, "; the same in ")
	message = strings.TrimSuffix(message, ".")
	first, rest, ok := strings.Cut(message, " ")
	if ok && strings.ContainsAny(first, "._") {
		return name(first) + " " + rest
	}
	return message
}
