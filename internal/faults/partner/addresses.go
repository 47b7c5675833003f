package partner

import (
	"encoding/base64"
	"fmt"
	"net/url"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// secretFaults have a secret in their address that only its value shows, because the parameter has
// another name, or the secret is encoded (sections 2.4, 4.2 and 5).
func secretFaults() []faults.Fault {
	var all []faults.Fault
	asIs := func(secret string) string { return url.QueryEscape(secret) }
	encodings := []struct {
		name   string
		encode func(string) string
	}{
		{"as-it-is", asIs}, {"percent-encoded", inOctets}, {"percent-encoded-twice", func(secret string) string { return url.QueryEscape(inOctets(secret)) }},
		{"in-base64", func(secret string) string { return url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret))) }},
		{"in-base64-for-urls", func(secret string) string { return base64.RawURLEncoding.EncodeToString([]byte(secret)) }},
	}
	for n, e := range shapes {
		owner := fmt.Sprintf("%s-%02d", e.prefix, e.secret())
		add := func(what string, nth int, of func() func(*samplepartner.Request) string) {
			how := encodings[nth%len(encodings)]
			all = append(all, faults.Fault{ID: e.name + "/" + what + "-" + how.name, Breaks: owner, Why: "the " + what + " is in the address, " + how.name, EditRequests: func() func(*samplepartner.Request) {
				secret := of()
				return func(q *samplepartner.Request) {
					if value := secret(q); value != "" && q.Endpoint == e.name {
						q.AddQuery("ref=" + how.encode(value))
					}
				}
			}})
		}
		add("token", 2+n%3, func() func(*samplepartner.Request) string {
			return func(q *samplepartner.Request) string { return q.Token }
		})
		add("code", n, lastSent("verify-otp", "otp"))
		add("chosen-word", n+3, lastSent("create-limit", "password"))
	}
	return all
}

// lastSent returns the last value that a member of the requests to an endpoint had, or "".
func lastSent(endpoint, member string) func() func(*samplepartner.Request) string {
	return func() func(*samplepartner.Request) string {
		last := ""
		return func(q *samplepartner.Request) string {
			if value, isText := q.Body[member].(string); isText && q.Endpoint == endpoint {
				last = value
			}
			return last
		}
	}
}
