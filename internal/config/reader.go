package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// reader reads the nodes of a document into the fields of a Config, and collects every problem. It
// never goes deeper than the settings do, so aliases that form a circle cannot make it loop. We do
// not use yaml's own strict decoder: it names the first unknown key without its line, and its
// errors quote values, which may be secrets.
type reader struct {
	dir     string
	lines   map[string]int // the line of each key that is set
	failure *Error
}

// fields maps the keys that an object may have to their settings.
type fields map[string]field

// field is a setting, with the form of its value.
type field struct {
	to   reflect.Value
	form string
}

func (r *reader) problem(n *yaml.Node, at, format string, args ...any) {
	r.failure.Problems = append(r.failure.Problems, Problem{Line: n.Line, Key: at, Text: fmt.Sprintf(format, args...)})
}

// object reads a mapping into a struct, and accepts known keys only. If all keys of a mapping are
// commented out, YAML reads null, and object takes it as an empty mapping. The argument list is
// the key of the list that contains the object, or "".
func (r *reader) object(to reflect.Value, list string, n *yaml.Node, at string) {
	known, required := fieldsOf(to, list)
	r.missing(resolve(n), at, required, r.keys(known, n, at))
}

// keys reads a mapping, and returns the keys that are set with their lines. It returns nil if the
// node is no mapping.
func (r *reader) keys(known fields, n *yaml.Node, at string) map[string]int {
	n = resolve(n)
	seen := make(map[string]int)
	if isNull(n) {
		return seen
	}
	if n.Kind != yaml.MappingNode {
		r.problem(n, at, "it must contain keys (%s), not %s", strings.Join(sorted(known), ", "), kindOf(n))
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		r.member(n.Content[i], n.Content[i+1], at, known, seen)
	}
	return seen
}

// fieldsOf returns the keys of a struct, and the keys that must be set.
func fieldsOf(to reflect.Value, list string) (known fields, required []string) {
	known = make(fields)
	for i := range to.NumField() {
		tags := to.Type().Field(i).Tag
		name, inline, _ := strings.Cut(tags.Get("yaml"), ",")
		if inline != "" {
			inner, _ := fieldsOf(to.Field(i), list)
			maps.Copy(known, inner)
			continue
		}
		if only := tags.Get("only"); name == "-" || only != "" && only != list {
			continue
		}
		known[name] = field{to.Field(i), tags.Get("form")}
		if need := tags.Get("required"); need == "always" || list != "" && slices.Contains(strings.Fields(need), list) {
			required = append(required, name)
		}
	}
	return known, required
}

func (r *reader) member(key, value *yaml.Node, at string, known fields, seen map[string]int) {
	if key.Kind != yaml.ScalarNode {
		r.problem(key, at, "a key must be a plain word, not %s", kindOf(key))
		return
	}
	set, ok := known[key.Value]
	if !ok {
		r.unknown(key, at, sorted(known))
		return
	}
	where := join(at, key.Value)
	if first, twice := seen[key.Value]; twice {
		r.problem(key, where, "it is there twice, first on line %d; keep one", first)
		return
	}
	seen[key.Value], r.lines[where] = key.Line, key.Line
	r.value(set.to, set.form, value, where)
}

// unknown reports an unknown key. In the place of a secret, somebody may have written the secret
// as a key. There the message repeats the key only if it resembles a known key.
func (r *reader) unknown(key *yaml.Node, at string, known []string) {
	if slices.Contains(known, "env") && suggest(key.Value, known) == "" {
		r.problem(key, at, "it contains an unknown key; %s", allowedWords("", known))
		return
	}
	r.problem(key, join(at, cut(key.Value)), "this key is unknown; %s", allowedWords(key.Value, known))
}

func (r *reader) missing(n *yaml.Node, at string, required []string, seen map[string]int) {
	for _, key := range required {
		if _, ok := seen[key]; seen != nil && !ok {
			r.failure.Problems = append(r.failure.Problems, Problem{Line: r.lineOf(n, at), Key: join(at, key), Text: "it is missing"})
		}
	}
}

// lineOf returns the line of the key that contains a node. An item of a list has no key; for it
// lineOf returns the line of the node.
func (r *reader) lineOf(n *yaml.Node, at string) int {
	if line, ok := r.lines[at]; ok {
		return line
	}
	return n.Line
}

// oneOf reads a mapping in which exactly one key must be set.
func (r *reader) oneOf(to reflect.Value, n *yaml.Node, at string) {
	before := len(r.failure.Problems)
	r.object(to, "", n, at)
	if len(r.failure.Problems) > before {
		return
	}
	known, _ := fieldsOf(to, "")
	var set []string
	for _, key := range sorted(known) {
		if _, ok := r.lines[join(at, key)]; ok {
			set = append(set, key)
		}
	}
	if len(set) != 1 {
		r.contradiction(at, "set exactly one of %s; %d are set", strings.Join(sorted(known), ", "), len(set))
	}
}

// list reads a sequence that must not be empty.
func (r *reader) list(n *yaml.Node, at string, item func(n *yaml.Node, at string)) {
	n = resolve(n)
	if n.Kind != yaml.SequenceNode {
		r.problem(n, at, "it must be a list, like [A, B], not %s", kindOf(n))
		return
	}
	if len(n.Content) == 0 {
		r.problem(n, at, "the list is empty; remove the key")
	}
	for i, value := range n.Content {
		item(value, fmt.Sprintf("%s[%d]", at, i))
	}
}

func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

func sorted(known fields) []string { return slices.Sorted(maps.Keys(known)) }

// kindOf describes the kind of a node in words for people who write YAML.
func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a set of keys"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case isNull(n):
		return "nothing"
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "true or false"
	case "!!timestamp":
		return "a date"
	}
	return "text"
}

// cut shortens text that a problem quotes, and keeps it on one line.
func cut(text string) string {
	const shown = 40
	runes := []rune(strings.ToValidUTF8(text, "?"))
	if len(runes) > shown {
		runes = append(runes[:shown], '…')
	}
	quoted := fmt.Sprintf("%q", string(runes))
	return quoted[1 : len(quoted)-1]
}

// suggest returns the allowed word that was most likely meant. It is empty if no allowed word is
// similar.
func suggest(word string, allowed []string) string {
	if len(word) > 40 {
		return "" // no known word is that long, and distance is slow
	}
	best, nearest := "", 1+min(2, max(1, len(word)/3))
	for _, candidate := range allowed {
		if d := distance(plain(word), plain(candidate)); d < nearest {
			best, nearest = candidate, d
		}
	}
	return best
}

// plain removes the differences that people make: case, and the mark between words.
func plain(word string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(word))
}

// distance returns the number of letters to insert, remove, replace, or swap with their neighbour,
// to change a into b.
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// allowedWords lists the allowed words for a message, and first the word that was likely meant.
func allowedWords(word string, allowed []string) string {
	list := "it is one of " + strings.Join(allowed, ", ")
	if meant := suggest(word, allowed); meant != "" && !slices.Contains(allowed, word) {
		return "did you mean " + meant + "? " + list
	}
	return list
}
