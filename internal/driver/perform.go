package driver

import (
	"context"
	"maps"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// Request is the content of a call's HTTP request.
type Request struct {
	Path string
	Body map[string]any // nil: no body
	Auth client.Auth    // zero: the valid token
	Raw  []byte         // a body that is not JSON; sent instead of Body
	Omit []string       // headers to leave out
	Set  map[string][]string

	AtOnce bool // the client does not wait after a 429, because the call is made to show it
}

// Perform makes a call and keeps it. The call is never nil. An error of the exchange is in the
// call's Err. The comment in internal/driver/memo/doc.go says which locks and turns a caller may hold.
func (s *Session) Perform(ctx context.Context, c *Call, req Request) (*Call, error) {
	wire, err := s.wire(c, req)
	if err != nil {
		return nil, err
	}
	if given, err := s.givenUp(c); given || err != nil {
		return c, err
	}
	c.Exchange = s.Config.Client.Do(ctx, wire)
	s.finish(ctx, c, wire)
	return c, nil
}

// givenUp reports whether the call is not made because its endpoint does not answer. Then the
// last call that was made stands for it, because a new call would only cost another timeout.
func (r *Run) givenUp(c *Call) (bool, error) {
	of := r.Traffic.Of(c.Endpoint)
	c.OnlyLimits = func() bool { return of.OnlyLimits() && !r.Config.Client.LimitsRate() }
	last, broken := r.Config.Client.GivenUp(c.Endpoint)
	switch {
	case last == nil:
		return false, nil
	case !broken:
		return false, judgement.Errored("%s stopped answering: %d calls in a row got no response, so assay sends no more", spec.Line(c.Endpoint), client.MaxSilence)
	}
	c.Exchange, c.Unanswered = last, true
	r.Calls.Add(c)
	return true, nil
}

// performTogether makes calls at the same time, and keeps them. If one of their endpoints does
// not answer any more, it makes none.
func (s *Session) performTogether(ctx context.Context, calls []*Call, reqs []Request) error {
	wires := make([]client.Call, len(calls))
	made := len(calls)
	for n, c := range calls {
		var err error
		if wires[n], err = s.wire(c, reqs[n]); err != nil {
			return err
		}
		given, err := s.givenUp(c)
		if err != nil {
			return err
		}
		if given {
			made--
		}
	}
	if made == 0 {
		return nil
	}
	if made < len(calls) {
		return judgement.Errored("calls that should arrive at once were not made: one of their endpoints stopped answering")
	}
	for n, e := range s.Config.Client.DoTogether(ctx, wires) {
		calls[n].Exchange = e
		s.finish(ctx, calls[n], wires[n])
	}
	return nil
}

// wire builds the client's request.
func (s *Session) wire(c *Call, req Request) (client.Call, error) {
	if why := s.Config.Client.WhyStopped(); why != "" {
		return client.Call{}, judgement.Errored("%s", why)
	}
	e := spec.Of(c.Endpoint)
	if s.auth != nil {
		req.Auth = *s.auth
	}
	wire := client.Call{
		Endpoint: c.Endpoint, Check: s.Check, Negative: c.Kind == call.Probe, Repeatable: c.Endpoint != spec.CreatePurchases, Method: e.Method, Path: req.Path,
		Auth: req.Auth, Lookup: e.HasOwnEnvelope(), Header: client.LeaveOut(req.Omit), Body: req.Raw, AtOnce: req.AtOnce,
	}
	if req.Set != nil {
		wire.Header = req.Set
	}
	if req.Body != nil && req.Raw == nil {
		body, err := payload.Encode(req.Body)
		if err != nil {
			return wire, judgement.Errored("the body of %s could not be written: %v", c.Endpoint, err)
		}
		wire.Body = body
	}
	if wire.Body == nil && wire.Header == nil && s.SendsContentType(c.Endpoint) {
		wire.Header = http.Header{"Content-Type": {"application/json"}}
	}
	if s.other != nil {
		wire.Header = maps.Clone(wire.Header)
		if wire.Header == nil {
			wire.Header = make(http.Header)
		}
		maps.Copy(wire.Header, s.other)
	}
	return wire, nil
}

// finish handles the answer of a call: it makes further attempts if necessary, reads the answer,
// and keeps the call for the rules that judge every answer.
func (s *Session) finish(ctx context.Context, c *Call, wire client.Call) {
	if c.Response != nil && wire.Body == nil && !wire.LeavesHeadersOut() {
		s.discoverContentTypeReading(ctx, c, wire)
	}
	s.noteLateConnection(c)
	out := s.Config.Client.FollowUp(ctx, wire, c.Exchange)
	c.Exchange = out.Last
	if !c.MayHaveOrdered() { // otherwise another order is placed
		s.classify(c, out)
	}
	c.Read(s.Config.Schemas)
	s.Traffic.Of(c.Endpoint).Note(&c.Answer)
	if c.Endpoint == spec.CreatePurchases && c.OK() && c.Customer != nil {
		s.OrdersPerBuyer.Served(c.Customer)
	}
	if c.Keep != nil && c.OK() {
		c.Keep() // before other checks can see the call, because they read what Keep stores
	}
	s.Calls.Add(c)
	s.count(c)
}

// count counts the customers and items that the run has created at the target.
func (r *Run) count(c *Call) {
	if !c.OK() {
		return
	}
	switch {
	case c.Endpoint == spec.CreatePurchases:
		r.purchaseCount.Add(int64(len(c.Records())))
	case c.Endpoint == spec.CreateLimit && c.Variant != call.AgainVariant:
		r.customerCount.Add(1)
	}
}
