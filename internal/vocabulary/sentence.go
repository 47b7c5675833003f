// Package vocabulary defines a sentence of the features: the pattern of its text, its
// meaning, what it needs from the sentences before it, and what it prepares for the next.
package vocabulary

import (
	"regexp"
	"strings"
	"sync"
)

// State is what one sentence leaves and another needs, in words: "a purchase".
type State string

// Sentence is one line of a vocabulary, bound to a scenario of type S.
type Sentence[S any] struct {
	pattern func() *regexp.Regexp // compiled when it is first asked for
	opening string                // what every text with this meaning begins with
	bind    func(S) any
	terms
}

// terms are what a sentence asks of the scenario that it stands in.
type terms struct {
	needs    func(args []string) []State
	gives    []func(args []string) []State
	owns     func(args []string) string // the aspect that its rule must own
	wholeRun bool                       // it stands in scenarios tagged @whole-run only
}

// Term is one of them.
type Term func(*terms)

// Needs says what must have been left by the sentences before it.
func Needs(states ...State) Term {
	return NeedsBy(func([]string) []State { return states })
}

// NeedsBy is Needs, by the values in its text.
func NeedsBy(states func(args []string) []State) Term { return func(t *terms) { t.needs = states } }

// Gives says what a sentence leaves.
func Gives(states ...State) Term {
	return GivesBy(func([]string) []State { return states })
}

// GivesBy is Gives, by the values in its text.
func GivesBy(states func(args []string) []State) Term {
	return func(t *terms) { t.gives = append(t.gives, states) }
}

// OfTheWholeRun says that a sentence is about all calls of the run: it means
// something only where its scenario is run last.
func OfTheWholeRun() Term { return func(t *terms) { t.wholeRun = true } }

// ByTheOwnerOf says that a sentence judges only what belongs to its own rule, by
// the tag that gives it an aspect (@owns-status).
func ByTheOwnerOf(aspect string) Term {
	return ByTheOwner(func([]string) string { return aspect })
}

// ByTheOwner is ByTheOwnerOf, by the values in its text; "" means anybody.
func ByTheOwner(aspect func(args []string) string) Term { return func(t *terms) { t.owns = aspect } }

// Is makes a sentence. Its pattern is compiled once and on first use: godog would compile a
// string for every scenario, and most commands need no pattern.
func Is[S any](pattern string, bind func(S) any, all ...Term) Sentence[S] {
	compiled := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + pattern + "$") })
	s := Sentence[S]{pattern: compiled, opening: openingOf(pattern), bind: bind}
	for _, term := range all {
		term(&s.terms)
	}
	return s
}

// openingOf is what a pattern begins with before anything that is no plain text.
func openingOf(pattern string) string {
	if bar := strings.IndexByte(pattern, '|'); bar >= 0 && !strings.Contains(pattern[:bar], "(") {
		return ""
	}
	end := strings.IndexAny(pattern, special)
	if end < 0 {
		return pattern
	}
	if end > 0 && strings.ContainsRune("?*{", rune(pattern[end])) {
		end-- // it is about the character before it
	}
	return pattern[:end]
}

// special are the characters that mean something in a pattern.
const special = `\.+*?()|[]{}^$`

// Pattern is what a text must match to have this meaning.
func (s *Sentence[S]) Pattern() *regexp.Regexp { return s.pattern() }

// Bind gives the function that a step of this meaning calls.
func (s *Sentence[S]) Bind(scenario S) any { return s.bind(scenario) }

// Means tells whether a text may have this meaning.
func (s *Sentence[S]) Means(text string) bool {
	return strings.HasPrefix(text, s.opening) && s.pattern().MatchString(text)
}

// Patterns lists the patterns of a vocabulary.
func Patterns[S any](all []Sentence[S]) []*regexp.Regexp {
	patterns := make([]*regexp.Regexp, len(all))
	for n := range all {
		patterns[n] = all[n].pattern()
	}
	return patterns
}
