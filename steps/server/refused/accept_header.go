package refused

import (
	"cmp"
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AcceptHeader contains the sentences about valid calls without the header Accept, or with one that
// names no media type. Bodies are JSON (section 1), and section 5 does not list the header. A client
// library sends what it likes.
type AcceptHeader struct{ *scenario.Scenario }

// CallsWithout makes valid calls without the header.
func (s AcceptHeader) CallsWithout(ctx context.Context) error { return s.calls(ctx, nil) }

// CallsWith makes valid calls with another value of the header.
func (s AcceptHeader) CallsWith(ctx context.Context, value string) error {
	return s.calls(ctx, []string{value})
}

// calls makes a valid call of each endpoint with the header, one after another. It goes on after a
// call that shows nothing about the header, and returns the first reason, unless a call shows that the
// header is what the target refuses.
func (s AcceptHeader) calls(ctx context.Context, accept []string) (first error) {
	applicant, err := Calls(s).somebodyWhoMayAsk(ctx)
	if err != nil {
		return err
	}
	for _, each := range s.ofEachEndpoint(applicant) {
		answer, err := s.oneCall(ctx, each, accept)
		switch {
		case err == nil && answer != nil:
			s.Answers = append(s.Answers, answer)
		case err == nil, call.IsUntested(err):
		case call.IsBreak(err):
			first = cmp.Or(first, err)
		default:
			return err
		}
	}
	if slices.ContainsFunc(s.Answers, func(c *driver.Call) bool { return s.Served(c) != nil }) {
		return nil
	}
	return first
}

// usualCall is a valid call, and what must be known before it is made: how the target takes such a call.
type usualCall struct {
	ready func(context.Context) error
	make  validCall
}

// oneCall makes a call with the header. If it is not served, it is made again as usual: only if that is
// served, the header is the reason.
func (s AcceptHeader) oneCall(ctx context.Context, one usualCall, accept []string) (*driver.Call, error) {
	if err := one.ready(ctx); err != nil {
		return nil, err
	}
	usual := s.Session
	s.Session = usual.WithHeader("Accept", accept)
	answer, err := one.make(ctx)
	s.Session = usual
	if err != nil || answer == nil || s.Served(answer) == nil {
		return answer, err
	}
	again, err := one.make(ctx)
	if err == nil && again != nil {
		err = s.Served(again)
	}
	return answer, err
}

// ofEachEndpoint returns a valid call of each endpoint.
func (s AcceptHeader) ofEachEndpoint(applicant *customer.Customer) []usualCall {
	calls, bodies := Calls(s), MalformedBodies(s)
	limit := func(ctx context.Context) (*driver.Call, error) { return calls.limitOf(ctx, applicant) }
	order := func(ctx context.Context) (*driver.Call, error) { return calls.orderOne(ctx, 0, true) }
	nothing := func(context.Context) error { return nil }
	return []usualCall{
		{s.limitsAreKnown, limit}, {nothing, calls.theLimitAgain}, {s.lookupsAreKnown, bodies.theCustomerLookedUp},
		{s.ordersAreKnown, order}, {nothing, s.ofTheItem(calls.theItemAgain)}, {nothing, s.ofTheItem(bodies.theItemCollected)},
		{nothing, s.ofTheItem(calls.theItemCancelled)}, {s.otpsAreKnown, bodies.anOTP}, {nothing, bodies.theOTPVerified},
	}
}

func (s AcceptHeader) limitsAreKnown(ctx context.Context) error {
	_, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	return err
}

// lookupsAreKnown makes sure that the target has served a lookup: then it takes the signature.
func (s AcceptHeader) lookupsAreKnown(ctx context.Context) error {
	if !s.Session.Config.Covers(spec.CapabilityLookup) {
		return nil
	}
	_, err := s.Session.Limits.LookupQuery(ctx)
	return err
}

func (s AcceptHeader) ordersAreKnown(ctx context.Context) error {
	_, err := s.Session.Orders.OrderForm(ctx)
	if err == nil {
		_, err = s.Session.Orders.UpdateBase(ctx)
	}
	return err
}

func (s AcceptHeader) otpsAreKnown(ctx context.Context) error {
	_, err := s.Session.OTPs.OTPForm(ctx)
	if err == nil {
		_, err = s.Session.OTPs.PathOfVerify(ctx)
	}
	return err
}

// ofTheItem makes a call about the item of the order, if the order was served.
func (s AcceptHeader) ofTheItem(make validCall) validCall {
	return func(ctx context.Context) (*driver.Call, error) {
		if s.Order == nil || s.Order.Served() != nil {
			return nil, nil
		}
		return make(ctx)
	}
}
