package gate

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// required are the keys that every deviation has, beside one of either; optional
// is what it may have.
var (
	required = []string{"requirement", "reason", "owner", "expires"}
	either   = []string{"match", "unjudged"}
	optional = []string{"link"}
	ways     = []string{Blocked, Untested, Unexercised, Absent}
)

// keys says which keys there are.
func keys() string {
	return fmt.Sprintf("%s, one of %s, and may be %s", strings.Join(required, ", "), strings.Join(either, " and "), strings.Join(optional, ", "))
}

// entry reads one deviation of the list.
func (r *reader) entry(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		r.problem(n, "a deviation has the keys %s", keys())
		return
	}
	values := r.values(n)
	for _, key := range required {
		if values[key] == nil {
			r.problem(n, "%s is missing", key)
		}
	}
	switch {
	case values["match"] == nil && values["unjudged"] == nil:
		r.problem(n, "match is missing: what is known to fail")
	case values["match"] != nil && values["unjudged"] != nil:
		r.problem(n, "match says what fails, and unjudged that it is not judged: keep one")
	}
	d := Deviation{Line: n.Line}
	d.Match, d.Unjudged = r.pattern(values["match"]), r.way(values["unjudged"])
	d.Requirement = r.requirement(values["requirement"], d.Unjudged == Absent)
	d.Reason = r.text(values["reason"])
	d.Owner, d.Link = r.text(values["owner"]), r.text(values["link"])
	d.Expires = r.day(values["expires"])
	r.found = append(r.found, d)
}

// values takes an entry apart and refuses every key that means nothing.
func (r *reader) values(n *yaml.Node) map[string]*yaml.Node {
	values := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case !slices.Contains(slices.Concat(required, either, optional), key.Value):
			r.problem(key, "the key %q is not known; there are %s", key.Value, keys())
		case values[key.Value] != nil:
			r.problem(key, "%s stands twice; keep one", key.Value)
		default:
			values[key.Value] = value
		}
	}
	return values
}

// text reads a value that is text and not empty. An absent one is told of
// elsewhere, where it is required.
func (r *reader) text(n *yaml.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		r.problem(n, "text belongs here; put it in quotes where YAML takes it for something else")
	case strings.TrimSpace(n.Value) == "":
		r.problem(n, "the text is empty")
	default:
		return n.Value
	}
	return ""
}

// fewest is how many letters and digits a pattern with a star must name: with
// fewer it would accept nearly everything.
const fewest = 4

// pattern reads what is known to fail. One that matches anything names nothing.
func (r *reader) pattern(n *yaml.Node) string {
	text := r.text(n)
	named := 0
	for _, sign := range text {
		if unicode.IsLetter(sign) || unicode.IsDigit(sign) {
			named++
		}
	}
	if strings.Contains(text, "*") && named < fewest {
		r.problem(n, "the pattern %q matches nearly anything: name what is known to fail, such as data.*.id", text)
	}
	return text
}

// way reads how a requirement is known not to be judged.
func (r *reader) way(n *yaml.Node) string {
	text := r.text(n)
	if text != "" && !slices.Contains(ways, text) {
		r.problem(n, "unjudged is one of %s", strings.Join(ways, ", "))
	}
	return text
}

// requirement reads an id or, where that is permitted, a family of ids.
func (r *reader) requirement(n *yaml.Node, families bool) string {
	id := r.text(n)
	if family, ok := strings.CutSuffix(id, "-*"); ok && families && family != "" && !strings.Contains(family, "*") {
		return id
	}
	if id != "" && !r.known(id) {
		r.problem(n, "there is no requirement %q that could fail: `assay requirements` lists them", id)
	}
	return id
}

// day reads a date in the one order that nobody mistakes. A deviation is for
// now: what lasts longer than a year is decided anew.
func (r *reader) day(n *yaml.Node) time.Time {
	if n == nil {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || err != nil:
		r.problem(n, "expires must be a date like 2027-01-31, the last day on which the failure is accepted")
	case day.After(r.today.AddDate(1, 0, 0)):
		r.problem(n, "expires is more than a year away: accept it until %s at the latest, and decide anew then", r.today.AddDate(1, 0, 0).Format(time.DateOnly))
	}
	return day
}
