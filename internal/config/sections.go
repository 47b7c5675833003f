package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// config reads the whole of a document.
func (r *reader) config(c *Config, n *yaml.Node) {
	r.object(n, "", fields{
		"target":     r.target(&c.Target),
		"auth":       r.auth(&c.Auth),
		"lookup":     r.lookup(&c.Lookup),
		"store_key":  r.text(&c.StoreKey),
		"otp":        r.otp(&c.OTP),
		"identities": r.identities(&c.Identities),
		"tolerances": r.tolerances(&c.Tolerances),
		"scope":      r.scope(&c.Scope),
		"deviations": r.path(&c.Deviations),
		"limits":     r.limits(&c.Limits),
		"tls":        r.tls(&c.TLS),
		"evidence":   r.evidence(&c.FullEvidence),
	})
}

func (r *reader) target(t *Target) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{"base_url": r.address(&t.BaseURL, false), "build": r.text(&t.Build)})
	}
}

func (r *reader) otp(to **OTP) reading {
	return func(n *yaml.Node, at string) {
		if isNull(resolve(n)) {
			return
		}
		o := new(OTP)
		r.oneOf(n, at, fields{"command": r.command(&o.Command), "file": r.path(&o.File), "prompt": r.prompt(&o.Prompt)})
		*to = o
	}
}

func (r *reader) prompt(to *bool) reading {
	return func(n *yaml.Node, at string) {
		if n = resolve(n); n.ShortTag() != "!!bool" || n.Decode(to) != nil || !*to {
			r.problem(n, at, "it can only be true; leave otp out when there is no source")
		}
	}
}

func (r *reader) tolerances(to *schemas.Settings) reading {
	return func(n *yaml.Node, at string) {
		settings := schemas.Settings{}
		known := fields{}
		for _, t := range schemas.Register() {
			known[t.ID] = r.tolerance(settings, t)
		}
		r.object(n, at, known)
		*to = settings
	}
}

func (r *reader) tolerance(settings schemas.Settings, t schemas.Tolerance) reading {
	allowed := []string{schemas.Any}
	for _, reading := range t.Readings {
		allowed = append(allowed, reading.Name)
	}
	return func(n *yaml.Node, at string) {
		var name string
		if r.choice(&name, allowed)(n, at); name != "" {
			settings[t.ID] = name
		}
	}
}

func (r *reader) scope(to *[]string) reading {
	return func(n *yaml.Node, at string) {
		r.list(n, at, func(item *yaml.Node, at string) {
			var name string
			r.choice(&name, spec.Capabilities())(item, at)
			switch {
			case slices.Contains(*to, name):
				r.problem(item, at, "%s stands twice; keep one", name)
			case name != "":
				*to = append(*to, name)
			}
		})
	}
}

func (r *reader) limits(l *Limits) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{
			"concurrency": r.whole(&l.Concurrency, 1, 64),
			"strength":    r.whole(&l.Strength, 1, 3),
			"timeout":     r.duration(&l.Timeout),
			"deadline":    r.duration(&l.Deadline),
			"rate":        r.rate(&l.Rate),
			"max_body":    r.size(&l.MaxBody),
		})
	}
}

func (r *reader) tls(t *TLS) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{
			"ca_file":              r.path(&t.CAFile),
			"cert_file":            r.path(&t.CertFile),
			"key_file":             r.path(&t.KeyFile),
			"insecure_skip_verify": r.flag(&t.InsecureSkipVerify),
		})
	}
}

func (r *reader) evidence(full *bool) reading {
	return func(n *yaml.Node, at string) {
		var name string
		r.choice(&name, []string{"masked", "full"})(n, at)
		*full = name == "full"
	}
}

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

var (
	phoneForm   = regexp.MustCompile(`^\+?[1-9][0-9]{6,14}$`) // E.164: fifteen digits at most
	emailForm   = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2,3}$`)

	// Six digits of their own at the least keep the people of one run apart.
	inventedID    = regexp.MustCompile(`^[^#]*(#[^#]*){6,18}$`)
	inventedPhone = regexp.MustCompile(`^\+?[1-9][0-9]*#{6,14}$`)
)

func (r *reader) identities(to *Identities) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{
			"generate": r.flag(&to.Generate),
			"invented": r.invented(&to.Invented),
			"existing": r.people(&to.Existing, true),
			"new":      r.people(&to.New, false),
		})
	}
}

