package suite

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Ledger contains every requirement of one side, in the order of the features.
type Ledger struct {
	Side         result.Side
	Requirements []*Requirement
	owners       map[judgement.Aspect]string
	files        map[string][]byte
}

// Requirement is one Rule of the features.
type Requirement struct {
	ID          string
	Scope       string
	Endpoint    string // assay's name of the endpoint; empty if the rule is about several
	Grade       result.Grade
	Observation bool // notes what a target does; has no outcome
	Optional    bool // about something that a partner build may leave out
	Sections    []string
	Statement   string
	Why         string
	Feature     string
	Owns        []judgement.Aspect
	Checks      []*Check
}

// Check is one scenario of a rule, or one example of an outline.
type Check struct {
	Requirement *Requirement
	Name        string
	Location    string // "server/create_purchases.feature:42"
	Steps       []result.Step
	WholeRun    bool // judges the answers of the run, so it runs after all others
	Long        bool // makes many calls one after another, so it runs beside all others from the start
	Completing  bool // sends values that no other check has sent, so it runs just before the run is judged
	Alone       bool // judges the next call of an endpoint, so no other check makes calls at the same time

	file     string
	line     int // the line of the scenario, or of the example's row
	scenario *span
}

// span is the lines of a scenario in its file, tags included.
type span struct{ first, last int }

// Key is a permanent name of a check, whatever else is planned. Its random numbers depend on the
// name, so a check that runs alone sends the same values as in a full run.
func (c *Check) Key() string { return c.Requirement.ID + " " + c.Name }

// Load reads the ledger of a side from the feature files in a folder of that name. An error
// names the file and its fault.
func Load(files fs.FS, side result.Side) (*Ledger, error) {
	l := &Ledger{Side: side, owners: make(map[judgement.Aspect]string), files: make(map[string][]byte)}
	if err := l.read(files, string(side)); err != nil {
		return nil, err
	}
	documents, err := parseEach(l.files)
	if err != nil {
		return nil, err
	}
	if len(documents) != len(l.files) {
		return nil, fmt.Errorf("of %d feature files in %s only %d hold a scenario: is a keyword misspelt?", len(l.files), side, len(documents))
	}
	for _, d := range documents {
		if err := l.addFeature(d); err != nil {
			return nil, err
		}
	}
	return l, l.check()
}

func (l *Ledger) read(files fs.FS, folder string) error {
	names, err := fs.Glob(files, path.Join(folder, "*.feature"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("no feature files in %s: %w", folder, fs.ErrNotExist)
	}
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("read feature %s: %w", name, err)
		}
		l.files[name] = content
	}
	return nil
}

// check checks the properties of the ledger that all other code relies on.
func (l *Ledger) check() error {
	seen := make(map[string]bool)
	for _, r := range l.Requirements {
		switch {
		case seen[r.ID]:
			return fmt.Errorf("requirement %s occurs twice in the features", r.ID)
		case len(r.Checks) == 0:
			return fmt.Errorf("requirement %s has no check", r.ID)
		case !slices.Contains(spec.Capabilities(), r.Scope):
			return fmt.Errorf("requirement %s has no scope: tag its feature with one of %s", r.ID, strings.Join(spec.Capabilities(), ", "))
		}
		seen[r.ID] = true
		for _, a := range r.Owns {
			if other := l.owners[a]; other != "" {
				return fmt.Errorf("%s and %s both own %q", other, r.ID, a)
			}
			l.owners[a] = r.ID
		}
	}
	return nil
}

// Source returns the text of a rule in its feature file, with its tags and examples.
func (l *Ledger) Source(r *Requirement) string {
	file, _, _ := strings.Cut(r.Checks[0].Location, ":")
	var b strings.Builder
	within := false
	for line := range strings.Lines(string(l.files[file])) {
		if id := ruleTag.FindStringSubmatch(line); id != nil {
			within = id[1] == r.ID
		}
		if within {
			b.WriteString(strings.TrimPrefix(line, "  "))
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// ruleTag matches the line of tags at the beginning of a rule.
var ruleTag = regexp.MustCompile(`^  @([A-Z]+-\d+)\b`)

// ownedEverywhere returns the names of the aspects that a requirement owns and judges in all
// answers. The other checks of its endpoint depend on them.
func (r *Requirement) ownedEverywhere() []string {
	if !slices.ContainsFunc(r.Checks, func(c *Check) bool { return c.WholeRun }) {
		return nil
	}
	var names []string
	for _, a := range r.Owns {
		names = append(names, a.Name)
	}
	return names
}

// Count returns the number of requirements in a scope.
func (l *Ledger) Count(scope []string) int {
	n := 0
	for _, r := range l.Requirements {
		if !r.Observation && slices.Contains(scope, r.Scope) {
			n++
		}
	}
	return n
}

// Matching returns the requirements that a pattern of Plan selects.
func (l *Ledger) Matching(pattern string) []*Requirement {
	var all []*Requirement
	for _, r := range l.Requirements {
		if r.matches(pattern) {
			all = append(all, r)
		}
	}
	return all
}

// Find returns a requirement by its id, or nil.
func (l *Ledger) Find(id string) *Requirement {
	for _, r := range l.Requirements {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// owner returns the requirement that owns an aspect: that of this case, otherwise that of the
// plain case, otherwise none.
func (l *Ledger) owner(a judgement.Aspect) string {
	if id := l.owners[a]; id != "" {
		return id
	}
	a.Variant = ""
	return l.owners[a]
}
