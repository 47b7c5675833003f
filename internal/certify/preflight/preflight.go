// Package preflight checks the set-up before a run: whether the service answers, and whether it
// accepts the access token. A service must refuse its calls, because they have an empty body or
// an unknown id. So they create nothing and send no OTP. If the service refuses all of them in
// the same way, one valid lookup follows, because a service may refuse everything with one
// status.
package preflight

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// nobody is an id that no customer and no item has.
const nobody = "00000000-0000-4000-8000-000000000000"

// order is the order of the calls. The first ones are those that a service can refuse with the
// least work.
var order = []string{
	spec.CreateLimit, spec.GetPurchase, spec.CreatePurchases, spec.SendOTP, spec.VerifyOTP,
	spec.FetchLimit, spec.UpdatePurchases, spec.CancelPurchase, spec.CustomerLookup,
}

// probes returns one call for each endpoint and for each documented path. An update has the path
// without an id.
func probes() []client.Call {
	var all []client.Call
	for _, name := range order {
		e := spec.Of(name)
		call := client.Call{Endpoint: name, Method: e.Method, Path: e.Path, Lookup: e.HasOwnEnvelope()}
		if e.ID != "" && e.OtherPath == "" {
			call.Path = e.At(nobody)
		}
		all = append(all, call)
		if e.OtherPath != "" && e.ID == "" {
			call.Path = e.OtherPath
			all = append(all, call)
		}
	}
	return all
}

// connections is how many calls must fail to connect before the target counts as unreachable. It
// does not depend on the endpoints.
const connections = 3

// Check calls one endpoint after another until one gives an answer that only a service gives; if
// the service is there, the first one does. Then it returns nil. If all endpoints fail in the
// same way, it returns what is wrong with the set-up. A missing or broken endpoint says nothing
// about the token; the others may refuse it.
func Check(ctx context.Context, target *client.Client) *result.Setup {
	var seen answers
	calls := probes()
	for n, call := range calls {
		seen.add(call, ask(ctx, target, call))
		if seen.calls == 1 && len(seen.alike) > 0 && seen.alike[0] == silent {
			seen.addAll(ctx, target, calls[n+1:])
		}
		if ctx.Err() != nil || len(seen.alike) == 0 {
			return nil
		}
		if seen.calls == len(calls) || seen.alike[0].noConnection() && seen.calls == connections {
			break
		}
	}
	if seen.alike[0].noConnection() {
		return seen.setup()
	}
	switch c := seen.alike[0]; {
	case c == token && (seen.refused == nil || seen.isBroken() || takesToken(ctx, target, &seen)):
		return nil
	case judgesLookup(ctx, target, &seen, c):
		return nil
	}
	return seen.setup()
}

// addAll makes calls at the same time, because each of them may take the whole timeout.
func (a *answers) addAll(ctx context.Context, target *client.Client, calls []client.Call) {
	all := make([]*recording.Exchange, len(calls))
	var group sync.WaitGroup
	for n, call := range calls {
		group.Go(func() { all[n] = ask(ctx, target, call) })
	}
	group.Wait()
	for n, e := range all {
		a.add(calls[n], e)
		if len(a.alike) == 0 {
			return
		}
	}
}

// CheckLookup calls the separate address of the lookup. It returns what is wrong with that
// address: it cannot be reached, or it is no service. Any other answer comes from the lookup.
func CheckLookup(ctx context.Context, target *client.Client) *result.Setup {
	e := spec.Of(spec.CustomerLookup)
	for calls := 1; ctx.Err() == nil; calls++ {
		answer := ask(ctx, target, client.Call{Endpoint: spec.CustomerLookup, Method: e.Method, Path: e.Path, Lookup: true})
		causes := causesOf(answer)
		switch {
		case len(causes) == 0 || causes[0] == token:
			return nil
		case causes[0].noConnection() && calls < connections:
			continue
		case !causes[0].noConnection() && !isElsewhere(answer):
			return nil
		}
		s := causes[0].setup(answer, calls)
		s.Problem = "at the lookup base URL: " + s.Problem
		s.Remedy = "set --lookup-base-url to the address below which " + e.Path + " is served, and see to it that the service is up"
		return s
	}
	return nil
}

