package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong in a config.
type Problem struct {
	Line int    // from 1; 0 when no line can be named
	Key  string // "limits.rate", "identities.new[0].email"; empty for the file as a whole
	Text string // what is wrong and what is allowed; never holds a secret
}

// Error is everything that is wrong in a config, in the order of its lines.
type Error struct {
	File     string
	Problems []Problem
}

// Error gives a line a problem: file, line, key, and what is allowed.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = e.File
		if p.Line > 0 {
			lines[i] = fmt.Sprintf("%s:%d", e.File, p.Line)
		}
		if p.Key != "" {
			lines[i] += ": " + p.Key
		}
		lines[i] += ": " + p.Text
	}
	return strings.Join(lines, "\n")
}

// orNil returns the error, sorted, or nil when there is no problem.
func (e *Error) orNil() error {
	if len(e.Problems) == 0 {
		return nil
	}
	slices.SortStableFunc(e.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return e
}
