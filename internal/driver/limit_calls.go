package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/spec"
)

// FetchLimit makes the call of section 4.4.
func (s limits) FetchLimit(ctx context.Context, c *customer.Customer) (*Call, error) {
	return s.FetchLimitAs(ctx, c, call.Plain)
}

func (s limits) FetchLimitAs(ctx context.Context, c *customer.Customer, k call.Kind) (*Call, error) {
	return s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
}

const nothingBought = "nothing-bought"

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
