// Package vocabulary defines a sentence of the features: the pattern of its text, its meaning, the
// states that it needs from earlier sentences, and the states that it provides for later ones.
package vocabulary

import (
	"regexp"
	"strings"
	"sync"
)

// State is what one sentence provides and another needs, in words: "a purchase".
type State string

// Sentence is one line of a vocabulary, bound to a scenario of type S.
type Sentence[S any] struct {
	pattern func() *regexp.Regexp // compiled on first use
	opening string                // the literal text at the beginning of every match
	bind    func(S) any
	terms
}

// terms are the conditions of a sentence on its scenario.
type terms struct {
	needs    func(args []string) []State
	gives    []func(args []string) []State
	owns     func(args []string) string // the aspect that the rule of the scenario must own
	wholeRun bool                       // only scenarios with the tag @whole-run may use it
}

// Term sets one of the terms.
type Term func(*terms)

// Needs sets the states that earlier sentences must provide.
func Needs(states ...State) Term {
	return NeedsBy(func([]string) []State { return states })
}

// NeedsBy is Needs with states that depend on the values in the text.
func NeedsBy(states func(args []string) []State) Term { return func(t *terms) { t.needs = states } }

// Gives adds states that the sentence provides.
func Gives(states ...State) Term {
	return GivesBy(func([]string) []State { return states })
}

// GivesBy is Gives with states that depend on the values in the text.
func GivesBy(states func(args []string) []State) Term {
	return func(t *terms) { t.gives = append(t.gives, states) }
}

// OfTheWholeRun marks a sentence about all calls of the run. Only a scenario that runs last may use
// it.
func OfTheWholeRun() Term { return func(t *terms) { t.wholeRun = true } }

// ByTheOwnerOf marks a sentence that judges only calls whose aspect its own rule owns. The rule
// owns the aspect by a tag (@owns-status).
func ByTheOwnerOf(aspect string) Term {
	return ByTheOwner(func([]string) string { return aspect })
}

// ByTheOwner is ByTheOwnerOf with an aspect that depends on the values in the text; "" permits any
// rule.
func ByTheOwner(aspect func(args []string) string) Term { return func(t *terms) { t.owns = aspect } }

// Is returns a sentence. Its pattern is compiled once and on first use: godog would compile a
// string for every scenario, and most commands need no pattern.
func Is[S any](pattern string, bind func(S) any, all ...Term) Sentence[S] {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + pattern + "$") })
	s := Sentence[S]{pattern: compiled, opening: openingOf(pattern), bind: bind}
	for _, term := range all {
		term(&s.terms)
	}
	return s
}

// openingOf returns the literal text at the beginning of a pattern.
func openingOf(pattern string) string {
	if bar := strings.IndexByte(pattern, '|'); bar >= 0 && !strings.Contains(pattern[:bar], "(") {
		return ""
	}
	end := strings.IndexAny(pattern, special)
	if end < 0 {
		return pattern
	}
	if end > 0 && strings.ContainsRune("?*{", rune(pattern[end])) {
		end-- // it applies to the character before it
	}
	return pattern[:end]
}

// special are the characters with a special meaning in a pattern.
const special = `\.+*?()|[]{}^$`

// Pattern returns the pattern that a text with this meaning matches.
func (s *Sentence[S]) Pattern() *regexp.Regexp { return s.pattern() }

// Bind returns the function that a step with this meaning calls.
func (s *Sentence[S]) Bind(scenario S) any { return s.bind(scenario) }

// Means reports whether a text matches the sentence.
func (s *Sentence[S]) Means(text string) bool {
	return strings.HasPrefix(text, s.opening) && s.pattern().MatchString(text)
}

// Patterns returns the patterns of a vocabulary.
func Patterns[S any](all []Sentence[S]) []*regexp.Regexp {
	patterns := make([]*regexp.Regexp, len(all))
	for n := range all {
		patterns[n] = all[n].pattern()
	}
	return patterns
}
