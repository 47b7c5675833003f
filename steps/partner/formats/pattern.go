package formats

import (
	"regexp"
	"sync"
)

// pattern returns a regular expression. It is compiled at its first use: this package has dozens,
// and the test of a server build uses none of them.
type pattern func() *regexp.Regexp

// lazily returns the pattern of a text. The pattern panics at its first use if the text is no
// regular expression.
func lazily(text string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// MatchString reports whether a text contains a match.
func (p pattern) MatchString(text string) bool { return p().MatchString(text) }

// FindStringSubmatch returns the first match and its groups, or nil.
func (p pattern) FindStringSubmatch(text string) []string { return p().FindStringSubmatch(text) }
