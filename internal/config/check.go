package config

import (
	"cmp"
	"fmt"
	"strings"
)

// check finds settings that contradict each other, and sets the defaults that other settings
// imply.
func (r *reader) check(c *Config) {
	if c.Auth.Token != nil && c.Auth.Token.OAuth2 != nil {
		r.checkOAuth2(c.Auth.Token.OAuth2)
	}
	r.checkLimits(c.Limits)
	r.checkTLS(c.TLS)
	r.checkIdentities(c.Identities)
}

// contradiction adds a problem about a key that is set.
func (r *reader) contradiction(at, format string, args ...any) {
	r.failure.Problems = append(r.failure.Problems, Problem{Line: r.lines[at], Key: at, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) checkOAuth2(o *OAuth2) {
	o.Style = cmp.Or(o.Style, StyleBasic)
	switch {
	case o.Style == StyleGet:
		o.Member = cmp.Or(o.Member, "access_token")
	case o.Member != "":
		r.contradiction("auth.token.oauth2.member", "only style get has one; OAuth2 itself fixes it as access_token")
	}
}

func (r *reader) checkLimits(l Limits) {
	if l.Deadline > 0 && l.Timeout > l.Deadline {
		r.contradiction("limits.timeout", "the timeout of one request (%s) is longer than the deadline of the run (%s); make the timeout shorter", l.Timeout, l.Deadline)
	}
}

func (r *reader) checkTLS(t TLS) {
	switch {
	case t.CertFile != "" && t.KeyFile == "":
		r.contradiction("tls.cert_file", "a certificate needs its key; set key_file too")
	case t.KeyFile != "" && t.CertFile == "":
		r.contradiction("tls.key_file", "a key needs its certificate; set cert_file too")
	}
	if t.InsecureSkipVerify && t.CAFile != "" {
		r.contradiction("tls.insecure_skip_verify", "ca_file verifies the certificate and insecure_skip_verify skips that; keep one of the two")
	}
}

// checkIdentities finds people that are listed twice. Two checks would use such a customer at the
// same time.
func (r *reader) checkIdentities(i Identities) {
	if i.Generate && len(i.New) > 0 {
		r.contradiction("identities.generate", "new identities are either invented or listed; keep one of generate and new")
	}
	if i.File != "" && len(i.New)+len(i.Existing) > 0 {
		r.contradiction("identities.file", "people are listed in the file or here; keep one of file, and existing and new")
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
		r.contradiction(join(at, key), "%s has the same value; every identity must be a different person", first)
		return
	}
	seen[value] = at
}
