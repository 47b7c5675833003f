package config

import (
	"path/filepath"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// textOf returns the text of a value that is text and not empty.
func (r *reader) textOf(n *yaml.Node, at string) (string, bool) {
	n = resolve(n)
	switch {
	case n.Kind != yaml.ScalarNode || isNull(n):
		r.problem(n, at, "it must be text, not %s", kindOf(n))
	case n.ShortTag() != "!!str":
		r.problem(n, at, "it must be text, and YAML reads it as %s: put it in quotes", kindOf(n))
	case n.Value == "":
		r.problem(n, at, "it is empty; leave the key out")
	default:
		return n.Value, true
	}
	return "", false
}

func (r *reader) text(to *string) reading {
	return func(n *yaml.Node, at string) { *to, _ = r.textOf(n, at) }
}

// matching reads text of a form. What does not match is not quoted: it may be
// a secret in the wrong place, or somebody's phone number.
func (r *reader) matching(to *string, form *regexp.Regexp, what string) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if ok && !form.MatchString(text) {
			r.problem(n, at, "it must be %s", what)
			return
		}
		*to = text
	}
}

func (r *reader) choice(to *string, allowed []string) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if ok && !slices.Contains(allowed, text) {
			r.problem(n, at, "%q is not allowed; %s", cut(text), allowedWords(text, allowed))
			return
		}
		*to = text
	}
}

func (r *reader) texts(to *[]string) reading {
	return func(n *yaml.Node, at string) {
		r.list(n, at, func(item *yaml.Node, at string) {
			if text, ok := r.textOf(item, at); ok {
				*to = append(*to, text)
			}
		})
	}
}

// command reads an argv. One string is refused: nobody could tell whether a
// shell was to split it.
func (r *reader) command(to *[]string) reading {
	return func(n *yaml.Node, at string) {
		if resolve(n).Kind == yaml.ScalarNode {
			r.problem(n, at, "write program and arguments as a list, like [./program, --option]; there is no shell")
			return
		}
		r.texts(to)(n, at)
	}
}

// path reads the path of a file, relative to the folder of the config.
func (r *reader) path(to *string) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if ok && !filepath.IsAbs(text) {
			text = filepath.Join(r.dir, text)
		}
		*to = text
	}
}

func (r *reader) flag(to *bool) reading {
	return func(n *yaml.Node, at string) {
		n = resolve(n)
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" || n.Decode(to) != nil {
			r.problem(n, at, "it must be true or false, not %s", kindOf(n))
		}
	}
}

func (r *reader) whole(to *int, least, most int) reading {
	return func(n *yaml.Node, at string) {
		n = resolve(n)
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || n.Decode(to) != nil || *to < least || *to > most {
			*to = 0
			r.problem(n, at, "it must be a whole number from %d to %d", least, most)
		}
	}
}
