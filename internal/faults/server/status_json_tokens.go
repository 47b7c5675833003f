package server

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// statusFaults derives the wrong statuses of every endpoint: another success status, or an error
// status for every call. It also derives the faults that cut every answer.
func statusFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		other := 201
		if e.success == 201 {
			other = 200
		}
		for _, status := range []int{other, 202} {
			all = append(all, faults.Fault{
				ID: fmt.Sprintf("%s-answers-%d", e.endpoint, status), Breaks: e.status,
				Why:     fmt.Sprintf("%s is answered with %d in place of %d", e.endpoint, status, e.success),
				Mutator: faults.On(e.endpoint, func(_ *faults.Call, a *faults.Answer) { faults.SetStatus(a, status) }),
			})
		}
		for _, status := range []int{500, 503} {
			all = append(all, faults.Fault{
				ID: fmt.Sprintf("%s-answers-%d", e.endpoint, status), Breaks: e.status,
				Why:     fmt.Sprintf("%s is answered with %d whatever is asked", e.endpoint, status),
				Mutator: faults.Refusing(e.endpoint, status, func(*faults.Call) bool { return true }),
			})
		}
		all = append(all, faults.Fault{
			ID: e.endpoint + "-cuts-every-answer", Breaks: e.json,
			Why:     "every answer of " + e.endpoint + " ends in the middle, well-formed as HTTP",
			Mutator: faults.On(e.endpoint, func(_ *faults.Call, a *faults.Answer) { a.SetRaw(a.Bytes()[:len(a.Bytes())/2]) }),
		})
	}
	return all
}

// spoiledJSON are the ways in which a body is not valid JSON, or is not declared as JSON.
var spoiledJSON = []struct {
	id, why string
	by      func(a *faults.Answer)
}{
	{"text-html", "says that it is HTML", func(a *faults.Answer) { a.Header.Set("Content-Type", "text/html; charset=utf-8") }},
	{"text-plain", "says that it is plain text", func(a *faults.Answer) { a.Header.Set("Content-Type", "text/plain") }},
	{"no-type", "has no Content-Type", func(a *faults.Answer) { a.Header.Set("Content-Type", "") }},
	{"trailing-comma", "has a trailing comma", func(a *faults.Answer) {
		a.SetRaw(append(bytes.TrimSuffix(bytes.TrimSpace(a.Bytes()), []byte("}")), ",}"...))
	}},
	{"byte-order-mark", "begins with a byte order mark", func(a *faults.Answer) { a.SetRaw(append([]byte("\xef\xbb\xbf"), a.Bytes()...)) }},
	{"two-values", "holds two JSON values", func(a *faults.Answer) { a.SetRaw(append(bytes.Clone(a.Bytes()), "{}"...)) }},
	{"twice-named", "names a member twice", func(a *faults.Answer) {
		a.SetRaw(append([]byte(`{"data":null,`), bytes.TrimPrefix(bytes.TrimSpace(a.Bytes()), []byte("{"))...))
	}},
	{"empty", "is empty", func(a *faults.Answer) { a.SetRaw(nil) }},
	{"in-array", "wraps the object in an array", func(a *faults.Answer) { a.SetRaw([]byte("[" + string(bytes.TrimSpace(a.Bytes())) + "]")) }},
	{"in-string", "wraps the object in a string", func(a *faults.Answer) { a.SetRaw(faults.Encode(string(bytes.TrimSpace(a.Bytes())))) }},
	{"latin-1", "is not UTF-8", func(a *faults.Answer) {
		a.SetRaw(append(bytes.TrimSuffix(bytes.TrimSpace(a.Bytes()), []byte("}")), ",\"note\":\"Zo\xeb\"}"...))
	}},
	{"not-a-number", "holds NaN", func(a *faults.Answer) {
		a.SetRaw(append(bytes.TrimSuffix(bytes.TrimSpace(a.Bytes()), []byte("}")), `,"note":NaN}`...))
	}},
}

// jsonFaults damage the JSON of every endpoint.
func jsonFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		for _, s := range spoiledJSON {
			all = append(all, faults.Fault{
				ID: e.endpoint + "-body-" + s.id, Breaks: e.json,
				Why:     "the answer to " + e.endpoint + " " + s.why,
				Mutator: faults.On(e.endpoint, func(_ *faults.Call, a *faults.Answer) { s.by(a) }),
				Layer:   faults.LayerBytes,
			})
		}
	}
	return all
}

// credentials are the ways to call without the valid token (section 5).
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

// tokenFaults serve callers without the valid token, one fault for each endpoint and each kind of
// credentials.
func tokenFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		for _, k := range credentials {
			breaks := e.token
			if e.endpoint == faults.Lookup && k.id == "a-wrong-token" {
				breaks = "LKP-11" // the specification documents the answer to a wrong token
			}
			all = append(all, faults.Fault{
				ID: e.endpoint + "-serves-" + k.id, Breaks: breaks,
				Why:     e.endpoint + " serves a call with " + k.why,
				Mutator: trusting(e.endpoint, k.matches),
			})
		}
	}
	return all
}