// isElsewhere reports whether an answer comes from a web site, a login or a proxy.
func isElsewhere(e *recording.Exchange) bool {
	status := e.Response.Status
	return isPage(e.Response) || status >= 300 && status < 400
}

// answers is the knowledge about a target after some calls.
type answers struct {
	calls   int
	last    *recording.Exchange
	alike   []cause             // the causes that would explain all answers
	refused *recording.Exchange // the last answer that refuses the token
	silent  []client.Call       // calls whose answers say nothing about the token
	broken  int                 // how many of those got a server error
}

func (a *answers) add(call client.Call, e *recording.Exchange) {
	causes := causesOf(e)
	if a.calls == 0 || a.alike[0].noConnection() && e.Response != nil { // the target has started since the last call
		a.alike, a.silent, a.broken = causes, nil, 0
	}
	a.alike = slices.DeleteFunc(slices.Clone(a.alike), func(c cause) bool { return !slices.Contains(causes, c) })
	a.last = e
	a.calls++
	if refuses(e) {
		a.refused = e
		return
	}
	a.silent = append(a.silent, call)
	if e.Response != nil && e.Response.Status >= http.StatusInternalServerError {
		a.broken++
	}
}

// isBroken reports whether all endpoints answer with a server error, and the lookup with the
// envelope that means either a server error or an invalid token (section 7), without a word about the token.
func (a *answers) isBroken() bool {
	return a.refused != nil && a.refused.Endpoint == spec.CustomerLookup && a.refused.Response.Status != http.StatusUnauthorized &&
		a.refused.Response.Status != http.StatusForbidden && a.broken > 0 && a.broken == len(a.silent) && !namesToken(a.refused.Response.Body)
}

func (a *answers) setup() *result.Setup {
	s := a.alike[0].setup(a.last, a.calls)
	if a.alike[0] == token && len(a.silent) > 0 {
		s.Problem = "every endpoint that is there refuses the access token"
	}
	return s
}

// ask makes a call that the service must refuse.
func ask(ctx context.Context, target *client.Client, call client.Call) *recording.Exchange {
	call.Check, call.Negative = "set-up", true
	if call.Method == http.MethodPost || call.Method == http.MethodPut {
		call.Body = []byte("{}")
	}
	return target.Do(ctx, call)
}

// takesToken reports whether an endpoint whose answer says nothing about the token accepted it
// and did not find the unknown id. Such an endpoint refuses the same call without a token.
func takesToken(ctx context.Context, target *client.Client, seen *answers) bool {
	for _, call := range seen.silent {
		if spec.Of(call.Endpoint).ID == "" {
			continue
		}
		call.Auth = client.NoAuth()
		seen.calls++
		if refuses(ask(ctx, target, call)) {
			return true
		}
	}
	return false
}

// judgesLookup reports whether the target answers as a service does to the only call that is valid
// and changes nothing: a lookup of a person that is no customer (section 4.5). It serves the lookup
// or, if it answered all other calls with nothing, says anything.
func judgesLookup(ctx context.Context, target *client.Client, seen *answers, c cause) bool {
	e := spec.Of(spec.CustomerLookup)
	seen.calls++
	answer := target.Do(ctx, client.Call{
		Endpoint: spec.CustomerLookup, Method: e.Method, Path: e.Path, Lookup: true, Check: "set-up", Negative: true,
		Body: []byte(`{"queryFieldEnum":"email","value":"assay.nobody@example.com"}`),
	})
	if c == stub {
		return !saysNothing(answer)
	}
	return answer.Response != nil && answer.Response.Status == http.StatusOK && json.Valid(answer.Response.Body) &&
		gjson.GetBytes(answer.Response.Body, "success").Type == gjson.True
}
