// Package preflight checks the set-up before a run: whether the service answers at all, and
// whether it accepts the access token. Its calls are made to be refused, with an empty body
// or an unknown id, so that they create nothing and send no OTP. If the service refuses all
// of them alike, one valid lookup follows: a service may refuse everything with one status.
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

// order is that of the calls: those come first that a service can refuse most
// cheaply.
var order = []string{
	spec.CreateLimit, spec.GetPurchase, spec.CreatePurchases, spec.SendOTP, spec.VerifyOTP,
	spec.FetchLimit, spec.UpdatePurchases, spec.CancelPurchase, spec.CustomerLookup,
}

// probes are one call of each endpoint, and of each documented path of it. An
// update is made at the path without an id.
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

// connections is how many calls must fail to get a connection before the target
// counts as not there: no endpoint has any part in it.
const connections = 3

// Check makes a call of each endpoint until one is answered as only a service
// answers: of one that is there, that is the first. It returns nil for those,
// and what is wrong with the set-up where all endpoints fail alike. An endpoint
// that is not there, or is broken, says nothing of the token: the others refuse it.
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
	case servesLookup(ctx, target, &seen):
		return nil
	}
	return seen.setup()
}

// addAll makes calls side by side: each of them may wait for the whole timeout.
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

// CheckLookup asks the address that only the lookup has, and returns what is wrong with
// it: nobody is there, or no service. Whatever else is answered is the lookup's.
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

// isElsewhere tells whether an answer is that of a web site, a login or a proxy.
func isElsewhere(e *recording.Exchange) bool {
	status := e.Response.Status
	return isPage(e.Response) || status >= 300 && status < 400
}

// answers are what is known of a target after some calls.
type answers struct {
	calls   int
	last    *recording.Exchange
	alike   []cause             // what would explain all answers
	refused *recording.Exchange // the last one that refuses the token
	silent  []client.Call       // their answers say nothing of the token
	broken  int                 // of those, answers with an error of the server
}

func (a *answers) add(call client.Call, e *recording.Exchange) {
	causes := causesOf(e)
	if a.calls == 0 || a.alike[0].noConnection() && e.Response != nil { // it has started meanwhile
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

// isBroken tells whether all endpoints answer with an error of the server, and the lookup with
// the envelope in which it says so as well as that the token is invalid (section 7).
func (a *answers) isBroken() bool {
	return a.refused != nil && a.refused.Endpoint == spec.CustomerLookup && a.refused.Response.Status != http.StatusUnauthorized &&
		a.refused.Response.Status != http.StatusForbidden && a.broken > 0 && a.broken == len(a.silent)
}

func (a *answers) setup() *result.Setup {
	s := a.alike[0].setup(a.last, a.calls)
	if a.alike[0] == token && len(a.silent) > 0 {
		s.Problem = "every endpoint that is there refuses the access token"
	}
	return s
}

// ask makes a call of which the service is to do nothing.
func ask(ctx context.Context, target *client.Client, call client.Call) *recording.Exchange {
	call.Check, call.Negative = "set-up", true
	if call.Method == http.MethodPost || call.Method == http.MethodPut {
		call.Body = []byte("{}")
	}
	return target.Do(ctx, call)
}

// takesToken tells whether an endpoint whose answer says nothing of the token took
// it, and did not find the id that nobody has: without a token it then refuses.
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

// servesLookup tells whether the target serves the one call that is valid and
// changes nothing: a lookup of somebody who is no customer (section 4.5).
func servesLookup(ctx context.Context, target *client.Client, seen *answers) bool {
	e := spec.Of(spec.CustomerLookup)
	seen.calls++
	answer := target.Do(ctx, client.Call{
		Endpoint: spec.CustomerLookup, Method: e.Method, Path: e.Path, Lookup: true, Check: "set-up", Negative: true,
		Body: []byte(`{"queryFieldEnum":"email","value":"assay.nobody@example.com"}`),
	})
	return answer.Response != nil && answer.Response.Status == http.StatusOK && json.Valid(answer.Response.Body) &&
		gjson.GetBytes(answer.Response.Body, "success").Type == gjson.True
}
