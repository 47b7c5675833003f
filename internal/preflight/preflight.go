// Package preflight finds out before a run whether its set-up is right: whether
// the service is there at all, and takes the access token. Its calls are made to
// be refused: they have an empty body, or an id that nobody has, so that they
// create nothing and no OTP is sent. Only where all are refused alike, one valid
// call follows, a lookup: a service may refuse everything with one status.
package preflight

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

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
// and what is wrong with the set-up where all endpoints fail alike.
func Check(ctx context.Context, target *client.Client) *result.Setup {
	var alike []cause
	var last *recording.Exchange
	probes := probes()
	for n, call := range probes {
		call.Check, call.Negative = "set-up", true
		if call.Method == http.MethodPost || call.Method == http.MethodPut {
			call.Body = []byte("{}")
		}
		last = target.Do(ctx, call)
		if ctx.Err() != nil {
			return nil
		}
		causes := causesOf(last)
		if n == 0 {
			alike = causes
		}
		alike = slices.DeleteFunc(slices.Clone(alike), func(c cause) bool { return !slices.Contains(causes, c) })
		if len(alike) == 0 {
			return nil
		}
		if alike[0].noConnection() && n+1 == connections {
			return alike[0].setup(last, n+1)
		}
	}
	if !alike[0].noConnection() && servesLookup(ctx, target) {
		return nil
	}
	return alike[0].setup(last, len(probes)+1)
}

// servesLookup tells whether the target serves the one call that is valid and
// changes nothing: a lookup of somebody who is no customer (section 4.5).
func servesLookup(ctx context.Context, target *client.Client) bool {
	e := spec.Of(spec.CustomerLookup)
	answer := target.Do(ctx, client.Call{
		Endpoint: spec.CustomerLookup, Method: e.Method, Path: e.Path, Lookup: true, Check: "set-up", Negative: true,
		Body: []byte(`{"queryFieldEnum":"email","value":"assay.nobody@example.com"}`),
	})
	return answer.Response != nil && answer.Response.Status == http.StatusOK && json.Valid(answer.Response.Body) &&
		gjson.GetBytes(answer.Response.Body, "success").Type == gjson.True
}
