package config

import (
	"regexp"

	"go.yaml.in/yaml/v3"
)

const literalSecret = "a secret never stands in this file; say where it is: {env: NAME}, {file: PATH} or {command: [PROGRAM, ARGUMENT]}"

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// places are the keys by which a secret is found.
func (r *reader) places(s *Secret) fields {
	return fields{
		"env":     r.matching(&s.Env, envName, "the name of an environment variable, not the secret"),
		"file":    r.path(&s.File),
		"command": r.command(&s.Command),
	}
}

// place reads a mapping that says where a secret is. Everything else in its
// stead may be the secret, and is not quoted.
func (r *reader) place(n *yaml.Node, at string, known fields) bool {
	if n = resolve(n); n.Kind != yaml.MappingNode {
		r.problem(n, at, literalSecret)
		return false
	}
	r.oneOf(n, at, known)
	return true
}

func (r *reader) secret(s *Secret) reading {
	return func(n *yaml.Node, at string) { r.place(n, at, r.places(s)) }
}

func (r *reader) auth(a *Auth) reading {
	return func(n *yaml.Node, at string) { r.object(n, at, fields{"token": r.token(&a.Token)}) }
}

func (r *reader) token(to **Token) reading {
	return func(n *yaml.Node, at string) {
		t := new(Token)
		known := r.places(&t.Secret)
		known["oauth2"] = r.oauth2(&t.OAuth2)
		if r.place(n, at, known) {
			*to = t
		}
	}
}

var memberPath = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

func (r *reader) oauth2(to **OAuth2) reading {
	return func(n *yaml.Node, at string) {
		o := &OAuth2{Style: StyleBasic}
		r.object(n, at, fields{
			"token_url":     r.address(&o.TokenURL, true),
			"client_id":     r.text(&o.ClientID),
			"client_secret": r.secret(&o.ClientSecret),
			"scopes":        r.texts(&o.Scopes),
			"style":         r.choice(&o.Style, []string{StyleBasic, StylePost, StyleGet}),
			"member":        r.matching(&o.Member, memberPath, "names joined by dots, like data.access_token"),
		}, "token_url", "client_id", "client_secret")
		if o.Style == StyleGet && o.Member == "" {
			o.Member = "access_token"
		} else if o.Style != StyleGet && o.Member != "" {
			r.problem(n, join(at, "member"), "only style get has one; OAuth2 itself fixes it as access_token")
		}
		*to = o
	}
}

func (r *reader) lookup(l *Lookup) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{"base_url": r.address(&l.BaseURL, false), "signing": r.signing(&l.Signing)})
	}
}

func (r *reader) signing(to **Signing) reading {
	return func(n *yaml.Node, at string) {
		if isNull(resolve(n)) {
			return
		}
		s := new(Signing)
		r.oneOf(n, at, fields{"static": r.static(&s.Static), "command": r.command(&s.Command), "recipe": r.recipe(&s.Recipe)})
		*to = s
	}
}

func (r *reader) static(to **StaticSigning) reading {
	return func(n *yaml.Node, at string) {
		s := new(StaticSigning)
		r.object(n, at, fields{"sign": r.text(&s.Sign), "noncestr": r.text(&s.Nonce), "timestamp": r.text(&s.Timestamp)}, "sign")
		*to = s
	}
}

func (r *reader) recipe(to **Recipe) reading {
	return func(n *yaml.Node, at string) {
		recipe := new(Recipe)
		r.object(n, at, fields{"name": r.choice(&recipe.Name, Recipes()), "secret": r.secret(&recipe.Secret)}, "name", "secret")
		*to = recipe
	}
}