// invented reads the form of invented people.
func (r *reader) invented(to *Invented) reading {
	return func(n *yaml.Node, at string) {
		phone := r.matching(&to.PhoneNumber, inventedPhone, `an international number of 15 digits at most that ends in six # or more, in quotes, such as "+23480########"`)
		r.object(n, at, fields{
			"id_number":    r.matching(&to.IDNumber, inventedID, `a text with six # or more, each for a digit, in quotes, such as "###########"`),
			"phone_number": phone,
			"country_code": r.matching(&to.CountryCode, countryForm, "an ISO 3166-1 code of two or three capital letters"),
			"names":        r.choice(&to.Names, Alphabets()),
		})
		if digits := strings.TrimPrefix(to.PhoneNumber, "+"); len(digits) > 15 {
			r.problem(n, at+".phone_number", "an international number has 15 digits at most (ITU-T E.164)")
		}
	}
}

func (r *reader) people(to *[]Identity, existing bool) reading {
	return func(n *yaml.Node, at string) {
		r.list(n, at, func(item *yaml.Node, at string) {
			*to = append(*to, r.person(item, at, existing))
		})
	}
}

// person reads one identity. Its values are not quoted in problems: they are
// somebody's.
func (r *reader) person(n *yaml.Node, at string, existing bool) Identity {
	i := Identity{HasLimit: existing}
	if existing {
		i.Kind = KindEmployed
	}
	known := fields{
		"first_name":    r.text(&i.FirstName),
		"last_name":     r.text(&i.LastName),
		"id_number":     r.text(&i.IDNumber),
		"phone_number":  r.matching(&i.PhoneNumber, phoneForm, "an international number of 7 to 15 digits, perhaps with a leading +, in quotes"),
		"email":         r.matching(&i.Email, emailForm, "an address like name@example.com"),
		"date_of_birth": r.day(&i.DateOfBirth),
		"country_code":  r.matching(&i.CountryCode, countryForm, "an ISO 3166-1 code of two or three capital letters"),
		"kind":          r.choice(&i.Kind, Kinds()),
	}
	if existing {
		known["has_limit"] = r.flag(&i.HasLimit)
		r.object(n, at, known, "id_number", "phone_number")
		return i
	}
	r.object(n, at, known, "first_name", "last_name", "id_number", "phone_number", "email", "date_of_birth", "country_code")
	return i
}

// settle looks for settings that contradict each other.
func (r *reader) settle(c *Config) {
	r.settleLimits(c.Limits)
	r.settleTLS(c.TLS)
	r.settleIdentities(c.Identities)
}

// contradiction notes a problem at a key that is set.
func (r *reader) contradiction(at, format string, args ...any) {
	r.failure.Problems = append(r.failure.Problems, Problem{Line: r.lines[at], Key: at, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) settleLimits(l Limits) {
	if l.Deadline > 0 && l.Timeout > l.Deadline {
		r.contradiction("limits.timeout", "one request may take %s, and the whole run only %s; make the timeout the smaller", l.Timeout, l.Deadline)
	}
}

func (r *reader) settleTLS(t TLS) {
	switch {
	case t.CertFile != "" && t.KeyFile == "":
		r.contradiction("tls.cert_file", "a certificate needs its key; set key_file too")
	case t.KeyFile != "" && t.CertFile == "":
		r.contradiction("tls.key_file", "a key needs its certificate; set cert_file too")
	}
	if t.InsecureSkipVerify && t.CAFile != "" {
		r.contradiction("tls.insecure_skip_verify", "with a ca_file to verify by, nothing is to be skipped; keep one of the two")
	}
}

// settleIdentities finds people listed twice: two checks would then work on
// one customer without knowing.
func (r *reader) settleIdentities(i Identities) {
	if i.Generate && len(i.New) > 0 {
		r.contradiction("identities.generate", "new identities are either invented or listed; keep one of generate and new")
	}
	ids, phones := map[string]string{}, map[string]string{}
	for _, list := range []struct {
		name   string
		people []Identity
	}{{"existing", i.Existing}, {"new", i.New}} {
		for n, who := range list.people {
			at := fmt.Sprintf("identities.%s[%d]", list.name, n)
			r.once(ids, who.IDNumber, at, "id_number")
			r.once(phones, strings.TrimPrefix(who.PhoneNumber, "+"), at, "phone_number")
		}
	}
}

func (r *reader) once(seen map[string]string, value, at, key string) {
	if value == "" {
		return
	}
	if first, twice := seen[value]; twice {
		r.contradiction(join(at, key), "%s has the same; every identity is somebody else", first)
		return
	}
	seen[value] = at
}
