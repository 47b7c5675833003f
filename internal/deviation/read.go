package deviation

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxFileSize is the largest size of a file of deviations, in octets. A useful list is much
// smaller.
const maxFileSize = 1 << 20

// Load reads the deviations in a file. The function known reports whether an id names a
// requirement that can fail. A deviation may last at most one year from today. The error names the
// file, and the line of every problem in it.
func Load(path string, known func(id string) bool, today time.Time) ([]Deviation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("deviations: %w: check the path", err)
	}
	defer file.Close() // only read: an error does not matter
	text, err := io.ReadAll(io.LimitReader(file, maxFileSize+1))
	if err != nil {
		return nil, fmt.Errorf("deviations: %w", err)
	}
	if len(text) > maxFileSize {
		return nil, fmt.Errorf("deviations %s: it is larger than %d bytes, which is too large for such a file", path, maxFileSize)
	}
	return Parse(path, text, known, today)
}

// Parse parses the text of a file of deviations. Errors contain the name. An empty list is valid,
// and accepts nothing.
func Parse(name string, text []byte, known func(id string) bool, today time.Time) ([]Deviation, error) {
	root, err := document(text)
	if err != nil {
		return nil, fmt.Errorf("%s: it is not proper YAML: %w", name, err)
	}
	r := &reader{known: known, today: today.UTC()}
	if root != nil {
		r.list(root)
	}
	if len(r.problems) > 0 {
		return nil, r.failure(name)
	}
	return r.found, nil
}

// document returns the root of the only document in a text, or nil if the text is empty.
func document(text []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var root, more yaml.Node
	switch err := decoder.Decode(&root); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("the file contains more than one document; remove everything after the ---")
	}
	if len(root.Content) == 0 || root.Content[0].ShortTag() == "!!null" {
		return nil, nil
	}
	return root.Content[0], nil
}

// problem is one error in the file, with its line.
type problem struct {
	line int
	text string
}

// reader reads the nodes of a list of deviations and collects every problem.
type reader struct {
	known    func(string) bool
	today    time.Time
	found    []Deviation
	problems []problem
}

func (r *reader) problem(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, problem{n.Line, fmt.Sprintf(format, args...)})
}

// failure returns one error with all problems, one on each line, in the order of the file.
func (r *reader) failure(name string) error {
	slices.SortStableFunc(r.problems, func(a, b problem) int { return cmp.Compare(a.line, b.line) })
	lines := make([]string, len(r.problems))
	for i, p := range r.problems {
		lines[i] = fmt.Sprintf("%s:%d: %s", name, p.line, p.text)
	}
	return errors.New(strings.Join(lines, "\n"))
}

func (r *reader) list(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.problem(n, "this must be a list of deviations, each with %s", keys())
		return
	}
	for _, entry := range n.Content {
		r.entry(entry)
	}
	r.findDuplicates()
}

// findDuplicates finds duplicate entries: one of them would never be needed.
func (r *reader) findDuplicates() {
	seen := make(map[[3]string]int)
	for _, d := range r.found {
		what := [3]string{d.Requirement, d.Match, d.Unjudged}
		if first, ok := seen[what]; ok {
			r.problems = append(r.problems, problem{d.Line, fmt.Sprintf("%s with this match is already on line %d", d.Requirement, first)})
			continue
		}
		seen[what] = d.Line
	}
}

// required lists the keys that every deviation has. Each also has one key of either, and may have
// those of optional.
var (
	required = []string{"requirement", "reason", "owner", "expires"}
	either   = []string{"match", "unjudged"}
	optional = []string{"link"}
	ways     = []string{Blocked, Untested, Unexercised, Absent}
)

// keys describes the keys of a deviation for a message.
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
		r.problem(n, "match names a failure, and unjudged says that there is no judgement: keep one of them")
	}
	d := Deviation{Line: n.Line}
	d.Match, d.Unjudged = r.pattern(values["match"]), r.way(values["unjudged"])
	d.Requirement = r.requirement(values["requirement"], d.Unjudged == Absent)
	d.Reason = r.text(values["reason"])
	d.Owner, d.Link = r.text(values["owner"]), r.text(values["link"])
	d.Expires = r.day(values["expires"])
	r.found = append(r.found, d)
}

// values returns the values of an entry by key, and refuses unknown and repeated keys.
func (r *reader) values(n *yaml.Node) map[string]*yaml.Node {
	values := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case !slices.Contains(slices.Concat(required, either, optional), key.Value):
			r.problem(key, "the key %q is unknown; the keys are %s", key.Value, keys())
		case values[key.Value] != nil:
			r.problem(key, "%s is there twice; keep one", key.Value)
		default:
			values[key.Value] = value
		}
	}
	return values
}

// text reads a value that must be text and not empty. It reports no missing value: the caller does
// that for a required key.
func (r *reader) text(n *yaml.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		r.problem(n, "this must be text; put it in quotes if YAML reads it as another type")
	case strings.TrimSpace(n.Value) == "":
		r.problem(n, "the text is empty")
	default:
		return n.Value
	}
	return ""
}

// fewest is the smallest number of letters and digits in a pattern with a star. A pattern with
// fewer would accept nearly everything.
const fewest = 4

// pattern reads the pattern for the known failure. It refuses a pattern that matches nearly
// anything.
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

// way reads the way in which a requirement is known as not judged.
func (r *reader) way(n *yaml.Node) string {
	text := r.text(n)
	if text != "" && !slices.Contains(ways, text) {
		r.problem(n, "unjudged is one of %s", strings.Join(ways, ", "))
	}
	return text
}

// requirement reads an id or, if families is set, a family of ids.
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

// day reads a date with the year first, the order that everyone reads in the same way. A deviation
// is temporary: the date must not be more than one year away.
func (r *reader) day(n *yaml.Node) time.Time {
	if n == nil {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || err != nil:
		r.problem(n, "expires must be a date like 2027-01-31, the last day on which the failure is accepted")
	case day.After(r.today.AddDate(1, 0, 0)):
		r.problem(n, "expires is more than a year away: set %s at the latest, and decide again then", r.today.AddDate(1, 0, 0).Format(time.DateOnly))
	}
	return day
}
