package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// FetchLimit makes the call of section 4.4.
func (s limits) FetchLimit(ctx context.Context, c *customer.Customer) (*Call, error) {
	return s.FetchLimitAs(ctx, c, call.Plain)
}

func (s limits) FetchLimitAs(ctx context.Context, c *customer.Customer, k call.Kind) (*Call, error) {
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
	if err == nil { // of somebody else's limit it is chance which amounts occur
		s.Unseen.AddError(history.LargeAmounts, []string{spec.FetchLimit}, answer.OfAnother("data.customer_details.id", judgement.EchoAspect))
	}
	return answer, err
}

const nothingBought = "nothing-bought"

// AfterPurchaseLabel marks what is said of a customer who has bought something, and buys
// nothing more meanwhile.
const AfterPurchaseLabel = "after-purchase"

func (s limits) FetchUntouched(ctx context.Context, c *customer.Customer) error {
	_, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: call.Plain}, Customer: c, Labels: []string{nothingBought}},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
	return err
}

// AskAgain sends a limit request of somebody who has a limit (section 1).
func (s limits) AskAgain(ctx context.Context, c *customer.Customer, body map[string]any, k call.Kind) (*Call, error) {
	return s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: call.AgainVariant, Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.CreateLimit).Path, Body: body})
}

// AskTogether sends the limit request of a new customer twice at once.
func (s limits) AskTogether(ctx context.Context, c *customer.Customer, f payload.Form) ([]*Call, error) {
	c.Request = s.LimitRequest(c, f)
	calls, reqs := make([]*Call, 2), make([]Request, 2)
	for n, variant := range []string{c.Kind.Variant(), call.AgainVariant} {
		calls[n] = &Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: variant, Kind: call.Probe}, Customer: c}
		reqs[n] = Request{Path: spec.Of(spec.CreateLimit).Path, Body: c.Request}
	}
	return calls, s.performTogether(ctx, calls, reqs)
}
