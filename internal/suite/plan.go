package suite

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// Plan is the checks of the ledger that a run will judge, and the selection that gave them.
type Plan struct {
	Ledger *Ledger
	Scope  []string
	Only   []string
	Checks []*Check

	ready *preparations
	part  *part // nil: the whole plan
}

// Plan selects the checks in scope that a pattern of only matches. Without patterns, or with
// patterns that match everything, it selects all checks in scope. A pattern is an id with *
// ("PUR-*"), a section ("section:4.6") or a scope. A pattern that matches nothing is an error.
func (l *Ledger) Plan(scope, only []string) (*Plan, error) {
	if len(scope) == 0 {
		scope = spec.Capabilities()
	}
	for _, s := range scope {
		if !slices.Contains(spec.Capabilities(), s) {
			return nil, fmt.Errorf("there is no scope %q: use one of %s", s, strings.Join(spec.Capabilities(), ", "))
		}
	}
	p := &Plan{Ledger: l, Scope: ordered(scope), Only: only, ready: &preparations{}}
	named := make(map[string]bool)
	for _, r := range l.Requirements {
		if slices.Contains(scope, r.Scope) && r.selected(only, named) {
			p.Checks = append(p.Checks, r.Checks...)
		}
	}
	for _, pattern := range only {
		if !named[pattern] {
			return nil, fmt.Errorf("the pattern %q names no requirement in scope %s: see `assay requirements`", pattern, strings.Join(p.Scope, ", "))
		}
	}
	if len(p.Checks) == 0 {
		return nil, fmt.Errorf("nothing is selected in scope %s", strings.Join(p.Scope, ", "))
	}
	if p.whole() {
		p.Only = nil
	}
	return p, nil
}

// whole reports whether a plan has every requirement of its scope.
func (p *Plan) whole() bool {
	n := 0
	for _, r := range p.Requirements() {
		if !r.Observation {
			n++
		}
	}
	return n == p.Ledger.Count(p.Scope)
}

// ordered returns scopes in the order of the ledger, each once.
func ordered(scope []string) []string {
	var all []string
	for _, s := range spec.Capabilities() {
		if slices.Contains(scope, s) {
			all = append(all, s)
		}
	}
	return all
}

func (r *Requirement) selected(only []string, named map[string]bool) bool {
	hit := len(only) == 0
	for _, pattern := range only {
		if r.matches(pattern) {
			named[pattern], hit = true, true
		}
	}
	return hit
}

// matches reports whether a pattern selects the requirement. Upper and lower case are the same.
func (r *Requirement) matches(pattern string) bool {
	pattern = strings.ToLower(pattern)
	if section, ok := strings.CutPrefix(pattern, "section:"); ok {
		return slices.Contains(r.Sections, section)
	}
	if pattern == r.Scope {
		return true
	}
	ok, err := path.Match(pattern, strings.ToLower(r.ID))
	return err == nil && ok
}

// SampleOutlines keeps only one example of every outline: the last, which tests most. whole
// selects the requirements whose outlines stay complete. It is for proofs, which test whether a
// fault is found and not how often.
func (p *Plan) SampleOutlines(whole func(*Requirement) bool) *Plan {
	thin := *p
	thin.Checks, thin.ready = nil, &preparations{}
	for start := 0; start < len(p.Checks); {
		end := start + 1
		for end < len(p.Checks) && p.Checks[end].scenario == p.Checks[start].scenario {
			end++
		}
		outline := p.Checks[start:end]
		if !whole(outline[0].Requirement) {
			outline = outline[len(outline)-1:]
		}
		thin.Checks = append(thin.Checks, outline...)
		start = end
	}
	return &thin
}

// Without leaves out the checks of some requirements.
func (p *Plan) Without(some func(*Requirement) bool) *Plan {
	return p.Keep(func(c *Check) bool { return !some(c.Requirement) })
}

// Keep leaves out the checks that are not wanted.
func (p *Plan) Keep(wanted func(*Check) bool) *Plan {
	rest := *p
	rest.ready = &preparations{}
	rest.Checks = slices.DeleteFunc(slices.Clone(p.Checks), func(c *Check) bool { return !wanted(c) })
	return &rest
}

// Requirements lists the planned requirements, in the order of the ledger.
func (p *Plan) Requirements() []*Requirement {
	planned := make(map[*Requirement]bool)
	for _, c := range p.Checks {
		planned[c.Requirement] = true
	}
	var all []*Requirement
	for _, r := range p.Ledger.Requirements {
		if planned[r] {
			all = append(all, r)
		}
	}
	return all
}

// only returns the features with all other checks replaced by empty lines, so that line numbers
// stay the same. assay selects the checks itself, because a tag expression that godog misreads
// selects nothing and passes.
func (l *Ledger) only(checks []*Check) map[string][]byte {
	rows := make(map[string]map[int]bool)
	kept := make(map[*span]bool)
	for _, c := range checks {
		if rows[c.file] == nil {
			rows[c.file] = make(map[int]bool)
		}
		rows[c.file][c.line], kept[c.scenario] = true, true
	}
	thinned := make(map[string][]byte)
	for name := range rows {
		lines := strings.Split(string(l.files[name]), "\n")
		for _, c := range l.checksOf(name) {
			switch {
			case !kept[c.scenario]:
				blank(lines, c.scenario.first, c.scenario.last)
			case !rows[name][c.line]:
				blank(lines, c.line, c.line)
			}
		}
		thinned[name], _ = cutTags([]byte(strings.Join(lines, "\n"))) // assay selects, not godog
	}
	return thinned
}

func (l *Ledger) checksOf(file string) []*Check {
	var all []*Check
	for _, r := range l.Requirements {
		for _, c := range r.Checks {
			if c.file == file {
				all = append(all, c)
			}
		}
	}
	return all
}

func blank(lines []string, first, last int) {
	for n := first; n <= last && n <= len(lines); n++ {
		lines[n-1] = ""
	}
}
