package gate

import (
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// required are the keys that every deviation has; optional is what it may have.
var (
	required = []string{"requirement", "match", "reason", "owner", "expires"}
	optional = []string{"link"}
)

// entry reads one deviation of the list.
func (r *reader) entry(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		r.problem(n, "a deviation has the keys %s, and may have %s", strings.Join(required, ", "), strings.Join(optional, ", "))
		return
	}
	values := r.values(n)
	for _, key := range required {
		if values[key] == nil {
			r.problem(n, "%s is missing", key)
		}
	}
	d := Deviation{Line: n.Line}
	d.Requirement = r.requirement(values["requirement"])
	d.Match, d.Reason = r.text(values["match"]), r.text(values["reason"])
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
		case !slices.Contains(required, key.Value) && !slices.Contains(optional, key.Value):
			r.problem(key, "the key %q is not known; there are %s and %s", key.Value, strings.Join(required, ", "), strings.Join(optional, ", "))
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

func (r *reader) requirement(n *yaml.Node) string {
	id := r.text(n)
	if id != "" && !r.known(id) {
		r.problem(n, "there is no requirement %q that could fail: `assay requirements` lists them", id)
	}
	return id
}

// day reads a date in the one order that nobody mistakes.
func (r *reader) day(n *yaml.Node) time.Time {
	if n == nil {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		r.problem(n, "expires must be a date like 2027-01-31, the last day on which the failure is accepted")
	}
	return day
}
