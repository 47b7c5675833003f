package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
)

// refusal is a text that is refused, and where the error stands.
type refusal struct {
	name   string
	text   string
	line   int
	key    string
	wants  string
	unseen bool // an editor's JSON Schema cannot see it
}

const person = `first_name: A, last_name: B, id_number: "1", phone_number: "2547000001", email: a@b.example, date_of_birth: 1990-01-31, country_code: KE`

var refusals = []refusal{
	{"a root that is a list", "- target\n", 1, "", "must contain keys", false},
	{"an unknown section", "\ntargets: {}\n", 2, "targets", "did you mean target?", false},
	{"an unknown key far from all", "target:\n  zzzzzz: 1\n", 2, "target.zzzzzz", "it is one of base_url, build", false},
	{"a key in another case", "target: {baseUrl: https://h}\n", 1, "target.baseUrl", "did you mean base_url?", false},
	{"a key twice", "store_key: a\nstore_key: b\n", 2, "store_key", "twice, first on line 1", true},
	{"a key that is a list", "[a]: b\n", 1, "", "plain word", true},
	{"two documents", "store_key: a\n---\nstore_key: b\n", 0, "", "more than one YAML document", true},
	{"no YAML", "target: {\n", 0, "", "not proper YAML", true},
	{"a tab", "target:\n\tbuild: x\n", 2, "", "not proper YAML", true},

	{"a section that is text", "target: https://h\n", 1, "target", "must contain keys (base_url, build, user_agent), not text", false},
	{"an address without scheme", "target: {base_url: sandbox.example}\n", 1, "target.base_url", "https://host/prefix", false},
	{"an address of another scheme", "target: {base_url: ftp://h}\n", 1, "target.base_url", "https://host/prefix", false},
	{"an address with a password", "target: {base_url: https://joe:hush@h}\n", 1, "target.base_url", "user name or password", false},
	{"an address with a query", "target: {base_url: 'https://h/?a=b'}\n", 1, "target.base_url", "query", false},
	{"an address with a fragment", "lookup: {base_url: 'https://h/#f'}\n", 1, "lookup.base_url", "fragment", false},
	{"a build that is a number", "target: {build: 3.4}\n", 1, "target.build", "in quotes", false},
	{"an empty text", "target: {build: ''}\n", 1, "target.build", "empty", false},
	{"a text that is nothing", "store_key:\n", 1, "store_key", "not nothing", false},
	{"a text that is a list", "store_key: [a]\n", 1, "store_key", "not a list", false},

	{"a literal token", "auth: {token: canary-1}\n", 1, "auth.token", "do not write a secret into this file", false},
	{"a token that is a number", "auth: {token: 99887766}\n", 1, "auth.token", "do not write a secret into this file", false},
	{"a list for a token", "auth: {token: [canary-1]}\n", 1, "auth.token", "do not write a secret into this file", false},
	{"a token in place of a name", "auth: {token: {env: canary.1}}\n", 1, "auth.token.env", "not the secret", false},
	{"a token as a key", "auth: {token: {canary-1: }}\n", 1, "auth.token", "it is one of command, env, file, oauth2", false},
	{"a misspelt place", "auth: {token: {evn: ASSAY_TOKEN}}\n", 1, "auth.token.evn", "did you mean env?", false},
	{"two places of a token", "auth:\n  token: {env: A, file: b}\n", 2, "auth.token", "exactly one of command, env, file, oauth2; 2 are set", false},
	{"no place of a token", "auth: {token: {}}\n", 1, "auth.token", "0 are set", false},
	{"a token that is nothing", "auth: {token: }\n", 1, "auth.token", "do not write a secret into this file", false},
	{"a command that is text", "auth: {token: {command: ./read-token --fast}}\n", 1, "auth.token.command", "no shell", false},
	{"a command of nothing", "auth: {token: {command: []}}\n", 1, "auth.token.command", "empty", false},
	{"a command with a number", "auth: {token: {command: [a, 1]}}\n", 1, "auth.token.command[1]", "in quotes", false},
	{"a secret that is an alias", "auth: {token: *canary-1}\n", 0, "", "needs quotes", true},

	{"oauth2 without a secret", "auth:\n  token:\n    oauth2:\n      token_url: https://h/t\n      client_id: x\n", 3, "auth.token.oauth2.client_secret", "missing", false},
	{"oauth2 with a literal secret", "auth: {token: {oauth2: {token_url: https://h/t, client_id: x, client_secret: canary-1}}}\n", 1, "auth.token.oauth2.client_secret", "do not write a secret into this file", false},
	{"oauth2 of an unknown style", "auth: {token: {oauth2: {token_url: https://h/t, client_id: x, client_secret: {env: A}, style: header}}}\n", 1, "auth.token.oauth2.style", "basic, post, get", false},
	{"a member of another style", "auth: {token: {oauth2: {token_url: https://h/t, client_id: x, client_secret: {env: A}, member: t}}}\n", 1, "auth.token.oauth2.member", "only style get", false},
	{"a member that is no path", "auth: {token: {oauth2: {token_url: https://h/t, client_id: x, client_secret: {env: A}, style: get, member: 'a..b'}}}\n", 1, "auth.token.oauth2.member", "joined by dots", false},

	{"two ways to sign", "lookup: {signing: {command: [a], static: {sign: x}}}\n", 1, "lookup.signing", "exactly one", false},
	{"a static sign without sign", "lookup: {signing: {static: {noncestr: x}}}\n", 1, "lookup.signing.static.sign", "missing", false},
	{"an unknown recipe", "lookup: {signing: {recipe: {name: sorted-md4, secret: {env: A}}}}\n", 1, "lookup.signing.recipe.name", "did you mean sorted-md5?", false},
	{"a recipe with a literal secret", "lookup: {signing: {recipe: {name: sorted-md5, secret: canary-1}}}\n", 1, "lookup.signing.recipe.secret", "do not write a secret into this file", false},

	{"two sources of the OTP", "otp: {prompt: true, file: x}\n", 1, "otp", "exactly one", false},
	{"a prompt that is off", "otp: {prompt: false}\n", 1, "otp.prompt", "only be true", false},
	{"no source of the OTP", "otp: {}\n", 1, "otp", "0 are set", false},

	{"generate that is text", "identities: {generate: 'yes'}\n", 1, "identities.generate", "true or false, not text", false},
	{"an unknown key of invented people", "identities:\n  generate: true\n  invented: {id: '########'}\n", 3, "identities.invented.id", "id_number", false},
	{"an id number of too few digits", "identities: {invented: {id_number: '###'}}\n", 1, "identities.invented.id_number", "six # or more", false},
	{"a phone without places", "identities: {invented: {phone_number: '+254700000001'}}\n", 1, "identities.invented.phone_number", "ends in six # or more", false},
	{"a phone of too many digits", "identities: {invented: {phone_number: '+2547000000########'}}\n", 1, "identities.invented.phone_number", "15 digits at most", false},
	{"an unknown alphabet", "identities: {invented: {names: elvish}}\n", 1, "identities.invented.names", "elvish", false},
	{"a phone that is a number", "identities: {existing: [{id_number: '1', phone_number: 254700000001}]}\n", 1, "identities.existing[0].phone_number", "in quotes", false},
	{"a national phone", "identities: {existing: [{id_number: '1', phone_number: '0700000001'}]}\n", 1, "identities.existing[0].phone_number", "international", false},
	{"somebody without an id", "identities:\n  existing:\n    - phone_number: '254700000001'\n", 3, "identities.existing[0].id_number", "missing", false},
	{"a date in another order", "identities: {existing: [{id_number: '1', phone_number: '254700000001', date_of_birth: 31/01/1990}]}\n", 1, "identities.existing[0].date_of_birth", "year first", false},
	{"a day that no month has", "identities: {existing: [{id_number: '1', phone_number: '254700000001', date_of_birth: '1990-02-30'}]}\n", 1, "identities.existing[0].date_of_birth", "year first", true},
	{"a country in words", "identities: {existing: [{id_number: '1', phone_number: '254700000001', country_code: Kenya}]}\n", 1, "identities.existing[0].country_code", "capital letters", false},
	{"an email without a host", "identities: {existing: [{id_number: '1', phone_number: '254700000001', email: amina}]}\n", 1, "identities.existing[0].email", "name@example.com", false},
	{"an unknown kind", "identities: {existing: [{id_number: '1', phone_number: '254700000001', kind: selfemployed}]}\n", 1, "identities.existing[0].kind", "did you mean self-employed?", false},
	{"a new one with too little", "identities: {new: [{id_number: '1', phone_number: '254700000001'}]}\n", 1, "identities.new[0].email", "missing", false},
	{"a new one with a limit", "identities: {new: [{" + person + ", has_limit: true}]}\n", 1, "identities.new[0].has_limit", "unknown", false},
	{"the same person twice", "identities: {existing: [{id_number: '1', phone_number: '254700000001'}],\n new: [{" + person + "}]}\n", 2, "identities.new[0].id_number", "identities.existing[0] has the same", true},
	{"the same phone twice", "identities: {existing: [{id_number: '1', phone_number: '254700000001'}, {id_number: '2', phone_number: '+254700000001'}]}\n", 1, "identities.existing[1].phone_number", "identities.existing[0] has the same", true},
	{"invented and listed", "identities:\n  generate: true\n  new: [{" + person + "}]\n", 2, "identities.generate", "keep one", true},

	{"an unknown tolerance", "tolerances: {order_ids: string}\n", 1, "tolerances.order_ids", "did you mean order-id?", false},
	{"an unknown reading", "tolerances: {order-id: text}\n", 1, "tolerances.order-id", "any, integer, string", false},
	{"a reading that is true", "tolerances: {order-id: true}\n", 1, "tolerances.order-id", "in quotes", false},
	{"an unknown scope", "scope: [purchase]\n", 1, "scope[0]", "did you mean purchases?", false},
	{"a scope twice", "scope: [otp, otp]\n", 1, "scope[1]", "twice", false},
	{"a scope that is text", "scope: otp\n", 1, "scope", "must be a list", false},

	{"no concurrency", "limits: {concurrency: 0}\n", 1, "limits.concurrency", "from 1 to 256", false},
	{"too much concurrency", "limits: {concurrency: 257}\n", 1, "limits.concurrency", "from 1 to 256", false},
	{"half a check at once", "limits: {concurrency: 1.5}\n", 1, "limits.concurrency", "whole number", false},
	{"a time without unit", "limits: {timeout: 10}\n", 1, "limits.timeout", "in quotes", false},
	{"no time", "limits: {timeout: 0s}\n", 1, "limits.timeout", "above zero", true},
	{"a time below zero", "limits: {deadline: -1s}\n", 1, "limits.deadline", "above zero", false},
	{"a timeout above the deadline", "limits: {timeout: 2m,\n deadline: 1m}\n", 1, "limits.timeout", "make the timeout shorter", true},
	{"a rate of nothing", "limits: {rate: 0/s}\n", 1, "limits.rate", "20/s", false},
	{"a size in other units", "limits: {max_body: 4MB}\n", 1, "limits.max_body", "4MiB", false},

	{"a certificate without key", "tls: {cert_file: a.pem}\n", 1, "tls.cert_file", "set key_file", false},
	{"a key without certificate", "tls: {key_file: a.pem}\n", 1, "tls.key_file", "set cert_file", false},
	{"an authority for nothing", "tls: {ca_file: a, insecure_skip_verify: true}\n", 1, "tls.insecure_skip_verify", "keep one", false},
	{"other evidence", "evidence: none\n", 1, "evidence", "masked, full", false},
}

func TestWhatIsWrongIsRefused(t *testing.T) {
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			c, err := config.Parse("assay.yaml", []byte(test.text))
			require.Nil(t, c)
			var failure *config.Error
			require.ErrorAs(t, err, &failure)
			require.NotContains(t, err.Error(), "canary", "a secret in the wrong place is not repeated")
			require.NotContains(t, err.Error(), "99887766")
			require.NotContains(t, err.Error(), "hush")
			for _, p := range failure.Problems {
				if p.Key == test.key {
					require.Contains(t, p.Text, test.wants)
					if test.line > 0 {
						require.Equal(t, test.line, p.Line)
					}
					return
				}
			}
			require.Fail(t, "no problem at "+test.key, err.Error())
		})
	}
}
