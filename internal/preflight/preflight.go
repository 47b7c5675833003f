// Package preflight finds out before a run whether its set-up is right: whether
// the service is there at all, and takes the access token. Its calls are made to
// be refused: they have an empty body, or an id that nobody has, so that they
// create nothing and no OTP is sent.
package preflight

import (
	"context"
	"net/http"
	"slices"

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
	return alike[0].setup(last, len(probes))
}
