package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// CapitalEmail contains the sentence about a customer whose email has capital letters. The
// specification does not say whether the target keeps them. But it must find the customer by the
// email that the customer gave.
type CapitalEmail struct{ *scenario.Scenario }

func (s CapitalEmail) TheCustomerIsLookedUp(ctx context.Context) error {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("the email of a listed person is not changed")
	}
	return s.SetAnswer(driver.Shared(ctx, s.Session.Run, "lookup by an email with capital letters", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.given(ctx)
		if err != nil {
			return nil, err
		}
		return s.Session.Limits.LookUp(ctx, c, "email", c.Who.Email, call.Special)
	}))
}

// given returns a customer with such an email who was given a limit.
func (s CapitalEmail) given(ctx context.Context) (*customer.Customer, error) {
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, err
	}
	c, err := s.Session.Customers.NewCustomer("an email with capital letters", customer.Employed, nil)
	if err != nil {
		return nil, err
	}
	c.Who.Email = withCapitals(c.Who.Email)
	s.Session.Personal.AddDetail(c.Who.Email)
	asked, _, err := s.Session.Combinations.AskAfterOTP(ctx, c, base.Form, call.Probe)
	if err == nil && (!scenario.LooksServed(asked) || c.KeepLimit(&asked.Answer) != nil) {
		err = call.Inapplicable("the target gives no limit to a customer whose email has capital letters, as it may")
	}
	return c, err
}
