package vocabulary

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/judgement"
)

// Script is the text of a check with its possible meanings in a vocabulary.
type Script[S any] struct {
	check    judgement.Check
	all      []Sentence[S]
	meanings [][]int // for each step, the indexes of the sentences that match it
}

// Read finds the sentences that match the steps of a check.
func Read[S any](all []Sentence[S], check judgement.Check) Script[S] {
	s := Script[S]{check: check, all: all, meanings: make([][]int, len(check.Steps))}
	for step, text := range check.Steps {
		for n := range all {
			if all[n].Means(text) {
				s.meanings[step] = append(s.meanings[step], n)
			}
		}
	}
	return s
}

// Used returns the indexes in the vocabulary of the sentences that match at least one step.
func (s Script[S]) Used() []int {
	used := slices.Concat(s.meanings...)
	slices.Sort(used)
	return slices.Compact(used)
}

// Lacks returns the first state or tag that a step of the check needs and does not have, with its
// place and remedy, or "" if nothing is missing. It ignores a step that matches no sentence or more
// than one. The remedies are steps that provide each state.
func (s Script[S]) Lacks(remedies map[State]string) string {
	given := make(map[State]bool)
	for step, text := range s.check.Steps {
		if len(s.meanings[step]) != 1 {
			continue
		}
		meaning := &s.all[s.meanings[step][0]]
		args := meaning.pattern().FindStringSubmatch(text)[1:]
		if lack := meaning.lacks(args, s.check, given, remedies); lack != "" {
			return fmt.Sprintf("%s: %q %s", s.check.Location, text, lack)
		}
		for _, gives := range meaning.gives {
			for _, state := range gives(args) {
				given[state] = true
			}
		}
	}
	return ""
}

// lacks returns what a sentence needs and does not have in a check.
func (t *terms) lacks(args []string, check judgement.Check, given map[State]bool, remedies map[State]string) string {
	if t.needs != nil {
		for _, state := range t.needs(args) {
			if !given[state] {
				return fmt.Sprintf("needs %s, and no step before it gives that%s", state, remedy(remedies[state]))
			}
		}
	}
	if t.wholeRun && !check.WholeRun {
		return "is about the calls of the whole run, and its scenario does not wait for them: tag the scenario @whole-run"
	}
	if t.owns == nil {
		return ""
	}
	aspect := t.owns(args)
	if aspect == "" || slices.ContainsFunc(check.Owns, func(a judgement.Aspect) bool { return a.Name == aspect }) {
		return ""
	}
	return fmt.Sprintf("judges only what its rule owns, and %s owns no %s: tag the rule @owns-%s", check.Requirement, aspect, aspect)
}

func remedy(step string) string {
	if step == "" {
		return ""
	}
	return fmt.Sprintf(": add one such as %q", step)
}
