package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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

var durationForm = regexp.MustCompile(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`)

func (r *reader) duration(to *time.Duration) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || !durationForm.MatchString(text) {
			r.problem(n, at, "%q is not a time above zero; write it like 10s, 1m30s or 500ms", cut(text))
			return
		}
		*to = d
	}
}

var (
	rateForm = regexp.MustCompile(`^([1-9][0-9]{0,5})/(s|m|h)$`)
	rateUnit = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}
)

func (r *reader) rate(to *Rate) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		parts := rateForm.FindStringSubmatch(text)
		if parts == nil {
			r.problem(n, at, "%q is not a rate; write it like 20/s, 100/m or 1000/h", cut(text))
			return
		}
		count, _ := strconv.Atoi(parts[1]) // six digits at most, by the pattern
		*to = Rate{Count: count, Per: rateUnit[parts[2]]}
	}
}

var (
	sizeForm = regexp.MustCompile(`^([1-9][0-9]{0,5})(B|KiB|MiB|GiB)$`)
	sizeUnit = map[string]int64{"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
)

func (r *reader) size(to *int64) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		parts := sizeForm.FindStringSubmatch(text)
		if parts == nil {
			r.problem(n, at, "%q is not a size; write it like 512KiB or 4MiB", cut(text))
			return
		}
		count, _ := strconv.ParseInt(parts[1], 10, 64) // six digits at most, by the pattern
		*to = count * sizeUnit[parts[2]]
	}
}

// day reads a date in the one order that nobody mistakes; the suite writes it
// in the order that a target reads. YAML takes it as a date without quotes.
func (r *reader) day(to *time.Time) reading {
	return func(n *yaml.Node, at string) {
		n = resolve(n)
		day, err := time.Parse(time.DateOnly, n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			r.problem(n, at, "it must be a date like 1990-01-31, the year first")
			return
		}
		*to = day
	}
}

// address reads an absolute http or https address. It is never quoted:
// somebody may have put a password into it.
func (r *reader) address(to *string, query bool) reading {
	return func(n *yaml.Node, at string) {
		text, ok := r.textOf(n, at)
		if !ok {
			return
		}
		u, err := url.Parse(text)
		switch {
		case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
			r.problem(n, at, "it must be an address like https://host/prefix")
		case u.User != nil:
			r.problem(n, at, "it must not hold a user name or password; credentials have settings of their own")
		case strings.Contains(text, "#"), !query && strings.Contains(text, "?"):
			r.problem(n, at, "it must not hold a query or a fragment; write it like https://host/prefix")
		default:
			*to = text
		}
	}
}
