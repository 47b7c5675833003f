package suite

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

var idForm = regexp.MustCompile(`^[A-Z]{3}-[0-9]{2}$`)

// keywordInText matches a step in a description, which means that a keyword is misspelt.
var keywordInText = regexp.MustCompile(`(?m)^\s*(Given|When|Then|And|Examples:|Scen\w*:) `)

// ownedByCase are the aspects that a rule about a special case owns only for that case. It owns
// all other aspects for every case of its endpoint.
var ownedByCase = []string{judgement.StatusAspect, judgement.SuccessAspect, judgement.DataAspect}

// addFeature adds the rules of a feature to the ledger.
func (l *Ledger) addFeature(d document) error {
	requirements := make(map[string]*Requirement) // by the id of a scenario
	scenarios := make(map[string]*messages.Scenario)
	for _, child := range d.feature.Children {
		if child.Scenario != nil {
			return fmt.Errorf("%s:%d: a scenario is outside of a Rule", d.name, child.Scenario.Location.Line)
		}
		if child.Rule == nil {
			continue
		}
		r, err := requirementOf(d, child.Rule)
		if err != nil {
			return err
		}
		l.Requirements = append(l.Requirements, r)
		for _, inner := range child.Rule.Children {
			if inner.Scenario != nil {
				requirements[inner.Scenario.Id], scenarios[inner.Scenario.Id] = r, inner.Scenario
			}
		}
	}
	spans := d.spans()
	for _, p := range d.pickles {
		id := p.AstNodeIds[0]
		r := requirements[id]
		r.Checks = append(r.Checks, &Check{
			Requirement: r, Name: p.Name, Location: fmt.Sprintf("%s:%d", d.name, d.line(p)),
			Steps: stepsOf(p, scenarios[id]), WholeRun: tagged(scenarios[id].Tags, "@whole-run"),
			Long: tagged(scenarios[id].Tags, "@long"), Completing: tagged(scenarios[id].Tags, "@completing"),
			Alone: tagged(scenarios[id].Tags, "@alone"),
			file:  d.name, line: d.line(p), scenario: spans[id],
		})
	}
	return nil
}

// requirementOf reads a rule: its title, its tags and the tags of its feature. An unknown tag is
// an error, because its author meant something by it.
func requirementOf(d document, rule *messages.Rule) (*Requirement, error) {
	r := &Requirement{Statement: rule.Name, Why: oneLine(rule.Description), Feature: d.feature.Name}
	var owns []string
	cases := []string{""}
	for _, tag := range append(slices.Clone(d.feature.Tags), rule.Tags...) {
		name := strings.TrimPrefix(tag.Name, "@")
		switch kind, rest, _ := strings.Cut(name, "-"); {
		case idForm.MatchString(name):
			r.ID = name
		case name == string(result.Stated), name == string(result.Implied):
			r.Grade = result.Grade(name)
		case name == "observation":
			r.Observation = true
		case name == "optional":
			r.Optional = true
		case slices.Contains(spec.Capabilities(), name):
			r.Scope = name
		case kind == "section" && spec.CanBeCited(rest):
			r.Sections = append(r.Sections, rest)
		case kind == "endpoint" && spec.Line(rest) != "":
			r.Endpoint = rest
		case kind == "owns":
			owns = append(owns, rest)
		case kind == "case":
			cases = append(cases[:len(cases):len(cases)], rest)
		default:
			return nil, fmt.Errorf("%s:%d: the tag %s is unknown", d.name, tag.Location.Line, tag.Name)
		}
	}
	if len(cases) > 1 {
		cases = cases[1:] // another rule owns the plain case
	}
	for _, aspect := range owns {
		if !slices.Contains(ownedByCase, aspect) {
			r.Owns = append(r.Owns, judgement.Aspect{Endpoint: r.Endpoint, Name: aspect})
			continue
		}
		for _, each := range cases {
			r.Owns = append(r.Owns, judgement.Aspect{Endpoint: r.Endpoint, Variant: each, Name: aspect})
		}
	}
	return r, r.complete(d, rule)
}

func (r *Requirement) complete(d document, rule *messages.Rule) error {
	at := fmt.Sprintf("%s:%d", d.name, rule.Location.Line)
	switch {
	case r.ID == "":
		return fmt.Errorf("%s: the rule has no id, such as @PUR-07", at)
	case r.Grade == "" && !r.Observation:
		return fmt.Errorf("%s: %s is neither @stated nor @implied nor an @observation", at, r.ID)
	case keywordInText.MatchString(rule.Description):
		return fmt.Errorf("%s: the description of %s holds what looks like a scenario: is a keyword misspelt?", at, r.ID)
	case len(r.Sections) == 0:
		return fmt.Errorf("%s: %s cites no section of the specification", at, r.ID)
	}
	return nil
}

func tagged(tags []*messages.Tag, name string) bool {
	return slices.ContainsFunc(tags, func(t *messages.Tag) bool { return t.Name == name })
}

func oneLine(description string) string { return strings.Join(strings.Fields(description), " ") }

// tagLines are the tags of a feature file, by line. Gherkin's parser compiles a regular
// expression for every tag, which took half of the time that the features need before a run can
// begin. So the tags are removed before the parser reads the file, and are added to its result
// afterwards.
type tagLines map[int64][]*messages.Tag

// cutTags removes the lines of tags from a feature and returns them. The other lines keep their
// numbers.
func cutTags(content []byte) ([]byte, tagLines) {
	lines := strings.Split(string(content), "\n")
	tags := make(tagLines)
	for n, line := range lines {
		if !strings.HasPrefix(strings.TrimSpace(line), "@") {
			continue
		}
		at := int64(n + 1)
		line, _, _ = strings.Cut(line, " #")
		for _, name := range strings.Fields(line) {
			tags[at] = append(tags[at], &messages.Tag{Name: name, Location: &messages.Location{Line: at}})
		}
		lines[n] = ""
	}
	return []byte(strings.Join(lines, "\n")), tags
}

// restore adds to a feature, its rules, scenarios and examples the tags directly above them.
// Tags above anything else are an error, as in Gherkin.
func (t tagLines) restore(d *document) error {
	d.feature.Tags = t.above(d.feature.Location)
	for _, child := range d.feature.Children {
		if child.Rule != nil {
			child.Rule.Tags = t.above(child.Rule.Location)
		}
	}
	for _, s := range d.scenarios() {
		s.Tags = t.above(s.Location)
		for _, examples := range s.Examples {
			examples.Tags = t.above(examples.Location)
		}
	}
	for line, tags := range t {
		return fmt.Errorf("%s:%d: nothing follows that the tag %s could belong to", d.name, line, tags[0].Name)
	}
	return nil
}

// above returns the tags on the lines directly above a place, and removes them.
func (t tagLines) above(at *messages.Location) []*messages.Tag {
	var lines [][]*messages.Tag
	for line := at.Line - 1; t[line] != nil; line-- {
		lines = append(lines, t[line])
		delete(t, line)
	}
	slices.Reverse(lines)
	return slices.Concat(lines...)
}
