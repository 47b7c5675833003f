package config

import (
	"slices"

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
