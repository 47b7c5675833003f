package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// FetchLimit makes the call of section 4.4.
func (s limits) FetchLimit(ctx context.Context, c *customer.Customer) (*Call, error) {
	return s.FetchLimitAs(ctx, c, call.Plain)
}

func (s limits) FetchLimitAs(ctx context.Context, c *customer.Customer, k call.Kind) (*Call, error) {
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
	if err == nil { // if the limit is of another customer, large amounts in it are chance
		s.Unseen.AddError(history.LargeAmounts, []string{spec.FetchLimit}, answer.OfAnother("data.customer_details.id", judgement.EchoAspect))
	}
	return answer, err
}

// restIsBelow reports whether the limit that the target shows now does not cover an amount.
func (s limits) restIsBelow(ctx context.Context, c *customer.Customer, amount int64) bool {
	now, err := s.FetchLimitAs(ctx, c, call.Probe)
	return err == nil && now.OK() && customer.LeftOf(now.Data) < amount
}

// AfterPurchaseLabel marks a call about a customer that has bought something and buys nothing
// more during the call.
const AfterPurchaseLabel = "after-purchase"

// FetchUntouched fetches the limit of a customer of another check that bought nothing.
func (s limits) FetchUntouched(ctx context.Context, c *customer.Customer) (*Call, error) {
	return s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: call.Plain}, Customer: c},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
}

// AskAgain sends a limit request for a customer that has a limit already (section 1).
func (s limits) AskAgain(ctx context.Context, c *customer.Customer, body map[string]any, k call.Kind) (*Call, error) {
	return s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: call.AgainVariant, Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.CreateLimit).Path, Body: body})
}

// AskTogether sends the limit request of a new customer twice at the same time.
func (s limits) AskTogether(ctx context.Context, c *customer.Customer, f payload.Form) ([]*Call, error) {
	c.Request = s.LimitRequest(c, f)
	calls, reqs := make([]*Call, 2), make([]Request, 2)
	for n, variant := range []string{c.Kind.Variant(), call.AgainVariant} {
		calls[n] = &Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: variant, Kind: call.Probe}, Customer: c}
		reqs[n] = Request{Path: spec.Of(spec.CreateLimit).Path, Body: c.Request}
	}
	return calls, s.performTogether(ctx, calls, reqs)
}

// LookUp makes the call of section 4.5.
func (s limits) LookUp(ctx context.Context, c *customer.Customer, field string, value any, k call.Kind) (*Call, error) {
	variant := call.WithLimit
	if c == nil || c.ID == "" {
		variant = call.WithoutLimit
	}
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.CustomerLookup, Variant: variant, Kind: k}, Customer: c},
		lookupRequest(field, value))
	if err != nil {
		return answer, err
	}
	return answer, s.Customers.lookedUp(c, answer)
}

// LookupOf returns the lookup of a customer in one way (section 4.5).
func LookupOf(c *customer.Customer, q customer.Query) Request {
	return lookupRequest(q.Field, q.Value(c))
}

func lookupRequest(field string, value any) Request {
	return Request{Path: spec.Of(spec.CustomerLookup).Path, Body: payload.Lookup(field, value)}
}

// LookupQuery returns the way in which the run looks up customers.
func (s limits) LookupQuery(ctx context.Context) (customer.Query, error) {
	return Shared(ctx, s.Run, "lookup query", func(ctx context.Context) (customer.Query, error) {
		c, err := s.Customers.CustomerToLookUp(ctx)
		if err != nil {
			return customer.Queries[0], err
		}
		var first *Call
		way := customer.Queries[0]
		for _, q := range customer.Queries {
			answer, err := s.LookUp(ctx, c, q.Field, q.Value(c), call.Probe)
			if err != nil {
				return q, err
			}
			if first == nil || !first.AnsweredSuccess() && answer.AnsweredSuccess() {
				first, way = answer, q // a success in the wrong form shows more than a refusal of the field
			}
			if answer.Found() || c.ID == "" && answer.AnsweredSuccess() {
				s.Calls.SetPlain(answer)
				return q, nil
			}
		}
		s.Calls.SetPlain(first)
		return way, nil
	})
}

// LookedUp looks up a customer as a precondition. It fails if the target does not serve the
// lookup.
func (s limits) LookedUp(ctx context.Context, c *customer.Customer) (*Call, error) {
	q, err := s.LookupQuery(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := s.LookUp(ctx, c, q.Field, q.Value(c), call.Plain)
	if err != nil {
		return nil, err
	}
	return answer, s.LookupServed(answer)
}

// LookupServed returns nil if a lookup was served. If the target may have refused the signature,
// because no signing is configured, the error says that the check is untested.
func (s limits) LookupServed(answer *Call) error {
	err := answer.Served()
	if err == nil || s.Config.Signed || !answer.RefusesSignature() || s.servedAnyLookup() {
		return err
	}
	return judgement.Untested("the target refuses the lookup, and no signing is configured: it may require a real Sign. Set lookup.signing")
}

// servedAnyLookup reports whether the target has served a lookup in this run. Then the target
// accepts the Sign, and refuses another lookup for its content.
func (s limits) servedAnyLookup() bool {
	return len(s.Calls.Of(spec.CustomerLookup, (*Call).OK)) > 0
}