// trusting replaces the credentials of some callers with the valid token.
func trusting(endpoint string, when func(http.Header) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint && when(c.Request.Header) {
				r := c.Request.Clone(c.Request.Context())
				r.Header.Set("Authorization", "Bearer "+c.Token)
				c.Request = r
			}
			return next(c)
		}
	}
}

// wireFaults break the connection for one documented value. They imitate a crash in code that
// only few requests reach.
func wireFaults() []faults.Fault {
	var all []faults.Fault
	for _, f := range []struct {
		list  int
		value string
	}{{0, "tv"}, {1, "agent_delivery"}, {5, "Executive Manager"}, {7, "Q"}, {8, "Real estate & Property Management"}, {9, "Legal Services"}, {10, "student"}, {15, "email"}} {
		l := faults.Lists[f.list]
		picked := func(c *faults.Call) bool { return slices.Contains(c.Values(l.Path), f.value) }
		all = append(all,
			faults.Fault{ID: faults.Kebab(l.Endpoint + "-cuts-on-" + f.value), Breaks: l.Breaks,
				Why:     fmt.Sprintf("the connection is cut within the answer to %q", f.value),
				Mutator: faults.On(l.Endpoint, func(c *faults.Call, a *faults.Answer) { a.Cut = a.Cut || picked(c) })},
			faults.Fault{ID: faults.Kebab(l.Endpoint + "-hangs-up-on-" + f.value), Breaks: l.Breaks,
				Why:     fmt.Sprintf("the connection is closed without an answer to %q", f.value),
				Mutator: faults.On(l.Endpoint, func(c *faults.Call, a *faults.Answer) { a.Silent = a.Silent || picked(c) })})
	}
	return all
}

// otherStatusFaults serve some calls of an endpoint with another success status than the rest, as
// if another developer had written that branch.
func otherStatusFaults() []faults.Fault {
	var all []faults.Fault
	shownBy := map[string]string{ // the rules that send each value, where not every run sends it
		"agent-deliveries": "PUR-12", "fridges": "PUR-11", "job-group-t": "LIM-12", "partnerships": "LIM-15", "emails": "LKP-07",
	}
	add := func(id, endpoint, breaks string, status int, why string, when func(c *faults.Call) bool) {
		all = append(all, faults.Fault{
			ID: endpoint + "-answers-" + strconv.Itoa(status) + "-to-" + id, Breaks: breaks, Why: why + " with " + strconv.Itoa(status), ShownBy: shownBy[id],
			Mutator: servedWith(endpoint, status, when),
		})
	}
	add("several-items", faults.CreateOrder, "PUR-01", 200, "an order of several items is answered", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("deliveries", faults.CreateOrder, "PUR-01", 202, "an order for delivery is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.preferred_option"), "delivery") })
	add("agent-deliveries", faults.CreateOrder, "PUR-01", 200, "an order that an agent delivers is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.delivery_option"), "agent_delivery") })
	add("fridges", faults.CreateOrder, "PUR-01", 200, "an order of a fridge is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.item_type"), "fridge") })
	add("several-items", faults.UpdateItems, "UPD-01", 207, "an update of several items is answered", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("married-people", faults.CreateLimit, "LIM-01", 200, "the limit of a married employee is answered", func(c *faults.Call) bool {
		return c.Text("marital_status") == "married" && faults.Employee(c.Body)
	})
	add("job-group-t", faults.CreateLimit, "LIM-02", 200, "the limit of job group T is answered", func(c *faults.Call) bool {
		return faults.Government(c.Body) && c.Text("employed_occupational_detail.job_group") == "T"
	})
	add("partnerships", faults.CreateLimit, "LIM-03", 202, "the limit of a partnership is answered", func(c *faults.Call) bool {
		return c.Text("self_employed_occupational_detail.business_type") == "partnership"
	})
	add("emails", faults.Lookup, "LKP-01", 201, "a lookup by email is answered", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "email" })
	return append(all, faults.Fault{
		ID: faults.CancelItem + "-answers-202-to-collected", Breaks: "CAN-01", Why: "the cancel of a collected item is answered with 202",
		Mutator: func(next faults.Responder) faults.Responder {
			collected := faults.NewSet()
			inner := faults.On(faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
				for _, id := range c.Values("items.id") {
					collected.Put(id, a.Served())
				}
			})(next)
			return servedWith(faults.CancelItem, 202, func(c *faults.Call) bool { return collected.Has(faults.ByID(c)) })(inner)
		},
	})
}

// servedWith changes the status of the answers to some calls that are served.
func servedWith(endpoint string, status int, when func(*faults.Call) bool) faults.Mutator {
	return faults.On(endpoint, func(c *faults.Call, a *faults.Answer) {
		if when(c) && a.Served() {
			faults.SetStatus(a, status)
		}
	})
}
