package vocabulary

import (
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/judgement"
)

// Script is the text of a check with what it may mean in a vocabulary.
type Script[S any] struct {
	check    judgement.Check
	all      []Sentence[S]
	meanings [][]int // of each step, the sentences that it may mean
}

// Read finds what the steps of a check may mean.
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

// Used lists the sentences that some step may mean, by where each stands in the
// vocabulary.
func (s Script[S]) Used() []int {
	used := slices.Concat(s.meanings...)
	slices.Sort(used)
	return slices.Compact(used)
}

// Lacks says what the check lacks so that all its steps mean something, where and
// with what remedy; "" when it lacks nothing. A step that means nothing, or two
// things, is not looked at here. The remedies are steps that give each state.
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

// lacks says what keeps a sentence from meaning anything in a check.
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
