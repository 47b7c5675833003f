package gate

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

	"go.yaml.in/yaml/v3"
)

// largest is how many octets a file of deviations may have: far more than
// anybody could still mean.
const largest = 1 << 20

// Load reads the deviations at a path. Known tells whether an id names a
// requirement that can fail. The error names the file, and the line of
// everything that is wrong in it. Today bounds how long anything is accepted.
func Load(path string, known func(id string) bool, today time.Time) ([]Deviation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("deviations: %w: check the path", err)
	}
	defer file.Close() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, largest+1))
	if err != nil {
		return nil, fmt.Errorf("deviations: %w", err)
	}
	if len(text) > largest {
		return nil, fmt.Errorf("deviations %s: it has more than %d octets, which no such file has", path, largest)
	}
	return Parse(path, text, known, today)
}

// Parse reads the text of a file of deviations; its name stands in errors. An
// empty list accepts nothing, and is fine.
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

// document is the root of the one document in a text, or nil of an empty one.
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
		return nil, errors.New("more than one document; keep one and drop what follows the ---")
	}
	if len(root.Content) == 0 || root.Content[0].ShortTag() == "!!null" {
		return nil, nil
	}
	return root.Content[0], nil
}

// problem is one thing that is wrong, at a line.
type problem struct {
	line int
	text string
}

// reader walks the nodes of a list of deviations and notes every problem.
type reader struct {
	known    func(string) bool
	today    time.Time
	found    []Deviation
	problems []problem
}

func (r *reader) problem(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, problem{n.Line, fmt.Sprintf(format, args...)})
}

// failure is everything that is wrong, a line each, in the order of the file.
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
		r.problem(n, "a list of deviations belongs here, each with %s", keys())
		return
	}
	for _, entry := range n.Content {
		r.entry(entry)
	}
	r.twice()
}

// twice finds entries that say the same: one of them would never be needed.
func (r *reader) twice() {
	seen := make(map[[3]string]int)
	for _, d := range r.found {
		what := [3]string{d.Requirement, d.Match, d.Unjudged}
		if first, ok := seen[what]; ok {
			r.problems = append(r.problems, problem{d.Line, fmt.Sprintf("%s with this match stands on line %d already", d.Requirement, first)})
			continue
		}
		seen[what] = d.Line
	}
}
