package faults

import (
	"bytes"
	"fmt"
	"net/http"
)

// statusOwners says which requirements have the HTTP status and the JSON of
// each endpoint, and which success is documented (section 7).
var statusOwners = []struct {
	endpoint, status, json string
	success                int
}{
	{sendOTP, "OTP-01", "OTP-03", 200},
	{verifyOTP, "VER-01", "VER-02", 200},
	{createLimit, "LIM-01", "LIM-04", 201},
	{fetchLimit, "FLM-01", "FLM-02", 200},
	{lookup, "LKP-01", "LKP-02", 200},
	{createOrder, "PUR-01", "PUR-02", 201},
	{getItem, "GET-01", "GET-02", 200},
	{updateItems, "UPD-01", "UPD-02", 200},
	{cancelItem, "CAN-01", "CAN-02", 200},
}

// statusFaults derive the wrong statuses of every endpoint: another success,
// and none at all.
func statusFaults() []Fault {
	var all []Fault
	for _, e := range statusOwners {
		other := 201
		if e.success == 201 {
			other = 200
		}
		for _, status := range []int{other, 202} {
			all = append(all, Fault{
				ID: fmt.Sprintf("%s-answers-%d", e.endpoint, status), Breaks: e.status,
				Why:   fmt.Sprintf("%s is answered with %d in place of %d", e.endpoint, status, e.success),
				plant: on(e.endpoint, func(_ *call, a *answer) { restate(a, status) }),
			})
		}
		for _, status := range []int{500, 503} {
			all = append(all, Fault{
				ID: fmt.Sprintf("%s-answers-%d", e.endpoint, status), Breaks: e.status,
				Why:   fmt.Sprintf("%s is answered with %d whatever is asked", e.endpoint, status),
				plant: refusing(e.endpoint, status, func(*call) bool { return true }),
			})
		}
		all = append(all, Fault{
			ID: e.endpoint + "-cuts-every-answer", Breaks: e.json,
			Why:   "every answer of " + e.endpoint + " ends in the middle, well-formed as HTTP",
			plant: on(e.endpoint, func(_ *call, a *answer) { a.say(a.bytes()[:len(a.bytes())/2]) }),
		})
	}
	return all
}

// restate changes the HTTP status, and with it the status in the body: that one
// mirrors the other is a requirement of its own.
func restate(a *answer, status int) {
	a.status = status
	if _, ok := a.body()["status"]; ok {
		a.touch().body()["status"] = status
	}
}

// spoiledJSON are the ways in which a body can fail to be JSON, or to say so.
var spoiledJSON = []struct {
	id, why string
	by      func(a *answer)
}{
	{"text-html", "says that it is HTML", func(a *answer) { a.header.Set("Content-Type", "text/html; charset=utf-8") }},
	{"text-plain", "says that it is plain text", func(a *answer) { a.header.Set("Content-Type", "text/plain") }},
	{"no-type", "has no Content-Type", func(a *answer) { a.header.Set("Content-Type", "") }},
	{"trailing-comma", "has a trailing comma", func(a *answer) {
		a.say(append(bytes.TrimSuffix(bytes.TrimSpace(a.bytes()), []byte("}")), ",}"...))
	}},
	{"byte-order-mark", "begins with a byte order mark", func(a *answer) { a.say(append([]byte("\xef\xbb\xbf"), a.bytes()...)) }},
	{"two-values", "holds two JSON values", func(a *answer) { a.say(append(bytes.Clone(a.bytes()), "{}"...)) }},
	{"twice-named", "names a member twice", func(a *answer) {
		a.say(append([]byte(`{"data":null,`), bytes.TrimPrefix(bytes.TrimSpace(a.bytes()), []byte("{"))...))
	}},
	{"empty", "is empty", func(a *answer) { a.say(nil) }},
	{"in-array", "wraps the object in an array", func(a *answer) { a.say([]byte("[" + string(bytes.TrimSpace(a.bytes())) + "]")) }},
	{"in-string", "wraps the object in a string", func(a *answer) { a.say(encode(string(bytes.TrimSpace(a.bytes())))) }},
	{"latin-1", "is not UTF-8", func(a *answer) {
		a.say(append(bytes.TrimSuffix(bytes.TrimSpace(a.bytes()), []byte("}")), ",\"note\":\"Zo\xeb\"}"...))
	}},
	{"not-a-number", "holds NaN", func(a *answer) {
		a.say(append(bytes.TrimSuffix(bytes.TrimSpace(a.bytes()), []byte("}")), `,"note":NaN}`...))
	}},
}

// jsonFaults spoil the JSON of every endpoint.
func jsonFaults() []Fault {
	var all []Fault
	for _, e := range statusOwners {
		for _, s := range spoiledJSON {
			all = append(all, Fault{
				ID: e.endpoint + "-body-" + s.id, Breaks: e.json,
				Why:   "the answer to " + e.endpoint + " " + s.why,
				plant: on(e.endpoint, func(_ *call, a *answer) { s.by(a) }),
				layer: ofOctets,
			})
		}
	}
	return all
}

// credentials are the ways to come without the valid token (section 5).
var credentials = []struct {
	id, why string
	matches func(header http.Header) bool
}{
	{"no-token", "no Authorization header", func(h http.Header) bool { return len(h.Values("Authorization")) == 0 }},
	{"an-empty-token", "an empty Authorization header", func(h http.Header) bool {
		return len(h.Values("Authorization")) == 1 && h.Get("Authorization") == ""
	}},
	{"a-scheme-alone", "a scheme without a token", func(h http.Header) bool { return h.Get("Authorization") == "Bearer" }},
	{"a-foreign-scheme", "the token under another scheme", foreignScheme},
	{"a-wrong-token", "a token that it never gave", func(h http.Header) bool { return bearer(h) }},
}

func foreignScheme(h http.Header) bool {
	given := h.Get("Authorization")
	return given != "" && given != "Bearer" && !bearer(h)
}

func bearer(h http.Header) bool {
	const scheme = "Bearer "
	given := h.Get("Authorization")
	return len(given) > len(scheme) && given[:len(scheme)] == scheme
}

// tokenFaults serve callers without the valid token: each endpoint, each sort
// of credentials.
func tokenFaults() []Fault {
	owners := map[string]string{
		sendOTP: "OTP-13", verifyOTP: "OTP-13", createLimit: "LIM-22", fetchLimit: "LIM-22", lookup: "LKP-12",
		createOrder: "PUR-17", getItem: "PUR-17", updateItems: "PUR-17", cancelItem: "PUR-17",
	}
	var all []Fault
	for _, e := range statusOwners {
		for _, k := range credentials {
			breaks := owners[e.endpoint]
			if e.endpoint == lookup && k.id == "a-wrong-token" {
				breaks = "LKP-11" // its answer is documented
			}
			all = append(all, Fault{
				ID: e.endpoint + "-serves-" + k.id, Breaks: breaks,
				Why:   e.endpoint + " serves a call with " + k.why,
				plant: trusting(e.endpoint, k.matches),
			})
		}
	}
	return all
}

// trusting gives the good token to callers who lack it.
func trusting(endpoint string, when func(http.Header) bool) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if c.endpoint == endpoint && when(c.request.Header) {
				r := c.request.Clone(c.request.Context())
				r.Header.Set("Authorization", "Bearer "+c.token)
				c.request = r
			}
			return next(c)
		}
	}
}
