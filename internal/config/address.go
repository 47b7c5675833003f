package config

import (
	"net/url"
	"strings"

	"go.yaml.in/yaml/v3"
)

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
