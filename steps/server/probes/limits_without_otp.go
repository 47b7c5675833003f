package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// LimitsWithoutOTP contains the sentences about a limit that is requested without an OTP. The
// specification does not say whether the target gives it (section 4.2). If it does, the limit must
// be correct.
type LimitsWithoutOTP struct{ *scenario.Scenario }

// unprovedLimit is the answer to a customer without an OTP.
type unprovedLimit struct {
	customer *customer.Customer
	answer   *driver.Call
	given    bool
}

// asked makes the request once for all checks.
func (s LimitsWithoutOTP) asked(ctx context.Context) (*unprovedLimit, error) {
	return driver.Shared(ctx, s.Session.Run, "limit without an OTP", func(ctx context.Context) (*unprovedLimit, error) {
		base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		c, err := s.Session.Customers.SpareCustomer("limit without an OTP")
		if err != nil {
			return nil, err
		}
		answer, err := s.Session.Customers.AskForLimit(ctx, c, base.Form, call.Probe)
		if err != nil {
			return nil, err
		}
		Unspecified(s).Tried(dialect.LimitWithoutOTP, dialect.Yes, answer)
		given := scenario.LooksServed(answer) && c.KeepLimit(&answer.Answer) == nil
		return &unprovedLimit{c, answer, given}, nil
	})
}

func (s LimitsWithoutOTP) ANewCustomerAsks(ctx context.Context) error {
	found, err := s.asked(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(found.answer, nil)
}

// given returns the customer who was given a limit without an OTP.
func (s LimitsWithoutOTP) given(ctx context.Context) (*customer.Customer, error) {
	found, err := s.asked(ctx)
	if call.IsUntested(err) { // the observation about the OTP reports it
		return nil, call.Inapplicable("nobody new is listed who could ask for a limit without an OTP")
	}
	if err != nil {
		return nil, err
	}
	if !found.given {
		return nil, call.Inapplicable("the target gives no limit without an OTP, as it may")
	}
	return found.customer, nil
}

func (s LimitsWithoutOTP) TheLimitIsFetched(ctx context.Context) error {
	c, err := s.given(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Limits.FetchLimit(ctx, c))
}

func (s LimitsWithoutOTP) TheCustomerIsLookedUp(ctx context.Context) error {
	c, err := s.given(ctx)
	if err != nil {
		return err
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Limits.LookUp(ctx, c, q.Field, q.Value(c), call.Plain))
}
